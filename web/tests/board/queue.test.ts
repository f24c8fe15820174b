import { beforeEach, describe, expect, test, vi } from "vitest";
import { AnimationQueue } from "../../src/board/queue";
import type { Playback } from "../../src/board/types";

beforeEach(() => {
  vi.useFakeTimers();
});

/** A playback that lasts for a while and writes what happens to it. */
function lasting(name: string, milliseconds: number, log: string[]): () => Playback {
  return () => {
    log.push(`${name} starts at ${performance.now() - began}`);
    let end = (): void => undefined;
    const done = new Promise<void>((resolve) => (end = resolve));
    const timer = setTimeout(() => end(), milliseconds);
    void done.then(() => log.push(`${name} ends at ${performance.now() - began}`));
    return {
      done,
      skip: () => {
        clearTimeout(timer);
        end();
      },
    };
  };
}

let began = 0;
beforeEach(() => {
  began = performance.now();
});

describe("the queue", () => {
  test("plays one after the other, in order", async () => {
    const log: string[] = [];
    const queue = new AnimationQueue();
    void queue.push(lasting("first", 500, log));
    void queue.push(lasting("second", 400, log));
    expect(queue.busy).toBe(true);
    await vi.runAllTimersAsync();
    expect(log).toEqual([
      "first starts at 0",
      "first ends at 500",
      "second starts at 500",
      "second ends at 900",
    ]);
    expect(queue.busy).toBe(false);
  });

  test("holds the next for at least 300 ms, so that a person can follow", async () => {
    const log: string[] = [];
    const queue = new AnimationQueue();
    void queue.push(lasting("mine", 50, log));
    void queue.push(lasting("the answer", 50, log));
    await vi.runAllTimersAsync();
    expect(log[2]).toBe("the answer starts at 300");
  });

  test("does not hold after something that was not shown", async () => {
    const log: string[] = [];
    const queue = new AnimationQueue();
    void queue.push(() => null);
    void queue.push(lasting("next", 50, log));
    await vi.runAllTimersAsync();
    expect(log[0]).toBe("next starts at 0");
  });

  test("skip ends what runs and starts the next at once", async () => {
    const log: string[] = [];
    const queue = new AnimationQueue();
    void queue.push(lasting("first", 5000, log));
    void queue.push(lasting("second", 400, log));
    await vi.advanceTimersByTimeAsync(100);
    queue.skip();
    await vi.runAllTimersAsync();
    expect(log).toEqual(["first starts at 0", "first ends at 100", "second starts at 100", "second ends at 500"]);
  });

  test("skip during the hold ends the hold", async () => {
    const log: string[] = [];
    const queue = new AnimationQueue({ atLeast: 2000 });
    void queue.push(lasting("first", 50, log));
    void queue.push(lasting("second", 50, log));
    await vi.advanceTimersByTimeAsync(120);
    queue.skip();
    await vi.runAllTimersAsync();
    expect(log[2]).toBe("second starts at 120");
  });

  test("skip all ends everything that waits", async () => {
    const log: string[] = [];
    const queue = new AnimationQueue();
    const last = [1, 2, 3].map((name) => queue.push(lasting(String(name), 1000, log))).at(-1)!;
    await vi.advanceTimersByTimeAsync(10);
    queue.skip(true);
    await last;
    expect(performance.now() - began).toBe(10);
    expect(log.filter((line) => line.includes("ends"))).toHaveLength(3);
    expect(queue.busy).toBe(false);
  });

  test("clear forgets what waits, and every promise resolves", async () => {
    const log: string[] = [];
    const queue = new AnimationQueue();
    const promises = ["a", "b", "c"].map((name) => queue.push(lasting(name, 1000, log)));
    await vi.advanceTimersByTimeAsync(10);
    queue.clear();
    await Promise.all(promises);
    await vi.runAllTimersAsync();
    expect(log).toEqual(["a starts at 0", "a ends at 10"]);
    expect(queue.busy).toBe(false);
  });

  test("idle resolves when all is over, and at once when nothing runs", async () => {
    const queue = new AnimationQueue();
    await queue.idle();
    void queue.push(lasting("a", 100, []));
    void queue.push(lasting("b", 100, []));
    const idle = vi.fn();
    void queue.idle().then(idle);
    await vi.advanceTimersByTimeAsync(390);
    expect(idle).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    expect(idle).toHaveBeenCalled();
  });

  test("an animation that breaks is reported and does not stop the next", async () => {
    const reported: unknown[] = [];
    const listen = (error: unknown): void => void reported.push(error);
    process.on("uncaughtException", listen);
    const log: string[] = [];
    const queue = new AnimationQueue();
    void queue.push(() => {
      throw new Error("no such disc");
    });
    void queue.push(lasting("next", 50, log));
    await vi.runAllTimersAsync();
    process.off("uncaughtException", listen);
    expect(reported).toEqual([new Error("no such disc")]);
    expect(log).toContain("next starts at 0");
    expect(queue.busy).toBe(false);
  });
});
