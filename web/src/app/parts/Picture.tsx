// A small, still board, drawn by the same component that is played on.
import { Board } from "../../board/Board";
import type { Cells, Variant, View } from "../../board/types";

interface Props {
  variant: Variant;
  board: Cells;
  label?: string;
  /** Tall where it is narrow, like the board that is played on. */
  stretch?: boolean;
  /** A move to show as if somebody rested on it, and where. */
  preview?: { view: View; move: string };
}

export function Picture({ variant, board, label, stretch = false, preview }: Props) {
  return (
    <span class={`picture picture-${variant.layout ?? "square"}`} aria-hidden={label ? undefined : true}>
      <Board
        variant={variant}
        board={board}
        still
        stretch={stretch}
        label={label ?? variant.title}
        {...(preview && { preview: preview.move, legal: preview.view.legal, turn: preview.view.turn })}
      />
    </span>
  );
}
