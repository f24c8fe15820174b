// The home page: unfinished games first, then games as pictures, and a table to sit down at.
import { useState } from "preact/hooks";
import { note } from "../memory";
import { Busy, Trouble } from "../parts/Note";
import { Link } from "../parts/Link";
import { Picture } from "../parts/Picture";
import { SetupForm } from "../parts/SetupForm";
import { go, to } from "../router";
import { settings } from "../settings";
import { SHELF, type Setup, remember, remembered, request } from "../setup";
import { useAsk } from "../use";
import { type Listed, api } from "../wire";
import { Unfinished } from "./Unfinished";

export function Home() {
  const variants = useAsk(api.variants, []);
  const [setup, setSetup] = useState(asked);
  const choose = (part: Partial<Setup>) => setSetup((before) => ({ ...before, ...part }));
  const listed = variants.value;
  const variant = listed?.find((each) => each.name === setup.game) ?? listed?.[0];
  return (
    <div class="home">
      <Unfinished />
      <div class="home-table">
        <section class="shelf" aria-labelledby="shelf">
          <h1 id="shelf" tabIndex={-1}>
            Play
          </h1>
          {variants.error && <Trouble error={variants.error} again={variants.again} />}
          <Busy busy={variants.busy} what="Setting the boards out." />
          {listed && variant && (
            <Shelf
              listed={listed}
              chosen={variant.name}
              onChoose={(game) => choose({ game, size: null, houses: null, seeds: null, side: 0 })}
            />
          )}
        </section>
        {variant && <NewGame setup={setup} variant={variant} onChange={choose} />}
      </div>
    </div>
  );
}

/** The last choices; or the usual ones of the game that the address names. */
function asked(): Setup {
  const game = new URLSearchParams(location.search).get("game");
  const kept = remembered();
  return game && game !== kept.game ? { ...kept, game, size: null, houses: null, seeds: null, side: 0 } : kept;
}

interface ShelfProps {
  listed: Listed[];
  chosen: string;
  onChoose(game: string): void;
}

function Shelf({ listed, chosen, onChoose }: ShelfProps) {
  const byName = new Map(listed.map((each) => [each.name, each]));
  return (
    <div class="shelf-games" role="radiogroup" aria-label="Game">
      {SHELF.map(({ name, label }) => {
        const variant = byName.get(name);
        if (!variant) return null;
        return (
          <label key={name} class="shelf-game">
            <input
              type="radio"
              name="game"
              value={name}
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            <span class="shelf-card">
              <Picture variant={variant} board={variant.start.board} />
              <span class="shelf-name">{label}</span>
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
  onChange(part: Partial<Setup>): void;
}

function NewGame({ setup, variant, onChange }: NewGameProps) {
  const { start, busy, error } = useStart(setup, variant);
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
        <h2>{variant.title}</h2>
        <p>
          {variant.description} <Link to={to.rules(variant.name)}>Rules</Link>
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
      </div>
      <div class="setup-choices">
        <SetupForm setup={setup} variant={variant} onChange={onChange} />
      </div>
    </form>
  );
}

/** Create the game that was chosen and go there. */
export function useStart(setup: Setup, variant: Listed, after: () => void = () => {}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      remember(setup);
      const wanted = request(setup, variant.family, variant.seats.length, settings().name);
      const state = await api.create(wanted);
      note(state.game, { hints: setup.hints });
      after();
      go(to.game(state.game));
    } catch (refusal) {
      setError((refusal as Error).message);
      setBusy(false);
    }
  };
  return { start: () => void start(), busy, error };
}
