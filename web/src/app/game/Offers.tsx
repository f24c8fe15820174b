// What was offered, as a quiet question; never a dialog that stops the game.
import { ownSeats } from "../live";
import type { Subject } from "../messages";
import type { Now, Table } from "../table";
import { playerName } from "../words";

const ASKED: Record<Subject, string> = { draw: "offers a draw.", "take-back": "would like to take a move back." };
const MADE: Record<Subject, string> = { draw: "You offered a draw.", "take-back": "You asked to take a move back." };

export function Offers({ table, now }: { table: Table; now: Now }) {
  const { state } = now;
  const own = ownSeats(state);
  if (state.view.outcome) return null;
  return (
    <>
      {state.offers.map(({ subject, seat }) => {
        const answers = own.find((each) => each !== seat);
        if (answers === undefined || (own.includes(seat) && own.length === 1)) {
          return own.includes(seat) ? (
            <p key={`${subject}${seat}`} class="offer">
              {MADE[subject]}
            </p>
          ) : null;
        }
        return (
          <div key={`${subject}${seat}`} class="offer" role="group" aria-label="Offer">
            <p role="status">
              {playerName(state.seats[seat]!)} {ASKED[subject]}
            </p>
            <div class="row">
              <button type="button" class="primary" onClick={() => table.offer(answers, subject)}>
                Agree
              </button>
              <button type="button" onClick={() => table.decline(answers, subject)}>
                No, thank you
              </button>
            </div>
          </div>
        );
      })}
    </>
  );
}
