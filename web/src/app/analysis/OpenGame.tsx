// Any of my games, to be opened on the analysis board.
import { Dialog } from "../parts/Dialog";
import { Busy, Empty, Trouble } from "../parts/Note";
import { Picture } from "../parts/Picture";
import { Link } from "../parts/Link";
import { to } from "../router";
import { useAsk } from "../use";
import { api } from "../wire";
import { ago, gameTitle } from "../words";

export function OpenGame({ onClose }: { onClose(): void }) {
  const games = useAsk(() => api.games({ limit: 30 }), []);
  return (
    <Dialog title="Open a game" onClose={onClose} look="sheet">
      {games.error && <Trouble error={games.error} again={games.again} />}
      <Busy busy={games.busy} what="Fetching your games." />
      {games.value && !games.value.games.length && <Empty text="No games yet. Every game you play is kept by itself." />}
      <ul class="open-games">
        {games.value?.games.map((game) => (
          <li key={game.game}>
            <Link to={to.analysis(game.game)} class="unfinished-game">
              <Picture variant={game.variant} board={game.board} />
              <span>
                <strong>{gameTitle(game)}</strong>
                <small>{ago(game.updated)}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
