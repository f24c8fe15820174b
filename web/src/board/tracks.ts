// The way of every pebble during a move, and what the plates, the hand and the lap counter say at each
// moment: steps with times in, drawn exactly as sent.
import { Sowing } from "./heaps";
import { placesIn, type Heaps, type Place } from "./pebbles";
import type { PitLayout } from "./pits";
import type { Timeline } from "./timeline";

/** Where a pebble is at a time; `lift` is 1 in the hand and 0 on the board. */
export interface Waypoint {
  time: number;
  x: number;
  y: number;
  lift: number;
}

/** What the board says from a time on. */
export interface Moment {
  time: number;
  counts: readonly number[];
  hand: number;
  lap: number;
  /** The pit that something just happened to. */
  pit: number | null;
  kind: "lifted" | "sown" | "captured" | "swapped" | null;
}

export interface Tracks {
  pebbles: Map<number, Waypoint[]>;
  /** The middle of the hand. */
  hand: Waypoint[];
  moments: Moment[];
  heaps: number[][];
  length: number;
}

/** Pebbles in a hand keep together without covering each other. */
function inHand(order: number, radius: number): [number, number] {
  if (order === 0) return [0, 0];
  const angle = order * 2.4;
  const far = radius * 0.95 * Math.sqrt(order);
  return [Math.cos(angle) * far, Math.sin(angle) * far];
}

/** Shares of the time of an exchange at which its way is given. */
const TURNING = [1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6];

/**
 * Half a turn round the middle of the board, anticlockwise, and a little closer to it on the way:
 * points with their share of the time. It bends with the board, so that nothing leaves it.
 */
function halfTurn(layout: PitLayout, from: Place, to: Place): Waypoint[] {
  const [middleX, middleY] = layout.middle;
  const aspect = layout.width / layout.height;
  const points = TURNING.map((time) => {
    const [sin, cos] = [Math.sin(Math.PI * time), Math.cos(Math.PI * time)];
    const near = 1 - 0.3 * sin;
    const [dx, dy] = [from.x - middleX, from.y - middleY];
    return {
      time,
      x: middleX + near * (dx * cos + dy * aspect * sin),
      y: middleY + near * (dy * cos - (dx / aspect) * sin),
      lift: 1,
    };
  });
  return [...points, { time: 1, x: to.x, y: to.y, lift: 0 }];
}

export function sowingTracks(
  layout: PitLayout,
  before: readonly number[],
  heaps: Heaps,
  timeline: Timeline,
): Tracks {
  const sowing = new Sowing(heaps);
  const { hand } = sowing;
  const counts = [...before];
  const pebbles = new Map<number, Waypoint[]>();
  const handTrack: Waypoint[] = [];
  const moments: Moment[] = [{ time: 0, counts: [...before], hand: 0, lap: 0, pit: null, kind: null }];
  let held = 0;
  let lap = 0;

  const placeOf = (pit: number, order: number): Place => {
    const where = layout.pits[pit];
    if (!where) return { x: layout.middle[0], y: layout.middle[1], layer: 0 };
    return placesIn(where, order + 1, layout.pebble)[order]!;
  };
  const lastOf = (pebble: number, from: Place, time: number): Waypoint[] => {
    let track = pebbles.get(pebble);
    if (!track) {
      track = [{ time: 0, x: from.x, y: from.y, lift: 0 }];
      pebbles.set(pebble, track);
    }
    const last = track.at(-1)!;
    // It stays where it is until its turn comes.
    if (last.time < time) track.push({ ...last, time });
    return track;
  };
  const handOver = (pit: number, start: number, end: number): void => {
    const where = layout.pits[pit];
    if (!where) return;
    const last = handTrack.at(-1);
    if (last && last.time < start) handTrack.push({ ...last, time: start });
    handTrack.push({ time: end, x: where.x, y: where.y, lift: 1 });
    hand.forEach((pebble, order) => {
      const [dx, dy] = inHand(order, layout.pebble);
      const track = lastOf(pebble, { x: where.x, y: where.y, layer: 0 }, start);
      track.push({ time: end, x: where.x + dx, y: where.y + dy, lift: 1 });
    });
  };
  const say = (time: number, pit: number | null, kind: Moment["kind"]): void => {
    moments.push({ time, counts: [...counts], hand: held, lap, pit, kind });
  };

  const exchange = (pits: readonly number[], start: number, end: number): void => {
    const before = [...counts];
    pits.forEach((to, pit) => {
      if (to === pit) return;
      counts[to] = before[pit] ?? 0;
      sowing.heap(pit).forEach((pebble, order) => {
        const from = placeOf(pit, order);
        const track = lastOf(pebble, from, start);
        for (const point of halfTurn(layout, from, placeOf(to, order))) {
          track.push({ ...point, time: start + point.time * (end - start) });
        }
      });
    });
    sowing.exchange(pits);
    say(end, null, "swapped");
  };

  for (const { step, start, duration } of timeline.steps) {
    const end = start + duration;
    if ("lifted" in step) {
      const taken = sowing.lift(step.lifted, step.seeds);
      const left = sowing.heap(step.lifted).length;
      taken.forEach((pebble, index) => lastOf(pebble, placeOf(step.lifted, left + index), start));
      held += step.seeds;
      counts[step.lifted] = Math.max(0, (counts[step.lifted] ?? 0) - step.seeds);
      lap += 1;
      handOver(step.lifted, start, start + duration * 0.7);
      say(start, step.lifted, "lifted");
    } else if ("sown" in step) {
      const to = placeOf(step.sown, sowing.heap(step.sown).length);
      const pebble = sowing.sow(step.sown);
      held = Math.max(0, held - 1);
      counts[step.sown] = (counts[step.sown] ?? 0) + 1;
      handOver(step.sown, start, start + duration * 0.6);
      const track = lastOf(pebble, to, start);
      const over = layout.pits[step.sown] ?? to;
      track.push({ time: start + duration * 0.55, x: over.x, y: over.y, lift: 1 });
      track.push({ time: end, x: to.x, y: to.y, lift: 0 });
      say(start + duration * 0.8, step.sown, "sown");
    } else if ("captured" in step) {
      const full = sowing.heap(step.store).length;
      const taken = sowing.capture(step.captured, step.seeds, step.store);
      const left = sowing.heap(step.captured).length;
      taken.forEach((pebble, index) => {
        const from = placeOf(step.captured, left + index);
        // They leave one after the other, and all arrive within the step.
        const late = (duration * 0.3 * index) / Math.max(1, taken.length);
        const track = lastOf(pebble, from, start + late);
        const to = placeOf(step.store, full + index);
        const middle = start + late + (duration - late) * 0.5;
        track.push({ time: middle, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, lift: 1 });
        track.push({ time: end, x: to.x, y: to.y, lift: 0 });
      });
      counts[step.captured] = Math.max(0, (counts[step.captured] ?? 0) - step.seeds);
      say(start, step.captured, "captured");
      counts[step.store] = (counts[step.store] ?? 0) + step.seeds;
      say(end, step.store, "captured");
    } else if ("swapped" in step) {
      exchange(step.pits, start, end);
    }
  }
  return { pebbles, hand: handTrack, moments, heaps: sowing.heaps, length: timeline.length };
}

/** What the board says at a time. */
export function momentAt(moments: readonly Moment[], time: number): Moment {
  let low = 0;
  for (let high = moments.length - 1; low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    if (moments[middle]!.time <= time) low = middle;
    else high = middle - 1;
  }
  return moments[low]!;
}
