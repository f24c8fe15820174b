// The game page: the board as large as the window allows, players, moves and actions beside it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardHandle } from "../../board/types";
import { boardAt, isStarted, onlyBots, ownSeats, ownTurn } from "../live";
import { recall } from "../memory";
import { Icon } from "../parts/Icon";
import { Playing } from "../parts/Playing";
import { Speaker } from "../parts/Speaker";
import { Stage } from "../parts/Stage";
import { go, to } from "../router";
import { type Now, type Table, mayPlay } from "../table";
import { useKeys, useSettings } from "../use";
import { api } from "../wire";
import { playerName, status } from "../words";
import { Actions } from "./Actions";
import { type Dialogs, GameDialog } from "./dialogs";
import { MoveList } from "./MoveList";
import { Offers } from "./Offers";
import { Players } from "./Players";
import { Reel } from "./Reel";
import { Result } from "./Result";
import { Telling } from "./Telling";
import { Waiting } from "./Waiting";
import { useHint } from "./useHint";
import { useTitle } from "../title";

interface Props {
  table: Table;
  now: Now;
}

export function GameView({ table, now }: Props) {
  const { state } = now;
  const settings = useSettings();
  const [dialog, setDialog] = useState<Dialogs | null>(null);
  const [putAway, setPutAway] = useState(false);
  const board = useRef<BoardHandle>(null);
  const reel = useRef<HTMLButtonElement>(null);
  const hint = useHint(table, now);
  const over = state.view.outcome !== null;
  const own = ownSeats(state);
  const back = now.shown < state.moves.length && !now.playing && !now.following;
  const seen = boardAt(state, now.shown);
  const last = state.moves[now.shown - 1] ?? null;
  const told = (now.playing ?? last)?.text;
  const free = mayPlay(now);
  const watching = onlyBots(state) || over;
  const hints = recall(state.game).hints !== false;

  useTitle(titleOf(now));
  useEffect(() => setPutAway(false), [over]);
  // Everybody at the table goes to a rematch that begins now; a game that had one long ago stays open.
  const earlier = useRef(state.rematch);
  useEffect(() => {
    if (state.rematch && state.rematch !== earlier.current && own.length) go(to.game(state.rematch));
  }, [state.rematch]);
  useEffect(() => {
    if (settings.speed === "instant") table.setPause(onlyBots(state) ? 120 : 0);
    else table.setPause(onlyBots(state) ? { slow: 1200, normal: 600, fast: 200 }[settings.speed] : 300);
  }, [settings.speed]);

  const skip = () => board.current?.skip() ?? false;
  useKeys({
    " ": () => {
      if (skip()) return;
      if (watching) now.following ? table.pause() : table.resume();
    },
    ArrowLeft: () => table.look(now.shown - 1),
    ArrowRight: () => (now.shown < state.moves.length ? table.look(now.shown + 1) : undefined),
    Home: () => table.look(0),
    End: () => table.live(),
    u: () => own.length && state.moves.length && !over && setTakeBack(table, now),
    r: () => own.length && state.redo && setRedo(table, now),
    h: () => hints && hint.ask(),
    n: () => setDialog("new"),
    m: () => board.current?.focus(),
  });

  const lookBack = () => {
    setPutAway(true);
    reel.current?.focus();
  };
  const shown = now.playing
    ? { before: seen.board, steps: now.playing.steps, after: now.playing.board, key: now.playing }
    : null;
  return (
    <div class={`game game-${state.variant.layout ?? "square"} ${onlyBots(state) ? "game-watched" : over ? "game-over" : ""}`} data-seq={state.seq} data-shown={now.shown}>
      <h1 tabIndex={-1} class="sr-only">
        {state.variant.title}
      </h1>
      <Players place="far" table={table} now={now} />
      <Stage variant={state.variant} onSkip={skip}>
        <Playing
          handle={board}
          variant={state.variant}
          board={seen.board}
          turn={state.view.turn}
          legal={free ? state.view.legal : []}
          showLegal={settings.marks}
          lastMove={now.playing ? null : last}
          hint={free ? hint.move : null}
          disabled={!free}
          pending={now.wish}
          label={`${state.variant.title} board`}
          playing={useStable(shown)}
          onShown={() => table.finished()}
          onPlay={(move) => {
            hint.clear();
            table.play(move);
          }}
          onRefuse={(cell) => void refuse(table, now, cell)}
        />
      </Stage>
      <Players place="near" table={table} now={now} />
      <aside class="panel" aria-label="Game">
        {over && now.caughtUp && !putAway ? (
          <Result table={table} now={now} onLookBack={lookBack} onNew={() => setDialog("new")} />
        ) : (
          <>
            <p class="status" data-testid="status">
              {status(state, { back, thinking: now.caughtUp ? now.thinking : null, last })}
            </p>
            <Telling table={table} now={now} hint={hint} told={told} />
            <div class="asides">
              {free && state.view.legal.some(({ move }) => move === "swap") && (
                <button type="button" onClick={() => table.play("swap")}>
                  <Icon name="rematch" /> Swap sides
                </button>
              )}
              <Offers table={table} now={now} />
              {!isStarted(state) && <Waiting state={state} />}
            </div>
          </>
        )}
        <MoveList state={state} shown={now.playing ? now.shown + 1 : now.shown} onLook={(ply) => table.look(ply)} />
        {watching && <Reel table={table} now={now} handle={reel} />}
        {back && !watching ? (
          <div class="actions">
            <button
              type="button"
              class="action primary"
              onClick={() => {
                table.live();
                board.current?.focus();
              }}
            >
              <Icon name="last" /> Back to the game
            </button>
          </div>
        ) : (
          <Actions
            table={table}
            now={now}
            hint={hint}
            onDialog={setDialog}
            hints={hints}
            onResult={over && putAway ? () => setPutAway(false) : null}
          />
        )}
      </aside>
      <Speaker said={now.said} />
      {dialog && <GameDialog which={dialog} table={table} now={now} onClose={() => setDialog(null)} onOpen={setDialog} />}
    </div>
  );
}

// The animation must start once per move, not once per drawing.
function useStable<T extends { key: unknown } | null>(shown: T): T {
  const kept = useRef<T>(shown);
  if (kept.current?.key !== shown?.key) kept.current = shown;
  return kept.current;
}

function setTakeBack(table: Table, now: Now): void {
  const seat = actor(now);
  if (seat !== null) table.takeBack(seat);
}

function setRedo(table: Table, now: Now): void {
  const seat = actor(now);
  if (seat !== null) table.redo(seat);
}

function actor(now: Now): number | null {
  return ownTurn(now.state) ?? ownSeats(now.state)[0] ?? null;
}

// Why a square or a pit cannot be played the server knows.
async function refuse(table: Table, { state }: Now, cell: string | number): Promise<void> {
  try {
    table.complain(await api.objection(state.variant.spec, state.view.position, cell));
  } catch (refusal) {
    table.complain((refusal as Error).message);
  }
}

function titleOf({ state, caughtUp }: Now): string {
  const { outcome } = state.view;
  if (outcome) return `${outcome.text} ${state.variant.title}`;
  const turn = ownTurn(state);
  if (turn !== null && caughtUp) return `Your move: ${state.variant.title}`;
  const others = state.seats.filter((seat) => !seat.yours).map(playerName);
  return others.length ? `${state.variant.title} against ${others.join(", ")}` : state.variant.title;
}
