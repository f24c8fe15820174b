// What a page says when there is nothing to show yet: it loads, it failed, or there is nothing.
import type { ComponentChildren } from "preact";
import { type Errand, useSlow } from "../use";
import { mayPass } from "../wire";

export function Busy({ busy, what, onCancel }: { busy: boolean; what: string; onCancel?(): void }) {
  const slow = useSlow(busy);
  const long = useSlow(busy, 2000);
  if (!busy || !slow) return null;
  return (
    <div class="busy" role="status">
      <span class="busy-bar" aria-hidden="true" />
      {long && (
        <span class="busy-words">
          {what}
          {onCancel && (
            <button type="button" class="quiet" onClick={onCancel}>
              Cancel
            </button>
          )}
        </span>
      )}
    </div>
  );
}

/** What went wrong, and the way to try again where that may help. */
export function Trouble({ error, again }: { error: Error; again?: () => void }) {
  return (
    <div class="note note-trouble" role="alert">
      <p>{error.message}</p>
      {again && mayPass(error) && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** How an errand goes; over the page, so that nothing on it moves. */
export function Progress({ errand, what }: { errand: Omit<Errand, "run">; what: string }) {
  const { busy, error, again, cancel } = errand;
  return (
    <div class="errand">
      <Busy busy={busy} what={what} onCancel={cancel} />
      {error && <Trouble error={error} again={again} />}
    </div>
  );
}

export function Empty({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="note">
      <p>{text}</p>
      {children && <div class="row">{children}</div>}
    </div>
  );
}
