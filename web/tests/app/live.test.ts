import { expect, test } from "vitest";
import { boardAt, fold, ownTurn, timeLeft } from "../../src/app/live";
import type { Event } from "../../src/app/messages";
import { after, move, moved, seat, state } from "./games";

test("events lead to what the server sent, and nothing is derived", () => {
  const odd = moved(1, move("a1", 0, { board: "anything", scores: [99, -1] }));
  const next = fold(state(), odd)!;
  expect(next.view.board).toBe("anything");
  expect(next.view.scores).toEqual([99, -1]);
  expect(next.moves.map((played) => played.move)).toEqual(["a1"]);
  expect(boardAt(next, 0).board).toBe(state().start.board);
  expect(boardAt(next, 1).board).toBe("anything");
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
