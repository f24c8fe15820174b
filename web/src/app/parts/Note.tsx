// What a page says when there is nothing to show yet: it loads, it failed, or there is nothing.
import type { ComponentChildren } from "preact";
import { useSlow } from "../use";

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

export function Trouble({ error, again }: { error: Error; again?: () => void }) {
  return (
    <div class="note note-trouble" role="alert">
      <p>{error.message}</p>
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
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
