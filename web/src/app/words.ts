// Sentences and figures the page says by itself; what happened on the board is told by the server.
import type { Command, Event, Move, Outcome, Seat, State, Subject, Summary } from "./messages";
import { endedMeanwhile, isStarted, looksBack, onlyBots, ownSeats, viewAt } from "./live";
import type { Now } from "./table";
import type { Reviewed } from "./think";

type Named = Pick<Seat, "name" | "player" | "kind" | "yours">;

/** Who sits there; two of one name by their seats as well. */
export function playerName(seats: readonly Named[], index: number): string {
  const { player, name } = seats[index]!;
  const twin = player && seats.some((other, at) => at !== index && other.player === player);
  return twin ? `${player} (${name})` : cardName(seats, index);
}

/** The same beside the name of the seat: as a person at the table would say it, a friend unless that could be two. */
export function cardName(seats: readonly Named[], index: number): string {
  const seat = seats[index]!;
  const nameless = seats.filter(({ player, yours, kind }) => !player && !yours && kind !== "bot");
  if (nameless.length === 1 && nameless[0] === seat && seats.some(({ yours }) => yours)) return "A friend";
  return seat.player || seat.name;
}

/** The line above the actions: what is going on, in the position that is shown. */
export function status(now: Now): string {
  const { state, shown, playing } = now;
  if (playing) return plays(state, playing);
  if (endedMeanwhile(now)) return `${resultTitle(state)}.`;
  if (looksBack(now)) return "Looking back.";
  const { turn, outcome } = viewAt(state, shown);
  if (outcome) return outcome.text;
  if (!isStarted(state)) {
    const free = state.seats.filter(({ taken }) => !taken).length;
    return ownSeats(state).length ? `${waitingFor(free)}.` : "Waiting for the players.";
  }
  const last = state.moves[shown - 1];
  // A pass is news: the server's sentence also says who goes again.
  if (last?.steps.some((step) => "passed" in step)) return last.text;
  const again = last?.seat === turn && state.variant.family === "mancala";
  const seat = state.seats[turn]!;
  if (now.caughtUp && seat.yours && ownSeats(state).length === 1) return again ? "Again your move." : "Your move.";
  if (seat.yours) return again ? `Again ${seat.name}'s move.` : `${seat.name} to move.`;
  const name = playerName(state.seats, turn);
  if (now.caughtUp && now.thinking === turn && !onlyBots(state)) return `${name} is thinking.`;
  return again ? `${name} moves again.` : `${name} to move.`;
}

function waitingFor(friends: number): string {
  return `Waiting for your ${plural(friends, "friend")}`;
}

/** What a game in a list waits for, without a full stop: "Your move". */
export function awaited({ seats, turn, waiting }: Pick<Summary, "seats" | "turn" | "waiting">): string {
  if (waiting) return waitingFor(waiting);
  const seat = seats[turn]!;
  return seat.yours ? "Your move" : `${seat.name} to move`;
}

/** A move in a sentence: "d3", "house 5", for a bare number would be taken for a count. */
export function named(move: string): string {
  return /^\d+$/.test(move) ? `house ${move}` : move;
}

// The move that runs on the board.
function plays(state: State, { move, seat, steps, text }: Move): string {
  if (steps.some((step) => "passed" in step || "swapped" in step)) return text;
  const { yours, name } = state.seats[seat]!;
  const what = named(move);
  if (yours) return ownSeats(state).length === 1 ? `You play ${what}.` : `${name} plays ${what}.`;
  return `${playerName(state.seats, seat)} plays ${what}.`;
}

/** The window's title: whose move it is once the board shows it, and the result once that is told. */
export function windowTitle(now: Now): string {
  const { state } = now;
  const { title } = state.variant;
  if (now.over) return `${state.view.outcome!.text} ${title}`;
  const own = ownSeats(state);
  if (!own.length) return gameTitle(state);
  if (now.caughtUp && isStarted(state) && own.includes(state.view.turn)) return `Your move: ${title}`;
  const others = [...state.seats.keys()].filter((seat) => !own.includes(seat));
  return others.length ? `${title} against ${others.map((seat) => playerName(state.seats, seat)).join(", ")}` : title;
}

