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
  touchedSquare,
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

describe("a touch", () => {
  const legal = [squareIndex("e3", 16), squareIndex("h3", 16)];
  const at = (x: number, y: number): string =>
    squareName(squareAt(touchedSquare(x, y, 24, 16, legal), 16));

  test("on small squares means the legal square within a fingertip", () => {
    expect(at(4.5 * 24, 2.5 * 24)).toBe("e3");
    expect(at(4 * 24 - 6, 2.5 * 24)).toBe("e3"); // on d3, beside it
    expect(at(4.5 * 24, 2 * 24 - 9)).toBe("e3"); // above it
    expect(at(6.9 * 24, 2.5 * 24)).toBe("h3"); // nearer to h3
  });

  test("far from legal squares means what is under it", () => {
    expect(at(10.5 * 24, 10.5 * 24)).toBe("k11");
  });

  test("on large squares is exact", () => {
    const large = touchedSquare(60 * 3 + 55, 30, 60, 8, [squareIndex("e1", 8)]);
    expect(squareName(squareAt(large, 8))).toBe("d1");
  });
});
