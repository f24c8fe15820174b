import { expect, test } from "vitest";
import { ago, clock, clockTitle, count, gameTitle, resultTitle, score, signed, status, turningPoint } from "../../src/app/words";
import { WON, move, seat, state } from "./games";

const live = { back: false, thinking: null, last: null };
const mancala = { ...state().variant, family: "mancala" as const };

test("whose move it is", () => {
  expect(status(state(), live)).toBe("Your move.");
  expect(status({ ...state(), view: { ...state().view, turn: 1 } }, live)).toBe("Pip to move.");
  expect(status({ ...state(), view: { ...state().view, turn: 1 } }, { ...live, thinking: 1 })).toBe("Pip is thinking.");
  const both = state({ seats: [seat("Black", { yours: true }), seat("White", { yours: true })] });
  expect(status(both, live)).toBe("Black to move.");
});

test("another move is said clearly", () => {
  const relay = state({ variant: mancala });
  expect(status(relay, { ...live, last: move("3", 0) })).toBe("Again your move.");
  expect(status(relay, { ...live, last: move("3", 1) })).toBe("Your move.");
  const theirs = { ...relay, view: { ...relay.view, turn: 1 } };
  expect(status(theirs, { ...live, last: move("3", 1) })).toBe("Pip moves again.");
});

test("a pass is announced in the server's words", () => {
  const pass = move("pass", 1, { steps: [{ passed: 1 }], text: "White cannot move. Black goes again." });
  expect(status(state(), { ...live, last: pass })).toBe("White cannot move. Black goes again.");
});

test("results from the view of whoever looks", () => {
  const over = state({ view: { ...state().view, outcome: WON } });
  expect(resultTitle(over)).toBe("You won");
  expect(resultTitle({ ...over, view: { ...over.view, outcome: { ...WON, winner: 1 } } })).toBe("You lost");
  expect(resultTitle({ ...over, view: { ...over.view, outcome: { ...WON, winner: null, ranks: [1, 1] } } })).toBe("A draw");
  expect(resultTitle({ ...over, seats: [seat("Black"), seat("White")] })).toBe("Black won");
  expect(score([9, 3], [1])).toBe("3-9");
  expect(score([9, 3], [])).toBe("9-3");
  expect(score([9, 3, 4], [0])).toBe("9-3-4");
});

test("clocks and figures", () => {
  expect(clock(300)).toBe("5:00");
  expect(clock(65.9)).toBe("1:05");
  expect(clock(9.87)).toBe("9.8");
  expect(clock(3723)).toBe("1:02:03");
  expect(clockTitle(null)).toBe("No clock");
  expect(clockTitle("300+2")).toBe("5 min + 2 s");
  expect(signed(4)).toBe("+4");
  expect(signed(-2.25)).toBe("−2.2");
  expect(signed(0)).toBe("0");
  expect(count(1, "move")).toBe("1 move");
  expect(turningPoint("reversi", 41, "g7", 12)).toBe("The turning point was move 41: g7 cost 12 discs.");
});

test("when and what", () => {
  const now = Date.parse("2026-01-31T12:00:00Z");
  expect(ago("2026-01-31T11:59:30Z", now)).toBe("just now");
  expect(ago("2026-01-31T11:00:00Z", now)).toBe("1 hour ago");
  expect(ago("2026-01-29T11:00:00Z", now)).toBe("2 days ago");
  expect(gameTitle(state())).toBe("Small: Ann and Pip");
  expect(gameTitle(state({ title: "Sunday" }))).toBe("Sunday");
});
