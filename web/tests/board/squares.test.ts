import { describe, expect, test } from "vitest";
import {
  flipAxis,
  markPoints,
  neighbourSquare,
  parseSquare,
  ringDistance,
  squareAt,
  squareIndex,
  squareName,
} from "../../src/board/squares";

const everywhere = (): boolean => true;

describe("names", () => {
  test.each([4, 6, 8, 10, 16])("every square of %i×%i comes back from its name", (size) => {
    for (let index = 0; index < size * size; index++) {
      expect(squareIndex(squareName(squareAt(index, size)), size)).toBe(index);
    }
  });

  test("a1 is the top left corner, letters are columns", () => {
    expect(parseSquare("a1")).toEqual({ column: 0, row: 0 });
    expect(parseSquare("f5")).toEqual({ column: 5, row: 4 });
    expect(parseSquare("p16")).toEqual({ column: 15, row: 15 });
  });

  test.each(["", "5f", "i17", "q1", "a0", "pass", "a1 "])("%j is no square", (name) => {
    expect(parseSquare(name)).toBeNull();
  });

  test("a square beyond the board has no place", () => {
    expect(squareIndex("i1", 8)).toBe(-1);
    expect(squareIndex("a9", 8)).toBe(-1);
  });
});

test("rings count the larger of columns and rows", () => {
  const from = { column: 3, row: 3 };
  expect(ringDistance(from, { column: 4, row: 4 })).toBe(1);
  expect(ringDistance(from, { column: 3, row: 7 })).toBe(4);
  expect(ringDistance(from, from)).toBe(0);
});

test("a flip rolls away from the placed disc", () => {
  const from = { column: 3, row: 3 };
  expect(flipAxis(from, { column: 5, row: 3 })).toEqual([-0, 1]);
  expect(flipAxis(from, { column: 3, row: 5 })).toEqual([-1, 0]);
  expect(flipAxis(from, { column: 1, row: 1 })).toEqual([1, -1]);
  expect(flipAxis(null, from)).toEqual([0, 1]);
});

test("boards have four marks inside, the smallest none", () => {
  expect(markPoints(4)).toEqual([]);
  expect(markPoints(8)).toEqual([
    [2, 2],
    [6, 2],
    [2, 6],
    [6, 6],
  ]);
});

describe("the keyboard", () => {
  test("stops at edges", () => {
    const corner = { column: 0, row: 0 };
    expect(neighbourSquare(corner, "left", 8, everywhere)).toEqual(corner);
    expect(neighbourSquare(corner, "up", 8, everywhere)).toEqual(corner);
    expect(neighbourSquare(corner, "right", 8, everywhere)).toEqual({ column: 1, row: 0 });
    expect(neighbourSquare(corner, "end", 8, everywhere)).toEqual({ column: 7, row: 0 });
    expect(neighbourSquare(corner, "bottom", 8, everywhere)).toEqual({ column: 0, row: 7 });
  });

  test("goes round squares that are not there", () => {
    const octagon = ({ column, row }: { column: number; row: number }): boolean => column + row > 1;
    expect(neighbourSquare({ column: 4, row: 0 }, "home", 10, octagon)).toEqual({ column: 2, row: 0 });
    expect(neighbourSquare({ column: 2, row: 0 }, "left", 10, octagon)).toEqual({ column: 2, row: 0 });
    const hole = ({ column }: { column: number }): boolean => column !== 3;
    expect(neighbourSquare({ column: 2, row: 0 }, "right", 8, hole)).toEqual({ column: 4, row: 0 });
  });
});
