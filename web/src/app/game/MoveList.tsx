// The moves so far; a click looks back. Each kind of mistake has one mark and its cost.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { State } from "../messages";
import { SeatMark } from "../parts/SeatMark";

export interface Mark {
  cost: number;
}

interface Props {
  state: Pick<State, "moves" | "variant"> & { seats: readonly { name: string }[] };
  shown: number;
  /** How many of them are listed; all, if absent. */
  upTo?: number;
  marks?: ReadonlyMap<number, Mark>;
  onLook(ply: number): void;
}

export function MoveList({ state, shown, upTo = state.moves.length, marks, onLook }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => showCurrent(list.current!), [shown, upTo]);
  // What stands above it may take room away.
  useLayoutEffect(() => {
    const box = list.current!;
    const watch = new ResizeObserver(() => showCurrent(box));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return (
    <ol class="moves" ref={list} aria-label="Moves" tabIndex={-1}>
      <li>
        <button type="button" class="move" aria-current={shown === 0 ? "step" : undefined} onClick={() => onLook(0)}>
          Start
        </button>
      </li>
      {state.moves.slice(0, upTo).map((move, index) => {
        const ply = index + 1;
        const mark = marks?.get(ply);
        return (
          <li key={ply}>
            <button
              type="button"
              class={`move ${mark ? "move-mistake" : ""}`}
              aria-current={ply === shown ? "step" : undefined}
              title={move.text}
              onClick={() => onLook(ply)}
            >
              <span class="move-number">{ply}</span>
              <SeatMark family={state.variant.family} seat={move.seat} />
              <span class="sr-only">{state.seats[move.seat]?.name} </span>
              {move.move}
              {mark && (
                <span class="move-cost">
                  <span class="sr-only">, a mistake, cost </span>−{mark.cost}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

// scrollIntoView would also scroll the window.
function showCurrent(box: HTMLElement): void {
  const current = box.querySelector<HTMLElement>("[aria-current]");
  if (!current) return;
  const { offsetTop, offsetHeight } = current;
  if (offsetTop < box.scrollTop) box.scrollTop = offsetTop;
  else if (offsetTop + offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = offsetTop + offsetHeight - box.clientHeight;
  }
}
