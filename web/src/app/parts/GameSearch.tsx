// The search field above a list of my games, and the way to more of them below it.
import type { Search } from "../useGames";

export function SearchField({ search }: { search: Search }) {
  return (
    <label class="field search">
      <span class="sr-only">Search</span>
      <input
        type="search"
        placeholder="Name, player or game"
        value={search.q}
        maxLength={100}
        onInput={(event) => search.setQ(event.currentTarget.value)}
      />
    </label>
  );
}

export function More({ search }: { search: Search }) {
  return search.more ? (
    <button type="button" disabled={search.found.busy} onClick={search.more}>
      Show more
    </button>
  ) : null;
}
