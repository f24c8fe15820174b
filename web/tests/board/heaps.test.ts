import { describe, expect, test } from "vitest";
import { heapsAfter } from "../../src/board/heaps";
import { pitLayout } from "../../src/board/pits";
import { seedTimeline } from "../../src/board/timeline";
import { momentAt, sowingTracks } from "../../src/board/tracks";
import type { Step, Trail } from "../../src/board/types";
import { halfWayRound, relay, startOf } from "./variants";

const sow = (from: number, ...pits: number[]): Step[] => [
  { lifted: from, seeds: pits.length },
  ...pits.map((pit): Step => ({ sown: pit })),
];

/** A record as a server sends it: every list is a new one. */
function record(): Trail {
  const start = startOf(relay);
  const turns: Step[][] = [
    [...sow(12, 13, 0, 1, 2), ...sow(2, 3, 4, 5, 7, 8)],
    [{ swapped: 1, pits: halfWayRound(start) }],
    [...sow(7, 8, 9, 10, 11), { captured: 8, seeds: 3, store: 6 }],
  ];
  let counts: readonly number[] = start;
  const layout = pitLayout(relay);
  const moves = turns.map((steps) => {
    const heaps = counts.map((count) => Array.from({ length: count }, (_, index) => index));
    counts = momentAt(sowingTracks(layout, counts, heaps, seedTimeline(steps)).moments, Infinity).counts;
    return { steps, board: counts };
  });
  return { start, moves, ply: moves.length };
}

describe("heaps of a record", () => {
  test("are those that the animations lead to, move by move", () => {
    const trail = record();
    const layout = pitLayout(relay);
    trail.moves.forEach(({ steps, board }, ply) => {
      const before = heapsAfter({ ...trail, ply });
      const counts = before.map((heap) => heap.length);
      const tracks = sowingTracks(layout, counts, before, seedTimeline(steps));
      const after = heapsAfter({ ...trail, ply: ply + 1 });
      expect(after).toEqual(tracks.heaps);
      expect(after.map((heap) => heap.length)).toEqual(board);
    });
  });

  test("are the same after a reload, and when one looks back", () => {
    const trail = record();
    const live = trail.moves.map((_, ply) => heapsAfter({ ...trail, ply: ply + 1 }));
    const again = record();
    expect(heapsAfter(again)).toEqual(live.at(-1));
    expect(heapsAfter({ ...again, ply: 1 })).toEqual(live[0]);
  });

  test("lose no pebble", () => {
    expect(heapsAfter(record()).flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 48 }, (_, pebble) => pebble));
  });

  test("of a thousand moves are found at once", () => {
    const start = startOf(relay);
    const turns = Array.from({ length: 1000 }, () => {
      const steps = [...sow(0, 1, 2, 3, 4), ...[1, 2, 3, 4].flatMap((pit) => sow(pit, 0))];
      return { steps, board: start };
    });
    const began = performance.now();
    heapsAfter({ start, moves: turns, ply: turns.length });
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
