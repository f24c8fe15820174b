// One of my games: look, go on, rename, export, delete and undo that.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Summary } from "../messages";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Picture } from "../parts/Picture";
import { toast } from "../parts/Toasts";
import { to } from "../router";
import { api, exportAddress } from "../wire";
import { ago, awaited, count, gameTitle } from "../words";

export function GameRow({ game, onChange }: { game: Summary; onChange(): void }) {
  const [renaming, setRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const title = gameTitle(game);
  const carryOut = async (action: () => Promise<unknown>) => {
    try {
      await action();
      onChange();
      return true;
    } catch (refusal) {
      toast((refusal as Error).message);
      return false;
    }
  };
  const remove = async () => {
    const gone = await carryOut(() => api.remove(game.game));
    if (gone) {
      neighbour(row.current)?.focus();
      toast(`“${title}” was deleted. It is kept under “Deleted”.`, { label: "Undo", run: () => void carryOut(() => api.restore(game.game)) });
    }
  };
  return (
    <li class="game-row" ref={row}>
      <Link to={to.game(game.game)} class="game-picture" label={`Open ${title}`}>
        <Picture variant={game.variant} board={game.board} />
      </Link>
      <div class="game-about">
        {renaming ? (
          <Rename
            title={title}
            onDone={(title) => {
              setRenaming(false);
              pencil.current?.focus();
              if (title !== null) void carryOut(() => api.rename(game.game, title));
            }}
          />
        ) : (
          <Link to={to.game(game.game)} class="game-title">
            {title}
          </Link>
        )}
        <p class="muted">
          {game.title ? `${game.variant.title}, ` : ""}
          {count(game.plies, "move")}, {ago(game.updated)}.{" "}
          {game.outcome?.text ?? `${awaited(game)}.`}
        </p>
      </div>
      <div class="row game-tools">
        <Link to={to.game(game.game)} class="button">
          {game.outcome ? "Replay" : "Resume"}
        </Link>
        <Link to={to.analysis(game.game)} class="button tool" label={`Analyse ${title}`}>
          <Icon name="chart" /> Analyse
        </Link>
        <button ref={pencil} type="button" class="tool" aria-label={`Rename ${title}`} onClick={() => setRenaming(true)}>
          <Icon name="pencil" /> Rename
        </button>
        <a class="button tool" href={exportAddress(game.game, "json")} download aria-label={`Record of ${title}: download`}>
          <Icon name="download" /> Record
        </a>
        <a class="button tool" href={exportAddress(game.game, "transcript")} download aria-label={`Moves of ${title}: download`}>
          <Icon name="list" /> Moves
        </a>
        <button type="button" class="tool" aria-label={`Delete ${title}`} onClick={() => void remove()}>
          <Icon name="trash" /> Delete
        </button>
      </div>
    </li>
  );
}

// Where the keyboard goes on when a row is about to leave.
export function neighbour(row: HTMLElement | null): HTMLElement | null {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  return beside?.querySelector<HTMLElement>(".game-title, .game-next") ?? document.querySelector<HTMLElement>("main h1");
}

const LONGEST = 40;

/** Another title; null when it stays the one that is shown. */
function Rename({ title, onDone }: { title: string; onDone(title: string | null): void }) {
  const before = title.slice(0, LONGEST);
  const [text, setText] = useState(before);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text === before ? null : text.trim());
      }}
    >
      <label class="field">
        <span class="sr-only">New name</span>
        <input
          type="text"
          value={text}
          maxLength={LONGEST}
          ref={field}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && onDone(null)}
        />
      </label>
      <button type="submit">Rename</button>
      <button type="button" onClick={() => onDone(null)}>
        Cancel
      </button>
    </form>
  );
}
