// Which pebble lies where. A move's steps say how pebbles travel, so the whole record of a game gives
// every pebble its place: the same while it is played, after a reload and when looking back.
import { settle, type Heaps } from "./pebbles";
import type { Cells, Step, Trail } from "./types";

/** Pebbles on a board and in the hand, as steps move them. Heaps fill and empty from the top. */
export class Sowing {
  readonly heaps: number[][];
  readonly hand: number[] = [];
  private fresh: number;

  constructor(heaps: Heaps) {
    this.heaps = heaps.map((heap) => [...heap]);
    this.fresh = Math.max(-1, ...heaps.flat()) + 1;
  }

  heap(pit: number): number[] {
    return (this.heaps[pit] ??= []);
  }

  /** Into the hand. */
  lift(pit: number, seeds: number): number[] {
    const taken = this.take(pit, seeds);
    this.hand.push(...taken);
    return taken;
  }

  /** Out of the hand. */
  sow(pit: number): number {
    const pebble = this.hand.pop() ?? this.fresh++;
    this.heap(pit).push(pebble);
    return pebble;
  }

  capture(pit: number, seeds: number, store: number): number[] {
    const taken = this.take(pit, seeds);
    while (taken.length < seeds) taken.push(this.fresh++);
    this.heap(store).push(...taken);
    return taken;
  }

  /** Every heap goes to the pit named for it. */
  exchange(pits: readonly number[]): void {
    const before = pits.map((_, pit) => this.heap(pit));
    pits.forEach((to, pit) => (this.heaps[to] = before[pit]!));
  }

  private take(pit: number, seeds: number): number[] {
    const heap = this.heap(pit);
    return heap.splice(Math.max(0, heap.length - seeds));
  }
}

function sown(heaps: Heaps, steps: readonly Step[]): Heaps {
  const sowing = new Sowing(heaps);
  for (const step of steps) {
    if ("lifted" in step) sowing.lift(step.lifted, step.seeds);
    else if ("sown" in step) sowing.sow(step.sown);
    else if ("captured" in step) sowing.capture(step.captured, step.seeds, step.store);
    else if ("swapped" in step) sowing.exchange(step.pits);
  }
  return sowing.heaps;
}

// A move's list of steps belongs to one game and one ply, so what it led to is counted once.
const known = new WeakMap<readonly Step[], Heaps>();

/** The heaps that the moves of a record lead to. */
export function heapsAfter({ start, moves, ply }: Trail): Heaps {
  let from = ply;
  let heaps: Heaps | undefined;
  while (from > 0 && !(heaps = known.get(moves[from - 1]!.steps))) from -= 1;
  heaps ??= settle([], start as readonly number[]);
  for (const { steps, board } of moves.slice(from, ply)) {
    heaps = settle(sown(heaps, steps), board as readonly number[]);
    known.set(steps, heaps);
  }
  return heaps;
}

/** The board that a record leads to. */
export function boardAfter({ start, moves, ply }: Trail): Cells {
  return moves[ply - 1]?.board ?? start;
}
