// On cells too small for a finger the first touch aims and shows what it would do; a second one there plays.
import { useLayoutEffect, useState } from "preact/hooks";

/** What a finger hits surely, in pixels; cells narrower than this hide under it. Half a pixel is lost by rounding. */
const SMALL = 43.5;

/** `legal` is what may be chosen now: another choice begins anew. */
export function useAim(legal: unknown): {
  aimed: number | null;
  /** Whether a touch of a cell of that width is a choice; if not, it has aimed. */
  touch: (cell: number, width: number, possible: boolean) => boolean;
} {
  const [aimed, setAimed] = useState<number | null>(null);
  useLayoutEffect(() => setAimed(null), [legal]);
  const touch = (cell: number, width: number, possible: boolean): boolean => {
    const sure = width >= SMALL || aimed === cell || !possible;
    setAimed(sure ? null : cell);
    return sure;
  };
  return { aimed, touch };
}

/** Whether a finger did it. */
export function byTouch(event: MouseEvent): boolean {
  return "pointerType" in event && event.pointerType === "touch";
}
