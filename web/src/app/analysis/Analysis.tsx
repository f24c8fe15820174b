// The analysis board: any position or game, the engine's lines and values, the graph of a game.
import { useMemo, useRef, useState } from "preact/hooks";
import type { BoardHandle } from "../../board/types";
import { MoveList } from "../game/MoveList";
import { copy } from "../copy";
import { Switch } from "../parts/Choice";
import { Icon } from "../parts/Icon";
import { Busy, Trouble } from "../parts/Note";
import { Playing } from "../parts/Playing";
import { Stage } from "../parts/Stage";
import { SHELF } from "../setup";
import { useTitle } from "../title";
import { useAsk, useKeys } from "../use";
import { type Line, api } from "../wire";
import { signed } from "../words";
import type { Spot } from "../router";
import { tools, withCell } from "./arrange";
import { Lines } from "./Lines";
import { OpenGame } from "./OpenGame";
import { ReviewBox } from "./ReviewBox";
import { type Draft, SetUp } from "./SetUp";
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
      {asked.error && <Trouble error={asked.error} again={asked.again} />}
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

const FEW = 3;

function Desk({ first, reviews }: { first: Place; reviews: boolean }) {
  const line = useLine(first);
  const { here, whole } = line;
  if (here && whole) return <Bench line={line} here={here} whole={whole} reviews={reviews} />;
  return (
    <div class="page">
      <h1 tabIndex={-1}>Analysis</h1>
      {line.error ? <Trouble error={new Error(line.error)} /> : <Busy busy what="Setting the board out." />}
    </div>
  );
}

function Bench({ line, here, whole, reviews }: { line: LineState; here: Line; whole: Line; reviews: boolean }) {
  const { place } = line;
  const [thinking, setThinking] = useState(true);
  const [all, setAll] = useState(true);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [opening, setOpening] = useState(false);
  const [seen, setSeen] = useState<Line | null>(null);
  const board = useRef<BoardHandle>(null);
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
    setDraft(null);
    review.forget();
    line.set(next);
  };
  return (
    <div class={`game analysis game-${variant.layout ?? "square"}`}>
      <Stage variant={variant}>
        <Playing
          key={variant.spec}
          handle={board}
          variant={variant}
          board={draft ? draft.board : running && seen ? seen.board : here.board}
          turn={draft?.turn ?? here.turn}
          legal={draft ? [] : here.legal}
          lastMove={move}
          values={draft ? null : engine.values}
          editable={draft !== null}
          label="Analysis board"
          playing={shown}
          onShown={() => setSeen(null)}
          onPlay={play}
          onCell={(cell) => draft && setDraft({ ...draft, board: withCell(variant, draft.board, cell, draft.tool) })}
        />
      </Stage>
      <aside class="panel analysis-panel" aria-label="Analysis">
        <header class="section-head">
          <h1 tabIndex={-1}>Analysis</h1>
          <label class="field analysis-game">
            <span class="sr-only">Game</span>
            <select
              value={variant.name}
              onChange={(event) => set(placeAt(null, event.currentTarget.value, null, [], null))}
            >
              {!SHELF.some(({ name }) => name === variant.name) && <option value={variant.name}>{variant.title}</option>}
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
            draft={draft}
            onChange={(part) => setDraft({ ...draft, ...part })}
            onStart={() => set(placeAt(null, place.spec, null, [], null))}
            onCancel={() => setDraft(null)}
            onDone={({ start, moves }) => set(placeAt(null, place.spec, start, moves.map(({ move }) => move), null))}
          />
        ) : (
          <>
            <div class="row analysis-tools">
              <button type="button" onClick={() => setDraft({ board: here.board, turn: here.turn, tool: tools(variant)[0]!.value })}>
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
            {(line.error ?? engine.error) && (
              <p class="problem" role="alert">
                {line.error ?? engine.error}
              </p>
            )}
            {here.outcome ? <p class="status">{here.outcome.text}</p> : thinking && !engine.error && <Lines analysis={engine.analysis} onPlay={play} />}
            {better && (
              <p class="better">
                {move?.move} cost {Math.round(better.cost ?? 0)}. Better was{" "}
                <button type="button" class="quiet" onClick={() => line.set({ ...place, game: null, moves: [...place.moves.slice(0, place.ply - 1), ...better.line], ply: place.ply })}>
                  {better.line.slice(0, 8).join(" ") || better.best}
                </button>
                ({signed(better.score)}).
              </p>
            )}
            <MoveList state={{ moves: whole.moves, seats: variant.seats.map((name) => ({ name })), variant }} shown={place.ply} marks={marks} onLook={line.go} />
            {place.moves.length > 0 && <ReviewBox review={review} line={line} seats={variant.seats} auto={reviews} />}
          </>
        )}
      </aside>
      {opening && <OpenGame onClose={() => setOpening(false)} />}
    </div>
  );
}