/** "You won 36-28." from the view of whoever looks; the server's sentence when they only watch. */
export function resultTitle(state: State): string {
  const { outcome } = state.view;
  if (!outcome) return "";
  const own = ownSeats(state);
  if (outcome.winner === null) {
    const best = outcome.ranks.filter((rank) => rank === 1).length;
    if (best === state.seats.length || state.seats.length === 2) return "A draw";
    return "A shared first place";
  }
  if (own.length === 1) return own[0] === outcome.winner ? "You won" : placed(outcome.ranks, own[0]!);
  return `${state.seats[outcome.winner]!.name} won`;
}

// Of two the other lost; of more, one is not the last for not being the first.
function placed(ranks: readonly number[], seat: number): string {
  if (ranks.length === 2) return "You lost";
  const rank = ranks[seat]!;
  if (ranks.filter((each) => each === rank).length > 1) return `You share ${PLACES[rank]} place`;
  return `You came ${rank === ranks.length ? "last" : PLACES[rank]}`;
}

const PLACES: Record<number, string> = { 2: "second", 3: "third" };

/** 36-28 of two: the looker's figure first when they hold one seat, else the winner's. */
export function score({ scores, winner }: Pick<Outcome, "scores" | "winner">, own: number[]): string {
  const first = own.length === 1 ? own[0]! : (winner ?? 0);
  return `${scores[first]}-${scores[1 - first]}`;
}

const ASKED: Record<Subject, string> = { draw: "offers a draw.", "take-back": "would like to take a move back." };
const MADE: Record<Subject, string> = { draw: "You offered a draw.", "take-back": "You asked to take a move back." };

/** What an offer looks like to whoever made it, and what follows the name of somebody else. */
export function offered(subject: Subject, own: boolean): string {
  return (own ? MADE : ASKED)[subject];
}

const AGREED: Record<Subject, string> = { draw: "agreed to a draw.", "take-back": "agreed to take a move back." };

/** What whoever has agreed reads while others have not. */
export function agreed(subject: Subject): string {
  return `You ${AGREED[subject]}`;
}

/** What happened at the table, for those who do not see it; moves and results are told apart. */
export function news(before: State, event: Event): string | null {
  const { seats, offers } = before;
  const shared = ownSeats(before).length > 1;
  switch (event.type) {
    case "took-back":
      return takenBack(before.moves.slice(before.moves.length - event.plies));
    case "joined":
      return `${event.player || seats[event.seat]!.name} has joined.`;
    case "offered":
      if (offers.some(({ subject }) => subject === event.subject)) {
        return seats[event.seat]!.yours && !shared
          ? agreed(event.subject)
          : `${playerName(seats, event.seat)} ${AGREED[event.subject]}`;
      }
      if (seats[event.seat]!.yours && !shared) return offered(event.subject, true);
      return `${playerName(seats, event.seat)} ${offered(event.subject, false)}`;
    case "declined":
      return seats[event.seat]!.yours && !shared ? null : declined(seats, event.seat, event.subject);
    case "rematch-offered":
      return seats[event.seat]!.yours ? null : `${playerName(seats, event.seat)} would like a rematch.`;
    default:
      return null;
  }
}

/** "d3 and e3 were taken back.", "Houses 5 and 7 were taken back." */
function takenBack(moves: readonly Move[]): string {
  const made = moves.filter(({ steps }) => !steps.some((step) => "passed" in step));
  if (made.length > 4) return `${made.length} moves were taken back.`;
  const [first] = made;
  if (made.length === 1) return `${capitalHouse(named(first!.move))} was taken back.`;
  const houses = made.every(({ move }) => named(move) !== move);
  return `${houses ? "Houses " : ""}${list(made.map(({ move }) => (houses ? move : named(move))))} were taken back.`;
}

/** "12 moves were made meanwhile." of those that were not shown one by one. */
export function leftOut(moves: number): string {
  return moves ? `${count(moves, "move")} ${moves === 1 ? "was" : "were"} made meanwhile.` : "";
}

/** "Ann declined the draw." */
function declined(seats: readonly Named[], seat: number, subject: Subject): string {
  return `${playerName(seats, seat)} declined ${subject === "draw" ? "the draw" : "to take a move back"}.`;
}

const MEANT: Record<Exclude<Command["type"], "play">, string> = {
  resign: "Your resignation",
  offer: "Your offer",
  decline: "Your answer",
  "take-back": "Taking back",
  redo: "Playing it again",
  rematch: "Your wish for a rematch",
};

