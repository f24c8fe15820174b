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

export function hueOf(pebble: number): number {
  return Math.floor(chance(pebble, 17) * HUES);
}

/** How a pebble is turned, in degrees, and how long it is for its width. */
export function shapeOf(pebble: number): { turn: number; length: number } {
  return { turn: Math.floor(chance(pebble, 29) * 180), length: 0.84 + chance(pebble, 31) * 0.16 };
}

const CANDIDATES = 260;
/** The part of a pebble's own width that keeps it off the rim. */
const MARGIN = 0.3;

/**
 * Places for the first `count` pebbles of a pit, relative to the board. Each takes the free spot
 * nearest the middle, roughly; when the ground is full the next ones lie on top, in smaller circles.
 */
export function placesIn(pit: Pit, count: number, radius: number): Place[] {
  const key = `${pit.pit},${pit.x},${pit.y},${pit.rx},${pit.ry},${radius}`;
  const known = cache.get(key) ?? [];
  if (known.length < count) {
    extend(known, pit, count, radius);
    cache.set(key, known);
  }
  return known.slice(0, count);
}

const cache = new Map<string, Place[]>();

function extend(places: Place[], pit: Pit, count: number, radius: number): void {
  const apart = 2 * radius * 1.02;
  let layer = places.at(-1)?.layer ?? 0;
  while (places.length < count) {
    const level = places.filter((place) => place.layer === layer);
    const inset = radius * (1 + MARGIN) + layer * radius * 0.55;
    const place = nextSpot(level, pit, inset, apart, layer);
    if (place || level.length === 0) places.push(place ?? { x: pit.x, y: pit.y, layer });
    else layer += 1;
  }
}

function nextSpot(
  taken: Place[],
  pit: Pit,
  inset: number,
  apart: number,
  layer: number,
): Place | null {
  const [a, b] = [Math.max(pit.rx - inset, 0), Math.max(pit.ry - inset, 0)];
  let best: Place | null = null;
  let cost = Infinity;
  for (let index = 0; index < CANDIDATES; index++) {
    const key = index + CANDIDATES * layer;
    // Uniform over the bounding box; what falls outside the pit is dropped below.
    const u = 2 * chance(pit.pit, 2 * key) - 1;
    const v = 2 * chance(pit.pit, 2 * key + 1) - 1;
    const [x, y] = [u * a, v * b];
    if (!within(x, y, a, b)) continue;
    if (taken.some((other) => Math.hypot(other.x - pit.x - x, other.y - pit.y - y) < apart)) {
      continue;
    }
    // The middle first, but not in rings: a heap that somebody dropped by hand.
    const far = Math.hypot(u, v) + 0.55 * chance(pit.pit + 101, key);
    if (far < cost) {
      cost = far;
      best = { x: pit.x + x, y: pit.y + y, layer };
    }
  }
  return best;
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
