// What becomes of a command that the server refused as stale: the game had moved on before it came.
// A move was meant for the position it was made in; giving up, a draw or a rematch is meant all the same.
import type { Command, State, Subject } from "./messages";
import { overtaken } from "./words";

export interface Fate {
  /** Ask for it again, now that the newer state is known. */
  again: boolean;
  /** What to tell whoever asked; null where the board says enough. */
  problem: string | null;
}

const AGAIN: Fate = { again: true, problem: null };
const DROPPED: Fate = { again: false, problem: null };
const ENDED: Fate = { again: false, problem: "The game ended before that." };
const WENT_ON: Fate = { again: false, problem: "The game went on before that. Nothing was taken back." };

/** `kept`: it waited in this tab for a line to the server, and that was said. */
export function late(command: Command, state: State, kept: boolean): Fate {
  const over = state.view.outcome !== null;
  switch (command.type) {
    case "resign":
      return over ? ENDED : AGAIN;
    case "offer":
      if (over) return ENDED;
      if (command.subject === "take-back") return WENT_ON;
      // While the other side's offer stands, this accepts it.
      return isOffered(state, "draw", (seat) => seat === command.seat) ? DROPPED : AGAIN;
    case "decline":
      return !over && isOffered(state, command.subject, (seat) => seat !== command.seat) ? AGAIN : DROPPED;
    case "take-back":
      return over ? ENDED : WENT_ON;
    case "rematch":
      return state.rematch || state.rematch_offers.includes(command.seat) ? DROPPED : AGAIN;
    case "play":
    case "redo":
      return kept ? { again: false, problem: overtaken(command) } : DROPPED;
  }
}

function isOffered(state: State, what: Subject, by: (seat: number) => boolean): boolean {
  return state.offers.some(({ subject, seat }) => subject === what && by(seat));
}
