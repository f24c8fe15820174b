// A game as the page knows it: the server's state with its events folded in. No rules live here;
// every board, count, legal move and result is what the server sent.
import type { View } from "../board/types";
import type { After, Event, Move, State } from "./messages";

/** The state after an event; null when an event in between is missing and the state must be asked for anew. */
export function fold(state: State, event: Event): State | null {
  if (event.seq <= state.seq) return state;
  if (event.seq > state.seq + 1) return null;
  const next: State = {
    ...state,
    seq: event.seq,
    view: viewAfter(event),
    clock: event.clock,
    offers: event.offers,
    redo: event.redo,
  };
  switch (event.type) {
    case "moved":
      return { ...next, moves: [...state.moves, moveOf(event)] };
    case "took-back":
      return { ...next, moves: state.moves.slice(0, state.moves.length - event.plies) };
    case "redone":
      return { ...next, moves: [...state.moves, ...event.moves] };
    case "joined":
      return {
        ...next,
        seats: state.seats.map((seat, index) =>
          index === event.seat ? { ...seat, player: event.player, taken: true, link: null } : seat,
        ),
      };
    case "rematch-offered":
      return { ...next, rematch_offers: [...state.rematch_offers, event.seat] };
    case "rematched":
      return { ...next, rematch: event.game };
    default:
      return next;
  }
}

function viewAfter({ position, board, scores, turn, legal, outcome }: After): View {
  return { position, board, scores, turn, legal, outcome };
}

function moveOf(event: Event & { type: "moved" }): Move {
  const { move, seat, steps, text, position, board, scores, seconds } = event;
  return { move, seat, steps, text, position, board, scores, seconds };
}

/** The seat that may move now and is held by whoever looks at the page; null when it is not their turn. */
export function ownTurn(state: State): number | null {
  if (state.view.outcome || !isStarted(state)) return null;
  return state.seats[state.view.turn]?.yours ? state.view.turn : null;
}

export function isStarted(state: State): boolean {
  return state.seats.every((seat) => seat.taken);
}

export function ownSeats(state: State): number[] {
  return state.seats.flatMap((seat, index) => (seat.yours ? [index] : []));
}

/** What the board looked like after so many plies. */
export function boardAt(state: State, ply: number): Pick<View, "board" | "scores"> & { position: string } {
  const move = ply > 0 ? state.moves[ply - 1] : undefined;
  return move ?? state.start;
}

export function onlyBots(state: State): boolean {
  return state.seats.every((seat) => seat.kind === "bot");
}

/** Seconds a seat has, for display: what the server sent, less what has gone by here since. */
export function timeLeft(state: State, seat: number, elapsed: number): number | null {
  if (!state.clock) return null;
  const left = state.clock.left[seat] ?? 0;
  return Math.max(0, state.clock.running === seat ? left - elapsed : left);
}
