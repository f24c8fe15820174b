import { expect, test } from "vitest";
import { BEAT, PAUSE, Playback } from "../../src/app/playback";
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

// A chain of extra turns: all of it is shown, the quicker the more wait.
const many = (length: number) => Array.from({ length }, (_, index) => move(`m${index}`, 1));

/** Shows what waits, each move for as long as it usually takes or may; what was shown, and how long it all took. */
function showAll(lab: Lab, playback: Playback, usual = 900) {
  const began = lab.now();
  const shown: string[] = [];
  const beats: number[] = [];
  for (let last = began; playback.playing || !playback.caughtUp; ) {
    if (playback.playing) {
      shown.push(playback.playing.move);
      beats.push(lab.now() - last);
      last = lab.now();
      lab.pass(Math.min(usual, playback.within));
      playback.finished();
    } else lab.pass(1);
  }
  return { shown, beats: beats.slice(1), took: lab.now() - began };
}

test.each([8, 16, 60])("a chain of %i moves is shown whole and in order, each for a visible beat", (length) => {
  const { lab, playback } = watch();
  playback.update(state({ moves: many(length) }));
  const { shown, beats, took } = showAll(lab, playback);
  expect(shown).toEqual(many(length).map(({ move }) => move));
  expect(Math.min(...beats)).toBeGreaterThanOrEqual(BEAT);
  expect(took).toBeLessThanOrEqual(length === 60 ? 20_000 : 8000);
});

test("without motion a chain has the same beat", () => {
  const { lab, playback } = watch();
  playback.update(state({ moves: many(16) }));
  expect(Math.min(...showAll(lab, playback, 0).beats)).toBeGreaterThanOrEqual(BEAT);
});

test("the move that runs is not cut off by what comes, and has the time it began with", () => {
  const { playback } = watch();
  playback.update(state({ moves: many(1) }));
  for (let length = 2; length <= 80; length++) playback.update(state({ moves: many(length) }));
  expect([playback.playing?.move, playback.shown, playback.within]).toEqual(["m0", 0, Infinity]);
});

test("one move and its answer take the time they usually do", () => {
  const { playback } = watch();
  playback.update(game(2));
  expect(playback.within).toBe(Infinity);
});

test("very many are passed over, and how many is known", () => {
  const { playback } = watch();
  playback.update(state({ moves: many(100) }));
  expect([playback.playing?.move, playback.leapt]).toEqual(["m99", 99]);
});

test("after an absence few are enough; whoever plays on is no longer absent", () => {
  const { lab, playback } = watch();
  playback.missed();
  playback.update(state({ moves: many(7) }));
  expect([playback.playing?.move, playback.leapt]).toEqual(["m6", 6]);
  playback.finished();
  playback.missed();
  playback.live();
  playback.update(state({ moves: many(20) }));
  expect(showAll(lab, playback).shown).toHaveLength(13);
  expect(playback.leapt).toBe(0);
});

test("a game that is watched again keeps its pace", () => {
  const { playback } = watch();
  playback.load(state({ moves: many(70) }));
  playback.look(0);
  playback.play();
  expect([playback.playing?.move, playback.within]).toEqual(["m0", Infinity]);
});
