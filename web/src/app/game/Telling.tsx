// The line under the status that says one thing at a time: trouble first, then waiting, a hint, news, and
// else the last move. Longer notices grow over the move list, on a phone over the status: the board never moves.
import { useLeaving, useSlow } from "../use";
import type { Now, Table } from "../table";
import { leftOut, named } from "../words";
import type { Hint } from "./useHint";

interface Props {
  table: Table;
  now: Now;
  hint: Hint;
  told: string | undefined;
  /** Where the keyboard goes on when a button that had it leaves. */
  onLeave(): void;
}

export function Telling(props: Props) {
  const { now, hint, told } = props;
  const trouble = troubleOf(now);
  const slow = useSlow(now.asking);
  const long = useSlow(now.asking, 2000);
  // What was kept through trouble is asked for once that is over: the server's time begins then.
  const unanswered = useSlow(now.asking && !trouble, 2000);
  const lingers = useSlow(hint.busy, 2000);
  const note = hint.note ?? (leftOut(now.leapt) || now.news);
  if (trouble || slow) {
    // One box for both, so that its button stays the same whatever is said beside it.
    return (
      <div class="told">
        <div class={`notice ${trouble ? "problem" : ""}`} key="trouble">
          {trouble ? <span role="alert">{trouble}</span> : <span class="busy-bar" aria-hidden="true" />}
          <span role="status">{!trouble && unanswered && "The server has not answered yet."}</span>
          {(trouble ? now.wish : long) && (
            <Cancel
              label={now.wish ? `Cancel ${named(now.wish)}` : "Cancel"}
              onCancel={() => props.table.giveUp()}
              onLeave={props.onLeave}
            />
          )}
        </div>
      </div>
    );
  }
  return (
    <div class="told">
      {note ? (
        <p class="notice" title={hint.meaning ?? undefined}>
          {note}
          {hint.busy && lingers && <Cancel label="Cancel" onCancel={hint.clear} onLeave={props.onLeave} />}
        </p>
      ) : (
        <p class="told-text" title={told}>
          {told}
        </p>
      )}
    </div>
  );
}

export function troubleOf({ connection, wish, problem }: Pick<Now, "connection" | "wish" | "problem">): string | null {
  if (connection !== "lost") return problem;
  return `Connection lost. Trying again; ${wish ? `${named(wish)} is kept in this tab.` : "nothing is lost."}`;
}

interface CancelProps extends Pick<Props, "onLeave"> {
  /** Also says what, which stands beside it for those who see it. */
  label: string;
  onCancel(): void;
}

function Cancel({ label, onCancel, onLeave }: CancelProps) {
  const button = useLeaving<HTMLButtonElement>(onLeave);
  return (
    <button type="button" class="quiet" ref={button} aria-label={label} onClick={onCancel}>
      Cancel
    </button>
  );
}
