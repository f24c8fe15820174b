import { expect, test } from "vitest";
import { progress } from "../../src/app/analysis/Lines";

const move = (exact: boolean) => ({ move: "1", score: 0, exact, line: [] });

test("solved is what has every value that was asked for", () => {
  const both = [move(true), move(true)];
  expect(progress({ exact: false, depth: 9, moves: [move(false)], done: false })).toBe("Depth 9");
  expect(progress({ exact: true, depth: 9, moves: [move(true), move(false)], done: false })).toBe("Best move solved");
  expect(progress({ exact: true, depth: 9, moves: [move(true), move(false)], done: true })).toBe("Best move solved");
  expect(progress({ exact: true, depth: 9, moves: both, done: false })).toBe("Best move solved");
  expect(progress({ exact: true, depth: 9, moves: both, done: true })).toBe("Solved");
});
