// The moves so far; a click looks back. Each kind of mistake has one mark and its cost.
import { useEffect, useRef } from "preact/hooks";
import type { State } from "../messages";

export interface Mark {
  cost: number;
}

interface Props {
  state: Pick<State, "moves" | "variant"> & { seats: readonly { name: string }[] };
  shown: number;
  marks?: ReadonlyMap<number, Mark>;
  onLook(ply: number): void;
}

export function MoveList({ state, shown, marks, onLook }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    // scrollIntoView would also scroll the window.
    if (current && list.current) {
      const { offsetTop, offsetHeight } = current;
      const box = list.current;
      if (offsetTop < box.scrollTop) box.scrollTop = offsetTop;
      else if (offsetTop + offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = offsetTop + offsetHeight - box.clientHeight;
      }
    }
  }, [shown, state.moves.length]);
  return (
    <ol class="moves" ref={list} aria-label="Moves" tabIndex={-1}>
      <li>
        <button type="button" class="move" aria-current={shown === 0 ? "step" : undefined} onClick={() => onLook(0)}>
          Start
        </button>
      </li>
      {state.moves.map((move, index) => {
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
              <span class={`seat-mark seat-${state.variant.family}-${move.seat}`} aria-hidden="true" />
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
