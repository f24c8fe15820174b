import { expect, test } from "vitest";
import { Wish } from "../../src/app/wish";
import { Refusal } from "../../src/app/wire";

const away = () => Promise.reject(new Refusal("unreachable", "no answer"));
const refused = () => Promise.reject(new Refusal("invalid", "no"));

test("what had no answer is asked for again as it was", async () => {
  const wish = new Wish<number>();
  let made = 0;
  const make = () => (made += 1);
  await expect(wish.ask("a game", make, away)).rejects.toThrow("No answer.");
  await expect(wish.ask("a game", make, away)).rejects.toThrow();
  expect(await wish.ask("a game", make, (request) => Promise.resolve(request))).toBe(1);
  expect(await wish.ask("a game", make, (request) => Promise.resolve(request))).toBe(2);
});

test("another wish, and one that was refused, are new", async () => {
  const wish = new Wish<number>();
  let made = 0;
  const make = () => (made += 1);
  await expect(wish.ask("a game", make, away)).rejects.toThrow();
  expect(await wish.ask("another", make, (request) => Promise.resolve(request))).toBe(2);
  await expect(wish.ask("a game", make, refused)).rejects.toThrow("No.");
  expect(await wish.ask("a game", make, (request) => Promise.resolve(request))).toBe(4);
});
