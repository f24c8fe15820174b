// A position that is being set up: kept in its tab, so that a reload comes back to it.
import type { Cells } from "../../board/types";
import type { Line } from "../wire";
import { tools } from "./arrange";

export interface Draft {
  /** The rule set it is a board of. */
  spec: string;
  board: Cells;
  turn: number;
  tool: string;
  /** What was pasted instead. */
  text: string;
}

const PLACE = "turnstone.draft";

export function draftOf({ variant, board, turn }: Line): Draft {
  return { spec: variant.spec, board, turn, tool: tools(variant)[0]!.value, text: "" };
}

/** What was being set up at this address. */
export function keptDraft(): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "null") as { at: string; draft: Draft } | null;
    return kept?.at === address() ? kept.draft : null;
  } catch {
    return null;
  }
}

export function keepDraft(draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(PLACE, JSON.stringify({ at: address(), draft }));
    else sessionStorage.removeItem(PLACE);
  } catch {
    // It lasts until the page is left.
  }
}

function address(): string {
  return location.pathname + location.search;
}
