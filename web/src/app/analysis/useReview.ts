// A whole game gone through by the engine: a value for every position, and what each move cost.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Reviewed, Thinker } from "../think";

/** Discs or seeds; less is within what a short look can tell. */
const MISTAKE = 2;

export interface Review {
  /** The moves that were gone through; somebody may have left them since. */
  played: readonly string[];
  /** Moves that cost too much, by their number, from 1. */
  mistakes: ReadonlyMap<number, Reviewed>;
  /** The first seat's margin after each move, the start included; null where not known yet. */
  curve: readonly (number | null)[];
  running: boolean;
  error: string | null;
  start(spec: string, position: string | null, moves: readonly string[], seconds: number): void;
  stop(): void;
  /** Another game stands on the board: nothing is known about it. */
  forget(): void;
}

export function useReview(): Review {
  const thinker = useRef<Thinker | null>(null);
  const cancel = useRef<() => void>(() => {});
  const [played, setPlayed] = useState<readonly string[]>([]);
  const [mistakes, setMistakes] = useState<ReadonlyMap<number, Reviewed>>(new Map());
  const [curve, setCurve] = useState<readonly (number | null)[]>([]);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => () => thinker.current?.close(), []);
  const stop = () => {
    cancel.current();
    setRunning(false);
  };
  const forget = () => {
    stop();
    setPlayed([]);
    setMistakes(new Map());
    setCurve([]);
    setError(null);
  };
  const start: Review["start"] = (spec, position, moves, seconds) => {
    forget();
    setPlayed(moves);
    setCurve([null, ...moves.map(() => null)]);
    setRunning(true);
    thinker.current ??= new Thinker();
    cancel.current = thinker.current.ask(
      { type: "review", variant: spec, start: position, moves: [...moves], seconds },
      (answer) => {
        const reviewed = answer as Reviewed;
        const { ply, turn, score, cost } = reviewed;
        if ((cost ?? 0) >= MISTAKE) setMistakes((before) => new Map(before).set(ply + 1, reviewed));
        // A margin is the mover's; the graph shows the first seat's.
        const value = turn === 0 ? score : -score;
        setCurve((before) => before.map((old, index) => (index === ply ? value : old)));
        if (reviewed.done) setRunning(false);
      },
      (refusal) => {
        setRunning(false);
        setError(refusal.message);
      },
    );
  };
  return { played, mistakes, curve, running, error, start, stop, forget };
}
