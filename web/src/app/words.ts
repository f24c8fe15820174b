// Sentences and figures the page says by itself; what happened on the board is told by the server.
import type { Move, State, Subject, Summary } from "./messages";
import { isStarted, onlyBots, ownSeats } from "./live";

/** Who sits there, as a person would say it. */
export function playerName(seat: { name: string; player: string; kind: string; yours: boolean }): string {
  return seat.player || (seat.yours ? seat.name : seat.kind === "link" ? "A friend" : seat.name);
}

export interface Moment {
  /** Looking at an earlier position. */
  back: boolean;
  thinking: number | null;
  /** The move shown last; with the same seat to move, that seat goes again. */
  last: Pick<Move, "seat" | "steps" | "text"> | null;
}

/** The line above the actions: what is going on. */
export function status(state: State, moment: Moment): string {
  if (moment.back) return "Looking back.";
  const { outcome } = state.view;
  if (outcome) return outcome.text;
  if (!isStarted(state)) return "Waiting for your friend.";
  const turn = state.view.turn;
  const seat = state.seats[turn]!;
  // A pass is news: the server's sentence also says who goes again.
  if (moment.last?.steps.some((step) => "passed" in step)) return moment.last.text;
  const again = moment.last?.seat === turn && state.variant.family === "mancala";
  if (seat.yours && ownSeats(state).length === 1) return again ? "Again your move." : "Your move.";
  if (seat.yours) return again ? `Again ${seat.name}’s move.` : `${seat.name} to move.`;
  const name = playerName(seat);
  if (moment.thinking === turn && !onlyBots(state)) return `${name} is thinking.`;
  return again ? `${name} moves again.` : `${name} to move.`;
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
  if (own.length === 1) return own[0] === outcome.winner ? "You won" : "You lost";
  return `${state.seats[outcome.winner]!.name} won`;
}

/** 36-28, the looker's figure first when they hold one seat. */
export function score(scores: readonly number[], own: number[]): string {
  if (own.length !== 1 || scores.length !== 2) return scores.join("-");
  const mine = own[0]!;
  return `${scores[mine]}-${scores[1 - mine]}`;
}

/** "Ann declined the draw." */
export function declined(seat: Parameters<typeof playerName>[0], subject: Subject): string {
  return `${playerName(seat)} declined ${subject === "draw" ? "the draw" : "to take a move back"}.`;
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
  return new Date(when).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A margin or a value with its sign, as in "+4", "−2" and "0". */
export function signed(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  const text = Number.isInteger(rounded) ? String(Math.abs(rounded)) : Math.abs(rounded).toFixed(1);
  return rounded > 0 ? `+${text}` : rounded < 0 ? `−${text}` : text;
}

function unit(family: string, number: number): string {
  return count(number, family === "reversi" ? "disc" : "seed");
}

/** What a list says about a game: its own title, or who plays. */
export function gameTitle(game: Pick<Summary, "title" | "variant" | "seats">): string {
  if (game.title) return game.title;
  const names = game.seats.map(playerName);
  return `${game.variant.title}: ${list(names)}`;
}

function list(names: string[]): string {
  if (names.length < 3) return names.join(" and ");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** "The turning point was move 41: g7 cost 12 discs." */
export function turningPoint(family: string, ply: number, move: string, cost: number): string {
  return `The turning point was move ${ply}: ${move} cost ${unit(family, Math.round(cost))}.`;
}
