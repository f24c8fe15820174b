// Any of my games, to be opened on the analysis board.
import { Dialog } from "../parts/Dialog";
import { More, SearchField } from "../parts/GameSearch";
import { Busy, Empty, Trouble } from "../parts/Note";
import { Picture } from "../parts/Picture";
import { Link } from "../parts/Link";
import { to } from "../router";
import { useGames } from "../useGames";
import { ago, gameTitle } from "../words";

export function OpenGame({ onClose }: { onClose(): void }) {
  const search = useGames("");
  const { found, wanted } = search;
  return (
    <Dialog title="Open a game" onClose={onClose} look="sheet">
      <SearchField search={search} />
      {found.error && <Trouble error={found.error} again={found.again} />}
      <Busy busy={found.busy} what="Fetching your games." />
      {found.value && !found.value.games.length && (
        <Empty text={wanted ? "No game fits that." : "No games yet. Every game you play is kept here by itself, to go through move by move."}>
          <Link to={to.home()} class="button primary">
            Play a game
          </Link>
        </Empty>
      )}
      <ul class="open-games">
        {found.value?.games.map((game) => (
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
      <More search={search} />
    </Dialog>
  );
}
