import { expect, test } from "vitest";
import { fold, ownTurn, timeLeft, undoer, viewAt } from "../../src/app/live";
import type { Event } from "../../src/app/messages";
import { WON, after, move, moved, seat, state } from "./games";

test("events lead to what the server sent, and nothing is derived", () => {
  const odd = moved(1, move("a1", 0, { board: "anything", scores: [99, -1] }));
  const next = fold(state(), odd)!;
  expect(next.view.board).toBe("anything");
  expect(next.view.scores).toEqual([99, -1]);
  expect(next.moves.map((played) => played.move)).toEqual(["a1"]);
  expect(viewAt(next, 0).board).toBe(state().start.board);
  expect(viewAt(next, 1).board).toBe("anything");
});

test("an event heard twice changes nothing; a gap is noticed", () => {
  const once = fold(state(), moved(1, move("a1", 0)))!;
  expect(fold(once, moved(1, move("a1", 0)))).toBe(once);
  expect(fold(once, moved(3, move("b1", 1)))).toBeNull();
});

test("take back and redo", () => {
  const played = [move("a1", 0), move("b1", 1), move("c1", 0)];
  const three = played.reduce((now, each, index) => fold(now, moved(index + 1, each))!, state());
  const back = fold(three, { type: "took-back", seq: 4, plies: 2, ...after(1) } as Event)!;
  expect(back.moves).toEqual(three.moves.slice(0, 1));
  const again = fold(back, { type: "redone", seq: 5, plies: 2, moves: played.slice(1), ...after(1) } as Event)!;
  expect(again.moves).toEqual(three.moves);
});

test("a friend who joins takes the seat, and the link is gone", () => {
  const waiting = state({ seats: [seat("Black", { yours: true }), seat("White", { kind: "link", taken: false, link: "/join/x" })] });
  expect(ownTurn(waiting)).toBeNull();
  const joined = fold(waiting, { type: "joined", seq: 1, seat: 1, player: "Bob", ...after(0) } as Event)!;
  expect(joined.seats[1]).toMatchObject({ player: "Bob", taken: true, link: null });
  expect(ownTurn(joined)).toBe(0);
});

test("only the running clock goes down, and never below nothing", () => {
  const timed = state({ clock: { seconds: 60, increment: 0, left: [30, 40], running: 0 } });
  expect(timeLeft(timed, 0, 12)).toBe(18);
  expect(timeLeft(timed, 1, 12)).toBe(40);
  expect(timeLeft(timed, 0, 99)).toBe(0);
  expect(timeLeft(state(), 0, 1)).toBeNull();
});

test("every position has its own turn and counts; only the last has a result", () => {
  const moves = [move("a1", 0, { scores: [4, 1] }), move("b1", 0), move("c1", 1)];
  const over = state({ moves, view: { ...state().view, turn: 0, scores: [9, 3], outcome: WON } });
  expect([0, 1, 2, 3].map((ply) => viewAt(over, ply).turn)).toEqual([0, 0, 1, 0]);
  expect(viewAt(over, 1).scores).toEqual([4, 1]);
  expect([0, 1, 2, 3].map((ply) => viewAt(over, ply).outcome)).toEqual([null, null, null, WON]);
});

test("who takes a move back: the one to move, or else the own seat that moved last", () => {
  const here = [seat("Black", { yours: true }), seat("White", { yours: true })];
  const moves = [move("a1", 0)];
  expect(undoer(state({ moves: [], undo: [] }))).toBeUndefined();
  expect(undoer(state({ moves: [move("a1", 1)], undo: [1] }))).toBeUndefined();
  expect(undoer(state({ moves, undo: [0] }))).toBe(0);
  const turned = { ...state().view, turn: 1 };
  expect(undoer(state({ seats: here, moves, undo: [0], view: turned }))).toBe(0);
  expect(undoer(state({ seats: here, moves: [...moves, move("b1", 1)], undo: [0, 1], view: turned }))).toBe(1);
});
