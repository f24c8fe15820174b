// A good move, asked of the engine for the position on the board.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Now, type Table, mayPlay } from "../table";
import { type Analysis, LOST, Thinker } from "../think";
import { expectation, named, units } from "../words";

const SECONDS = 1;

export interface Hint {
  move: string | null;
  note: string | null;
  /** What the figure in the note means. */
  meaning: string | null;
  busy: boolean;
  ask(): void;
  clear(): void;
}

export function useHint(table: Table, now: Now): Hint {
  const [move, setMove] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [meaning, setMeaning] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const thinker = useRef<Thinker | null>(null);
  const cancel = useRef<(() => void) | null>(null);
  const clear = () => {
    cancel.current?.();
    cancel.current = null;
    setMove(null);
    setNote(null);
    setMeaning(null);
    setBusy(false);
  };
  useEffect(() => clear, [now.state.seq]);
  useEffect(() => () => thinker.current?.close(), []);
  const ask = () => {
    if (!mayPlay(now) || busy) return;
    thinker.current ??= new Thinker();
    setBusy(true);
    table.complain(null);
    const { variant, view } = now.state;
    cancel.current = thinker.current.ask(
      { type: "analyse", variant: variant.spec, position: view.position, seconds: SECONDS, lines: 1 },
      {
        heard: (answer) => {
          const { moves, exact, done } = answer as Analysis;
          const best = moves[0];
          if (!done || !best) return;
          setBusy(false);
          setMove(best.move);
          const told = expectation(variant.unit, best.score, exact, variant.seats.length - 1);
          // Of two a figure says it; among more nobody would know whose it is.
          const figure = `, ${units(variant.unit, best.score)}${exact ? " at best play" : ""}.`;
          setNote(`Hint: ${named(best.move)}${variant.seats.length > 2 ? `. ${told}` : figure}`);
          setMeaning(told);
          table.say(`Hint: ${named(best.move)}. ${told}`);
        },
        failed: (refusal) => {
          setBusy(false);
          table.complain(refusal.message);
        },
        lost: (lost) => setNote(lost ? LOST : null),
      },
    );
  };
  return { move, note: note ?? (busy ? "Looking for a good move." : null), meaning, busy, ask, clear };
}
