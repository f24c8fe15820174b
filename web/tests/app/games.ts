// Small games as the server would send them, for tests of the page's own bookkeeping.
import type { Event, Move, State } from "../../src/app/messages";

export function state(part: Partial<State> = {}): State {
  const view = {
    position: "start X",
    board: "-OX--XO-",
    scores: [2, 2],
    turn: 0,
    legal: [{ move: "a1", flips: ["b1"] }],
    outcome: null,
  };
  return {
    type: "state",
    protocol: 1,
    game: "g1",
    seq: 0,
    variant: { spec: "small", title: "Small", family: "reversi", unit: "disc", seats: ["Black", "White"], size: 4, colours: 2, goal: "most", discs: { X: "Black", O: "White" } },
    title: "",
    created: "2026-01-31T12:00:00Z",
    updated: "2026-01-31T12:00:00Z",
    seats: [seat("Black", { player: "Ann", yours: true }), seat("White", { player: "Pip", kind: "bot", bot: "random" })],
    free_undo: true,
    start: view,
    moves: [],
    undo: [],
    redo: 0,
    view,
    clock: null,
    offers: [],
    rematch: null,
    rematch_offers: [],
    mine: true,
    ...part,
  } as State;
}

export function seat(name: string, part: Partial<State["seats"][0]> = {}): State["seats"][0] {
  return { name, player: "", kind: "here", bot: null, taken: true, yours: false, link: null, ...part };
}

export function move(text: string, by: number, part: Partial<Move> = {}): Move {
  return {
    move: text,
    seat: by,
    steps: [{ placed: text, seat: by }],
    text: `${by ? "White" : "Black"} plays ${text}.`,
    position: `after ${text}`,
    board: `board ${text}`,
    scores: [3, 1],
    seconds: 1,
    ...part,
  };
}

export function moved(seq: number, played: Move, part: Partial<Event> = {}): Event {
  return { type: "moved", seq, ...played, ...after(1 - played.seat), ...part, position: played.position, board: played.board, scores: played.scores } as Event;
}

export function after(turn: number): object {
  return {
    position: "somewhere",
    board: "--------",
    scores: [3, 3],
    turn,
    legal: [],
    outcome: null,
    clock: null,
    offers: [],
    undo: [],
    redo: 0,
  };
}

export const WON = {
  reason: "no moves",
  on_board: true,
  scores: [9, 3],
  official: [13, 3],
  margins: [10, -10],
  ranks: [1, 2],
  winner: 0,
  text: "Black wins 9-3.",
  official_text: null,
};
