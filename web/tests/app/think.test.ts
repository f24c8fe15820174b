import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROMPT, SILENCE } from "../../src/app/pulse";
import { type Question, Thinker } from "../../src/app/think";
import { Lab } from "./network";

const QUESTION: Question = { type: "analyse", variant: "othello", position: "X", seconds: 1, lines: 0 };

beforeEach(() => vi.stubGlobal("location", { protocol: "http:", host: "here" }));
afterEach(() => vi.unstubAllGlobals());

function asked() {
  const lab = new Lab();
  const thinker = new Thinker(lab);
  const said: string[] = [];
  const cancel = thinker.ask(QUESTION, {
    heard: (answer) => said.push(answer.done ? "done" : "heard"),
    waiting: () => said.push("waiting"),
    failed: (refusal) => said.push(refusal.message),
    lost: (lost) => said.push(lost ? "lost" : "again"),
  });
  return { lab, thinker, said, cancel };
}

test("a question is asked again when the server is back", () => {
  const { lab, said } = asked();
  lab.last.accept();
  lab.last.say({ type: "analysis", id: lab.last.sent[0]!["id"], done: false });
  lab.last.cut();
  lab.pass(1000);
  lab.last.accept();
  expect(lab.last.sent).toEqual([{ ...QUESTION, id: "q1" }]);
  lab.last.say({ type: "analysis", id: "q1", done: true });
  expect(said).toEqual(["again", "heard", "lost", "again", "done"]);
});

test("a question that was answered or given up does not keep the line open", () => {
  for (const end of ["answered", "cancelled"]) {
    const { lab, cancel } = asked();
    lab.last.accept();
    if (end === "answered") lab.last.say({ type: "analysis", id: "q1", done: true });
    else cancel();
    lab.last.cut();
    lab.pass(60_000);
    expect(lab.wires).toHaveLength(1);
  }
});

test("who waits for a place is told, and the question stands", () => {
  const { lab, said } = asked();
  lab.last.accept();
  lab.last.say({ type: "waiting", id: "q1" });
  lab.last.say({ type: "analysis", id: "q1", done: true });
  expect(said).toEqual(["again", "waiting", "done"]);
});

test("a line that dies without a word is noticed, and the question asked anew", () => {
  const { lab, said } = asked();
  lab.last.accept();
  lab.pass(SILENCE);
  expect(lab.last.sent.at(-1)).toEqual({ type: "ping", id: "ping" });
  lab.last.say({ type: "pong", id: "ping" });
  lab.pass(SILENCE);
  expect(lab.wires).toHaveLength(1);
  lab.pass(PROMPT);
  expect(said).toEqual(["again", "lost"]);
  lab.pass(1000);
  expect(lab.wires).toHaveLength(2);
  lab.last.accept();
  expect(lab.last.sent).toEqual([{ ...QUESTION, id: "q1" }]);
  expect(said).toEqual(["again", "lost", "again"]);
});

test("a line that does not open is given up", () => {
  const { lab, said } = asked();
  lab.pass(PROMPT);
  expect(said).toEqual(["lost"]);
  lab.pass(1000);
  expect(lab.wires).toHaveLength(2);
});
