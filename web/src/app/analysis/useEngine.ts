// What the engine thinks of the position looked at: it starts anew with every position and stops
// when nobody looks.
import { useEffect, useRef, useState } from "preact/hooks";
import type { MoveValue, View } from "../../board/types";
import { type Analysis, LOST, Thinker } from "../think";
import { signed } from "../words";

const SECONDS = 30;

export interface Engine {
  analysis: Analysis | null;
  /** Others think, and a place is waited for. */
  waiting: boolean;
  error: string | null;
  values: ReadonlyMap<string, MoveValue>;
}

export function useEngine(spec: string, view: View | null, on: boolean, lines: number): Engine {
  const thinker = useRef<Thinker | null>(null);
  const [analysis, setAnalysis] = useState<Analysis | null>(null);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => () => thinker.current?.close(), []);
  useEffect(() => {
    setAnalysis(null);
    setWaiting(false);
    setError(null);
    if (!on || !view || view.outcome) return;
    thinker.current ??= new Thinker();
    return thinker.current.ask(
      { type: "analyse", variant: spec, position: view.position, seconds: SECONDS, lines },
      {
        heard: (answer) => setAnalysis(answer as Analysis),
        waiting: () => setWaiting(true),
        failed: (refusal) => setError(refusal.message),
        lost: (lost) => {
          setAnalysis(null);
          setError(lost ? LOST : null);
        },
      },
    );
  }, [spec, view?.position, on, lines]);
  const best = analysis?.moves[0]?.score;
  const values = new Map(
    (analysis?.moves ?? []).map(({ move, score, exact }): [string, MoveValue] => [
      move,
      { text: signed(score), best: score === best, exact },
    ]),
  );
  return { analysis, waiting, error, values };
}
