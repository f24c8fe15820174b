// What was offered, as a quiet question; never a dialog that stops the game.
import { ownSeats } from "../live";
import type { Subject } from "../messages";
import type { Now, Table } from "../table";
import { agreed, offered, playerName } from "../words";

const SUBJECTS: Subject[] = ["draw", "take-back"];

export function Offers({ table, now }: { table: Table; now: Now }) {
  if (now.state.view.outcome) return null;
  return (
    <>
      {SUBJECTS.map((subject) => (
        <Offer key={subject} subject={subject} table={table} now={now} />
      ))}
    </>
  );
}

/** One box for each subject: it asks those here who have not answered, one after the other. */
function Offer({ subject, table, now }: { subject: Subject; table: Table; now: Now }) {
  const { seats, offers } = now.state;
  const own = ownSeats(now.state);
  const willing = offers.filter((offer) => offer.subject === subject).map(({ seat }) => seat);
  const [first] = willing;
  if (first === undefined || !own.length) return null;
  const asked = own.find((seat) => !willing.includes(seat));
  if (asked === undefined) {
    return <p class="offer offer-made">{own.includes(first) ? offered(subject, true) : agreed(subject)}</p>;
  }
  return (
    <div class="offer" role="group" aria-label="Offer">
      <p>
        <span class="offer-name">{playerName(seats, first)}</span> {offered(subject, false)}
      </p>
      <div class="row">
        {/* A double click answers for one. */}
        <button type="button" class="primary" onClick={(event) => event.detail < 2 && table.offer(asked, subject)}>
          {own.length > 1 ? (
            <>
              <span class="offer-name">{playerName(seats, asked)}</span> agrees
            </>
          ) : (
            "Agree"
          )}
        </button>
        <button type="button" onClick={() => table.decline(asked, subject)}>
          No, thank you
        </button>
      </div>
    </div>
  );
}
