import { expect, test } from "vitest";
import { known } from "../../src/app/analysis/useReview";
import type { Place } from "../../src/app/analysis/useLine";
import type { Reviewed } from "../../src/app/think";

const PLACE: Place = { game: null, spec: "small", start: null, moves: ["b1", "c1", "d1"], ply: 3 };
const reviewed = (ply: number, cost: number | null): Reviewed => ({
  type: "reviewed", id: "r", ply, turn: ply % 2, score: ply, values: [ply, -ply], exact: true,
  best: "a1", played: 0, cost, cost_exact: true, line: [], done: cost === null,
});
const FOUND = {
  of: PLACE,
  answers: new Map([reviewed(0, 0), reviewed(1, 24), reviewed(2, 1.5), reviewed(3, null)].map((each) => [each.ply, each])),
};

test("a cost belongs to the move that was made there, numbered from 1", () => {
  const { mistakes, marks, positions } = known(FOUND, PLACE);
  expect([...mistakes].map(([number, { cost }]) => [number, cost])).toEqual([[2, 24]]);
  expect(marks).toEqual(mistakes);
  expect(positions).toEqual([[0, -0], [1, -1], [2, -2], [3, -3]]);
});

test("on another line only the moves both have in common are marked", () => {
  expect([...known(FOUND, { ...PLACE, moves: ["b1", "c1", "a2"] }).marks.keys()]).toEqual([2]);
  expect([...known(FOUND, { ...PLACE, moves: ["b1"] }).marks.keys()]).toEqual([]);
  expect([...known(FOUND, { ...PLACE, moves: ["b1", "a2", "d1"] }).marks.keys()]).toEqual([]);
});
