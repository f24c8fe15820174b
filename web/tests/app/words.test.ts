import { expect, test } from "vitest";
import { listed } from "../../src/app/live";
import type { Event, Move, State } from "../../src/app/messages";
import type { Reviewed } from "../../src/app/think";
import { type Now, Table } from "../../src/app/table";
import { ago, awaited, clock, clockTitle, count, expectation, gameTitle, news, playerName, resultTitle, score, signed, status, turningPoint, units, windowTitle } from "../../src/app/words";
import { WON, after, move, seat, state } from "./games";
import { Lab } from "./network";

const mancala = { ...state().variant, family: "mancala" as const };
const at = (part: Partial<State>, now: Partial<Now> = {}): Now => ({ ...new Table(state(part), new Lab()).now, ...now });
const turn = (seat: number) => ({ view: { ...state().view, turn: seat } });

test("whose move it is", () => {
  expect(status(at({}))).toBe("Your move.");
  expect(status(at(turn(1)))).toBe("Pip to move.");
  expect(status(at(turn(1), { thinking: 1 }))).toBe("Pip is thinking.");
  expect(status(at({ seats: [seat("Black", { yours: true }), seat("White", { yours: true })] }))).toBe("Black to move.");
});

test("another move is said clearly", () => {
  expect(status(at({ variant: mancala, moves: [move("3", 0)] }))).toBe("Again your move.");
  expect(status(at({ variant: mancala, moves: [move("3", 1)] }))).toBe("Your move.");
  expect(status(at({ variant: mancala, moves: [move("3", 1)], ...turn(1) }))).toBe("Pip moves again.");
});

test("a pass is announced in the server's words", () => {
  const pass = move("pass", 1, { steps: [{ passed: 1 }], text: "White cannot move. Black goes again." });
  expect(status(at({ moves: [pass] }))).toBe("White cannot move. Black goes again.");
});

test("what is said belongs to the position shown, not to the one the server is at", () => {
  const moves = [move("3", 0), move("9", 1)];
  const live = { variant: mancala, moves };
  expect(status(at(live, { shown: 0, playing: moves[0]!, caughtUp: false }))).toBe("You play house 3.");
  expect(status(at(live, { shown: 1, caughtUp: false }))).toBe("Pip to move.");
  expect(status(at(live, { shown: 1, playing: moves[1]!, caughtUp: false }))).toBe("Pip plays house 9.");
  expect(status(at(live))).toBe("Your move.");
  expect(windowTitle(at(live, { shown: 1, caughtUp: false }))).toBe("Small against Pip");
  expect(windowTitle(at(live))).toBe("Your move: Small");
});

test("birds that have played to the end give nothing away before it is shown", () => {
  const seats = [seat("Black", { player: "Gull", kind: "bot" }), seat("White", { player: "Skua", kind: "bot" })];
  const moves = [move("a1", 0), move("b1", 1)];
  const over = { seats, moves, view: { ...state().view, turn: 1, outcome: WON } };
  const behind = { shown: 0, seen: 0, caughtUp: false, over: false };
  expect(status(at(over, behind))).toBe("Gull to move.");
  expect(status(at(over, { ...behind, following: false }))).toBe("Gull to move.");
  expect(status(at(over, { ...behind, following: false, seen: 1 }))).toBe("Looking back.");
  expect(listed(at(over, { ...behind, following: false, seen: 1 }))).toBe(1);
  expect(windowTitle(at(over, behind))).toBe("Small: Gull and Skua");
  expect(status(at(over))).toBe("Black wins 9-3.");
  expect(windowTitle(at(over))).toBe("Black wins 9-3. Small");
});

test("people without a name have a word that tells them apart", () => {
  const here = seat("Black", { yours: true });
  const names = (...seats: State["seats"]) => seats.map((_, index) => playerName(seats, index));
  expect(names(here, seat("White", { kind: "link" }))).toEqual(["Black", "A friend"]);
  expect(names(seat("Black"), seat("White", { kind: "link", yours: true }))).toEqual(["A friend", "White"]);
  expect(names(seat("Black"), seat("White", { kind: "link" }))).toEqual(["Black", "White"]);
  expect(names(here, seat("White", { kind: "link" }), seat("Amber", { kind: "link" }))).toEqual(["Black", "White", "Amber"]);
});

test("a value says what it counts and what it means", () => {
  expect(units("disc", 0.84)).toBe("+0.8 discs");
  expect(units("seed", -1)).toBe("−1 seed");
  expect(units("pebble", 2)).toBe("+2 pebbles");
  expect(expectation("disc", 0.84, false)).toBe("The engine expects you to end 0.8 discs ahead.");
  expect(expectation("seed", -1, true)).toBe("With best play of all you end 1 seed behind.");
  expect(expectation("disc", 0, false)).toBe("The engine expects you to end level.");
  const others = "the best of the others.";
  expect(expectation("disc", -7.7, false, 2)).toBe(`The engine expects you to end 7.7 discs behind ${others}`);
  expect(expectation("disc", 2, false, 2)).toBe(`The engine expects you to end 2 discs ahead of ${others}`);
  expect(expectation("disc", 0, false, 3)).toBe(`The engine expects you to end level with ${others}`);
});

