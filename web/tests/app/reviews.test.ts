// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { review } from "../../src/app/reviews";
import { type Reviewed, Thinker } from "../../src/app/think";
import { Lab } from "./network";

test("a game is gone through once, and everybody is told the same about it", () => {
  const lab = new Lab();
  const game = { variant: "small", start: null, moves: ["a1"] };
  const heard: Reviewed[][] = [[], [], []];
  const ask = (place: number, anew = false) =>
    review(new Thinker(lab), game, { heard: (each) => heard[place]!.push(each as Reviewed), failed: () => {} }, anew);
  ask(0);
  lab.last.accept();
  const [{ id }] = lab.last.sent as [{ id: string }];
  lab.last.say({ type: "reviewed", id, ply: 0, cost: 4, done: false });
  lab.last.say({ type: "reviewed", id, ply: 1, cost: null, done: true });
  ask(1);
  expect(lab.wires).toHaveLength(1);
  expect(heard[1]).toEqual(heard[0]);
  ask(2, true);
  expect(lab.wires).toHaveLength(2);
});
