// A board being set up by hand. Whether it makes sense the server decides.
import { squareIndex } from "../../board/squares";
import type { Cells, Variant } from "../../board/types";

/** What can be put on a square of this game, in words. */
export function tools(variant: Variant): { value: string; label: string }[] {
  if (variant.family === "mancala") {
    return [
      { value: "+", label: `Add a ${variant.unit}` },
      { value: "-", label: `Take a ${variant.unit}` },
      { value: "0", label: "Empty it" },
    ];
  }
  const discs = Object.entries(variant.discs ?? {}).map(([value, label]) => ({ value, label }));
  return [...discs, { value: "-", label: "Empty" }];
}

export function withCell(variant: Variant, board: Cells, cell: string | number, tool: string): Cells {
  if (typeof board === "string" && typeof cell === "string") {
    const index = squareIndex(cell, variant.size ?? Math.sqrt(board.length));
    if (board[index] === "#") return board;
    return board.slice(0, index) + tool + board.slice(index + 1);
  }
  return [...(board as readonly number[])].map((seeds, pit) => {
    if (pit !== cell) return seeds;
    return tool === "+" ? seeds + 1 : tool === "-" ? Math.max(0, seeds - 1) : 0;
  });
}

export function cleared(board: Cells): Cells {
  return typeof board === "string" ? board.replace(/[^#]/g, "-") : board.map(() => 0);
}
