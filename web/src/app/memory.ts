// Small things this browser remembers about single games: whether hints were wanted, how far a
// watched game was shown and whether it was paused there.

interface Note {
  hints?: boolean;
  at?: number;
  paused?: boolean;
}

const PLACE = "turnstone.games";
const MOST = 200;

export function recall(game: string): Note {
  return read()[game] ?? {};
}

export function note(game: string, part: Note): void {
  const { [game]: before, ...others } = read();
  const kept = Object.entries(others).slice(-MOST);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries([...kept, [game, { ...before, ...part }]])));
  } catch {
    // Nothing is lost but a convenience.
  }
}

/** What was chosen for a game holds in its rematch. */
export function carry(game: string, rematch: string): void {
  const { hints } = recall(game);
  if (hints !== undefined && recall(rematch).hints === undefined) note(rematch, { hints });
}

function read(): Record<string, Note> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, Note>) : {};
  } catch {
    return {};
  }
}
