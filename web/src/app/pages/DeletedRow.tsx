// One of my games that I deleted: all that can be done is to bring it back.
import { useRef } from "preact/hooks";
import type { Summary } from "../messages";
import { Picture } from "../parts/Picture";
import { toast } from "../parts/Toasts";
import { go, to } from "../router";
import { useErrand } from "../use";
import { api } from "../wire";
import { ago, count, gameTitle } from "../words";
import { Busy, Trouble } from "../parts/Note";
import { neighbour } from "./GameRow";

export function DeletedRow({ game, onChange }: { game: Summary; onChange(): void }) {
  const row = useRef<HTMLLIElement>(null);
  const restoring = useErrand();
  const title = gameTitle(game);
  const restore = () =>
    restoring.run(
      () => api.restore(game.game),
      () => {
        neighbour(row.current)?.focus();
        onChange();
        toast(`“${title}” is back.`, { label: "Open", run: () => go(to.game(game.game)) });
      },
    );
  return (
    <li class="game-row" ref={row}>
      <span class="game-picture">
        <Picture variant={game.variant} board={game.board} />
      </span>
      <div class="game-about">
        <strong>{title}</strong>
        <p class="muted">
          {game.title ? `${game.variant.title}, ` : ""}
          {count(game.plies, "move")}, {ago(game.updated)}. {game.outcome?.text ?? "Unfinished."}
        </p>
        <Busy busy={restoring.busy} what="The server has not answered yet." onCancel={restoring.cancel} />
        {restoring.error && <Trouble error={restoring.error} again={restoring.again} />}
      </div>
      <div class="row game-tools">
        <button type="button" class="game-next" aria-label={`Bring back ${title}`} disabled={restoring.busy} onClick={restore}>
          Bring back
        </button>
      </div>
    </li>
  );
}
