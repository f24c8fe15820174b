// What the choices about a board come to: its name and its first position, as the server says them.
import type { Cells } from "../board/types";
import type { Variant } from "./messages";
import { type GameChoice, specOf } from "./setup";
import { useAsk } from "./use";
import { type Listed, api } from "./wire";

export interface Chosen {
  variant: Variant;
  board: Cells;
}

/** As it is listed until something was changed about it. */
export function useChosen(choice: GameChoice, listed: Listed | undefined): Chosen | null {
  const spec = specOf(choice);
  const changed = listed !== undefined && spec !== listed.name;
  const asked = useAsk(async () => (changed ? await api.line(spec, null, []) : null), [spec, changed]);
  if (changed && asked.value) return { variant: asked.value.variant, board: asked.value.start_board };
  return listed ? { variant: listed, board: listed.start.board } : null;
}
