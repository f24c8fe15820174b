// A whole game gone through by the engine: a value for every position, and what each move cost.
// It is about one line: what was found out about a move says nothing about another in its place.
import { useEffect, useRef, useState } from "preact/hooks";
import { review } from "../reviews";
import { LOST, type Reviewed, Thinker } from "../think";
import type { Place } from "./useLine";

/** Discs, seeds or pebbles; less is within what a short look can tell. */
const MISTAKE = 2;

export interface Review {
  /** The line that was gone through; somebody may have left it since. */
  of: Place | null;
  /** Its moves that cost too much, by their number, from 1. */
  mistakes: ReadonlyMap<number, Reviewed>;
  /** Those of them that were made on the board as well. */
  marks: ReadonlyMap<number, Reviewed>;
  /** What its positions are worth to each seat, the start first; null where that is not known. */
  positions: readonly (readonly (number | null)[] | null)[];
  running: boolean;
  error: string | null;
  /** `anew`: whatever was found before. */
  start(anew?: boolean): void;
  stop(): void;
  /** Another game stands on the board: nothing is known about it. */
  forget(): void;
}

interface Found {
  of: Place;
  /** By ply: what was said about the position before that move. */
  answers: ReadonlyMap<number, Reviewed>;
  running: boolean;
  error: string | null;
}

export function useReview(place: Place): Review {
  const thinker = useRef<Thinker | null>(null);
  const cancel = useRef<() => void>(() => {});
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => () => thinker.current?.close(), []);
  const forget = () => {
    cancel.current();
    setFound(null);
  };
  const stop = () => {
    cancel.current();
    setFound((before) => before && { ...before, running: false });
  };
  const start = (anew = false) => {
    stop();
    setFound({ of: place, answers: new Map(), running: true, error: null });
    const change = (part: (before: Found) => Partial<Found>) =>
      setFound((before) => (before?.of === place ? { ...before, ...part(before) } : before));
    thinker.current ??= new Thinker();
    cancel.current = review(
      thinker.current,
      { variant: place.spec, start: place.start, moves: [...place.moves] },
      {
        heard: (answer) => {
          const reviewed = answer as Reviewed;
          change(({ answers }) => ({
            answers: new Map(answers).set(reviewed.ply, reviewed),
            running: !reviewed.done,
          }));
        },
        failed: (refusal) => change(() => ({ running: false, error: refusal.message })),
        lost: (lost) => change(() => ({ error: lost ? LOST : null })),
      },
      anew,
    );
  };
  return { ...known(found, place), running: found?.running ?? false, error: found?.error ?? null, start, stop, forget };
}

/** What a review says, and what of it is about the line on the board. */
export function known(
  found: Pick<Found, "of" | "answers"> | null,
  place: Place,
): Pick<Review, "of" | "mistakes" | "marks" | "positions"> {
  if (!found) return { of: null, mistakes: new Map(), marks: new Map(), positions: [] };
  const { of, answers } = found;
  const mistakes = new Map(
    [...answers].flatMap(([ply, each]): [number, Reviewed][] => ((each.cost ?? 0) < MISTAKE ? [] : [[ply + 1, each]])),
  );
  const left = of.moves.findIndex((move, ply) => move !== place.moves[ply]);
  return {
    of,
    mistakes,
    marks: new Map([...mistakes].filter(([number]) => left < 0 || number <= left)),
    positions: [null, ...of.moves].map((_, ply) => answers.get(ply)?.values ?? null),
  };
}
