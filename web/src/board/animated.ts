// What a board shows: its property, or the animation that runs, or what the last one led to.
import { useCallback, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { Run, type Cue } from "./run";
import type { AnimateOptions, BoardHandle, Cells, Playback, Speed, Step } from "./types";

/** How one family draws a move. `cells` is the board as the steps leave it, right or wrong. */
export interface Plan {
  cells: Cells;
  length: number;
  cues: Cue[];
}

interface Settled {
  board: Cells;
  /** The property it stands in for. */
  over: string;
  steps: readonly Step[];
  /** Shown at once: what changed stays marked. */
  marked: boolean;
}

export const cellsKey = (board: Cells): string =>
  typeof board === "string" ? board : board.join();

const asksForLessMotion = (): boolean =>
  typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

export function useAnimated<P extends Plan>(
  board: Cells,
  makePlan: (before: Cells, steps: readonly Step[], speed: Speed, options: AnimateOptions) => P,
): {
  shown: Cells;
  plan: P | null;
  /** Steps whose places stay marked, because they were not seen moving. */
  marked: readonly Step[];
  animate: BoardHandle["animate"];
  skip: () => boolean;
  drop: () => void;
  /** Hands the animations to the running plan once its first frame is in the document. */
  start: (animations: Animation[]) => void;
} {
  const [plan, setPlan] = useState<P | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const settled = useRef<Settled | null>(null);
  const run = useRef<Run | null>(null);
  const key = cellsKey(board);
  const latest = useRef({ key, makePlan });
  latest.current = { key, makePlan };

  // It stands in for the property that was there, and for its own board when that becomes the
  // property; any other board ends it, so that a look back to the first one is one.
  const stands = settled.current;
  if (!plan && stands && stands.over !== key) {
    if (cellsKey(stands.board) === key) stands.over = key;
    else settled.current = null;
  }

  const skip = useCallback((): boolean => {
    if (!run.current || run.current.ended) return false;
    run.current.skip();
    return true;
  }, []);

  const animate = useCallback<BoardHandle["animate"]>((before, steps, after, options = {}) => {
    skip();
    const over = latest.current.key;
    const speed = options.speed ?? "normal";
    const still = options.reduced ?? asksForLessMotion();
    const finish = (marked: boolean): void => {
      settled.current = { board: after, over, steps, marked };
      setPlan(null);
      redraw(0);
    };
    if (still || speed === "instant" || document.hidden || steps.length === 0) {
      finish(still || speed === "instant");
      return { done: Promise.resolve(), skip: () => undefined } satisfies Playback;
    }
    const next = latest.current.makePlan(before, steps, speed, options);
    const started = new Run(next.length, next.cues, () => finish(false));
    run.current = started;
    settled.current = null;
    setPlan(next);
    return started;
  }, []);

  const drop = useCallback((): void => {
    if (!skip()) return;
    settled.current = null;
    redraw(0);
  }, []);

  const start = useCallback((animations: Animation[]) => run.current?.begin(animations), []);

  useLayoutEffect(() => () => void skip(), []);

  const current = settled.current;
  return {
    shown: plan ? plan.cells : (current?.board ?? board),
    plan,
    marked: !plan && current?.marked ? current.steps : NOTHING,
    animate,
    skip,
    drop,
    start,
  };
}

const NOTHING: readonly Step[] = [];
