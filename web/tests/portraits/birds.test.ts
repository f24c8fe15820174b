import { expect, test } from "vitest";
import { BIRDS } from "../../src/portraits/birds";

test.each(Object.entries(BIRDS))("the %s fits its round frame, bill and all", (_, { head, bill, eye }) => {
  const tip = [head.x - head.r * 0.86 - bill.length, head.y + bill.drop] as const;
  expect(Math.hypot(tip[0] - 32, tip[1] - 32)).toBeLessThan(32);
  expect(Math.hypot(head.x - 32, head.y - 32) + head.r).toBeLessThan(32);
  expect(eye.r).toBeGreaterThan(1.5);
});

test("every bird has a face of its own", () => {
  const faces = Object.values(BIRDS).map((bird) => JSON.stringify(bird));
  expect(new Set(faces).size).toBe(faces.length);
});
