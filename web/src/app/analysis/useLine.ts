// A line of moves on the analysis board: where it began, the moves, and which of them one looks at.
// Every position comes from the server.
import { useEffect, useState } from "preact/hooks";
import { rewrite, to } from "../router";
import { api, type Line } from "../wire";

export interface Place {
  /** The game whose moves these are; null once they are others. */
  game: string | null;
  spec: string;
  start: string | null;
  moves: readonly string[];
  ply: number;
}

export interface LineState {
  place: Place;
  /** The whole line, and the position looked at; null until the server has answered. */
  whole: Line | null;
  here: Line | null;
  error: string | null;
  go(ply: number): void;
  play(move: string): void;
  set(place: Place): void;
}

export function useLine(first: Place): LineState {
  const [place, setPlace] = useState(first);
  const [answer, setAnswer] = useState<{ whole: Line; here: Line; of: Place } | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const { spec, start, moves, ply } = place;
    const whole = api.line(spec, start, [...moves]);
    const here = ply === moves.length ? whole : api.line(spec, start, moves.slice(0, ply));
    Promise.all([whole, here]).then(
      ([whole, here]) => {
        if (!current) return;
        setAnswer({ whole, here, of: place });
        setError(null);
        rewrite(to.spot({ ...place, position: place.start }));
      },
      (refusal: Error) => {
        if (!current) return;
        setError(refusal.message);
        if (answer) setPlace(answer.of);
      },
    );
    return () => {
      current = false;
    };
  }, [place]);
  return {
    place: answer?.of ?? place,
    whole: answer?.whole ?? null,
    here: answer?.here ?? null,
    error,
    go: (ply) => setPlace((at) => ({ ...at, ply: Math.max(0, Math.min(ply, at.moves.length)) })),
    play: (move) =>
      setPlace((at) =>
        at.moves[at.ply] === move
          ? { ...at, ply: at.ply + 1 }
          : { ...at, game: null, moves: [...at.moves.slice(0, at.ply), move], ply: at.ply + 1 },
      ),
    set: setPlace,
  };
}
