// Creating the game that was chosen and going there; until the server has answered it can be given up.
import { useRef, useState } from "preact/hooks";
import { note } from "./memory";
import { go, to } from "./router";
import { settings } from "./settings";
import { type Setup, forgetStart, remember, request } from "./setup";
import { Wish } from "./wish";
import { type Listed, type NewGame, api } from "./wire";

export interface Start {
  busy: boolean;
  error: string | null;
  start(): void;
  cancel(): void;
}

export function useStart(setup: Setup, variant: Listed, after: () => void = () => {}): Start {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(0);
  const wish = useRef(new Wish<NewGame>());
  const start = async () => {
    const mine = (latest.current += 1);
    setBusy(true);
    setError(null);
    try {
      remember(setup);
      const name = settings().name.trim();
      const wanted = () => request(setup, variant.seats.length, name);
      const state = await wish.current.ask([setup, name], wanted, api.create);
      if (mine !== latest.current) {
        await api.remove(state.game);
        return;
      }
      note(state.game, { hints: setup.hints });
      forgetStart();
      after();
      go(to.game(state.game));
    } catch (refusal) {
      if (mine !== latest.current) return;
      setError((refusal as Error).message);
      setBusy(false);
    }
  };
  const cancel = () => {
    latest.current += 1;
    setBusy(false);
  };
  return { start: () => void start(), cancel, busy, error };
}
