// The move that cost most, once the engine has gone through the finished game.
import { useEffect, useState } from "preact/hooks";
import type { State } from "../messages";
import { review } from "../reviews";
import { type Reviewed, Thinker } from "../think";
import { turningPoint } from "../words";

const WORTH_SAYING = 2;

export function useTurningPoint(state: State): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    setText(null);
    if (!state.moves.length) return;
    const thinker = new Thinker();
    let worst: Reviewed | null = null;
    review(
      thinker,
      { variant: state.variant.spec, start: state.start.position, moves: state.moves.map((move) => move.move) },
      {
        heard: (answer) => {
          const reviewed = answer as Reviewed;
          if (reviewed.cost !== null && reviewed.cost > (worst?.cost ?? 0)) worst = reviewed;
          if (!reviewed.done) {
            setText(`Looking for the turning point: move ${reviewed.ply + 1} of ${state.moves.length}.`);
            return;
          }
          const move = worst && state.moves[worst.ply];
          const known = worst && move && worst.cost! >= WORTH_SAYING;
          setText(known ? turningPoint(state, move, worst!) : null);
        },
        failed: () => setText(null),
      },
    );
    return () => thinker.close();
  }, [state.game, state.moves.length]);
  return text;
}
