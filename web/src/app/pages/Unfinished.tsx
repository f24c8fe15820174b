// Games that wait for their next move, at the top of the home page.
import { Link } from "../parts/Link";
import { Picture } from "../parts/Picture";
import { to } from "../router";
import { useAsk } from "../use";
import { api } from "../wire";
import { ago, awaited, gameTitle } from "../words";

const SHOWN = 6;

export function Unfinished() {
  const games = useAsk(() => api.games({ state: "open", limit: SHOWN }), []);
  const waiting = games.value?.games ?? [];
  if (!waiting.length) return null;
  return (
    <section class="unfinished" aria-labelledby="unfinished">
      <header class="section-head">
        <h2 id="unfinished">Go on playing</h2>
        <Link to={to.games({ show: "open" })}>All games</Link>
      </header>
      <ul class="unfinished-games">
        {waiting.map((game) => (
          <li key={game.game}>
            <Link to={to.game(game.game)} class="unfinished-game">
              <Picture variant={game.variant} board={game.board} />
              <span>
                <strong>{gameTitle(game)}</strong>
                <small>
                  {awaited(game)}, {ago(game.updated)}
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
