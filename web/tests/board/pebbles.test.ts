import { describe, expect, test } from "vitest";
import { HUES, hueOf, placesIn, placesOf, settle } from "../../src/board/pebbles";
import { pitLayout } from "../../src/board/pits";
import { kalah, relay, startOf } from "./variants";

describe.each([
  ["relay", pitLayout(relay)],
  ["kalah", pitLayout(kalah())],
  ["kalah, narrow", pitLayout(kalah(), true)],
])("places on the board of %s", (_, layout) => {
  test("lie inside their pit, with a margin, however many there are", () => {
    for (const pit of layout.pits) {
      const round = Math.min(pit.rx, pit.ry);
      const reaches = placesIn(pit, 60, layout.pebble).map(({ x, y }) => {
        const dx = Math.max(0, Math.abs(x - pit.x) - (pit.rx - round));
        const dy = Math.max(0, Math.abs(y - pit.y) - (pit.ry - round));
        return Math.hypot(dx, dy) + layout.pebble * 1.1;
      });
      expect(Math.max(...reaches)).toBeLessThanOrEqual(round);
    }
  });

  test("do not overlap within a layer, and a start position needs one layer", () => {
    for (const pit of layout.pits) {
      const places = placesIn(pit, 40, layout.pebble);
      const gaps = places.flatMap((one, index) =>
        places
          .slice(0, index)
          .filter((two) => one.layer === two.layer)
          .map((two) => Math.hypot(one.x - two.x, one.y - two.y)),
      );
      expect(Math.min(...gaps)).toBeGreaterThan(layout.pebble * 1.75);
      expect(places.slice(0, 6).every(({ layer }) => layer === 0)).toBe(true);
    }
  });

  test("stay when a pebble is added", () => {
    for (const pit of layout.pits) {
      const few = placesIn({ ...pit }, 5, layout.pebble);
      const many = placesIn({ ...pit }, 30, layout.pebble);
      expect(many.slice(0, 5)).toEqual(few);
    }
  });

  test("differ from pit to pit", () => {
    const [a, b] = [layout.pits[0]!, layout.pits[1]!];
    const shape = (pit: typeof a): string =>
      placesIn(pit, 4, layout.pebble)
        .map(({ x, y }) => `${(x - pit.x).toFixed(3)},${(y - pit.y).toFixed(3)}`)
        .join(" ");
    expect(shape(a)).not.toBe(shape(b));
  });
});

test("48 pebbles of a full store fit in two layers", () => {
  const layout = pitLayout(relay);
  const layers = placesIn(layout.pits[13]!, 48, layout.pebble).map(({ layer }) => layer);
  expect(Math.max(...layers)).toBeLessThanOrEqual(1);
});

test("hues are stable, and all of them are used alike", () => {
  const hues = Array.from({ length: 48 }, (_, pebble) => hueOf(pebble));
  expect(hues).toEqual(Array.from({ length: 48 }, (_, pebble) => hueOf(pebble)));
  for (let hue = 0; hue < HUES; hue++) expect(hues.filter((each) => each === hue)).toHaveLength(6);
});

describe("settling", () => {
  const start = startOf(relay);

  test("gives every pebble one place", () => {
    const heaps = settle([], start);
    expect(heaps.map((heap) => heap.length)).toEqual(start);
    expect(new Set(heaps.flat()).size).toBe(48);
    expect(placesOf(pitLayout(relay), heaps).size).toBe(48);
  });

  test("moves only what has to move, and no pebble is lost or new", () => {
    const before = settle([], start);
    const counts = [...start];
    counts[0] = 0;
    for (const pit of [1, 2, 3, 4]) counts[pit]! += 1;
    const after = settle(before, counts);
    expect(after.map((heap) => heap.length)).toEqual(counts);
    for (const pit of [1, 2, 3, 4]) expect(after[pit]!.slice(0, 4)).toEqual(before[pit]);
    expect(after.flat().sort((a, b) => a - b)).toEqual(before.flat().sort((a, b) => a - b));
  });

  test("takes pebbles away and adds some when a position is set up by hand", () => {
    const fewer = settle(settle([], [3, 2]), [1, 0]);
    expect(fewer).toEqual([[0], []]);
    const more = settle(fewer, [1, 4]);
    expect(new Set(more.flat()).size).toBe(5);
  });
});
