// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { Table, mayPlay } from "../../src/app/table";
import { WON, after, move, moved, state } from "./games";
import { Lab } from "./network";

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
  lab.last.say({ type: "thinking", seat: 1 });
  await settled();
  expect(made.now.playing?.move).toBe("a1");
  expect(made.now.said.text).toBe("Black plays a1.");
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

test("a resignation is spoken although nothing moved", () => {
  const { lab, table: made } = table();
  lab.last.say({ type: "ended", seq: 1, seat: 1, reason: "resignation", ...after(0), outcome: WON });
  expect(made.now.said.text).toBe("Black wins 9-3.");
});
