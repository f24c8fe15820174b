// The board of any game.
import { Mancala } from "./Mancala";
import { Reversi } from "./Reversi";
import type { BoardProps } from "./types";

/**
 * Draws a position and reports what is chosen; it knows no rules.
 *
 *     <Board variant={variant} board={view.board} legal={view.legal} turn={view.turn} onPlay={play} />
 */
export function Board(props: BoardProps) {
  return props.variant.family === "reversi" ? <Reversi {...props} /> : <Mancala {...props} />;
}
