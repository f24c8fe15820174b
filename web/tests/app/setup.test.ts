import { expect, test } from "vitest";
import { USUAL, opponents, request } from "../../src/app/setup";

const FOUR = { ...USUAL, game: "four-colour", opponent: "greedy" };

test("each of the others may be somebody else, in the order of play", () => {
  const setup = { ...FOUR, side: 2, others: { 1: "link", 2: "here" } };
  expect(opponents(setup, 4)).toEqual(["greedy", "link", "here"]);
  expect(request(setup, 4, "Ann").seats).toEqual([
    { kind: "link" },
    { kind: "here" },
    { kind: "here", name: "Ann" },
    { kind: "bot", bot: "greedy" },
  ]);
});

test("where nobody was picked apart, all are like the opponent", () => {
  expect(request(FOUR, 4, "").seats).toEqual([{ kind: "here" }, ...Array(3).fill({ kind: "bot", bot: "greedy" })]);
});

test("at a table for two there is one opponent, whoever sat at the last table", () => {
  expect(opponents({ ...FOUR, others: { 0: "link" } }, 2)).toEqual(["greedy"]);
});
