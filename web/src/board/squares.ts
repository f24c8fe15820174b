// Where squares are: names, columns, rows, distances, neighbours for the keyboard.

const LETTERS = "abcdefghijklmnop";

export interface Square {
  column: number;
  row: number;
}

export function squareName({ column, row }: Square): string {
  return `${LETTERS[column]}${row + 1}`;
}

/** "f5" as column 5, row 4; null for anything that is not a square. */
export function parseSquare(name: string): Square | null {
  const parts = /^([a-p])([1-9]|1[0-6])$/.exec(name);
  return parts ? { column: LETTERS.indexOf(parts[1]!), row: Number(parts[2]) - 1 } : null;
}

export function squareAt(index: number, size: number): Square {
  return { column: index % size, row: Math.floor(index / size) };
}

/** The place of a square in a board's text; -1 when it is not on this board. */
export function squareIndex(name: string, size: number): number {
  const square = parseSquare(name);
  if (!square || square.column >= size || square.row >= size) return -1;
  return square.row * size + square.column;
}

/** Rings around a square: 1 for its eight neighbours. */
export function ringDistance(from: Square, to: Square): number {
  return Math.max(Math.abs(from.column - to.column), Math.abs(from.row - to.row));
}

/**
 * The axis a disc turns over, seen from the disc that was placed: across the line between them, so
 * that a row of flips rolls away from it.
 */
export function flipAxis(from: Square | null, to: Square): [number, number] {
  if (!from) return [0, 1];
  const x = Math.sign(to.column - from.column);
  const y = Math.sign(to.row - from.row);
  return x === 0 && y === 0 ? [0, 1] : [-y, x];
}

/** The centre of a square in squares from the top left corner of the felt. */
export function squareCentre({ column, row }: Square): [number, number] {
  return [column + 0.5, row + 0.5];
}

/** The four marks of a board, where lines cross two squares in from each corner; 4×4 has none. */
export function markPoints(size: number): [number, number][] {
  if (size < 6) return [];
  const far = size - 2;
  return [
    [2, 2],
    [far, 2],
    [2, far],
    [far, far],
  ];
}

export type Direction = "left" | "right" | "up" | "down" | "home" | "end" | "top" | "bottom";

/** The next square in a direction that `exists`; the same square at an edge. */
export function neighbourSquare(
  from: Square,
  direction: Direction,
  size: number,
  exists: (square: Square) => boolean,
): Square {
  const line = (column: number, row: number, dx: number, dy: number): Square | null => {
    for (; column >= 0 && row >= 0 && column < size && row < size; column += dx, row += dy) {
      if (exists({ column, row })) return { column, row };
    }
    return null;
  };
  const { column, row } = from;
  const found = {
    left: () => line(column - 1, row, -1, 0),
    right: () => line(column + 1, row, 1, 0),
    up: () => line(column, row - 1, 0, -1),
    down: () => line(column, row + 1, 0, 1),
    home: () => line(0, row, 1, 0),
    end: () => line(size - 1, row, -1, 0),
    top: () => line(column, 0, 0, 1),
    bottom: () => line(column, size - 1, 0, -1),
  }[direction]();
  return found ?? from;
}

/** Half of what a finger needs, in pixels. */
const FINGER = 22;

/**
 * The square a touch means. On squares smaller than a fingertip, a touch beside a legal square means
 * that one, so that legal squares are 44 pixels wide on any board. `x`, `y` from the felt's corner.
 */
export function touchedSquare(
  x: number,
  y: number,
  cell: number,
  size: number,
  legal: Iterable<number>,
): number {
  const within = (at: number): number => Math.min(size - 1, Math.max(0, Math.floor(at / cell)));
  const under = within(y) * size + within(x);
  let found = under;
  let near = FINGER;
  for (const index of legal) {
    if (index === under) return under;
    const [cx, cy] = squareCentre(squareAt(index, size));
    const far = Math.max(Math.abs(cx * cell - x), Math.abs(cy * cell - y));
    if (far < near) [found, near] = [index, far];
  }
  return found;
}