test("results from the view of whoever looks", () => {
  const over = state({ view: { ...state().view, outcome: WON } });
  expect(resultTitle(over)).toBe("You won");
  expect(resultTitle({ ...over, view: { ...over.view, outcome: { ...WON, winner: 1 } } })).toBe("You lost");
  expect(resultTitle({ ...over, view: { ...over.view, outcome: { ...WON, winner: null, ranks: [1, 1] } } })).toBe("A draw");
  const among = (...ranks: number[]) =>
    resultTitle({
      ...over,
      seats: ranks.map((_, index) => seat("Seat", { yours: index === 0 })),
      view: { ...over.view, outcome: { ...WON, winner: ranks.indexOf(1), ranks } },
    });
  expect([among(1, 2, 3), among(2, 1, 3), among(3, 2, 1), among(2, 2, 1), among(3, 1, 2, 4)]).toEqual([
    "You won",
    "You came second",
    "You came last",
    "You share second place",
    "You came third",
  ]);
  expect(resultTitle({ ...over, seats: [seat("Black"), seat("White")] })).toBe("Black won");
  // "White won 9-3", as the sentence below it says; "You lost 3-9".
  expect(score({ scores: [3, 9], winner: 1 }, [])).toBe("9-3");
  expect(score({ scores: [3, 9], winner: 1 }, [0, 1])).toBe("9-3");
  expect(score({ scores: [3, 9], winner: 1 }, [0])).toBe("3-9");
  expect(score({ scores: [9, 3], winner: 0 }, [1])).toBe("3-9");
  expect(score({ scores: [6, 6], winner: null }, [])).toBe("6-6");
});

test("clocks and figures", () => {
  expect(clock(300)).toBe("5:00");
  expect(clock(65.9)).toBe("1:05");
  expect(clock(9.87)).toBe("9.8");
  expect(clock(3723)).toBe("1:02:03");
  expect(clockTitle(null)).toBe("No clock");
  expect(clockTitle("300+2")).toBe("5 min + 2 s");
  expect(signed(4)).toBe("+4");
  expect(signed(-2.25)).toBe("−2.3");
  expect(signed(2.25)).toBe("+2.3");
  expect(signed(0)).toBe("0");
  expect(count(1, "move")).toBe("1 move");
  const two = state({});
  const reviewed = { ply: 40, score: 14, played: 2, cost: 12, cost_exact: true } as Reviewed;
  expect(turningPoint(two, { move: "g7", seat: 0 } as Move, reviewed)).toBe("The turning point was move 41: g7 cost 12 discs.");
  const swing = { ...reviewed, score: 50, played: -53, cost: 103 };
  expect(turningPoint(two, { move: "g4", seat: 0 } as Move, swing)).toBe("The turning point was move 41: g4 swung the result by 103 discs.");
  const three = state({ seats: [seat("Black", { yours: true }), seat("White"), seat("Amber")] });
  expect(turningPoint(three, { move: "c1", seat: 2 } as Move, reviewed)).toBe("The turning point was move 41 of Amber: c1 cost 12 discs.");
  expect(turningPoint(two, { move: "0", seat: 0 } as Move, reviewed)).toBe("The turning point was move 41: house 0 cost 12 discs.");
  const guess = { ...swing, cost_exact: false };
  expect(turningPoint(two, { move: "g4", seat: 0 } as Move, guess)).toBe("The turning point was move 41: g4 cost about 103 discs.");
});

test("when and what", () => {
  const now = Date.parse("2026-01-31T12:00:00Z");
  expect(ago("2026-01-31T11:59:30Z", now)).toBe("just now");
  expect(ago("2026-01-31T11:00:00Z", now)).toBe("1 hour ago");
  expect(ago("2026-01-29T11:00:00Z", now)).toBe("2 days ago");
  expect(gameTitle(state())).toBe("Small: Ann and Pip");
  expect(gameTitle(state({ title: "Sunday" }))).toBe("Sunday");
});

test("two of one bot are told apart, and whoever plays alone is you", () => {
  const gulls = [seat("Black", { player: "Gull", kind: "bot" }), seat("White", { player: "Gull", kind: "bot" })];
  expect(playerName(gulls, 0)).toBe("Gull (Black)");
  expect(playerName(gulls, 1)).toBe("Gull (White)");
  const { variant } = state();
  const seats = [seat("Black", { yours: true }), seat("White", { player: "Gull", kind: "bot" })];
  expect(gameTitle({ title: "", variant, seats })).toBe("Small: You and Gull");
});

test("what a game waits for, in a list and on its page", () => {
  const seats = [seat("Black", { yours: true }), seat("White")];
  expect(awaited({ seats, turn: 0, waiting: 0 })).toBe("Your move");
  expect(awaited({ seats, turn: 1, waiting: 0 })).toBe("White to move");
  expect(awaited({ seats, turn: 0, waiting: 1 })).toBe("Waiting for your friend");
  const missing = seat("White", { kind: "link", taken: false });
  expect(status(at({ seats: [seats[0]!, missing] }))).toBe("Waiting for your friend.");
  expect(status(at({ seats: [seats[0]!, missing, missing] }))).toBe("Waiting for your friends.");
});

test("several at one screen are named when they offer, agree and decline", () => {
  const here = [seat("Black", { yours: true }), seat("White", { yours: true }), seat("Amber", { yours: true })];
  const told = (type: "offered" | "declined", by: number, part: Partial<State>) =>
    news(state({ seats: here, ...part }), { type, seat: by, subject: "draw", ...after(0) } as Event);
  const offers = [{ subject: "draw" as const, seat: 0 }];
  expect(told("offered", 0, {})).toBe("Black offers a draw.");
  expect(told("offered", 1, { offers })).toBe("White agreed to a draw.");
  expect(told("declined", 2, { offers })).toBe("Amber declined the draw.");
  const alone = [here[0]!, seat("White"), seat("Amber")];
  expect(told("offered", 0, { seats: alone })).toBe("You offered a draw.");
  expect(told("offered", 0, { seats: alone, offers: [{ subject: "draw", seat: 1 }] })).toBe("You agreed to a draw.");
});
