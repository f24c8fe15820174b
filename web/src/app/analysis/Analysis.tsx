// The analysis board: any position or game, the engine's lines and values, the graph of a game.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardHandle } from "../../board/types";
import { MoveList } from "../game/MoveList";
import { copy } from "../copy";
import { Switch } from "../parts/Choice";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Busy, Progress, Trouble } from "../parts/Note";
import { Playing } from "../parts/Playing";
import { Stage } from "../parts/Stage";
import { toast } from "../parts/Toasts";
import { AS_IT_IS, type GameChoice, SHELF, choiceOf, specOf } from "../setup";
import { useTitle } from "../title";
import { useAsk, useKeys } from "../use";
import { type Line, api, whyNot } from "../wire";
import { capitalHouse, cost as costOf, named, units } from "../words";
import { type Spot, leave, to } from "../router";
import { withCell } from "./arrange";
import { draftOf, keepDraft, keptDraft } from "./draft";
import { Lines } from "./Lines";
import { OpenGame } from "./OpenGame";
import { ReviewBox } from "./ReviewBox";
import { SetUp } from "./SetUp";
import { useEngine } from "./useEngine";
import { type LineState, type Place, useLine } from "./useLine";
import { useReview } from "./useReview";
import "./analysis.css";

export function Analysis({ game, spec, position, moves, ply }: Spot) {
  useTitle("Analysis");
  const asked = useAsk<Place>(async () => {
    if (!game) return placeAt(null, spec ?? "othello", position, moves, ply);
    const state = await api.game(game);
    return placeAt(game, state.variant.spec, state.start.position, state.moves.map(({ move }) => move), ply);
  }, [game]);
  if (asked.value) return <Desk first={asked.value} reviews={game !== null} />;
  return (
    <div class="page">
      <h1 tabIndex={-1}>Analysis</h1>
      <Busy busy={asked.busy} what="Fetching the game." />
      {asked.error && <NoWay error={asked.error} again={asked.again} />}
    </div>
  );
}

function placeAt(
  game: string | null,
  spec: string,
  start: string | null,
  moves: readonly string[],
  ply: number | null,
): Place {
  return { game, spec, start, moves, ply: Math.min(ply ?? moves.length, moves.length) };
}

/** The game that was left for another line, at the move where it went another way. */
function gameLeft(of: Place | null, place: Place): Place | null {
  if (!of?.game) return null;
  const left = of.moves.findIndex((move, ply) => move !== place.moves[ply]);
  return { ...of, ply: left < 0 ? of.moves.length : left + 1 };
}

const FEW = 3;

function Desk({ first, reviews }: { first: Place; reviews: boolean }) {
  const line = useLine(first);
  const { here, whole } = line;
  if (here && whole) return <Bench line={line} here={here} whole={whole} reviews={reviews} />;
  return (
    <div class="page">
      <h1 tabIndex={-1}>Analysis</h1>
      <Busy busy={line.busy} what="Setting the board out." />
      {line.error && <NoWay error={line.error} again={line.again} />}
    </div>
  );
}

/** An address that names no game, position or line: what is wrong, and where else to go. */
function NoWay({ error, again }: { error: Error; again(): void }) {
  return (
    <>
      <Trouble error={error} again={again} />
      <div class="row">
        <Link to={to.analysis()} class="button primary">
          Analyse from the start
        </Link>
        <Link to={to.games()} class="button">
          To my games
        </Link>
      </div>
    </>
  );
}

