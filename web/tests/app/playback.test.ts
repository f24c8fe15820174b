import { expect, test } from "vitest";
import { PAUSE, Playback } from "../../src/app/playback";
import { move, state } from "./games";
import { Lab } from "./network";

const MOVES = ["a1", "b1", "c1", "d1"].map((text, index) => move(text, index % 2));
const game = (plies: number) => state({ moves: MOVES.slice(0, plies) });

function watch(plies = 0, keepsAll = false) {
  const lab = new Lab();
  const playback = new Playback(() => {}, lab, { pause: PAUSE }, keepsAll);
  playback.load(game(plies));
  return { lab, playback };
}

test("a game that is opened stands at its last move", () => {
  const { playback } = watch(3);
  expect(playback.shown).toBe(3);
  expect(playback.playing).toBeNull();
});

test("the answer waits until the last animation ended, and 300 ms more", () => {
  const { lab, playback } = watch();
  playback.update(game(1));
  expect(playback.playing?.move).toBe("a1");
  playback.update(game(2));
  lab.pass(5000);
  expect(playback.playing?.move).toBe("a1");
  playback.finished();
  expect(playback.playing).toBeNull();
  lab.pass(PAUSE - 1);
  expect(playback.playing).toBeNull();
  lab.pass(1);
  expect(playback.playing?.move).toBe("b1");
  expect(playback.shown).toBe(1);
});

test("an answer that took long is shown at once", () => {
  const { lab, playback } = watch();
  playback.update(game(1));
  playback.finished();
  lab.pass(2000);
  playback.update(game(2));
  expect(playback.playing?.move).toBe("b1");
});

test("taking back stops an animation and takes the disc off", () => {
  const { playback } = watch(1);
  playback.update(game(2));
  expect(playback.playing?.move).toBe("b1");
  playback.update(game(0));
  expect(playback.playing).toBeNull();
  expect(playback.shown).toBe(0);
});

test("looking back stays there while the game goes on; live comes back", () => {
  const { playback } = watch(2);
  playback.look(1);
  playback.update(game(3));
  expect(playback.shown).toBe(1);
  expect(playback.playing).toBeNull();
  playback.live();
  expect(playback.shown).toBe(3);
  playback.update(game(4));
  expect(playback.playing?.move).toBe("d1");
});

test("watching shows every move, pauses, steps and goes on", () => {
  const { lab, playback } = watch(0, true);
  playback.update(game(4));
  expect(playback.playing?.move).toBe("a1");
  playback.pause();
  playback.finished();
  lab.pass(9999);
  expect(playback.playing).toBeNull();
  playback.step();
  expect(playback.playing?.move).toBe("b1");
  playback.finished();
  lab.pass(9999);
  expect(playback.shown).toBe(2);
  playback.play();
  expect(playback.playing?.move).toBe("c1");
});

test("far behind, it does not replay everything", () => {
  const many = Array.from({ length: 20 }, (_, index) => move(`m${index}`, index % 2));
  const { playback } = watch();
  playback.update(state({ moves: many }));
  expect(playback.shown).toBe(19);
  expect(playback.playing?.move).toBe("m19");
});
