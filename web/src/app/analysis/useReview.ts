// A whole game gone through by the engine: a value for every position, and what each move cost.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Reviewed, Thinker } from "../think";

export const MISTAKE = 2;

export interface Review {
  /** By the number of the move, from 1. */
  moves: ReadonlyMap<number, Reviewed>;
  /** The first seat's margin after each move, the start included; null where not known yet. */
  curve: readonly (number | null)[];
  running: boolean;
  error: string | null;
  start(spec: string, position: string | null, moves: readonly string[], seconds: number): void;
  stop(): void;
}

export function useReview(): Review {
  const thinker = useRef<Thinker | null>(null);
  const cancel = useRef<() => void>(() => {});
  const [moves, setMoves] = useState<ReadonlyMap<number, Reviewed>>(new Map());
  const [curve, setCurve] = useState<readonly (number | null)[]>([]);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => () => thinker.current?.close(), []);
  const stop = () => {
    cancel.current();
    setRunning(false);
  };
  const start: Review["start"] = (spec, position, played, seconds) => {
    stop();
    setMoves(new Map());
    setCurve([null, ...played.map(() => null)]);
    setError(null);
    setRunning(true);
    thinker.current ??= new Thinker();
    cancel.current = thinker.current.ask(
      { type: "review", variant: spec, start: position, moves: [...played], seconds },
      (answer) => {
        const reviewed = answer as Reviewed;
        const { ply, turn, score, cost } = reviewed;
        if (cost !== null) setMoves((before) => new Map(before).set(ply + 1, reviewed));
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
  return { moves, curve, running, error, start, stop };
}
