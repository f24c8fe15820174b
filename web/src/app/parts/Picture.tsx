// A small, still board, drawn by the same component that is played on.
import { Board } from "../../board/Board";
import type { Cells, Variant } from "../../board/types";

interface Props {
  variant: Variant;
  board: Cells;
  label?: string;
}

export function Picture({ variant, board, label }: Props) {
  return (
    <span class={`picture picture-${variant.layout ?? "square"}`} aria-hidden={label ? undefined : true}>
      <Board variant={variant} board={board} still label={label ?? variant.title} />
    </span>
  );
}