/** "d3 was kept, and has been sent now." */
export function resumed(command: Command): string {
  return `${meant(command)} was kept, and has been sent now.`;
}

/** "d3 was kept, but the game has gone on." */
export function overtaken(command: Command): string {
  return `${meant(command)} was kept, but the game has gone on.`;
}

function meant(command: Command): string {
  return command.type === "play" ? capitalHouse(named(command.move)) : MEANT[command.type];
}

// At the head of a sentence a house has a capital, a square keeps its small letter.
export function capitalHouse(name: string): string {
  return name.startsWith("house") ? capital(name) : name;
}

/** 4:05, or 9.3 when every tenth counts. */
export function clock(seconds: number): string {
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** "5 min", "3 min + 2 s": a clock as a choice. */
export function clockTitle(spec: string | null): string {
  if (!spec) return "No clock";
  const [main, increment] = spec.split("+").map(Number);
  const minutes = (main ?? 0) / 60;
  const base = minutes >= 1 ? `${minutes} min` : `${main} s`;
  return increment ? `${base} + ${increment} s` : base;
}

export function ago(when: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(when)) / 1000);
  if (Number.isNaN(seconds)) return "";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return count(Math.floor(seconds / 60), "minute") + " ago";
  if (seconds < 86400) return count(Math.floor(seconds / 3600), "hour") + " ago";
  if (seconds < 86400 * 7) return count(Math.floor(seconds / 86400), "day") + " ago";
  return date(when);
}

/** "31 Jan 2026", as the reader's language writes it. */
export function date(when: string): string {
  return new Date(when).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
}

export function count(number: number, noun: string): string {
  return `${number} ${plural(number, noun)}`;
}

function plural(number: number, noun: string): string {
  return number === 1 ? noun : `${noun}s`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A margin or a value with its sign, as in "+4", "−2" and "0". */
export function signed(value: number): string {
  const tenths = rounded(value);
  const text = String(Math.abs(tenths));
  return tenths > 0 ? `+${text}` : tenths < 0 ? `−${text}` : text;
}

// The same distance from nought on either side.
function rounded(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10;
}

/** "+0.8 discs": a value with what it counts. */
export function units(unit: string, value: number): string {
  return `${signed(value)} ${plural(Math.abs(rounded(value)), unit)}`;
}

/** What such a value means, in a sentence. */
export function expectation(unit: string, value: number, exact: boolean, others = 1): string {
  const margin = rounded(value);
  const [stand, of] = margin > 0 ? ["ahead", " of"] : margin < 0 ? ["behind", ""] : ["level", " with"];
  const far = margin ? `${count(Math.abs(margin), unit)} ` : "";
  const end = `${far}${stand}${others > 1 ? `${of} the best of the others` : ""}`;
  return exact ? `With best play of all you end ${end}.` : `The engine expects you to end ${end}.`;
}

/** What a list says about a game: its own title, or who plays. */
export function gameTitle(game: Pick<Summary, "title" | "variant" | "seats">): string {
  if (game.title) return game.title;
  const alone = game.seats.filter(({ yours }) => yours).length === 1;
  const names = game.seats.map(({ yours, player }, seat) => (alone && yours && !player ? "You" : playerName(game.seats, seat)));
  return `${game.variant.title}: ${list(names)}`;
}

function list(names: string[]): string {
  if (names.length < 3) return names.join(" and ");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** "cost 12 discs", or "about 12 discs" of an estimate; what surely turned a win into a loss "swung the
 *  result by 12 discs". */
export function cost(
  unit: string,
  { score, played, cost, cost_exact: sure }: Pick<Reviewed, "score" | "played" | "cost" | "cost_exact">,
): string {
  const lost = count(Math.round(cost ?? 0), unit);
  if (!sure) return `cost about ${lost}`;
  return score > 0 && played !== null && played < 0 ? `swung the result by ${lost}` : `cost ${lost}`;
}

/** "The turning point was move 41: g7 cost 12 discs."; among more than two also whose move it was. */
export function turningPoint({ variant, seats }: Pick<State, "variant" | "seats">, move: Move, reviewed: Reviewed): string {
  const whose = seats.length > 2 ? ` of ${playerName(seats, move.seat)}` : "";
  return `The turning point was move ${reviewed.ply + 1}${whose}: ${named(move.move)} ${cost(variant.unit, reviewed)}.`;
}
