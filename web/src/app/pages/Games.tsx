// My games: everything played here, with search, renaming, deleting with a way back, and import.
import { useEffect, useState } from "preact/hooks";
import { Choice } from "../parts/Choice";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Busy, Empty, Trouble } from "../parts/Note";
import { to } from "../router";
import { useAsk } from "../use";
import type { Summary } from "../messages";
import { api } from "../wire";
import { GameRow } from "./GameRow";
import { Import } from "./Import";

const PAGE = 30;

export function Games() {
  const [q, setQ] = useState("");
  const [wanted, setWanted] = useState("");
  const [state, setState] = useState<"" | "open" | "over">("");
  const [importing, setImporting] = useState(false);
  const [more, setMore] = useState<{ games: Summary[]; next: string | null } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(q), 250);
    return () => clearTimeout(timer);
  }, [q]);
  const first = useAsk(() => api.games({ q: wanted, state, limit: PAGE }), [wanted, state]);
  useEffect(() => setMore(null), [first.value]);
  const games = [...(first.value?.games ?? []), ...(more?.games ?? [])];
  const next = more ? more.next : first.value?.next;
  const fetchMore = async () => {
    const page = await api.games({ q: wanted, state, limit: PAGE, before: next ?? "" });
    setMore({ games: [...(more?.games ?? []), ...page.games], next: page.next });
  };
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
        <Choice<"" | "open" | "over">
          legend="Show"
          options={[
            { value: "", label: "All" },
            { value: "open", label: "Unfinished" },
            { value: "over", label: "Finished" },
          ]}
          value={state}
          onChange={(value) => setState(value)}
        />
      </div>
      {first.error && <Trouble error={first.error} again={first.again} />}
      <Busy busy={first.busy} what="Fetching your games." />
      {first.value && !games.length && (
        <Empty text={wanted || state ? "No game fits that." : "No games yet. Every game you play is kept here by itself."}>
          <Link to={to.home()} class="button primary">
            Play a game
          </Link>
        </Empty>
      )}
      <ul class="game-list">
        {games.map((game) => (
          <GameRow key={game.game} game={game} onChange={first.again} />
        ))}
      </ul>
      {next && (
        <button type="button" onClick={() => void fetchMore()}>
          Show more
        </button>
      )}
      {importing && <Import onClose={() => setImporting(false)} />}
    </div>
  );
}
