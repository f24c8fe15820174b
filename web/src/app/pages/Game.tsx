// A game: fetched once, then kept true by its line to the server.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { GameView } from "../game/GameView";
import { onlyBots } from "../live";
import { note, recall } from "../memory";
import type { State } from "../messages";
import { Busy, Trouble } from "../parts/Note";
import { Link } from "../parts/Link";
import { to } from "../router";
import { Table } from "../table";
import { useAsk, useErrand, useTable } from "../use";
import { Refusal, api } from "../wire";

export function Game({ game }: { game: string }) {
  const first = useAsk(() => api.game(game), [game]);
  const [lives, setLives] = useState(1);
  const revive = (state: State) => {
    first.put(state);
    setLives(lives + 1);
  };
  if (first.value?.game === game) return <AtTable key={`${game} ${lives}`} state={first.value} onBack={revive} />;
  if (refusedAs("deleted", first.error)) return <Gone game={game} mine onBack={revive} />;
  const gone = refusedAs("not-found", first.error);
  return (
    <div class="page">
      <h1 tabIndex={-1} class={first.error ? "" : "sr-only"}>
        {gone ? "No such game" : "Game"}
      </h1>
      <Busy busy={first.busy} what="Fetching the game." />
      {first.error && (
        <>
          <Trouble error={first.error} again={first.again} />
          <p>
            <Link to={to.home()}>To the home page</Link>
          </p>
        </>
      )}
    </div>
  );
}

function refusedAs(code: string, error: Error | null): boolean {
  return error instanceof Refusal && error.code === code;
}

function AtTable({ state, onBack }: { state: State; onBack(state: State): void }) {
  const watched = onlyBots(state);
  const table = useMemo(
    () => new Table(state, undefined, watched ? recall(state.game) : {}),
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
    if (!now.losses) return;
    api.game(state.game).catch((error: Error) => {
      if (refusedAs("not-found", error) || refusedAs("deleted", error)) table.end();
    });
  }, [now.losses]);
  useEffect(() => {
    if (watched) note(state.game, { at: now.shown, paused: !now.following });
  }, [now.shown, now.following]);
  if (now.connection === "gone") return <Gone game={state.game} mine={now.state.mine} onBack={onBack} />;
  return <GameView table={table} now={now} />;
}

/** Whoever owned the game can bring it back. */
function Gone({ game, mine, onBack }: { game: string; mine: boolean; onBack(state: State): void }) {
  const restoring = useErrand();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div class="page">
      <h1 tabIndex={-1} ref={heading}>
        This game was deleted
      </h1>
      <p role="alert">
        {mine ? "It can be brought back for 30 days, here or from the deleted ones of your games." : "It is no longer there."}
      </p>
      <Busy busy={restoring.busy} what="The server has not answered yet." onCancel={restoring.cancel} />
      {restoring.error && <Trouble error={restoring.error} again={restoring.again} />}
      <div class="row">
        {mine && (
          <button type="button" class="primary" disabled={restoring.busy} onClick={() => restoring.run(() => api.restore(game), onBack)}>
            Bring back
          </button>
        )}
        <Link to={to.games()} class="button">
          To my games
        </Link>
      </div>
    </div>
  );
}
