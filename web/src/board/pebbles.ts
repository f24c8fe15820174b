// Where pebbles lie in their pits and what they look like. A place depends on the pit and on how many
// pebbles were there before, never on how many come after: adding one moves none of the others.
import type { Pit, PitLayout } from "./pits";

export const HUES = 8;

export interface Place {
  x: number;
  y: number;
  /** 0 on the ground; higher lies on top of others. */
  layer: number;
}

/** A stable number in [0, 1) for any two small integers: a place stays the same for ever. */
export function chance(a: number, b: number): number {
  let bits = Math.imul(a + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** Every eight pebbles have all hues between them, in an order of their own. */
export function hueOf(pebble: number): number {
  const eight = Math.floor(pebble / HUES);
  const mine = chance(pebble, 17);
  let hue = 0;
  for (let other = eight * HUES; other < (eight + 1) * HUES; other++) {
    if (chance(other, 17) < mine) hue += 1;
  }
  return hue;
}

/** One of a few outlines: the light falls on all of them from above, so none is turned. */
export const SHAPES = 6;

export function shapeOf(pebble: number): number {
  return Math.floor(chance(pebble, 29) * SHAPES);
}

/** The part of a pebble's half width that keeps it off the rim. */
const MARGIN = 0.22;

/**
 * Places for the first `count` pebbles of a pit, on the board. They fill the ground from the middle,
 * roughly; when it is full the next ones lie on top, in the hollows, and in a smaller circle.
 */
export function placesIn(pit: Pit, count: number, radius: number): Place[] {
  const key = `${pit.pit},${pit.x},${pit.y},${pit.rx},${pit.ry},${radius}`;
  const known = cache.get(key) ?? [];
  cache.set(key, known);
  for (let layer = (known.at(-1)?.layer ?? -1) + 1; known.length < count; layer++) {
    known.push(...layerOf(pit, radius, layer));
  }
  return known.slice(0, count);
}

const cache = new Map<string, Place[]>();

/** All places of one layer, in the order they fill up. */
function layerOf(pit: Pit, radius: number, layer: number): Place[] {
  const axes = (level: number): [number, number] => {
    // A heap gets narrower, but not to a tower.
    const inset = radius * (1 + MARGIN) + Math.min(level, 1) * radius * 0.6;
    return [Math.max(pit.rx - inset, 0), Math.max(pit.ry - inset, 0)];
  };
  // Of a few ways to lay a honeycomb over the ground, the one that holds the most.
  let way = 0;
  let most = 0;
  for (let attempt = 0; attempt < 24; attempt++) {
    const held = honeycomb(...axes(0), radius, pit.pit, attempt, 0).length;
    if (held > most) [way, most] = [attempt, held];
  }
  const [a, b] = axes(layer);
  const spots = honeycomb(a, b, radius, pit.pit, way, layer);
  if (spots.length === 0) spots.push([0, 0]);
  const order = spots.map(([x, y], index) => {
    const far = Math.hypot(x / (a || 1), y / (b || 1));
    // Not in rings: a heap that somebody dropped by hand.
    return { x: pit.x + x, y: pit.y + y, far: far + 0.5 * chance(pit.pit + 101 * layer, index) };
  });
  return order.sort((one, two) => one.far - two.far).map(({ x, y }) => ({ x, y, layer }));
}

function honeycomb(
  a: number,
  b: number,
  radius: number,
  pit: number,
  attempt: number,
  layer: number,
): [number, number][] {
  const seed = pit * 31 + attempt;
  const apart = 2 * radius;
  const turn = chance(seed, 1) * Math.PI;
  // A layer lies in the hollows of the one below it.
  const [dx, dy] = [chance(seed, 2) + layer / 2, chance(seed, 3) + layer / 3];
  const reach = Math.ceil(Math.hypot(a, b) / (apart * 0.8)) + 1;
  const spots: [number, number][] = [];
  for (let row = -reach; row <= reach; row++) {
    for (let column = -reach; column <= reach; column++) {
      const u = (column + dx + row / 2) * apart;
      const v = (row + dy) * apart * Math.sqrt(0.75);
      // A honeycomb that a hand disturbed, by less than pebbles are narrower than their places.
      const stray = 0.09 * radius;
      const key = (layer * 101 + row + 50) * 101 + column + 50;
      const x = u * Math.cos(turn) - v * Math.sin(turn) + stray * (2 * chance(seed, key) - 1);
      const y = u * Math.sin(turn) + v * Math.cos(turn) + stray * (2 * chance(seed + 7, key) - 1);
      if (within(x, y, a, b)) spots.push([x, y]);
    }
  }
  return spots;
}

/** Inside the rounded shape with these half-axes: a circle, or a stadium when they differ. */
function within(x: number, y: number, a: number, b: number): boolean {
  const round = Math.min(a, b);
  const dx = Math.max(0, Math.abs(x) - (a - round));
  const dy = Math.max(0, Math.abs(y) - (b - round));
  return Math.hypot(dx, dy) <= round;
}

/** Pebbles by pit: who lies where. The order within a pit is the order of its places. */
export type Heaps = readonly (readonly number[])[];

/** Heaps with these counts that keep as many pebbles where they are as can be. */
export function settle(heaps: Heaps, counts: readonly number[]): number[][] {
  const spare: number[] = [];
  const kept = counts.map((count, pit) => {
    const heap = heaps[pit] ?? [];
    spare.push(...heap.slice(Math.max(0, count)));
    return heap.slice(0, Math.max(0, count));
  });
  for (const heap of heaps.slice(counts.length)) spare.push(...heap);
  const used = new Set(kept.flat());
  let fresh = 0;
  const next = (): number => {
    const pebble = spare.shift();
    if (pebble !== undefined) return pebble;
    while (used.has(fresh)) fresh += 1;
    return fresh;
  };
  counts.forEach((count, pit) => {
    const heap = kept[pit]!;
    while (heap.length < count) {
      const pebble = next();
      used.add(pebble);
      heap.push(pebble);
    }
  });
  return kept;
}

/** Where every pebble lies. */
export function placesOf(layout: PitLayout, heaps: Heaps): Map<number, Place> {
  const found = new Map<number, Place>();
  heaps.forEach((heap, index) => {
    const pit = layout.pits[index];
    if (!pit) return;
    const places = placesIn(pit, heap.length, layout.pebble);
    heap.forEach((pebble, order) => found.set(pebble, places[order]!));
  });
  return found;
}
