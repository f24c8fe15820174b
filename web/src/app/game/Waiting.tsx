// Until a friend has followed the link: the link, to copy or to share.
import type { State } from "../messages";
import { Icon } from "../parts/Icon";
import { copy } from "../copy";

// Names of this computer for itself: a link with one of them leads nobody else here.
const OWN = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function Waiting({ state }: { state: State }) {
  const free = state.seats.filter((seat) => seat.link);
  if (!free.length) return <p class="muted">The game starts when everybody is here.</p>;
  return (
    <div class="waiting">
      {free.map((seat) => {
        const link = new URL(seat.link!, location.href).href;
        return (
          <div key={seat.link}>
            <label class="field">
              <span>
                <span class="waiting-words">Send this link to whoever plays </span>
                {seat.name}
              </span>
              <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
            </label>
            <div class="row">
              <button type="button" class="primary" onClick={() => void copy(link, "Link copied.")}>
                <Icon name="copy" /> <span class="waiting-words">Copy link</span>
              </button>
              {"share" in navigator && (
                <button
                  type="button"
                  onClick={() => {
                    // Somebody who closes the sheet of the system has simply changed their mind.
                    navigator.share({ title: `A game of ${state.variant.title}`, url: link }).catch(() => {});
                  }}
                >
                  <Icon name="link" /> <span class="waiting-words">Share</span>
                </button>
              )}
            </div>
          </div>
        );
      })}
      {OWN.has(location.hostname) && (
        <p class="muted">
          {free.length > 1 ? "These links work" : "This link works"} on this computer only. For a friend elsewhere start the program with{" "}
          <code>turnstone serve --host 0.0.0.0</code>.
        </p>
      )}
    </div>
  );
}
