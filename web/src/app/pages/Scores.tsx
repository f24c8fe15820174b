// The score table: best first, per game and size.
import { Busy, Empty, Trouble } from "../parts/Note";
import { Link } from "../parts/Link";
import { go, to } from "../router";
import { useAsk } from "../use";
import { type Score, api } from "../wire";
import { date, signed } from "../words";

export function Scores({ spec }: { spec: string | null }) {
  const scores = useAsk(() => api.scores(""), []);
  const groups = new Map<string, Score[]>();
  for (const score of scores.value ?? []) {
    groups.set(score.variant, [...(groups.get(score.variant) ?? []), score]);
  }
  const shown = spec ? [...groups].filter(([variant]) => variant === spec) : [...groups];
  const title = (variant: string) => groups.get(variant)?.[0]?.title ?? variant;
  return (
    <div class="page">
      <h1 tabIndex={-1}>Scores</h1>
      {scores.error && <Trouble error={scores.error} again={scores.again} />}
      <Busy busy={scores.busy} what="Fetching the scores." />
      {groups.size > 1 && (
        <label class="field field-inline">
          Game
          <select value={spec ?? ""} onChange={(event) => go(to.scores(event.currentTarget.value || undefined), "replace")}>
            <option value="">All games</option>
            {[...groups.keys()].map((variant) => (
              <option key={variant} value={variant}>
                {title(variant)}
              </option>
            ))}
          </select>
        </label>
      )}
      {scores.value && groups.size > 0 && !shown.length && (
        <Empty text={`There are no scores of “${spec}”.`}>
          <Link to={to.scores()} class="button primary">
            All scores
          </Link>
        </Empty>
      )}
      {scores.value && !groups.size && (
        <Empty text="No scores yet. Finish a game, and your name can stand here.">
          <Link to={to.home()} class="button primary">
            Play a game
          </Link>
        </Empty>
      )}
      {shown.map(([variant, lines]) => (
        <Table key={variant} title={title(variant)} lines={lines} />
      ))}
    </div>
  );
}

function Table({ title, lines }: { title: string; lines: Score[] }) {
  return (
    <section class="card">
      <table class="scores">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Name</th>
            <th scope="col" class="figure">
              Margin
            </th>
            <th scope="col" class="figure">
              Score
            </th>
            <th scope="col">Against</th>
            <th scope="col">Date</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <td class="figure">{index + 1}</td>
              <th scope="row">
                {line.name}
                <small class="scores-against">against {line.against}</small>
              </th>
              <td class="figure">{signed(line.margin)}</td>
              <td class="figure">{line.own}</td>
              <td>{line.against}</td>
              <td>{date(line.date)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
