// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { endedMeanwhile, listed, timeLeft } from "../../src/app/live";
import type { State } from "../../src/app/messages";
import { Table, mayPlay } from "../../src/app/table";
import { status } from "../../src/app/words";
import { WON, after, move, moved, seat, state } from "./games";
import { Lab } from "./network";

beforeEach(() => sessionStorage.clear());

function table(part = {}) {
  const lab = new Lab();
  const made = new Table(state(part), lab);
  made.open();
  lab.last.accept();
  return { lab, table: made };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("a move is asked for, shown when it comes, spoken, and answered", async () => {
  const { lab, table: made } = table();
  expect(mayPlay(made.now)).toBe(true);
  made.play("a1");
  expect(mayPlay(made.now)).toBe(false);
  const sent = lab.last.sent[0]!;
  lab.last.say(moved(1, move("a1", 0)));
  lab.last.say({ type: "done", key: sent["key"], seq: 1 });
  lab.last.say({ type: "thinking", seat: 1, clock: null });
  await settled();
  expect(made.now.playing?.move).toBe("a1");
  expect(made.now.said.text).toBe("Black plays a1. Pip to move.");
  expect(made.now.thinking).toBe(1);
  lab.last.say(moved(2, move("b1", 1)));
  expect(made.now.playing?.move).toBe("a1");
  made.finished();
  lab.pass(300);
  expect(made.now.playing?.move).toBe("b1");
  expect(made.now.thinking).toBeNull();
  expect(mayPlay(made.now)).toBe(false);
  made.finished();
  expect(mayPlay(made.now)).toBe(true);
});

test("the clock of a bot that waits for a place stands still", () => {
  const clock = { seconds: 60, increment: 0, left: [50, 40], running: 1 };
  const { lab, table: made } = table({ clock });
  lab.pass(2000);
  lab.last.say({ type: "thinking", seat: 1, clock: { ...clock, left: [50, 39.5], running: null } });
  lab.pass(2000);
  expect(timeLeft(made.now.state, 1, (lab.now() - made.now.clockAt) / 1000)).toBe(39.5);
  lab.last.say({ type: "thinking", seat: 1, clock: { ...clock, left: [50, 39.5] } });
  lab.pass(2000);
  expect(timeLeft(made.now.state, 1, (lab.now() - made.now.clockAt) / 1000)).toBe(37.5);
});

test("a click that comes twice asks once", () => {
  const { lab, table: made } = table();
  made.play("a1");
  made.play("a1");
  expect(lab.last.sent).toHaveLength(1);
});

test("a refusal is a sentence; being too late is none", async () => {
  const { lab, table: made } = table();
  made.play("a1");
  const refuse = (code: string, message: string) =>
    lab.last.say({ type: "refused", key: lab.last.sent.at(-1)!["key"], code, message, state: null });
  refuse("illegal-move", "a1 flips nothing.");
  await settled();
  expect(made.now.problem).toBe("a1 flips nothing.");
  made.play("a1");
  refuse("stale", "The game has moved on.");
  await settled();
  expect(made.now.problem).toBeNull();
});

test("two tabs agree: the other tab's events arrive here too", () => {
  const lab = new Lab();
  const tabs = [new Table(state(), lab), new Table(state(), lab)];
  tabs.forEach((tab) => tab.open());
  lab.wires.forEach((wire) => wire.accept());
  lab.wires.forEach((wire) => wire.say(moved(1, move("a1", 0))));
  expect(tabs[0]!.now.state).toEqual(tabs[1]!.now.state);
});

test("a missed event leads to a new connection, not to a wrong board", () => {
  const { lab, table: made } = table();
  lab.last.say(moved(3, move("c1", 0)));
  expect(made.now.state.seq).toBe(0);
  expect(made.now.connection).toBe("lost");
  lab.pass(1000);
  expect(lab.last.address).toContain("since=0");
});

test("the result is spoken once, after the last move was shown", () => {
  const { lab, table: made } = table();
  lab.last.say({ ...moved(1, move("a1", 0)), outcome: WON });
  expect(made.now.said.text).toBe("Black plays a1.");
  made.finished();
  expect(made.now.said.text).toContain("Black wins 9-3.");
  const { number } = made.now.said;
  made.look(0);
  made.live();
  expect(made.now.said.number).toBe(number);
});

test("a chain of extra turns is spoken move by move", () => {
  const { lab, table: made } = table();
  const heard: string[] = [];
  made.subscribe(() => made.now.said.text !== heard.at(-1) && heard.push(made.now.said.text));
  for (let ply = 1; ply <= 9; ply++) lab.last.say(moved(ply, move(`m${ply}`, 1)));
  for (let ply = 1; ply <= 9; ply++) {
    made.finished();
    lab.pass(300);
  }
  expect(heard.map((text) => text.split(". ")[0]!.replace(".", ""))).toEqual(
    Array.from({ length: 9 }, (_, index) => `White plays m${index + 1}`),
  );
});

test("what was left out after a lost line is said in one sentence", () => {
  const { lab, table: made } = table();
  lab.last.cut();
  lab.pass(1000);
  lab.last.accept();
  lab.last.say(state({ seq: 9, moves: Array.from({ length: 9 }, (_, index) => move(`m${index}`, 1)) }));
  expect(made.now.said.text).toBe("8 moves were made meanwhile. White plays m8. Your move.");
  expect(made.now.leapt).toBe(8);
});

test("a resignation is spoken although nothing moved", () => {
  const { lab, table: made } = table();
  lab.last.say({ type: "ended", seq: 1, seat: 1, reason: "resignation", ...after(0), outcome: WON });
  expect(made.now.said.text).toBe("Black wins 9-3.");
});

test("nothing of a move shows before it is shown, nor the end before the last one has ended", () => {
  const { lab, table: made } = table();
  lab.last.say(moved(1, move("a1", 0)));
  lab.last.say(moved(2, move("b1", 1), { outcome: WON }));
  expect([made.now.seen, listed(made.now), made.now.over]).toEqual([1, 1, false]);
  made.finished();
  lab.pass(300);
  expect([made.now.seen, listed(made.now), made.now.over]).toEqual([2, 2, false]);
  made.finished();
  expect(made.now.over).toBe(true);
  made.look(0);
  expect([listed(made.now), made.now.over]).toEqual([2, true]);
});

test("who looks back when the game ends is told at once, and has seen the end only once it was shown", () => {
  const { lab, table: made } = table({ moves: [move("a1", 0), move("b1", 1)] });
  made.look(1);
  expect(status(made.now)).toBe("Looking back.");
  lab.last.say({ type: "ended", seq: 1, seat: 1, reason: "resignation", ...after(0), outcome: WON });
  expect(made.now.said.text).toBe("Black wins 9-3.");
  expect(status(made.now)).toBe("You won.");
  expect(endedMeanwhile(made.now)).toEqual(WON);
  expect(made.now.over).toBe(false);
  const { number } = made.now.said;
  made.live();
  expect(made.now.over).toBe(true);
  expect(made.now.said.number).toBe(number);
  made.look(0);
  expect(status(made.now)).toBe("Looking back.");
});

// Friends: what one of them asks for comes too late, and the state says why.
const friends = { free_undo: false, seats: [seat("Black", { yours: true }), seat("White", { kind: "link", player: "Bob" })] };

function tooLate(lab: Lab, part: Partial<State>): void {
  const newer = state({ ...friends, ...part });
  lab.last.say({ type: "refused", key: lab.last.sent.at(-1)!["key"], code: "stale", message: "moved on", state: newer });
}

type Act = (made: Table) => void;
const OVER = { ...state().view, outcome: WON };

test.each<[string, Act, Partial<State>]>([
  ["resign", (made) => made.resign(0), {}],
  ["offer", (made) => made.offer(0, "draw"), { offers: [{ subject: "draw", seat: 1 }] }],
  ["decline", (made) => made.decline(0, "draw"), { offers: [{ subject: "draw", seat: 1 }] }],
  ["rematch", (made) => void made.rematch(0), { view: OVER, rematch_offers: [1] }],
])("%s is asked again under a new key when the game only moved on", async (type, act, then) => {
  const { lab, table: made } = table(friends);
  act(made);
  tooLate(lab, { seq: 3, ...then });
  await settled();
  tooLate(lab, { seq: 4, ...then });
  await settled();
  expect(lab.last.sent.map((sent) => [sent["type"], sent["seq"]])).toEqual([[type, 0], [type, 3], [type, 4]]);
  expect(new Set(lab.last.sent.map((sent) => sent["key"])).size).toBe(3);
  expect(made.now.asking).toBe(true);
  lab.last.say({ type: "done", key: lab.last.sent[2]!["key"], seq: 5 });
  await settled();
  expect([made.now.asking, made.now.problem]).toEqual([false, null]);
});

test.each<[string, Act, Partial<State>, string | null]>([
  ["resigning after the end", (made) => made.resign(0), { view: OVER }, "The game ended before that."],
  ["a draw after the end", (made) => made.offer(0, "draw"), { view: OVER }, "The game ended before that."],
  ["asking to take back", (made) => made.takeBack(0), {}, "The game went on before that. Nothing was taken back."],
  ["a move", (made) => made.play("a1"), {}, null],
  ["declining what is no longer offered", (made) => made.decline(0, "draw"), {}, null],
  ["an offer made already", (made) => made.offer(0, "draw"), { offers: [{ subject: "draw", seat: 0 }] }, null],
  ["a rematch that has begun", (made) => void made.rematch(0), { view: OVER, rematch: "g2" }, null],
])("%s, too late, is not asked again", async (_, act, then, problem) => {
  const { lab, table: made } = table(friends);
  act(made);
  tooLate(lab, { seq: 3, ...then });
  await settled();
  expect(lab.last.sent).toHaveLength(1);
  expect([made.now.asking, made.now.problem]).toEqual([false, problem]);
});

test("what was asked for offline is asked again after the game moved on meanwhile", async () => {
  const { lab, table: made } = table(friends);
  lab.last.cut();
  made.resign(0);
  lab.pass(1000);
  lab.last.accept();
  const first = lab.last.sent[0]!;
  lab.last.say(moved(1, move("b1", 1)));
  tooLate(lab, { seq: 1, moves: [move("b1", 1)] });
  await settled();
  expect(lab.last.sent[1]).toMatchObject({ type: "resign", seq: 1 });
  expect(lab.last.sent[1]!["key"]).not.toBe(first["key"]);
});

test("a move that waited for the line and came too late is told, one sent at once is not", async () => {
  const { lab, table: made } = table(friends);
  lab.last.cut();
  made.play("a1");
  lab.pass(1000);
  lab.last.accept();
  tooLate(lab, { seq: 1, moves: [move("b1", 0)] });
  await settled();
  expect(made.now.problem).toBe("a1 was kept, but the game has gone on.");
  made.play("a1");
  lab.last.cut();
  lab.pass(1000);
  lab.last.accept();
  tooLate(lab, { seq: 2, moves: [move("b1", 0), move("c1", 1)] });
  await settled();
  expect(made.now.problem).toBe("a1 was kept, but the game has gone on.");
  made.play("a1");
  tooLate(lab, { seq: 3 });
  await settled();
  expect(made.now.problem).toBeNull();
});

test("a refusal as stale that brings nothing newer is said, not repeated for ever", async () => {
  const { lab, table: made } = table(friends);
  made.resign(0);
  tooLate(lab, { seq: 0 });
  await settled();
  expect(lab.last.sent).toHaveLength(1);
  expect(made.now.problem).toBe("Moved on.");
});

test("what has no answer is sent again under the same key by whoever comes back, and said", async () => {
  const { lab, table: made } = table();
  made.play("a1");
  const sent = lab.last.sent[0]!;
  made.close();
  const back = table();
  expect(back.lab.last.sent).toEqual([sent]);
  expect(back.table.now.wish).toBe("a1");
  back.lab.last.say(moved(1, move("a1", 0)));
  back.lab.last.say({ type: "done", key: sent["key"], seq: 1 });
  await settled();
  expect(back.table.now.wish).toBeNull();
  expect(back.table.now.news).toBe("a1 was kept, and has been sent now.");
  back.table.close();
  expect(table().lab.last.sent).toEqual([]);
});

test("what was kept and no longer fits is not done, and that is said", async () => {
  const { lab, table: made } = table();
  made.play("a1");
  const sent = lab.last.sent[0]!;
  made.close();
  const back = table({ seq: 5 });
  back.lab.last.say({ type: "refused", key: sent["key"], code: "stale", message: "Moved on.", state: null });
  await settled();
  expect(back.table.now.problem).toBe("a1 was kept, but the game has gone on.");
  expect(table().lab.last.sent).toEqual([]);
});

test("what was given up is not kept", () => {
  const { table: made } = table();
  made.play("a1");
  made.giveUp();
  made.close();
  expect(table().lab.last.sent).toEqual([]);
});

test("what was taken back is heard, and whose turn it is then", () => {
  const { lab, table: made } = table({ moves: [move("a1", 0), move("b1", 1)], seq: 2 });
  lab.last.say({ type: "took-back", plies: 2, ...after(0), seq: 3 });
  expect(made.now.said.text).toBe("a1 and b1 were taken back. Your move.");
  expect(made.now.news).toBe("a1 and b1 were taken back.");
});

test("offers and answers of others are heard", () => {
  const { lab, table: made } = table({ seats: [seat("Black", { yours: true }), seat("White", { player: "Ann", kind: "link" })] });
  lab.last.say({ type: "offered", seat: 1, subject: "draw", ...after(0), seq: 1 });
  expect(made.now.said.text).toBe("Ann offers a draw.");
  lab.last.say({ type: "offered", seat: 0, subject: "take-back", ...after(0), seq: 2 });
  expect(made.now.said.text).toBe("You asked to take a move back.");
  lab.last.say({ type: "declined", seat: 1, subject: "take-back", ...after(0), seq: 3 });
  expect(made.now.said.text).toBe("Ann declined to take a move back.");
});

test("a connection that is back is heard; how often it was tried is known", () => {
  const { lab, table: made } = table();
  lab.last.cut();
  lab.pass(400);
  lab.last.cut();
  expect(made.now.losses).toBe(2);
  lab.pass(1000);
  lab.last.accept();
  expect(made.now.losses).toBe(0);
  expect(made.now.said.text).toBe("The connection is back.");
});

test("a move that is followed by another of the same side is heard as such", () => {
  const variant = { ...state().variant, family: "mancala" as const };
  const { lab, table: made } = table({ variant });
  lab.last.say(moved(1, move("a1", 0), { turn: 0 }));
  expect(made.now.said.text).toBe("Black plays a1. Again your move.");
});

test("that somebody goes again is heard once", () => {
  const variant = { ...state().variant, family: "mancala" as const };
  const { lab, table: made } = table({ variant });
  const text = "South sows house 3 (4 seeds), banks 1. Again South's move.";
  lab.last.say(moved(1, { ...move("3", 0), text }, { turn: 0 }));
  expect(made.now.said.text).toBe("South sows house 3 (4 seeds), banks 1. Again your move.");
});
