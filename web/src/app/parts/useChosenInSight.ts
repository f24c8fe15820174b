// A row of radio buttons that scrolls shows the chosen one.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** For the row: whenever `about` changes; one that changes otherwise under a finger does not move. */
export function useChosenInSight<T extends HTMLElement>(about: unknown[]): RefObject<T | null> {
  const row = useRef<T>(null);
  useLayoutEffect(() => showChosen(row.current!), about);
  return row;
}

// scrollIntoView would also scroll the window.
function showChosen(row: HTMLElement): void {
  const chosen = row.querySelector("input:checked")?.parentElement;
  if (!chosen || row.scrollWidth <= row.clientWidth) return;
  const [at, within] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
  if (at.left >= within.left && at.right <= within.right) return;
  row.scrollLeft += at.left - within.left - (within.width - at.width) / 2;
}
