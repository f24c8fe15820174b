import { expect, test } from "vitest";
import type { Message } from "../../src/app/messages";
import { PROMPT, SILENCE } from "../../src/app/pulse";
import { type Connection, GameLine } from "../../src/app/socket";
import { Lab } from "./network";

function line(seen: () => number | null = () => 7) {
  const lab = new Lab();
  const heard: Message[] = [];
  const connections: Connection[] = [];
  const made = new GameLine(
    (since) => `game?since=${since}`,
    seen,
    {
      message: (message) => heard.push(message),
      connection: (connection) => connections.push(connection),
      asked: () => {},
      settled: () => {},
    },
    lab,
  );
  made.open();
  return { lab, line: made, heard, connections };
}

test("a lost line is said, retried with growing pauses, and catches up from the last event", () => {
  let seq = 7;
  const { lab, connections } = line(() => seq);
  lab.last.accept();
  expect(lab.last.address).toBe("game?since=7");
  seq = 9;
  lab.last.cut();
  expect(connections.at(-1)).toBe("lost");
  lab.pass(400);
  expect(lab.wires).toHaveLength(2);
  expect(lab.last.address).toBe("game?since=9");
  const pauses: number[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    lab.last.cut();
    const cutAt = lab.now();
    const wires = lab.wires.length;
    while (lab.wires.length === wires) lab.pass(10);
    pauses.push(lab.now() - cutAt);
  }
  expect(pauses[0]).toBeLessThan(700);
  expect(Math.max(...pauses)).toBeLessThan(6500);
  expect(pauses.at(-1)!).toBeGreaterThan(pauses[0]!);
  lab.last.accept();
  expect(connections.at(-1)).toBe("open");
});

test("an unanswered command is sent again with the same key, and settles once", async () => {
  const { lab, line: made } = line();
  lab.last.accept();
  const answer = made.send({ type: "play", seat: 0, move: "f5" });
  const first = lab.last.sent[0]!;
  expect(first).toMatchObject({ type: "play", seat: 0, move: "f5", seq: 7 });
  lab.last.cut();
  lab.pass(1000);
  lab.last.accept();
  expect(lab.last.sent).toEqual([first]);
  lab.last.say({ type: "done", key: first["key"], seq: 8 });
  await expect(answer).resolves.toBeUndefined();
  lab.last.cut();
  lab.pass(1000);
  lab.last.accept();
  expect(lab.last.sent).toEqual([]);
});

test("a command given while the line is down waits for it", () => {
  const { lab, line: made } = line();
  void made.send({ type: "resign", seat: 0 });
  expect(lab.last.sent).toEqual([]);
  lab.last.accept();
  expect(lab.last.sent).toHaveLength(1);
});

test("a refusal carries the server's sentence", async () => {
  const { lab, line: made } = line();
  lab.last.accept();
  const answer = made.send({ type: "play", seat: 0, move: "a1" });
  lab.last.say({
    type: "refused",
    key: lab.last.sent[0]!["key"],
    code: "illegal-move",
    message: "a1 flips nothing.",
    state: null,
  });
  await expect(answer).rejects.toMatchObject({ code: "illegal-move", message: "a1 flips nothing." });
});

test("a line that does not answer is taken for dead and opened anew", () => {
  const { lab, line: made } = line();
  lab.last.accept();
  void made.send({ type: "play", seat: 0, move: "f5" });
  lab.pass(10_000);
  expect(lab.wires.length).toBeGreaterThan(1);
  lab.last.accept();
  expect(lab.last.sent).toHaveLength(1);
});

test("a closed line stays closed", () => {
  const { lab, line: made } = line();
  lab.last.accept();
  made.close();
  lab.pass(60_000);
  made.hurry();
  expect(lab.wires).toHaveLength(1);
});

test("when the network is back nobody waits for the next try", () => {
  const { lab, line: made } = line();
  for (let tries = 0; tries < 6; tries += 1) {
    lab.last.cut();
    lab.pass(20_000);
  }
  lab.last.cut();
  const wires = lab.wires.length;
  made.hurry();
  expect(lab.wires).toHaveLength(wires + 1);
});

test("a deleted game is not asked for again", async () => {
  const { lab, line: made, connections } = line();
  lab.last.accept();
  const asked = made.send({ type: "play", seat: 0, move: "f5" });
  lab.last.cut(4404);
  expect(connections.at(-1)).toBe("gone");
  await expect(asked).rejects.toThrow("The game was deleted.");
  lab.pass(60_000);
  expect(lab.wires).toHaveLength(1);
});

test("a line that falls silent is asked whether it lives, and opened anew when it does not", () => {
  let seq = 7;
  const { lab, connections } = line(() => seq);
  lab.last.accept();
  lab.pass(SILENCE - 1);
  expect(lab.last.sent).toEqual([]);
  lab.pass(1);
  expect(lab.last.sent).toEqual([{ type: "ping", key: "ping" }]);
  lab.last.say({ type: "pong", key: "ping" });
  lab.pass(SILENCE - 1);
  expect(lab.wires).toHaveLength(1);
  seq = 9;
  lab.pass(1 + PROMPT);
  expect(connections.at(-1)).toBe("lost");
  lab.pass(400);
  expect(lab.last.address).toBe("game?since=9");
});

test("whoever looks at the page again, or has a network again, learns at once that the line is dead", () => {
  const { lab, line: made, connections } = line();
  lab.last.accept();
  lab.pass(1000);
  made.hurry();
  expect(lab.last.sent).toHaveLength(1);
  lab.pass(PROMPT);
  expect(connections.at(-1)).toBe("lost");
});

test("a question behind a command waits as long as the command", () => {
  const { lab, line: made, connections } = line();
  lab.last.accept();
  void made.send({ type: "play", seat: 0, move: "f5" });
  made.hurry();
  lab.pass(PROMPT + 1000);
  expect(connections).toEqual(["open"]);
});

test("an attempt that hangs is given up, and the line stays lost until it is really open", () => {
  const { lab, connections } = line();
  lab.last.accept();
  lab.last.cut();
  lab.pass(400);
  expect(lab.wires).toHaveLength(2);
  lab.pass(PROMPT + 1000);
  expect(lab.wires).toHaveLength(3);
  expect(new Set(connections.slice(1))).toEqual(new Set(["lost"]));
  lab.last.accept();
  expect(connections.at(-1)).toBe("open");
});
