// One place of fixed height for what is to be said: trouble first, then waiting, a hint, news, and
// else the last move. Longer notices grow upward over the status, so that the board never moves.
import { useSlow } from "../use";
import type { Now, Table } from "../table";
import type { Hint } from "./useHint";

interface Props {
  table: Table;
  now: Now;
  hint: Hint;
  told: string | undefined;
}

export function Telling(props: Props) {
  const { now, hint, told } = props;
  const trouble = troubleOf(now);
  const slow = useSlow(now.asking);
  if (trouble) {
    return (
      <div class="told">
        <p class="notice problem" role="alert">
          {trouble}
          {now.wish && <GiveUp {...props} />}
        </p>
      </div>
    );
  }
  if (slow) return <Waits {...props} />;
  const note = hint.note ?? now.news;
  return (
    <div class="told">
      {note ? (
        <p class="notice">{note}</p>
      ) : (
        <p class="told-text" title={told}>
          {told}
        </p>
      )}
    </div>
  );
}

function troubleOf({ connection, wish, problem }: Now): string | null {
  if (connection !== "lost") return problem;
  return `Connection lost. Trying again; ${wish ? `${wish} is kept.` : "nothing is lost."}`;
}

function Waits(props: Props) {
  const long = useSlow(true, 1700);
  return (
    <div class="told">
      <div class="notice" role="status">
        <span class="busy-bar" aria-hidden="true" />
        {long && (
          <span class="busy-words">
            The server has not answered yet. <GiveUp {...props} />
          </span>
        )}
      </div>
    </div>
  );
}

function GiveUp({ table, now }: Props) {
  return (
    <button type="button" class="quiet" onClick={() => table.giveUp()}>
      {now.wish ? `Cancel ${now.wish}` : "Cancel"}
    </button>
  );
}
