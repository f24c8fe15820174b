// The game page: the board as large as the window allows, players, moves and actions beside it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardHandle } from "../../board/types";
import { endedMeanwhile, isByLink, isStarted, isWatcher, listed, looksBack, onlyBots, ownSeats, ownTurn, undoer, viewAt } from "../live";
import { carry, recall } from "../memory";
import { Icon } from "../parts/Icon";
import { Playing } from "../parts/Playing";
import { Speaker } from "../parts/Speaker";
import { Stage } from "../parts/Stage";
import { go, to } from "../router";
import { type Now, type Table, mayPlay } from "../table";
import { Tally } from "../tally";
import { useKeys, useSettings } from "../use";
import { whyNot } from "../wire";
import { status, windowTitle } from "../words";
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
  const tally = useMemo(() => new Tally(), []);
  useLayoutEffect(() => tally.set(null), [now.playing]);
  const { over } = now;
  const own = ownSeats(state);
  const back = looksBack(now);
  const at = viewAt(state, now.shown);
  const last = state.moves[now.shown - 1] ?? null;
  const missed = endedMeanwhile(now);
  const told = (missed ?? now.playing ?? last)?.text;
  const free = mayPlay(now);
  const watching = onlyBots(state) || over;
  const hints = recall(state.game).hints !== false && !isByLink(state);
  const result = over && now.caughtUp && !putAway;

  useTitle(windowTitle(now));
  useEffect(() => setPutAway(false), [over]);
  // The reel stands where the result was.
  useEffect(() => {
    if (putAway) reel.current?.focus();
  }, [putAway]);
  // Everybody at the table goes to a rematch that begins now; a game that had one long ago stays open.
  const earlier = useRef(state.rematch);
  useEffect(() => {
    if (!state.rematch || !own.length) return;
    carry(state.game, state.rematch);
    if (state.rematch !== earlier.current) go(to.game(state.rematch));
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
    u: () => own.length && !over && setTakeBack(table, now),
    r: () => own.length && state.redo && setRedo(table, now),
    h: () => hints && hint.ask(),
    n: () => setDialog("new"),
    m: () => board.current?.focus(),
  });

  const toResult = () => {
    setPutAway(false);
    table.live();
  };
  const shown = now.playing
    ? { before: at.board, steps: now.playing.steps, after: now.playing.board, key: now.playing }
    : null;
  return (
    <div class={`game game-${state.variant.layout ?? "square"} ${onlyBots(state) ? "game-watched" : over ? "game-over" : ""}`} data-seq={state.seq} data-shown={now.shown}>
      <h1 tabIndex={-1} class="sr-only">
        {state.variant.title}
        {isWatcher(state) && ": you are watching"}
      </h1>
      <Players place="far" tally={tally} now={now} />
      <Stage variant={state.variant} onSkip={skip}>
        <Playing
          handle={board}
          variant={state.variant}
          board={at.board}
          trail={{ start: state.start.board, moves: state.moves, ply: now.shown }}
          near={own.length === 1 ? own[0] : 0}
          turn={at.turn}
          legal={free ? state.view.legal : []}
          showLegal={settings.marks}
          lastMove={now.playing ? null : last}
          hint={free ? hint.move : null}
          disabled={!free}
          pending={now.wish}
          label={`${state.variant.title} board`}
          playing={useStable(shown)}
          within={now.within}
          onShown={() => table.finished()}
          onCounts={(counts) => tally.set(counts)}
          onPlay={(move) => {
            hint.clear();
            table.play(move);
          }}
          onRefuse={(cell) => void whyNot(state.variant.spec, state.view.position, cell).then((why) => table.complain(why))}
        />
      </Stage>
      <Players place="near" tally={tally} now={now} />
      <aside class="panel" aria-label="Game">
        {result ? (
          <Result
            table={table}
            now={now}
            onLookBack={() => setPutAway(true)}
            onNew={() => setDialog("new")}
            onMore={() => setDialog("more")}
          />
        ) : (
          <>
            <p class="status" data-testid="status">
              {status(now)}
            </p>
            <Telling table={table} now={now} hint={hint} told={told} onLeave={() => board.current?.focus()} />
            <div class="asides">
              {free && state.view.legal.some(({ move }) => move === "swap") && (
                <button type="button" class="swap" onClick={() => table.play("swap")}>
                  <Icon name="rematch" /> Swap sides
                </button>
              )}
              <Offers table={table} now={now} />
              {!isStarted(state) && <Waiting state={state} />}
            </div>
          </>
        )}
        <MoveList state={state} upTo={listed(now)} shown={now.playing ? now.shown + 1 : now.shown} onLook={(ply) => table.look(ply)} />
        {(result ? onlyBots(state) : watching) && <Reel table={table} now={now} handle={reel} />}
        {result ? null : back && !watching ? (
          <div class="actions">
            <button
              type="button"
              class="action primary"
              onClick={() => {
                table.live();
                board.current?.focus();
              }}
            >
              <Icon name="last" /> {missed ? "To the result" : "Back to the game"}
            </button>
          </div>
        ) : (
          <Actions
            table={table}
            now={now}
            hint={hint}
            onDialog={setDialog}
            hints={hints}
            onResult={over && (putAway || !now.caughtUp) ? toResult : null}
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
  const seat = undoer(now.state);
  if (seat !== undefined) table.takeBack(seat);
}

function setRedo(table: Table, now: Now): void {
  const seat = ownTurn(now.state) ?? ownSeats(now.state)[0];
  if (seat !== undefined) table.redo(seat);
}

