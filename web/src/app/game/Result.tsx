// How the game ended: winner, score, official margin, the turning point, a line for the score table.
import { useEffect, useRef, useState } from "preact/hooks";
import { ownSeats } from "../live";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { go, to } from "../router";
import { change, settings } from "../settings";
import type { Now, Table } from "../table";
import { useAsk } from "../use";
import { type Refusal, api } from "../wire";
import { playerName, resultTitle, score } from "../words";
import { troubleOf } from "./Telling";
import { useTurningPoint } from "./useTurningPoint";

interface Props {
  table: Table;
  now: Now;
  onLookBack(): void;
  onNew(): void;
  onMore(): void;
}

export function Result({ table, now, onLookBack, onNew, onMore }: Props) {
  const { state } = now;
  const outcome = state.view.outcome!;
  const own = ownSeats(state);
  const heading = useRef<HTMLHeadingElement>(null);
  const turning = useTurningPoint(state);
  const trouble = troubleOf(now);
  const [whole, setWhole] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const asked = state.rematch_offers.some((seat) => own.includes(seat));
  const wanted = state.rematch ? undefined : state.rematch_offers.find((seat) => !own.includes(seat));
  return (
    <section class={`result ${whole ? "result-whole" : ""} ${wanted === undefined ? "" : "result-asked"}`} aria-labelledby="result">
      <h2 id="result" tabIndex={-1} ref={heading}>
        {resultTitle(state)}
        {outcome.on_board && state.seats.length === 2 && <span class="result-score">{score(outcome, own)}</span>}
      </h2>
      <div class="result-body">
        <p class="result-text">{wholeScores(outcome.text)}</p>
        {outcome.official_text && <p class="muted result-more">{outcome.official_text}</p>}
        {turning && <p class="turning result-more">{turning}</p>}
        {outcome.on_board && state.counts && own.length > 0 && (
          <ScoreEntry game={state.game} spec={state.variant.spec} own={own} names={state.seats.map(({ name }) => name)} />
        )}
        {trouble && (
          <p class="problem" role="alert">
            {trouble}
          </p>
        )}
        {wanted !== undefined && (
          <p class="wish">
            <span class="wish-name">{playerName(state.seats, wanted)}</span> would like a rematch.
          </p>
        )}
      </div>
      <div class="row">
        {state.rematch && (
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
        <button type="button" class="result-more" onClick={onMore}>
          <Icon name="menu" /> More
        </button>
        <button type="button" onClick={() => go(to.home())}>
          <Icon name="door" /> Quit
        </button>
      </div>
    </section>
  );
}

/** The text with scores such as 36-28 that do not break at the end of a line. */
function wholeScores(text: string) {
  return text.split(/(\d+(?:-\d+)+)/).map((part, index) => (index % 2 ? <span class="figure whole">{part}</span> : part));
}

const THERE = "That seat has its line in the table already; the name there stays.";

/** One line for whoever sits here; several at one screen choose whose it is, and enter one after another. */
function ScoreEntry({ game, spec, own, names }: { game: string; spec: string; own: number[]; names: string[] }) {
  const several = own.length > 1;
  const [name, setName] = useState(several ? "" : settings().name);
  const scored = useAsk(() => api.scored(game), [game]);
  const [wanted, setWanted] = useState(own[0]!);
  const [error, setError] = useState<string | null>(null);
  const open = own.filter((seat) => !scored.value?.includes(seat));
  const seat = open.includes(wanted) ? wanted : open[0];
  const told = useRef<HTMLParagraphElement>(null);
  // Another tab may have entered it meanwhile.
  useEffect(() => {
    window.addEventListener("focus", scored.again);
    return () => window.removeEventListener("focus", scored.again);
  }, []);
  // It stands where the form was, and takes the keyboard from it.
  const done = seat === undefined;
  const typed = useRef(false);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (done && typed.current) told.current?.focus();
  }, [done]);
  if (seat === undefined) {
    return (
      <p class="result-more score-told" tabIndex={-1} ref={told}>
        {refused ? THERE : several ? "All scores are in the table." : "Your score is in the table."} <Link to={to.scores(spec)}>See the scores</Link>
      </p>
    );
  }
  const enter = async () => {
    typed.current = true;
    try {
      await api.enterScore(game, seat, name.trim());
      if (!several) change({ name: name.trim() });
      setRefused(false);
      scored.put([...(scored.value ?? []), seat]);
      setError(null);
      if (several) setName("");
    } catch (refusal) {
      setError((refusal as Error).message);
      setRefused((refusal as Refusal).code === "not-allowed");
      scored.again(); // an answer may have been lost: then it stands there already
    }
  };
  return (
    <form
      class={`score-entry result-more ${scored.busy && !scored.value ? "score-asking" : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      {several && (
        <label class="field score-seat">
          Seat
          <select value={seat} onChange={(event) => setWanted(Number(event.currentTarget.value))}>
            {open.map((each) => (
              <option key={each} value={each}>
                {names[each]}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        {several ? "Name for the scores" : "Your name for the score table"}
        <input
          type="text"
          value={name}
          maxLength={40}
          required
          pattern=".*\S.*"
          title="A name, please."
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
