// My games as lists show them: searched, filtered, and more of them when asked for.
import { useEffect, useState } from "preact/hooks";
import { type Asked, useAsk } from "./use";
import { type Page, api } from "./wire";

const PAGE = 30;
const TYPING = 250;

/** All that are kept, some of them, or those that were deleted. */
export type Show = "" | "open" | "over" | "deleted";

/** What was found, and among which. */
export interface Found extends Page {
  show: Show;
}

export interface Search {
  /** What stands in the search field, and what of it was looked for. */
  q: string;
  wanted: string;
  setQ(q: string): void;
  found: Asked<Found>;
  /** Null when that is all. */
  more: (() => void) | null;
}

export function useGames(show: Show, first = ""): Search {
  const [q, setQ] = useState(first);
  const [wanted, setWanted] = useState(first);
  const [rows, setRows] = useState(PAGE);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(q), TYPING);
    return () => clearTimeout(timer);
  }, [q]);
  const found = useAsk(() => newest(wanted, show, rows), [wanted, show, rows]);
  const more = found.value?.next ? () => setRows(found.value!.games.length + PAGE) : null;
  return { q, wanted, setQ, found, more };
}

/** So many games at least, if there are, page by page. */
async function newest(q: string, show: Show, rows: number): Promise<Found> {
  const filter = show === "deleted" ? { deleted: "true" } : { state: show };
  const games: Page["games"] = [];
  const damaged: Page["damaged"] = [];
  let next: string | null = null;
  do {
    const page: Page = await api.games({ q, ...filter, limit: PAGE, before: next ?? "" });
    games.push(...page.games);
    damaged.push(...page.damaged);
    next = page.next;
  } while (next && games.length < rows);
  return { games, damaged, next, show };
}