function Bench({ line, here, whole, reviews }: { line: LineState; here: Line; whole: Line; reviews: boolean }) {
  const { place } = line;
  const [thinking, setThinking] = useState(true);
  const [all, setAll] = useState(true);
  const [begun, setDraft] = useState(keptDraft);
  const [chosen, setChosen] = useState<GameChoice | null>(null);
  const [opening, setOpening] = useState(false);
  const [seen, setSeen] = useState<Line | null>(null);
  const board = useRef<BoardHandle>(null);
  // Another board is set up from its own start.
  const draft = begun && (begun.spec === here.variant.spec ? begun : { ...draftOf(here), text: begun.text });
  useEffect(() => keepDraft(begun), [begun, here]);
  const engine = useEngine(place.spec, here, thinking && !draft, all ? 0 : FEW);
  const review = useReview(place);
  useKeys({
    ArrowLeft: () => line.go(place.ply - 1),
    ArrowRight: () => line.go(place.ply + 1),
    Home: () => line.go(0),
    End: () => line.go(place.moves.length),
    " ": () => board.current?.skip(),
    m: () => board.current?.focus(),
  });
  const variant = here.variant;
  // Othello on 12×12 stays what was chosen, though that has a name of its own.
  const choice = chosen && specOf(chosen) === line.wanted.spec ? chosen : choiceOf(variant);
  const move = whole.moves[place.ply - 1] ?? null;
  const marks = new Map([...review.marks].map(([number, { cost }]) => [number, { cost: Math.round(cost!) }]));
  const better = review.marks.get(place.ply);
  // A move played by hand is shown as it happens; jumping about is not.
  const forward = seen && here.moves.length === seen.moves.length + 1 && place.ply > 0;
  const running = forward && move ? move : null;
  const shown = useMemo(
    () => (running && seen ? { before: seen.board, steps: running.steps, after: running.board } : null),
    [running, seen],
  );
  const play = (text: string) => {
    setSeen(here);
    line.play(text);
  };
  const set = (next: Place) => {
    setSeen(null);
    review.forget();
    line.set(next);
  };
  const choose = (next: GameChoice) => {
    setChosen(next);
    set(placeAt(null, specOf(next), null, [], null));
  };
  // Another line than the game's; the browser's Back returns to it.
  const tryOut = (better: readonly string[]) => {
    const next = { ...place, game: null, moves: [...place.moves.slice(0, place.ply - 1), ...better] };
    leave(to.spot({ ...next, position: next.start }));
    line.set(next);
  };
  const game = place.game ? null : gameLeft(review.of, place);
  const close = () => {
    setDraft(null);
    board.current?.focus();
  };
  const setUp = (next: Place) => {
    close();
    set(next);
  };
  return (
    <div class={`game analysis game-${variant.layout ?? "square"}`}>
      <Stage variant={variant}>
        <Playing
          key={variant.spec}
          handle={board}
          variant={variant}
          board={draft ? draft.board : running && seen ? seen.board : here.board}
          {...(draft ? {} : { trail: { start: whole.start_board, moves: whole.moves, ply: running ? place.ply - 1 : place.ply } })}
          turn={draft?.turn ?? here.turn}
          legal={draft ? [] : here.legal}
          lastMove={move}
          pending={line.pending}
          values={draft ? null : engine.values}
          editable={draft !== null}
          label="Analysis board"
          playing={shown}
          onShown={() => setSeen(null)}
          onPlay={play}
          onRefuse={(cell) => void whyNot(variant.spec, here.position, cell).then((why) => why && toast(why))}
          onCell={(cell) => draft && setDraft({ ...draft, board: withCell(variant, draft.board, cell, draft.tool) })}
        />
      </Stage>
      <aside class={`panel analysis-panel ${whole.moves.length ? "" : "analysis-fresh"}`} aria-label="Analysis">
        <header class="section-head">
          <h1 tabIndex={-1}>Analysis</h1>
          <label class="field analysis-game">
            <span class="sr-only">Game</span>
            <select
              value={choice?.game ?? variant.name}
              onChange={(event) => choose({ game: event.currentTarget.value, ...AS_IT_IS })}
            >
              {!SHELF.some(({ name }) => name === choice?.game) && <option value={choice?.game ?? variant.name}>{variant.title}</option>}
              {SHELF.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </header>
        {draft ? (
          <SetUp
            here={here}
            spec={line.wanted.spec}
            draft={draft}
            choice={choice}
            onBoard={choose}
            onChange={(part) => setDraft({ ...draft, ...part })}
            onStart={() => setUp(placeAt(null, place.spec, null, [], null))}
            onCancel={close}
            onDone={({ start, moves }, spec) => setUp(placeAt(null, spec, start, moves.map(({ move }) => move), null))}
          />
        ) : (
          <>
            <div class="row analysis-tools">
              <button type="button" onClick={() => setDraft(draftOf(here))}>
                <Icon name="pencil" /> Set up
              </button>
              <button type="button" onClick={() => setOpening(true)}>
                <Icon name="upload" /> Open
              </button>
              <button type="button" onClick={() => void copy(here.position, "Position copied.")}>
                <Icon name="copy" /> Copy
              </button>
            </div>
            <div class="row">
              <Switch label="Engine" checked={thinking} onChange={setThinking} />
              <Switch label="All moves" checked={all} onChange={setAll} />
            </div>
            {engine.error && (
              <p class="problem" role="alert">
                {engine.error}
              </p>
            )}
            <div class="row analysis-turn">
              <p class="status">{here.outcome?.text ?? `${variant.seats[here.turn]} to move.`}</p>
              {here.legal.some(({ move }) => move === "swap") && (
                <button type="button" onClick={() => play("swap")}>
                  <Icon name="rematch" /> Swap sides
                </button>
              )}
            </div>
            {!here.outcome && thinking && !engine.error && <Lines analysis={engine.analysis} waiting={engine.waiting} onPlay={play} />}
            {better && (
              <p class="better">
                {move && capitalHouse(named(move.move))} {costOf(variant.unit, better)}. Better was{" "}
                <button type="button" class="quiet" onClick={() => tryOut(better.line)}>
                  {better.line.slice(0, 8).join(" ") || better.best}
                </button>
                ({units(variant.unit, better.score)}).
              </p>
            )}
            {game && (
              <button type="button" onClick={() => line.set(game)}>
                <Icon name="last" /> Back to the game
              </button>
            )}
            <div class="analysis-moves">
              <MoveList state={{ moves: whole.moves, seats: variant.seats.map((name) => ({ name })), variant }} shown={place.ply} marks={marks} onLook={line.go} />
            </div>
            {place.moves.length > 0 && <ReviewBox review={review} line={line} seats={variant.seats} auto={reviews} />}
          </>
        )}
      </aside>
      <Progress errand={line} what="The server has not answered yet." />
      {opening && <OpenGame onClose={() => setOpening(false)} />}
    </div>
  );
}
