// The score table: best first, per game and size.
import { Busy, Empty, Trouble } from "../parts/Note";
import { Link } from "../parts/Link";
import { go, to } from "../router";
import { useAsk } from "../use";
import { FEW, type Score, api, mayPass } from "../wire";
import { date, signed } from "../words";

const NONE = "No scores yet. Finish a game, and your name can stand here.";

export function Scores({ spec }: { spec: string | null }) {
  const all = useAsk(() => api.scores(null), []);
  const one = useAsk(() => (spec ? api.scores(spec) : Promise.resolve([])), [spec]);
  const { value, busy, error, again } = spec ? one : all;
  const nameless = spec !== null && error !== null && !mayPass(error);
  const games = grouped(all.value ?? []);
  const shown = grouped((!busy && value) || []);
  const here = [...shown.keys()][0] ?? spec; // as the server spells it
  return (
    <div class="page">
      <h1 tabIndex={-1}>Scores</h1>
      <Busy busy={busy} what="Fetching the scores." />
      {games.size > 1 && (
        <label class="field field-inline">
          Game
          <select
            value={(spec && here) ?? ""}
            onChange={(event) => go(to.scores(event.currentTarget.value || undefined), "replace")}
          >
            <option value="">All games</option>
            {[...games].map(([variant, [line]]) => (
              <option key={variant} value={variant}>
                {line!.title}
              </option>
            ))}
          </select>
        </label>
      )}
      {nameless && <Empty text="There is no such game." />}
      {error && !nameless && <Trouble error={error} again={again} />}
      {!busy && !error && !shown.size && <Empty text={spec ? "There are no scores of that game." : NONE} />}
      {!busy && !shown.size && (spec || !error) && (
        <div class="row">
          <Link to={spec ? to.scores() : to.home()} class="button primary">
            {spec ? "All scores" : "Play a game"}
          </Link>
        </div>
      )}
      {[...shown].map(([variant, lines]) => (
        <Table key={variant} title={lines[0]!.title} lines={lines} />
      ))}
      {!spec && [...shown.values()].some((lines) => lines.length === FEW) && (
        <p class="muted">The ten best of each game. Choose one to see all of its scores.</p>
      )}
    </div>
  );
}

function grouped(scores: Score[]): Map<string, Score[]> {
  const groups = new Map<string, Score[]>();
  for (const score of scores) {
    groups.set(score.variant, [...(groups.get(score.variant) ?? []), score]);
  }
  return groups;
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
