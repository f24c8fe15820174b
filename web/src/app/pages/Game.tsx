// A game: fetched once, then kept true by its line to the server.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { GameView } from "../game/GameView";
import { onlyBots } from "../live";
import { note, recall } from "../memory";
import type { State } from "../messages";
import { Busy, Trouble } from "../parts/Note";
import { Link } from "../parts/Link";
import { to } from "../router";
import { Table } from "../table";
import { useAsk, useTable } from "../use";
import { Refusal, api } from "../wire";

export function Game({ game }: { game: string }) {
  const first = useAsk(() => api.game(game), [game]);
  if (first.value?.game === game) return <AtTable key={game} state={first.value} />;
  const gone = first.error instanceof Refusal && first.error.code === "not-found";
  return (
    <div class="page">
      <h1 tabIndex={-1} class={first.error ? "" : "sr-only"}>
        {gone ? "No such game" : "Game"}
      </h1>
      <Busy busy={first.busy} what="Fetching the game." />
      {first.error && (
        <>
          <Trouble error={first.error} {...(gone ? {} : { again: first.again })} />
          <p>
            <Link to={to.home()}>To the home page</Link>
          </p>
        </>
      )}
    </div>
  );
}

function AtTable({ state }: { state: State }) {
  const watched = onlyBots(state);
  const table = useMemo(
    () => new Table(state, undefined, watched ? { at: recall(state.game).at ?? state.moves.length } : {}),
    [],
  );
  useEffect(() => {
    table.open();
    const hurry = () => table.hurry();
    const offline = () => table.offline();
    window.addEventListener("online", hurry);
    window.addEventListener("offline", offline);
    document.addEventListener("visibilitychange", hurry);
    return () => {
      window.removeEventListener("online", hurry);
      window.removeEventListener("offline", offline);
      document.removeEventListener("visibilitychange", hurry);
      table.close();
    };
  }, [table]);
  const now = useTable(table);
  // A socket that is not let in does not say why; a game that was deleted meanwhile says so here.
  useEffect(() => {
    if (now.connection !== "lost") return;
    api.game(state.game).catch((error: Error) => {
      if (error instanceof Refusal && error.code === "not-found") table.end();
    });
  }, [now.connection]);
  useEffect(() => {
    if (watched) note(state.game, { at: now.shown });
  }, [now.shown]);
  if (now.connection === "gone") return <Gone />;
  return <GameView table={table} now={now} />;
}

function Gone() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div class="page">
      <h1 tabIndex={-1} ref={heading}>
        This game was deleted
      </h1>
      <p role="alert">It is no longer there. Whoever deleted it can bring it back for 30 days.</p>
      <p>
        <Link to={to.games()}>To my games</Link>
      </p>
    </div>
  );
}
