// The home page: unfinished games first, then games as pictures, and a table to sit down at.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Variant } from "../messages";
import { Busy, Trouble } from "../parts/Note";
import { Link } from "../parts/Link";
import { Picture } from "../parts/Picture";
import { SetupForm } from "../parts/SetupForm";
import { useChosenInSight } from "../parts/useChosenInSight";
import { rewrite, to } from "../router";
import { AS_IT_IS, SHELF, type Setup, remember, remembered } from "../setup";
import { useAsk } from "../use";
import { type Chosen, useChosen } from "../useChosen";
import { useStart } from "../useStart";
import { type Listed, api } from "../wire";
import { Unfinished } from "./Unfinished";

export function Home() {
  const variants = useAsk(api.variants, []);
  const [wanted, setWanted] = useState(asked);
  // Kept apart from the choices: these turn to a game that there is.
  const [named, setNamed] = useState(wanted.game);
  const listed = variants.value;
  const known = listed?.some((each) => each.name === named);
  const setup = listed ? among(listed, wanted) : wanted;
  const variant = listed?.find((each) => each.name === setup.game);
  const chosen = useChosen(setup, variant);
  const arrived = useRef(wanted);
  const choose = (part: Partial<Setup>) =>
    setWanted((before) => ({ ...(listed ? among(listed, before) : before), ...part }));
  // Before the next paint: who reloads right after a click comes back to what was clicked.
  useLayoutEffect(() => {
    if (wanted !== arrived.current) remember(wanted);
  }, [wanted]);
  return (
    <div class="home">
      <Unfinished />
      <div class="home-table">
        <section class="shelf" aria-labelledby="shelf">
          <h1 id="shelf" tabIndex={-1}>
            Play
          </h1>
          {listed && !known && (
            <p class="problem" role="alert">
              There is no game called “{named}”. Here are those there are.
            </p>
          )}
          {variants.error && <Trouble error={variants.error} again={variants.again} />}
          <Busy busy={variants.busy} what="Setting the boards out." />
          {listed && <p class="shelf-count muted">{SHELF.length} games; swipe for more.</p>}
          {listed && variant && chosen && (
            <Shelf
              listed={listed}
              game={variant.name}
              chosen={chosen}
              onChoose={(game) => {
                setNamed(game);
                rewrite(to.home()); // a reload comes back to this game, not to the one in the address
                choose({ game, ...AS_IT_IS, others: {}, side: 0 });
              }}
            />
          )}
        </section>
        {variant && chosen && <NewGame setup={setup} variant={variant} chosen={chosen.variant} onChange={choose} />}
      </div>
    </div>
  );
}

/** The last choices; or the usual ones of the game that the address names. */
function asked(): Setup {
  const game = new URLSearchParams(location.search).get("game");
  const kept = remembered();
  return game && game !== kept.game ? { ...kept, game, ...AS_IT_IS, others: {}, side: 0 } : kept;
}

/** The choices for a game that there is: the first, if it was none of these. */
function among(listed: Listed[], wanted: Setup): Setup {
  if (listed.some((each) => each.name === wanted.game) || !listed[0]) return wanted;
  return { ...wanted, game: listed[0].name, ...AS_IT_IS };
}

interface ShelfProps {
  listed: Listed[];
  game: string;
  /** What its card shows: another board, once one was chosen. */
  chosen: Chosen;
  onChoose(game: string): void;
}

function Shelf({ listed, game, chosen, onChoose }: ShelfProps) {
  const byName = new Map(listed.map((each) => [each.name, each]));
  const row = useChosenInSight<HTMLDivElement>([game]);
  return (
    <div class="shelf-games" role="radiogroup" aria-label="Game" ref={row}>
      {SHELF.map(({ name, label, line }) => {
        const variant = byName.get(name);
        if (!variant) return null;
        const other = name === game && chosen.variant.spec !== variant.spec ? chosen : null;
        return (
          <label key={name} class="shelf-game">
            <input
              type="radio"
              name="game"
              value={name}
              checked={name === game}
              onChange={() => onChoose(name)}
            />
            <span class="shelf-card">
              <Picture variant={other?.variant ?? variant} board={other?.board ?? variant.start.board} />
              <span class="shelf-name">{other?.variant.title ?? label}</span>
              <small class="shelf-line">{other ? "\u00a0" : line}</small>
            </span>
          </label>
        );
      })}
    </div>
  );
}

interface NewGameProps {
  setup: Setup;
  variant: Listed;
  /** The same with the board that was chosen. */
  chosen: Variant;
  onChange(part: Partial<Setup>): void;
}

function NewGame({ setup, variant, chosen, onChange }: NewGameProps) {
  const { start, cancel, busy, error } = useStart(setup, variant);
  return (
    <form
      class="setup"
      aria-label="New game"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <header class="setup-head">
        <h2>{chosen.title}</h2>
        <p>
          {chosen.spec === variant.spec && variant.description} <Link to={to.rules(variant.name)}>Rules</Link>
        </p>
      </header>
      <div class="setup-play">
        {error && (
          <p class="problem" role="alert">
            {error}
          </p>
        )}
        <button type="submit" class="primary large" disabled={busy || !setup.opponent}>
          Play
        </button>
        <Busy busy={busy} what="Waiting for the server to set the table." onCancel={cancel} />
      </div>
      <div class="setup-choices">
        <SetupForm setup={setup} variant={variant} onChange={onChange} />
      </div>
    </form>
  );
}
