// Creating the game that was chosen and going there; until the server has answered it can be given up.
import { useRef, useState } from "preact/hooks";
import { note } from "./memory";
import { go, to } from "./router";
import { settings } from "./settings";
import { type Setup, remember, request } from "./setup";
import { type Listed, api } from "./wire";

export interface Start {
  busy: boolean;
  error: string | null;
  start(): void;
  cancel(): void;
}

export function useStart(setup: Setup, variant: Listed, after: () => void = () => {}): Start {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const wish = useRef(0);
  const start = async () => {
    const mine = (wish.current += 1);
    setBusy(true);
    setError(null);
    try {
      remember(setup);
      const state = await api.create(request(setup, variant.seats.length, settings().name));
      if (mine !== wish.current) {
        await api.remove(state.game);
        return;
      }
      note(state.game, { hints: setup.hints });
      after();
      go(to.game(state.game));
    } catch (refusal) {
      if (mine !== wish.current) return;
      setError((refusal as Error).message);
      setBusy(false);
    }
  };
  const cancel = () => {
    wish.current += 1;
    setBusy(false);
  };
  return { start: () => void start(), cancel, busy, error };
}
