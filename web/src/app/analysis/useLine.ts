// A line of moves on the analysis board: where it began, the moves, and which of them one looks at.
// Every position comes from the server.
import { useEffect, useState } from "preact/hooks";
import { rewrite, to } from "../router";
import { useOnline } from "../use";
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
  /** What was asked for last; `place` again once the server has answered. */
  wanted: Place;
  /** The whole line, and the position looked at; null until the server has answered. */
  whole: Line | null;
  here: Line | null;
  /** The move that was asked for and not answered yet. */
  pending: string | null;
  busy: boolean;
  error: Error | null;
  again(): void;
  /** Back to what the server has answered. */
  cancel(): void;
  go(ply: number): void;
  play(move: string): void;
  set(place: Place): void;
}

export function useLine(first: Place): LineState {
  const [wanted, setWanted] = useState(first);
  const [answer, setAnswer] = useState<{ whole: Line; here: Line; of: Place } | null>(null);
  const [failure, setFailure] = useState<{ error: Error; of: Place } | null>(null);
  const [round, setRound] = useState(0);
  const place = answer?.of ?? wanted;
  const error = failure?.of === wanted ? failure.error : null;
  useEffect(() => {
    if (answer?.of === wanted) return;
    let current = true;
    const { spec, start, moves, ply } = wanted;
    const whole = api.line(spec, start, [...moves]);
    const here = ply === moves.length ? whole : api.line(spec, start, moves.slice(0, ply));
    Promise.all([whole, here]).then(
      ([whole, here]) => {
        if (!current) return;
        setAnswer({ whole, here, of: wanted });
        setFailure(null);
        rewrite(to.spot({ ...wanted, position: wanted.start }));
      },
      (error: Error) => current && setFailure({ error, of: wanted }),
    );
    return () => {
      current = false;
    };
  }, [wanted, round]);
  const again = () => setRound(round + 1);
  useOnline(error, again);
  const ahead = wanted !== place && !error && wanted.ply === place.ply + 1;
  return {
    place,
    wanted,
    whole: answer?.whole ?? null,
    here: answer?.here ?? null,
    pending: ahead ? (wanted.moves[place.ply] ?? null) : null,
    busy: answer?.of !== wanted && !error,
    error,
    again,
    cancel: () => setWanted(place),
    // One goes on from what stands on the board, whatever was asked for and has not come.
    go: (ply) => setWanted({ ...place, ply: Math.max(0, Math.min(ply, place.moves.length)) }),
    play: (move) =>
      setWanted(
        place.moves[place.ply] === move
          ? { ...place, ply: place.ply + 1 }
          : { ...place, game: null, moves: [...place.moves.slice(0, place.ply), move], ply: place.ply + 1 },
      ),
    set: setWanted,
  };
}
