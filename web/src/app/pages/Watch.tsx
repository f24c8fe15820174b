// Bot against bot: choose a game and who plays, then watch at any speed.
import { useEffect, useRef, useState } from "preact/hooks";
import { note } from "../memory";
import { Busy, Trouble } from "../parts/Note";
import { Picture } from "../parts/Picture";
import { Opponents, usualBot } from "../parts/SetupForm";
import { go, to } from "../router";
import { SHELF } from "../setup";
import { useAsk } from "../use";
import { Wish } from "../wish";
import { type NewGame, api, freshKey } from "../wire";

export function Watch() {
  const variants = useAsk(api.variants, []);
  const [game, setGame] = useState("othello");
  const [chosen, setChosen] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const wish = useRef(new Wish<NewGame>());
  const variant = variants.value?.find((each) => each.name === game);
  const bots = useAsk(() => api.bots(game), [game]);
  useEffect(() => {
    if (!variant || !bots.value) return;
    const known = new Set(bots.value.map((bot) => bot.bot));
    const list = bots.value;
    setChosen((before) =>
      variant.seats.map((_, seat) => {
        const kept = before[seat];
        return kept && known.has(kept) ? kept : seat ? (list.at(-3)?.bot ?? usualBot(list)) : usualBot(list);
      }),
    );
  }, [variant, bots.value]);
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      const wanted = (): NewGame => ({
        key: freshKey(),
        variant: game,
        seats: chosen.map((bot) => ({ kind: "bot", bot })),
        clock: null,
      });
      const state = await wish.current.ask([game, chosen], wanted, api.create);
      note(state.game, { at: 0 });
      go(to.game(state.game));
    } catch (refusal) {
      setError((refusal as Error).message);
      setBusy(false);
    }
  };
  return (
    <div class="page">
      <h1 tabIndex={-1}>Watch</h1>
      <p class="lead">Birds play each other; you set the pace, pause, and step through.</p>
      {variants.error && <Trouble error={variants.error} again={variants.again} />}
      <Busy busy={variants.busy} what="Setting the boards out." />
      {variant && (
        <form
          class="watch"
          onSubmit={(event) => {
            event.preventDefault();
            void start();
          }}
        >
          <div class="watch-game">
            <label class="field">
              Game
              <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
                {SHELF.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <Picture variant={variant} board={variant.start.board} />
            {error && (
              <p class="problem" role="alert">
                {error}
              </p>
            )}
            <button type="submit" class="primary large" disabled={busy || !chosen.length}>
              Watch
            </button>
          </div>
          <div class="watch-bots">
            {variant.seats.map((name, seat) => (
              <Opponents
                key={`${game} ${seat}`}
                legend={name}
                people={false}
                bots={bots.value ?? []}
                value={chosen[seat] ?? ""}
                onChange={(bot) => setChosen((before) => before.map((each, index) => (index === seat ? bot : each)))}
              />
            ))}
          </div>
        </form>
      )}
    </div>
  );
}
