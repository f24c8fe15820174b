// What one can do during a game: a row of icons with labels; the rarer things are behind "More".
import { isStarted, isWatcher, ownSeats, ownTurn, undoer } from "../live";
import { Icon, type IconName } from "../parts/Icon";
import { toast } from "../parts/Toasts";
import { go, to } from "../router";
import { type Now, type Table, mayPlay } from "../table";
import { api } from "../wire";
import type { Dialogs } from "./dialogs";
import type { Hint } from "./useHint";

interface Props {
  table: Table;
  now: Now;
  hint: Hint;
  hints: boolean;
  onDialog(dialog: Dialogs): void;
  /** Back to the result that was put away; null when there is none. */
  onResult: (() => void) | null;
}

interface Action {
  icon: IconName;
  label: string;
  run(): void;
  off?: boolean;
  /** Where there is room for it: "desktop" leaves phones and low windows out, "wide" narrow panels too. */
  only?: "phone" | "desktop" | "wide";
  title?: string;
}

export function Actions({ table, now, hint, hints, onDialog, onResult }: Props) {
  const { state } = now;
  const own = ownSeats(state);
  const seat = ownTurn(state) ?? own[0];
  const undoes = undoer(state);
  const { over } = now;
  const actions: Action[] = [];
  if (!isStarted(state)) {
    if (state.mine) actions.push({ icon: "trash", label: "Delete", title: "Nobody has come: delete the game", run: () => void remove(state.game) });
    actions.push({ icon: "door", label: "Leave", title: "The game waits on the home page", run: () => go(to.home()) });
  } else if (seat !== undefined && !over) {
    actions.push({
      icon: "undo",
      label: "Undo",
      title: state.free_undo ? "Take your last move back (U)" : "Ask to take your last move back (U)",
      run: () => table.takeBack(undoes!),
      off: undoes === undefined,
    });
    if (state.free_undo) {
      actions.push({ icon: "redo", label: "Redo", title: "Play it again (R)", run: () => table.redo(seat), off: !state.redo });
    }
    if (hints) {
      actions.push({ icon: "bulb", label: "Hint", title: "Show a good move (H)", run: hint.ask, off: !mayPlay(now) || hint.busy });
    }
    if (!onlyAgainstBots(now)) {
      actions.push({ icon: "hand", label: "Draw", title: "Offer a draw", run: () => table.offer(seat, "draw"), only: "wide" });
    }
    actions.push({ icon: "flag", label: "Resign", run: () => onDialog("resign"), only: "desktop" });
  }
  if (onResult) actions.push({ icon: "flag", label: "Result", run: onResult });
  actions.push({ icon: "list", label: "Moves", run: () => onDialog("moves"), only: "phone" });
  actions.push({ icon: "plus", label: "New", title: "New game (N)", run: () => onDialog("new"), only: "desktop" });
  actions.push({ icon: "menu", label: "More", run: () => onDialog("more") });
  return (
    <div class="actions" role="group" aria-label="Actions">
      {isWatcher(state) && !over && (
        <p class="watcher">
          <Icon name="eye" /> You are watching
        </p>
      )}
      {actions.map(({ icon, label, run, off, only, title }) => (
        // Not `disabled`: that would take the focus away from whoever has just pressed it.
        <button
          key={label}
          type="button"
          class={`action ${only ? `only-${only}` : ""}`}
          aria-disabled={off || undefined}
          title={title}
          onClick={() => !off && run()}
        >
          <Icon name={icon} />
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}

async function remove(game: string): Promise<void> {
  try {
    await api.remove(game);
    go(to.home());
    toast("The game was deleted.", { label: "Undo", run: () => void api.restore(game).then(() => go(to.game(game))) });
  } catch (refusal) {
    toast((refusal as Error).message);
  }
}

export function onlyAgainstBots(now: Now): boolean {
  return now.state.seats.every((seat) => seat.yours || seat.kind === "bot") && ownSeats(now.state).length === 1;
}
