// The sign of a seat beside its name or its moves: a small disc with the mark its discs carry, or the
// half of a board that is its side. Colour is never the only sign.
import { DiscMark } from "../../board/Disc";

interface Props {
  family: "reversi" | "mancala";
  seat: number;
}

export function SeatMark({ family, seat }: Props) {
  return (
    <span class={`seat-mark seat-${family}-${seat}`} aria-hidden="true">
      {family === "reversi" && seat > 1 && <DiscMark colour={seat === 2 ? "amber" : "blue"} close />}
    </span>
  );
}
