// Where a friend's link leads: say who you are and take the seat.
import { useState } from "preact/hooks";
import { go, to } from "../router";
import { change, settings } from "../settings";
import { api } from "../wire";

export function Join({ token }: { token: string }) {
  const [name, setName] = useState(settings().name);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const join = async () => {
    setBusy(true);
    setError(null);
    try {
      const state = await api.join(token, name.trim());
      change({ name: name.trim() });
      // The secret of the link must not stay in the history.
      go(to.game(state.game), "replace");
    } catch (refusal) {
      setError((refusal as Error).message);
      setBusy(false);
    }
  };
  return (
    <div class="page page-narrow">
      <h1 tabIndex={-1}>A friend invites you to a game</h1>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          void join();
        }}
      >
        <label class="field">
          Your name
          <input
            type="text"
            value={name}
            maxLength={40}
            autoComplete="nickname"
            placeholder="Optional"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        {error && (
          <p class="problem" role="alert">
            {error}
          </p>
        )}
        <button type="submit" class="primary large" disabled={busy}>
          Sit down and play
        </button>
      </form>
    </div>
  );
}
