// How the game ended: winner, score, official margin, the turning point, a line for the score table.
import { useEffect, useRef, useState } from "preact/hooks";
import { ownSeats } from "../live";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { go, to } from "../router";
import { note, recall } from "../memory";
import { change, settings } from "../settings";
import type { Now, Table } from "../table";
import { api } from "../wire";
import { playerName, resultTitle, score } from "../words";
import { useTurningPoint } from "./useTurningPoint";

interface Props {
  table: Table;
  now: Now;
  onLookBack(): void;
  onNew(): void;
}

// Reasons by which the table, not the board, decided: such games give no score.
const TABLE = new Set(["resignation", "time", "forfeit", "agreement"]);

export function Result({ table, now, onLookBack, onNew }: Props) {
  const { state } = now;
  const outcome = state.view.outcome!;
  const own = ownSeats(state);
  const heading = useRef<HTMLHeadingElement>(null);
  const turning = useTurningPoint(state);
  const [whole, setWhole] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const official = outcome.official.some((each, seat) => each !== outcome.scores[seat]);
  const decided = !TABLE.has(outcome.reason);
  const asked = state.rematch_offers.some((seat) => own.includes(seat));
  const wanted = state.rematch_offers.find((seat) => !own.includes(seat));
  return (
    <section class={`result ${whole ? "result-whole" : ""}`} aria-labelledby="result">
      <h2 id="result" tabIndex={-1} ref={heading}>
        {resultTitle(state)}
        {decided && <span class="result-score">{score(outcome.scores, own)}</span>}
      </h2>
      <p>{outcome.text}</p>
      {official && decided && (
        <p class="muted result-more" title={outcome.official_text ?? undefined}>
          Official score {score(outcome.official, own)}, a margin of {Math.max(...outcome.margins)}.
        </p>
      )}
      {outcome.ranks.length > 2 && (
        <ol class="ranks result-more">
          {[...outcome.ranks.keys()]
            .sort((a, b) => outcome.ranks[a]! - outcome.ranks[b]!)
            .map((seat) => (
              <li key={seat} value={outcome.ranks[seat]}>
                {state.seats[seat]!.name}: {outcome.scores[seat]}
              </li>
            ))}
        </ol>
      )}
      {turning && <p class="turning result-more">{turning}</p>}
      {decided && own.map((seat) => <ScoreEntry key={seat} game={state.game} seat={seat} name={own.length > 1 ? state.seats[seat]!.name : ""} />)}
      {wanted !== undefined && <p role="status">{playerName(state.seats[wanted]!)} would like a rematch.</p>}
      <div class="row">
        {own.length > 0 && state.rematch && (
          <Link to={to.game(state.rematch)} class="button primary">
            <Icon name="rematch" /> To the rematch
          </Link>
        )}
        {own.length > 0 && !state.rematch && (
          <button type="button" class="primary" disabled={asked} onClick={() => void table.rematch(own[0]!)}>
            <Icon name="rematch" /> {asked ? "Rematch offered" : "Rematch"}
          </button>
        )}
        <button type="button" class="only-phone" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          <Icon name="list" /> {whole ? "Less" : "Details"}
        </button>
        <button type="button" onClick={onNew}>
          <Icon name="plus" /> New game
        </button>
        <button type="button" onClick={onLookBack}>
          <Icon name="eye" /> Look back
        </button>
        <button type="button" class="result-more" onClick={() => go(to.analysis(state.game))}>
          <Icon name="chart" /> Analyse
        </button>
        <button type="button" onClick={() => go(to.home())}>
          <Icon name="door" /> Quit
        </button>
      </div>
    </section>
  );
}

function scored(game: string): number[] {
  return recall(game).scored ?? [];
}

function ScoreEntry({ game, seat, name: who }: { game: string; seat: number; name: string }) {
  const [name, setName] = useState(settings().name);
  const [saved, setSaved] = useState(() => scored(game).includes(seat));
  const [error, setError] = useState<string | null>(null);
  const enter = async () => {
    try {
      await api.enterScore(game, seat, name.trim());
      change({ name: name.trim() });
      note(game, { scored: [...scored(game), seat] });
      setSaved(true);
    } catch (refusal) {
      setError((refusal as Error).message);
    }
  };
  if (saved) {
    return (
      <p role="status" class="result-more">
        Your score is in the table. <Link to={to.scores()}>See the scores</Link>
      </p>
    );
  }
  return (
    <form
      class="score-entry result-more"
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <label class="field">
        {who ? `${who}’s name for the score table` : "Your name for the score table"}
        <input
          type="text"
          value={name}
          maxLength={40}
          required
          autoComplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Enter</button>
      {error && (
        <p class="problem" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
