import { describe, expect, test } from "vitest";
import { settle } from "../../src/board/pebbles";
import { pitLayout } from "../../src/board/pits";
import { seedTimeline } from "../../src/board/timeline";
import { momentAt, sowingTracks, type Tracks } from "../../src/board/tracks";
import type { Step } from "../../src/board/types";
import { halfWayRound, kalah, relay, startOf } from "./variants";

function tracksOf(steps: Step[], before: number[], variant = relay): Tracks {
  const layout = pitLayout(variant);
  return sowingTracks(layout, before, settle([], before), seedTimeline(steps));
}

const sow = (from: number, ...pits: number[]): Step[] => [
  { lifted: from, seeds: pits.length },
  ...pits.map((pit): Step => ({ sown: pit })),
];

describe("a relay turn", () => {
  const before = startOf(relay);
  const steps = [...sow(12, 13, 0, 1, 2), ...sow(2, 3, 4, 5, 7, 8)];
  const tracks = tracksOf(steps, before);

  test("says the counts after each pebble", () => {
    const counts = tracks.moments.map((moment) => moment.counts);
    expect(counts[0]).toEqual(before);
    expect(counts[1]![12]).toBe(0);
    expect(counts[2]).toEqual([4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 0, 1]);
    expect(counts.at(-1)).toEqual([5, 5, 0, 5, 5, 5, 0, 5, 5, 4, 4, 4, 0, 1]);
  });

  test("counts laps and what is in the hand", () => {
    expect(tracks.moments.map(({ lap }) => lap)).toEqual([0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    expect(tracks.moments.map(({ hand }) => hand)).toEqual([0, 4, 3, 2, 1, 0, 5, 4, 3, 2, 1, 0]);
  });

  test("moves pebbles forward in time, from where they lay to where they fall", () => {
    for (const track of tracks.pebbles.values()) {
      track.slice(1).forEach((point, index) => {
        expect(point.time).toBeGreaterThanOrEqual(track[index]!.time);
      });
      expect(track[0]!.lift).toBe(0);
      expect(track.at(-1)!.lift).toBe(0);
    }
    expect(tracks.heaps.map((heap) => heap.length)).toEqual(tracks.moments.at(-1)!.counts);
    expect(new Set(tracks.heaps.flat()).size).toBe(48);
  });

  test("leaves pebbles that have no part in it alone", () => {
    const untouched = settle([], before)[9]!;
    for (const pebble of untouched) expect(tracks.pebbles.has(pebble)).toBe(false);
  });

  test("each pebble lands at the time its step ends", () => {
    const { steps: timed } = seedTimeline(steps);
    const layout = pitLayout(relay);
    const store = layout.pits[13]!;
    const pebble = tracks.heaps[13]![0]!;
    const landing = tracks.pebbles.get(pebble)!.at(-1)!;
    expect(landing.time).toBeCloseTo(timed[1]!.start + timed[1]!.duration);
    expect(Math.abs(landing.x - store.x)).toBeLessThan(store.rx);
    expect(Math.abs(landing.y - store.y)).toBeLessThan(store.ry);
  });
});

test("captured seeds fly to the store", () => {
  const variant = kalah();
  const before = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0];
  const steps: Step[] = [
    ...sow(1, 2),
    { captured: 2, seeds: 1, store: 6 },
    { captured: 10, seeds: 5, store: 6 },
  ];
  const tracks = tracksOf(steps, before, variant);
  expect(tracks.heaps[6]).toHaveLength(6);
  expect(tracks.moments.at(-1)!.counts[6]).toBe(6);
  expect(tracks.moments.at(-1)!.counts[10]).toBe(0);
});

describe("steps that cannot be are drawn as sent", () => {
  test("more pebbles than there are", () => {
    const tracks = tracksOf([{ lifted: 3, seeds: 9 }, { sown: 4 }], startOf(relay));
    expect(tracks.moments.at(-1)!.counts[3]).toBe(0);
    expect(tracks.moments.at(-1)!.hand).toBe(8);
  });

  test("sowing from an empty hand", () => {
    const tracks = tracksOf([{ sown: 6 }], startOf(relay));
    expect(tracks.moments.at(-1)!.counts[6]).toBe(1);
    expect(tracks.heaps[6]).toHaveLength(1);
  });

  test("a capture of nothing, and a pit that is not on the board", () => {
    const tracks = tracksOf([{ captured: 6, seeds: 2, store: 13 }, { sown: 99 }], startOf(relay));
    expect(tracks.moments.at(-1)!.counts[13]).toBe(2);
  });
});

test("the moment at a time is the last one that has begun", () => {
  const { moments } = tracksOf(sow(0, 1, 2, 3, 4), startOf(relay));
  expect(momentAt(moments, -1)).toBe(moments[0]);
  expect(momentAt(moments, moments[3]!.time)).toBe(moments[3]);
  expect(momentAt(moments, moments[4]!.time - 0.01)).toBe(moments[3]);
  expect(momentAt(moments, Infinity)).toBe(moments.at(-1));
});

describe.each([kalah(), relay])("an exchange of sides on $title", (variant) => {
  const before = variant.owners!.map((_, pit) => pit);
  const tracks = tracksOf([{ swapped: 1, pits: halfWayRound(before) }], before, variant);
  const layout = pitLayout(variant);

  test("brings every pebble to the pit opposite", () => {
    const half = before.length / 2;
    const turned = before.map((_, pit) => before[(pit + half) % before.length]!);
    expect(tracks.moments[0]!.counts).toEqual(before);
    expect(tracks.moments.at(-1)).toMatchObject({ counts: turned, kind: "swapped" });
    expect(tracks.heaps.map((heap) => heap.length)).toEqual(turned);
    expect(tracks.heaps[0]).toEqual(settle([], before)[half]);
  });

  test("is what the step says it is, and nothing else", () => {
    const two = before.map((_, pit) => (pit === 0 ? 3 : pit === 3 ? 0 : pit));
    const { heaps, moments, pebbles } = tracksOf([{ swapped: 1, pits: two }], before, variant);
    const counts = before.map((_, pit) => before[two[pit]!]!);
    expect(moments.at(-1)!.counts).toEqual(counts);
    expect(heaps.map((heap) => heap.length)).toEqual(counts);
    expect(pebbles.size).toBe(before[0]! + before[3]!);
  });

  test("keeps all of them over the board on their way, and lays them down", () => {
    expect(tracks.pebbles.size).toBe(before.reduce((sum, count) => sum + count, 0));
    for (const track of tracks.pebbles.values()) {
      expect(track.at(-1)!.lift).toBe(0);
      for (const { x, y } of track) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(layout.width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(layout.height);
      }
    }
  });
});
