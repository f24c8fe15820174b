import { describe, expect, test } from "vitest";
import { discTimeline, seedTimeline } from "../../src/board/timeline";
import type { Step } from "../../src/board/types";

const placed = (square: string): Step => ({ placed: square, seat: 0 });
const flipped = (square: string): Step => ({ flipped: square, seat: 0 });

describe("discs", () => {
  test("land in 120 ms, then flip ring by ring, 220 ms each and 45 ms apart", () => {
    // Sent in another order than they are drawn: distance decides.
    const { steps, length } = discTimeline([placed("a1"), flipped("c3"), flipped("b1"), flipped("d1")]);
    expect(steps.map(({ start, duration }) => [start, duration])).toEqual([
      [0, 120],
      [165, 220],
      [120, 220],
      [210, 220],
    ]);
    expect(length).toBe(430);
  });

  test("one ring turns over together, whatever the direction", () => {
    const { steps } = discTimeline([placed("d3"), flipped("d4"), flipped("e4"), flipped("c2")]);
    expect(steps.slice(1).map(({ start }) => start)).toEqual([120, 120, 120]);
  });

  test("slow is slower and instant takes no time", () => {
    const move = [placed("a1"), flipped("b1")];
    expect(discTimeline(move, "slow").length).toBeGreaterThan(discTimeline(move).length * 2);
    expect(discTimeline(move, "instant").length).toBe(0);
  });

  test("flips without a placed disc are drawn all the same", () => {
    expect(discTimeline([flipped("d4")]).length).toBe(220);
  });
});

/** A relay turn: `laps` times `seeds` pebbles. */
function relay(laps: number, seeds: number): Step[] {
  return Array.from({ length: laps }, (): Step[] => [
    { lifted: 0, seeds },
    ...Array.from({ length: seeds }, (_, pit): Step => ({ sown: pit + 1 })),
  ]).flat();
}

describe("seeds", () => {
  test("fall every 90 ms in a short turn", () => {
    const { steps } = seedTimeline(relay(1, 4));
    const falls = steps.slice(1).map(({ start }) => start);
    expect(falls.map((start, index) => (index ? start - falls[index - 1]! : 90))).toEqual([90, 90, 90, 90]);
  });

  test.each([
    [14, 5],
    [40, 6],
    [300, 7],
  ])("a turn of %i laps lasts no longer than 3 s and speeds up as it goes", (laps, seeds) => {
    const { steps, length } = seedTimeline(relay(laps, seeds));
    expect(length).toBeLessThanOrEqual(3000.001);
    const drops = steps.filter(({ step }) => "sown" in step).map(({ duration }) => duration);
    drops.slice(1).forEach((drop, index) => expect(drop).toBeLessThanOrEqual(drops[index]! + 1e-9));
    expect(drops.every((drop) => drop > 0)).toBe(true);
  });

  test("a long turn begins at the usual pace", () => {
    const [lift, drop] = seedTimeline(relay(14, 5)).steps;
    expect(lift!.duration).toBe(180);
    expect(drop!.duration).toBeGreaterThan(80);
  });

  test("slow never speeds up", () => {
    const { steps, length } = seedTimeline(relay(14, 5), "slow");
    const drops = new Set(steps.filter(({ step }) => "sown" in step).map(({ duration }) => duration));
    expect(drops.size).toBe(1);
    expect(length).toBeGreaterThan(3000);
  });

  test("steps follow each other without gaps", () => {
    const { steps, length } = seedTimeline(relay(9, 6));
    steps.slice(1).forEach((step, index) => {
      expect(step.start).toBeCloseTo(steps[index]!.start + steps[index]!.duration);
    });
    expect(length).toBeCloseTo(steps.at(-1)!.start + steps.at(-1)!.duration);
  });

  test("what waits behind it makes a turn shorter, down to what it may take", () => {
    expect(seedTimeline(relay(14, 5), "normal", 400).length).toBeCloseTo(400);
    expect(seedTimeline(relay(14, 5), "slow", 400).length).toBeCloseTo(880);
    const short = relay(1, 2);
    expect(seedTimeline(short, "normal", 400)).toEqual(seedTimeline(short));
  });
});

test("discs hurry in proportion", () => {
  const steps = [placed("a1"), flipped("b1"), flipped("c1"), flipped("d1")];
  const usual = discTimeline(steps);
  const hurried = discTimeline(steps, "normal", 200);
  expect(hurried.length).toBeCloseTo(200);
  expect(hurried.steps[1]!.start / 200).toBeCloseTo(usual.steps[1]!.start / usual.length);
  expect(discTimeline(steps, "normal", 5000)).toEqual(usual);
});
