// One of my games that cannot be read any more: all that can be done is to delete it.
import type { DamagedGame } from "../messages";
import { Icon } from "../parts/Icon";
import { toast } from "../parts/Toasts";
import { api } from "../wire";

export function DamagedRow({ game, deleted, onChange }: { game: DamagedGame; deleted: boolean; onChange(): void }) {
  const title = game.title || "A game without a name";
  const remove = () =>
    api.remove(game.game).then(onChange, (refusal: Error) => toast(refusal.message));
  return (
    <li class="game-row">
      <div class="game-about">
        <strong>{title}</strong>
        <p class="muted">What is stored of this game is damaged; it cannot be shown.</p>
      </div>
      {!deleted && (
        <div class="row game-tools">
          <button type="button" class="tool" aria-label={`Delete ${title}`} onClick={() => void remove()}>
            <Icon name="trash" /> Delete
          </button>
        </div>
      )}
    </li>
  );
}
