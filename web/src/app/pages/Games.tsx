// My games: everything played here, with search, renaming, deleting with a way back, and import.
import { useEffect, useState } from "preact/hooks";
import { Choice } from "../parts/Choice";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Busy, Empty, Trouble } from "../parts/Note";
import { rewrite, to } from "../router";
import { useAsk } from "../use";
import { type Page, api } from "../wire";
import { GameRow } from "./GameRow";
import { Import } from "./Import";

const PAGE = 30;
type Show = "" | "open" | "over";

export function Games() {
  const [q, setQ] = useState(() => addressed("q"));
  const [wanted, setWanted] = useState(q);
  const [state, setState] = useState<Show>(() => shown(addressed("show")));
  const [rows, setRows] = useState(PAGE);
  const [importing, setImporting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(q), 250);
    return () => clearTimeout(timer);
  }, [q]);
  useEffect(() => rewrite(to.games({ q: wanted, show: state })), [wanted, state]);
  const found = useAsk(() => newest({ q: wanted, state }, rows), [wanted, state, rows]);
  const games = found.value?.games ?? [];
  return (
    <div class="page">
      <header class="section-head">
        <h1 tabIndex={-1}>My games</h1>
        <button type="button" onClick={() => setImporting(true)}>
          <Icon name="upload" /> Import
        </button>
      </header>
      <div class="filters">
        <label class="field search">
          <span class="sr-only">Search</span>
          <input
            type="search"
            placeholder="Search by name, player or game"
            value={q}
            onInput={(event) => setQ(event.currentTarget.value)}
          />
        </label>
        <Choice<Show>
          legend="Show"
          options={[
            { value: "", label: "All" },
            { value: "open", label: "Unfinished" },
            { value: "over", label: "Finished" },
          ]}
          value={state}
          onChange={setState}
        />
      </div>
      {found.error && <Trouble error={found.error} again={found.again} />}
      <Busy busy={found.busy} what="Fetching your games." />
      {found.value && !games.length && (
        <Empty text={wanted || state ? "No game fits that." : "No games yet. Every game you play is kept here by itself."}>
          <Link to={to.home()} class="button primary">
            Play a game
          </Link>
        </Empty>
      )}
      <ul class="game-list">
        {games.map((game) => (
          <GameRow key={game.game} game={game} onChange={found.again} />
        ))}
      </ul>
      {found.value?.next && (
        <button type="button" disabled={found.busy} onClick={() => setRows(games.length + PAGE)}>
          Show more
        </button>
      )}
      {importing && <Import onClose={() => setImporting(false)} />}
    </div>
  );
}

function addressed(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? "";
}

function shown(text: string): Show {
  return text === "open" || text === "over" ? text : "";
}

/** So many games at least, if there are, page by page. */
async function newest(filter: { q: string; state: Show }, rows: number): Promise<Page> {
  const games: Page["games"] = [];
  let next: string | null = null;
  do {
    const page: Page = await api.games({ ...filter, limit: PAGE, before: next ?? "" });
    games.push(...page.games);
    next = page.next;
  } while (next && games.length < rows);
  return { games, next };
}
