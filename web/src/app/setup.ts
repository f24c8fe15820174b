// What somebody wants to play, from the choices on the home page to the request for a game.
import type { Variant } from "./messages";
import { type NewGame, type NewSeat, type Start, freshKey } from "./wire";

/** What was changed about the board of a rule set; null leaves it as it is. */
export interface BoardChoice {
  size: number | null;
  houses: number | null;
  seeds: number | null;
  /** Another way the first discs lie. */
  discs: string | null;
  /** Rules that were added, by their options. */
  switches: readonly string[];
}

export const AS_IT_IS: BoardChoice = { size: null, houses: null, seeds: null, discs: null, switches: [] };

export interface GameChoice extends BoardChoice {
  /** A rule set's name. */
  game: string;
}

export interface Setup extends GameChoice {
  /** "here", "link", or a bot's spec. */
  opponent: string;
  /** At a table of three or four those who are not like the opponent, by their places after one's own. */
  others: Readonly<Record<number, string>>;
  /** The seat one takes; -1 lets chance decide. */
  side: number;
  clock: string;
  hints: boolean;
  start: "usual" | "random" | "pasted";
  text: string;
}

export const USUAL: Setup = {
  game: "othello",
  ...AS_IT_IS,
  opponent: "",
  others: {},
  side: 0,
  clock: "",
  hints: true,
  start: "usual",
  text: "",
};

export const CLOCKS = ["", "60", "180+2", "300", "600+5", "1800"];

/** The games in the order the home page shows them, with names short enough for a card, and what tells each from
 *  the others that look like it. */
export const SHELF: { name: string; label: string; line: string }[] = [
  { name: "othello", label: "Othello", line: "Own the most" },
  { name: "small", label: "Reversi 4×4", line: "Over in a minute" },
  { name: "large", label: "Reversi 6×6", line: "A short game" },
  { name: "reversi-10", label: "Reversi 10×10", line: "A long game" },
  { name: "anti-othello", label: "Anti-Othello", line: "Own the fewest" },
  { name: "octagon", label: "Octagon", line: "Corners cut off" },
  { name: "three-colour", label: "Three colours", line: "Two others to beat" },
  { name: "four-colour", label: "Four colours", line: "Three others to beat" },
  { name: "relay", label: "Relay Mancala", line: "Lift, and sow on" },
  { name: "kalah", label: "Kalah", line: "Take what lies opposite" },
  { name: "avalanche", label: "Avalanche", line: "Sow on, go again" },
  { name: "oware", label: "Oware", line: "Catch twos and threes" },
];

const NORMAL = { start: "usual", discs: null, text: "" } as const;
const PLIES = 6;
const PLACE = "turnstone.setup";

export function specOf(setup: GameChoice): string {
  const { size, houses, seeds, discs: start, switches } = setup;
  const changed = Object.entries({ size, houses, seeds, start }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}`],
  );
  const options = [...changed, ...switches.map((option) => `${option}=yes`)];
  return options.length ? `${setup.game}:${options.join(",")}` : setup.game;
}

/** What was chosen to make a rule set; null when nothing on the shelf becomes it. */
export function choiceOf({ game, options }: Variant): GameChoice | null {
  if (game === null) return null;
  const number = (name: string) => (typeof options[name] === "number" ? options[name] : null);
  return {
    game,
    size: number("size"),
    houses: number("houses"),
    seeds: number("seeds"),
    discs: typeof options.start === "string" ? options.start : null,
    switches: Object.keys(options).filter((name) => options[name] === "yes"),
  };
}

/** Who else sits there, in the order of play after oneself. */
export function opponents({ opponent, others }: Setup, seats: number): string[] {
  if (seats === 2) return [opponent];
  return Array.from({ length: seats - 1 }, (_, place) => others[place] ?? opponent);
}

/** The request for a game. */
export function request(setup: Setup, seats: number, name: string): NewGame {
  const chance = Math.floor(Math.random() * seats);
  const own = setup.side < 0 ? chance : Math.min(setup.side, seats - 1);
  const others = opponents(setup, seats);
  const start = startOf(setup);
  return {
    key: freshKey(),
    variant: specOf(setup),
    seats: Array.from({ length: seats }, (_, seat) =>
      seat === own ? { kind: "here", ...(name ? { name } : {}) } : seated(others[(seat - own - 1 + seats) % seats]!),
    ),
    clock: setup.clock || null,
    ...(start ? { start } : {}),
  };
}

function seated(player: string): NewSeat {
  return player === "here" || player === "link" ? { kind: player } : { kind: "bot", bot: player };
}

function startOf(setup: Setup): Start | null {
  if (setup.start === "usual") return null;
  if (setup.start === "random") {
    return { opening: { plies: PLIES, seed: crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1 } };
  }
  return { text: setup.text };
}

/** The last choices; how a game starts only until one has begun, and only in its tab. */
export function remembered(): Setup {
  try {
    const kept = read(localStorage);
    return { ...USUAL, ...kept, ...NORMAL, ...read(sessionStorage) };
  } catch {
    return USUAL;
  }
}

export function remember(setup: Setup): void {
  const { start, discs, text, ...lasting } = setup;
  try {
    localStorage.setItem(PLACE, JSON.stringify(lasting));
    sessionStorage.setItem(PLACE, JSON.stringify({ start, discs, text }));
  } catch {
    // Without storage the next visit starts from the usual choices.
  }
}

/** A game has begun as was wished: the next one starts as usual. */
export function forgetStart(): void {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // It was not kept either.
  }
}

function read(storage: Storage): Partial<Setup> {
  return JSON.parse(storage.getItem(PLACE) ?? "{}") as Partial<Setup>;
}
