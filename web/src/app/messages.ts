// What the server says about games, as docs/protocol.md writes it; the parts a board draws
// (views, steps, variants) are the board's own types.
import type { Cells, LegalMove, Outcome, Step, Variant as Board, View } from "../board/types";

export type { Outcome } from "../board/types";

/** A rule set also has the short name it is listed under. */
export interface Variant extends Board {
  name: string;
  /** The named game it is a form of, and what was chosen about its board. */
  game: string | null;
  options: Readonly<Record<string, number | string>>;
}

export interface Seat {
  name: string;
  player: string;
  kind: "here" | "link" | "bot";
  bot: string | null;
  taken: boolean;
  yours: boolean;
  link: string | null;
}

export interface Move {
  move: string;
  seat: number;
  steps: Step[];
  text: string;
  position: string;
  board: Cells;
  scores: readonly number[];
  seconds: number | null;
}

export interface Clock {
  seconds: number;
  increment: number;
  left: number[];
  running: number | null;
}

export type Subject = "draw" | "take-back";

export interface Offer {
  subject: Subject;
  seat: number;
}

export interface State {
  type: "state";
  protocol: number;
  game: string;
  seq: number;
  variant: Variant;
  title: string;
  created: string;
  updated: string;
  seats: Seat[];
  free_undo: boolean;
  start: View;
  moves: Move[];
  /** The seats that have a move to take back. */
  undo: number[];
  redo: number;
  view: View;
  clock: Clock | null;
  offers: Offer[];
  rematch: string | null;
  rematch_offers: number[];
  mine: boolean;
  /** Its moves alone tell the game. */
  usual_start: boolean;
  /** The score table takes its result. */
  counts: boolean;
}

export interface Summary {
  game: string;
  title: string;
  variant: Variant;
  seats: Pick<Seat, "name" | "player" | "kind" | "bot" | "yours">[];
  /** How many seats are still free. */
  waiting: number;
  turn: number;
  outcome: Outcome | null;
  plies: number;
  board: Cells;
  updated: string;
}

// A game in a list that cannot be read any more.
export interface DamagedGame {
  game: string;
  title: string;
}

// What every event carries besides its own fields: the view after it.
export interface After {
  seq: number;
  position: string;
  board: Cells;
  scores: readonly number[];
  turn: number;
  legal: readonly LegalMove[];
  outcome: Outcome | null;
  clock: Clock | null;
  offers: Offer[];
  undo: number[];
  redo: number;
}

export type Event = After &
  (
    | { type: "started" }
    | {
        type: "moved";
        seat: number;
        move: string;
        steps: Step[];
        text: string;
        seconds: number | null;
      }
    | { type: "took-back"; plies: number }
    | { type: "redone"; plies: number; moves: Move[] }
    | { type: "offered" | "declined"; seat: number; subject: Subject }
    | { type: "ended"; seat: number | null; reason: string }
    | { type: "joined"; seat: number; player: string }
    | { type: "rematch-offered"; seat: number }
    | { type: "rematched"; game: string }
  );

export type Command =
  | { type: "play"; seat: number; move: string }
  | { type: "resign"; seat: number }
  | { type: "offer" | "decline"; seat: number; subject: Subject }
  | { type: "take-back"; seat: number }
  | { type: "redo"; seat: number }
  | { type: "rematch"; seat: number };

export type Keyed = Command & { key: string; seq: number };

export type Answer =
  | { type: "done"; key: string; seq: number }
  | { type: "refused"; key: string; code: string; message: string; state: State | null };

export type Notice =
  | { type: "thinking"; seat: number; clock: State["clock"] }
  | { type: "present"; seats: boolean[] }
  | { type: "pong"; key: string }
  | { type: "closing" };

export type Message = State | Event | Answer | Notice;

const EVENTS = new Set([
  "started",
  "moved",
  "took-back",
  "redone",
  "offered",
  "declined",
  "ended",
  "joined",
  "rematch-offered",
  "rematched",
]);

export function isEvent(message: Message): message is Event {
  return EVENTS.has(message.type);
}
