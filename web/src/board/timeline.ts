// When each step of a move happens: steps in, times out (milliseconds). No drawing, no clock.
import { parseSquare, ringDistance } from "./squares";
import type { Speed, Step } from "./types";

export const LANDING = 120;
export const FLIP = 220;
export const RING_GAP = 45;
export const DROP = 90;
export const LIFT = 180;
export const CAPTURE = 320;
/** Both sides change places. */
export const EXCHANGE = 900;
/** A whole turn of sowing takes no longer, unless the player asks for slow. */
export const LONGEST_TURN = 3000;
/** Two frames: a drop that is quicker cannot be seen. */
const SHORTEST_DROP = 28;

/** How much longer than usual everything takes. */
export const PACE: Record<Speed, number> = { slow: 2.2, normal: 1, fast: 0.5, instant: 0 };

export interface TimedStep {
  step: Step;
  start: number;
  duration: number;
}

export interface Timeline {
  steps: TimedStep[];
  /** When the last step has ended. */
  length: number;
}

function timeline(steps: TimedStep[]): Timeline {
  return { steps, length: Math.max(0, ...steps.map(({ start, duration }) => start + duration)) };
}

/** Discs: the placed one lands, then flips turn over ring by ring from it. */
export function discTimeline(steps: readonly Step[], speed: Speed = "normal", within = Infinity): Timeline {
  const usual = timedDiscs(steps, PACE[speed]);
  const rest = (within * PACE[speed]) / usual.length;
  return rest < 1 ? timedDiscs(steps, PACE[speed] * rest) : usual;
}

function timedDiscs(steps: readonly Step[], pace: number): Timeline {
  let origin = null;
  let landed = 0;
  const timed: TimedStep[] = [];
  for (const step of steps) {
    if ("placed" in step) {
      timed.push({ step, start: landed, duration: LANDING * pace });
      origin = parseSquare(step.placed);
      landed += LANDING * pace;
    } else if ("flipped" in step) {
      const square = parseSquare(step.flipped);
      const ring = origin && square ? Math.max(1, ringDistance(origin, square)) : 1;
      timed.push({ step, start: landed + (ring - 1) * RING_GAP * pace, duration: FLIP * pace });
    } else {
      timed.push({ step, start: landed, duration: 0 });
    }
  }
  return timeline(timed);
}

function usual(step: Step): number {
  if ("sown" in step) return DROP;
  if ("lifted" in step) return LIFT;
  if ("captured" in step) return CAPTURE;
  if ("swapped" in step) return EXCHANGE;
  return 0;
}

/**
 * Seeds: one step after the other. A turn that would be too long speeds up as it goes: each step is
 * a fixed share quicker than the one before it, down to what can still be seen.
 */
export function seedTimeline(steps: readonly Step[], speed: Speed = "normal", within = Infinity): Timeline {
  const limit = Math.min(within, speed === "slow" ? Infinity : LONGEST_TURN) * PACE[speed];
  const base = steps.map((step) => usual(step) * PACE[speed]);
  const durations = (share: number): number[] =>
    base.map((each, index) => Math.max(Math.min(each, SHORTEST_DROP), each * share ** index));
  const total = (times: number[]): number => times.reduce((sum, each) => sum + each, 0);

  let times = durations(1);
  if (total(times) > limit) {
    let slow = 1;
    let quick = 0.5;
    for (let round = 0; round < 30; round++) {
      const share = (slow + quick) / 2;
      if (total(durations(share)) > limit) slow = share;
      else quick = share;
    }
    times = durations(quick);
    const rest = limit / total(times);
    if (rest < 1) times = times.map((each) => each * rest);
  }
  let start = 0;
  return timeline(
    steps.map((step, index) => {
      const timed = { step, start, duration: times[index]! };
      start += timed.duration;
      return timed;
    }),
  );
}
