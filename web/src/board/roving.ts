// One tab stop for a whole board: arrow keys, Home and End move within it (with Ctrl to the far edge).
import type { HTMLAttributes } from "preact";
import { useCallback, useRef, useState } from "preact/hooks";
import type { Direction } from "./squares";

const KEYS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "home",
  End: "end",
  PageUp: "top",
  PageDown: "bottom",
};

const FAR: Partial<Record<Direction, Direction>> = {
  left: "home",
  right: "end",
  up: "top",
  down: "bottom",
};

export function directionOf(event: KeyboardEvent): Direction | null {
  const direction = KEYS[event.key];
  if (!direction || event.altKey || event.metaKey || event.shiftKey) return null;
  return event.ctrlKey ? (FAR[direction] ?? direction) : direction;
}

/** Enter; the space bar only where a slip costs nothing, for it skips animations everywhere. */
export function isChoice(event: KeyboardEvent, editable: boolean): boolean {
  return event.key === "Enter" || (editable && event.key === " ");
}

/** The cell an event happened in. */
export function cellUnder(event: Event): number | null {
  const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
  return cell ? Number(cell.dataset.cell) : null;
}

/** The cell that has the tab stop, a way to move the focus to another, and the cell that a mouse or the
 * keyboard points at, for which the board's grid takes `events`; cells carry `data-cell`. */
export function useRoving(first: number): {
  root: { current: HTMLDivElement | null };
  stop: number;
  pointed: number | null;
  focus: (cell: number) => void;
  events: HTMLAttributes<HTMLDivElement>;
} {
  const root = useRef<HTMLDivElement | null>(null);
  const [visited, rest] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const focus = useCallback((cell: number) => {
    rest(cell);
    root.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  }, []);
  const events: HTMLAttributes<HTMLDivElement> = {
    onPointerOver: (event) => event.pointerType !== "touch" && setHovered(cellUnder(event)),
    onPointerLeave: () => setHovered(null),
    onFocusIn: (event) => {
      const cell = cellUnder(event);
      // A mouse that clicks leaves no preview behind; a keyboard does.
      const byKey = (event.target as Element).matches(":focus-visible");
      setFocused(byKey ? cell : null);
      if (cell !== null) rest(cell);
    },
    onFocusOut: () => setFocused(null),
  };
  return { root, stop: visited ?? first, pointed: hovered ?? focused, focus, events };
}
