// A game as the page knows it: the server's state with its events folded in. No rules live here;
// every board, count, legal move and result is what the server sent.
import type { View } from "../board/types";
import type { After, Event, Move, Outcome, State } from "./messages";
import type { Now } from "./table";

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
    undo: event.undo,
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

/** The own seat that can take a move back: the one to move, or else the one that moved last. */
export function undoer(state: State): number | undefined {
  const turn = ownTurn(state);
  if (turn !== null && state.undo.includes(turn)) return turn;
  const able = ownSeats(state).filter((seat) => state.undo.includes(seat));
  return state.moves.findLast(({ seat }) => able.includes(seat))?.seat;
}

/** What lies on the board after so many plies and whose turn it is there; only the last one has a result. */
export function viewAt(state: State, ply: number): Omit<View, "legal"> {
  const next = state.moves[ply];
  if (!next) return state.view;
  const { position, board, scores } = state.moves[ply - 1] ?? state.start;
  return { position, board, scores, turn: next.seat, outcome: null };
}

export function onlyBots(state: State): boolean {
  return state.seats.every((seat) => seat.kind === "bot");
}

/** Whether friends play by link; a hint would be unfair to those who take none. */
export function isByLink(state: State): boolean {
  return state.seats.some((seat) => seat.kind === "link");
}

/** Whether an earlier position than the live one is looked at. Birds play ahead of whoever watches them. */
export function looksBack(now: Pick<Now, "state" | "shown" | "seen" | "playing" | "following">): boolean {
  const last = onlyBots(now.state) ? now.seen : now.state.moves.length;
  return now.shown < last && !now.playing && !now.following;
}

/** The result, for somebody who looks back and has not seen it yet. Birds that are watched keep theirs. */
export function endedMeanwhile(now: Parameters<typeof looksBack>[0] & Pick<Now, "over">): Outcome | null {
  return looksBack(now) && !now.over && !onlyBots(now.state) ? now.state.view.outcome : null;
}

/** How many moves may be listed: those to come are not given away. */
export function listed({ state, seen, following }: Now): number {
  return following || onlyBots(state) ? seen : state.moves.length;
}

/** Whether other people play here, and whoever looks only watches. */
export function isWatcher(state: State): boolean {
  return !ownSeats(state).length && !onlyBots(state) && isStarted(state);
}

/** Seconds a seat has, for display: what the server sent, less what has gone by here since. */
export function timeLeft(state: State, seat: number, elapsed: number): number | null {
  if (!state.clock) return null;
  const left = state.clock.left[seat] ?? 0;
  return Math.max(0, state.clock.running === seat ? left - elapsed : left);
}
