import { describe, expect, test } from "vitest";
import { neighbourPit, pitLayout, type Pit, type PitLayout } from "../../src/board/pits";
import { kalah, relay } from "./variants";

const layouts: [string, PitLayout][] = [
  ["relay", pitLayout(relay)],
  ["relay, broad", pitLayout(relay, true)],
  ["kalah", pitLayout(kalah())],
  ["kalah, narrow", pitLayout(kalah(), true)],
  ["relay, turned", pitLayout(relay, false, 1)],
  ["kalah, turned", pitLayout(kalah(), false, 1)],
  ["kalah, narrow and turned", pitLayout(kalah(), true, 1)],
  ["ten houses a side, narrow", pitLayout(kalah(10), true)],
  ["one house a side", pitLayout(kalah(1))],
  ["ten houses a side", pitLayout(kalah(10))],
];

/** Distance of two stadiums' outlines along the line of their centres, never more than the real one. */
const apart = (a: Pit, b: Pit): boolean =>
  Math.abs(a.x - b.x) >= a.rx + b.rx || Math.abs(a.y - b.y) >= a.ry + b.ry;

describe.each(layouts)("%s", (_, layout) => {
  test("every pit lies on the board", () => {
    for (const { x, y, rx, ry } of layout.pits) {
      expect(x - rx).toBeGreaterThan(0);
      expect(x + rx).toBeLessThan(layout.width);
      expect(y - ry).toBeGreaterThan(0);
      expect(y + ry).toBeLessThan(layout.height);
    }
  });

  test("pits do not overlap, and no plate covers a pit", () => {
    for (const a of layout.pits) {
      for (const b of layout.pits) {
        if (a.pit !== b.pit) expect(apart(a, b), `${a.pit} and ${b.pit}`).toBe(true);
        const [x, y] = a.plate;
        const inside = Math.abs(x - b.x) < b.rx && Math.abs(y - b.y) < b.ry;
        expect(inside, `plate of ${a.pit} in ${b.pit}`).toBe(false);
      }
    }
  });

  test("the name of a side stands where its houses are", () => {
    const upper = (y: number): boolean => y < layout.height / 2;
    for (const store of layout.pits.filter((pit) => pit.store)) {
      const houses = layout.pits.filter((pit) => !pit.store && pit.owner === store.owner);
      for (const house of houses) expect(upper(house.y)).toBe(upper(store.caption[1]));
      expect(upper(store.plate[1])).toBe(upper(store.caption[1]));
    }
  });

  test("rows name pits as they lie, from the left", () => {
    for (const row of layout.rows) {
      const places = row.map((pit) => layout.pits[pit]!.x);
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
  });

  test("rows name every pit once", () => {
    expect(layout.rows.flat().sort((a, b) => a - b)).toEqual(layout.pits.map(({ pit }) => pit));
  });

  test("the arrow keys reach every pit", () => {
    const seen = new Set([0]);
    for (const pit of seen) {
      for (const way of ["left", "right", "up", "down"] as const) seen.add(neighbourPit(layout, pit, way));
    }
    expect(seen.size).toBe(layout.pits.length);
  });
});

test("the relay board stands upright: 13 at the bottom, 0 to 5 up on the right, 6 on top", () => {
  const { pits, width, height } = pitLayout(relay);
  const y = (pit: number): number => pits[pit]!.y;
  expect(height).toBeGreaterThan(width);
  expect([13, 0, 1, 2, 3, 4, 5, 6].map(y)).toEqual([13, 0, 1, 2, 3, 4, 5, 6].map(y).sort((a, b) => b - a));
  expect([6, 7, 8, 9, 10, 11, 12, 13].map(y)).toEqual([6, 7, 8, 9, 10, 11, 12, 13].map(y).sort((a, b) => a - b));
  for (const pit of [0, 1, 2, 3, 4, 5]) expect(pits[pit]!.x).toBeGreaterThan(width / 2);
  for (const pit of [7, 8, 9, 10, 11, 12]) expect(pits[pit]!.x).toBeLessThan(width / 2);
});

test("two-row boards lie flat: south below from left to right, its store at the right", () => {
  const { pits, width, height } = pitLayout(kalah());
  expect(width).toBeGreaterThan(height);
  expect(pits[0]!.y).toBeGreaterThan(pits[12]!.y);
  expect(pits[0]!.x).toBeCloseTo(pits[12]!.x); // opposite houses
  expect(pits[6]!.x).toBeGreaterThan(pits[5]!.x);
  expect(pits[13]!.x).toBeLessThan(pits[0]!.x);
});

test.each([
  ["relay", relay],
  ["kalah", kalah()],
])("%s is turned for whoever plays North", (_, variant) => {
  const [usual, turned] = [pitLayout(variant), pitLayout(variant, false, 1)];
  for (const { owner, y } of turned.pits.filter((pit) => !pit.store)) {
    expect(y > turned.height / 2).toBe(owner === 1);
  }
  // A turn, not a reflection: sowing still goes anticlockwise.
  usual.pits.forEach(({ x, y }, pit) => {
    expect(turned.pits[pit]!.x).toBeCloseTo(usual.width - x);
    expect(turned.pits[pit]!.y).toBeCloseTo(usual.height - y);
  });
});
