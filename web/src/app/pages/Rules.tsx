// The rules: a shelf of games, and a page for each with diagrams drawn by the board itself.
import { useState } from "preact/hooks";
import { Busy, Trouble } from "../parts/Note";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Picture } from "../parts/Picture";
import { Playing, type Shown } from "../parts/Playing";
import { to } from "../router";
import { SHELF } from "../setup";
import { useTitle } from "../title";
import { useAsk } from "../use";
import type { Variant } from "../messages";
import { type Diagram, type Rules as RulesOf, api } from "../wire";
import { LESSONS } from "../lessons";

export function Rules({ spec }: { spec: string | null }) {
  return spec ? <OneGame spec={spec} /> : <AllGames />;
}

function AllGames() {
  useTitle("Learn");
  const variants = useAsk(api.variants, []);
  const byName = new Map((variants.value ?? []).map((each) => [each.name, each]));
  return (
    <div class="page">
      <h1 tabIndex={-1}>Learn</h1>
      <p class="lead">A first game, step by step; or the rules of every game on a page.</p>
      <div class="row lessons">
        {Object.entries(LESSONS).map(([name, { title }]) => (
          <Link key={name} to={to.tutorial(name)} class="button primary large">
            {title}
          </Link>
        ))}
      </div>
      {variants.error && <Trouble error={variants.error} again={variants.again} />}
      <Busy busy={variants.busy} what="Setting the boards out." />
      <ul class="shelf-games">
        {SHELF.map(({ name, label }) => {
          const variant = byName.get(name);
          return variant ? (
            <li key={name}>
              <Link to={to.rules(name)} class="shelf-card">
                <Picture variant={variant} board={variant.start.board} />
                <span class="shelf-name">{label}</span>
                <small>{variant.description}</small>
              </Link>
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

function OneGame({ spec }: { spec: string }) {
  const asked = useAsk(() => api.rules(spec), [spec]);
  useTitle(asked.value ? `Rules of ${asked.value.title}` : "Rules");
  if (!asked.value) {
    return (
      <div class="page">
        <h1 tabIndex={-1}>Rules</h1>
        <Busy busy={asked.busy} what="Fetching the rules." />
        {asked.error && <Trouble error={asked.error} again={asked.again} />}
      </div>
    );
  }
  return <Text rules={asked.value} />;
}

function Text({ rules }: { rules: RulesOf }) {
  return (
    <article class="page rules">
      <p class="trail">
        <Link to={to.rules()}>Learn</Link>
      </p>
      <h1 tabIndex={-1}>{rules.title}</h1>
      <p class="lead">{rules.description}</p>
      <div class="row">
        {LESSONS[rules.name] && (
          <Link to={to.tutorial(rules.name)} class="button primary">
            {LESSONS[rules.name]!.title}
          </Link>
        )}
        <Link to={`${to.home()}?game=${encodeURIComponent(rules.name)}`} class="button">
          Play it
        </Link>
      </div>
      {rules.rules.map((part, index) =>
        part.diagram ? (
          <DiagramView key={index} variant={rules} diagram={part.diagram} />
        ) : (
          <p key={index}>{part.text}</p>
        ),
      )}
    </article>
  );
}

function DiagramView({ variant, diagram }: { variant: Variant; diagram: Diagram }) {
  const { view, move, steps, after, caption } = diagram;
  const shape = `diagram diagram-${variant.layout ?? "square"}`;
  if (!move || !steps || !after) {
    return (
      <figure class={shape}>
        <Picture variant={variant} board={view.board} label={caption} stretch />
        <figcaption>{caption}</figcaption>
      </figure>
    );
  }
  return <MoveDiagram shape={shape} variant={variant} diagram={{ ...diagram, move, steps, after }} />;
}

/** Before and after: the move as it is seen when one rests on it, and what it leads to. */
function MoveDiagram({ shape, variant, diagram }: { shape: string; variant: Variant; diagram: Required<Diagram> }) {
  const [playing, setPlaying] = useState<Shown | null>(null);
  const { view, move, steps, after, caption } = diagram;
  return (
    <figure class={`${shape} diagram-move`}>
      <div class="diagram-boards">
        <Picture variant={variant} board={view.board} label={`Before. ${caption}`} stretch preview={{ view, move }} />
        <Playing
          variant={variant}
          board={playing ? view.board : after.board}
          turn={after.turn}
          disabled
          label={`After. ${caption}`}
          lastMove={playing ? null : { steps }}
          playing={playing}
          onShown={() => setPlaying(null)}
        />
      </div>
      <figcaption>
        {caption}
        <button type="button" onClick={() => setPlaying({ before: view.board, steps, after: after.board })}>
          <Icon name="play" /> Show
        </button>
      </figcaption>
    </figure>
  );
}
