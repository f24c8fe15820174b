// Where a friend's link leads: what it is for, who you are, and the seat. One's own link says so first.
import { useState } from "preact/hooks";
import { copy } from "../copy";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Busy, Trouble } from "../parts/Note";
import { go, to } from "../router";
import { change, settings } from "../settings";
import { useAsk } from "../use";
import { type Invitation, api } from "../wire";

export function Join({ token }: { token: string }) {
  const asked = useAsk(() => api.invitation(token), [token]);
  const invitation = asked.value;
  return (
    <div class="page page-narrow">
      <h1 tabIndex={-1}>{invitation ? titleOf(invitation) : "Join a game"}</h1>
      <Busy busy={asked.busy} what="Looking where the link leads." />
      {asked.error && (
        <>
          <Trouble error={asked.error} again={asked.again} />
          <p>
            <Link to={to.home()}>To the home page</Link>
          </p>
        </>
      )}
      {invitation && <Offered token={token} invitation={invitation} />}
    </div>
  );
}

function titleOf({ mine, host, variant }: Invitation): string {
  if (mine) return "This is a game of yours";
  return `${host ? `${host} invites you` : "You are invited"} to a game of ${variant.title}`;
}

function Offered({ token, invitation }: { token: string; invitation: Invitation }) {
  const { game, seat, taken, mine } = invitation;
  const [alone, setAlone] = useState(false);
  if (taken && !mine) {
    return (
      <div class="card">
        <p>Somebody plays {seat} already. You can watch.</p>
        <Link to={to.game(game)} class="button primary">
          Watch the game
        </Link>
      </div>
    );
  }
  if (mine && !alone) {
    return (
      <div class="card">
        <p>{taken ? "Everybody is there." : `The link is for whoever plays ${seat}. Send it to a friend.`}</p>
        <Link to={to.game(game)} class="button primary large">
          To the game
        </Link>
        {!taken && (
          <div class="row">
            <button type="button" onClick={() => void copy(location.href, "Link copied.")}>
              <Icon name="copy" /> Copy link
            </button>
            <button type="button" onClick={() => setAlone(true)}>
              Play {seat} myself
            </button>
          </div>
        )}
      </div>
    );
  }
  return <SitDown token={token} seat={seat} />;
}

function SitDown({ token, seat }: { token: string; seat: string }) {
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
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void join();
      }}
    >
      <p>You play {seat}.</p>
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
      <Busy busy={busy} what="Waiting for the server." />
    </form>
  );
}
