// My games: everything played here, with search, renaming, deleting with a way back, and import.
import { useEffect, useState } from "preact/hooks";
import { Choice } from "../parts/Choice";
import { More, SearchField } from "../parts/GameSearch";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Busy, Empty, Trouble } from "../parts/Note";
import { rewrite, to } from "../router";
import { type Show, useGames } from "../useGames";
import { DamagedRow } from "./DamagedRow";
import { DeletedRow } from "./DeletedRow";
import { GameRow } from "./GameRow";
import { Import } from "./Import";

const SHOWN: { value: Show; label: string }[] = [
  { value: "", label: "All" },
  { value: "open", label: "Unfinished" },
  { value: "over", label: "Finished" },
  { value: "deleted", label: "Deleted" },
];

export function Games() {
  const [show, setShow] = useState<Show>(() => shown(addressed("show")));
  const search = useGames(show, addressed("q"));
  const [importing, setImporting] = useState(false);
  const { found, wanted } = search;
  useEffect(() => rewrite(to.games({ q: wanted, show })), [wanted, show]);
  const games = found.value?.games ?? [];
  const damaged = found.value?.damaged ?? [];
  const deleted = found.value?.show === "deleted";
  const Row = deleted ? DeletedRow : GameRow;
  return (
    <div class="page">
      <header class="section-head">
        <h1 tabIndex={-1}>My games</h1>
        <button type="button" onClick={() => setImporting(true)}>
          <Icon name="upload" /> Import
        </button>
      </header>
      <div class="filters">
        <SearchField search={search} />
        <Choice<Show> legend="Show" options={SHOWN} value={show} onChange={setShow} />
      </div>
      {show === "deleted" && <p class="muted">What you deleted can be brought back for 30 days.</p>}
      {found.error && <Trouble error={found.error} again={found.again} />}
      <Busy busy={found.busy} what="Fetching your games." />
      {found.value && !games.length && !damaged.length && <Nothing wanted={wanted} show={show} />}
      <ul class="game-list">
        {games.map((game) => (
          <Row key={game.game} game={game} onChange={found.again} />
        ))}
        {damaged.map((game) => (
          <DamagedRow key={game.game} game={game} deleted={deleted} onChange={found.again} />
        ))}
      </ul>
      <More search={search} />
      {importing && <Import onClose={() => setImporting(false)} />}
    </div>
  );
}

function Nothing({ wanted, show }: { wanted: string; show: Show }) {
  if (show === "deleted") return <Empty text={wanted ? "No deleted game fits that." : "Nothing was deleted."} />;
  return (
    <Empty text={wanted || show ? "No game fits that." : "No games yet. Every game you play is kept here by itself."}>
      <Link to={to.home()} class="button primary">
        Play a game
      </Link>
    </Empty>
  );
}

function addressed(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? "";
}

function shown(text: string): Show {
  return SHOWN.find(({ value }) => value === text)?.value ?? "";
}
