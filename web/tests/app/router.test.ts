import { expect, test } from "vitest";
import { parse, to } from "../../src/app/router";

test("every address that is written is read back", () => {
  expect(parse(to.home())).toEqual({ page: "home" });
  expect(parse(to.rules())).toEqual({ page: "rules", spec: null });
  expect(parse(to.rules("reversi:size=6,goal=fewest"))).toEqual({ page: "rules", spec: "reversi:size=6,goal=fewest" });
  expect(parse(to.rules("reversi:blocked=a1+h8"))).toEqual({ page: "rules", spec: "reversi:blocked=a1+h8" });
  expect(parse(to.tutorial("relay"))).toEqual({ page: "tutorial", spec: "relay", lesson: 1 });
  expect(parse(to.tutorial("relay", 3))).toEqual({ page: "tutorial", spec: "relay", lesson: 3 });
  expect(parse(to.game("k3v9"))).toEqual({ page: "game", game: "k3v9" });
  expect(parse("/join/abc_-")).toEqual({ page: "join", token: "abc_-" });
  expect(parse(to.scores("small"))).toEqual({ page: "scores", spec: "small" });
  expect(parse(to.games())).toEqual({ page: "games" });
  expect(parse(to.watch())).toEqual({ page: "watch" });
  expect(parse(to.analysis("k3v9"))).toMatchObject({ page: "analysis", game: "k3v9" });
  const line = { game: null, spec: "relay", position: "4,4 S", moves: ["12", "4"], ply: 1 };
  expect(parse(to.spot(line))).toEqual({ page: "analysis", ...line });
  const game = { game: "k3v9", spec: "othello", position: null, moves: ["f5"], ply: 0 };
  expect(parse(to.spot(game))).toMatchObject({ page: "analysis", game: "k3v9", ply: 0 });
  expect(parse("/analysis?ply=x&moves=..")).toMatchObject({ ply: null, moves: [] });
});

test("an address nobody wrote leads to a page that says so", () => {
  for (const path of ["/nowhere", "/game", "/join", "/learn", "/a/b/c", "/game/%E0%A4%A/x"]) {
    expect(parse(path)).toEqual({ page: "lost", path });
  }
});
