// Positions set up by hand, as text. Whether they make sense the server decides.
import type { Cells, Variant } from "../../board/types";

export const DISCS = "XOAB";

/** What can be put on a square of this game, in words. */
export function tools(variant: Variant): { value: string; label: string }[] {
  if (variant.family === "mancala") {
    return [
      { value: "+", label: "Add a seed" },
      { value: "-", label: "Take a seed" },
      { value: "0", label: "Empty it" },
    ];
  }
  const discs = variant.seats.map((name, seat) => ({ value: DISCS[seat]!, label: name }));
  const nobody = variant.colours === 3 ? [{ value: "N", label: "Nobody’s" }] : [];
  return [...discs, ...nobody, { value: "-", label: "Empty" }];
}

export function withCell(variant: Variant, board: Cells, cell: string | number, tool: string): Cells {
  if (typeof board === "string" && typeof cell === "string") {
    const size = variant.size ?? Math.sqrt(board.length);
    const index = (Number(cell.slice(1)) - 1) * size + cell.charCodeAt(0) - 97;
    if (board[index] === "#") return board;
    return board.slice(0, index) + tool + board.slice(index + 1);
  }
  return [...(board as readonly number[])].map((seeds, pit) => {
    if (pit !== cell) return seeds;
    return tool === "+" ? seeds + 1 : tool === "-" ? Math.max(0, seeds - 1) : 0;
  });
}

/** The position's text, as docs/games.md spells it. */
export function positionText(variant: Variant, board: Cells, turn: number): string {
  if (typeof board === "string") return `${board} ${DISCS[turn]}`;
  const side = turn === 0 ? "S" : "N";
  if (variant.layout === "upright") return `${board.join(",")} ${side}`;
  const houses = variant.houses ?? 6;
  const [south, north] = variant.stores ?? [houses, 2 * houses + 1];
  const rows = board.filter((_, pit) => pit !== south && pit !== north);
  return `<${houses},${board[south!]},${board[north!]},${rows.join(",")}> ${side}`;
}
