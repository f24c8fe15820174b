// Animations one after the other. The server never waits for them; whoever plays against a bot does.
import type { Playback } from "./types";

export interface QueueOptions {
  /** From the start of one animation to the start of the next at least; it also waits for its end. */
  atLeast?: number;
  now?: () => number;
  wait?: (milliseconds: number, wake: () => void) => () => void;
}

interface Job {
  start: () => Playback | null;
  settle: () => void;
}

const sleep = (milliseconds: number, wake: () => void): (() => void) => {
  const timer = setTimeout(wake, milliseconds);
  return () => clearTimeout(timer);
};

export class AnimationQueue {
  #waiting: Job[] = [];
  #running: Playback | null = null;
  #busy = false;
  #hurry = false;
  #skipped = false;
  #wake: (() => void) | null = null;
  #idle: (() => void)[] = [];
  readonly #options: Required<QueueOptions>;

  constructor(options: QueueOptions = {}) {
    this.#options = { atLeast: 300, now: () => performance.now(), wait: sleep, ...options };
  }

  /** True from the first `push` until the last animation has ended. */
  get busy(): boolean {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Starts an animation when all before it have ended. `start` is called then, and not before; null
   * means there was nothing to show. The promise resolves when it has ended or was skipped.
   */
  push(start: () => Playback | null): Promise<void> {
    return new Promise((settle) => {
      this.#waiting.push({ start, settle });
      if (!this.#busy) {
        this.#busy = true;
        void this.#run();
      }
    });
  }

  /** Resolves when nothing runs or waits; at once if that is so now. */
  idle(): Promise<void> {
    return this.#busy ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve();
  }

  /** Ends what runs and does not hold the next; with `all`, everything that waits ends at once too. */
  skip(all = false): void {
    if (!this.#busy) return;
    if (all) this.#hurry = true;
    this.#skipped = this.#running !== null;
    this.#running?.skip();
    this.#wake?.();
  }

  /** Forgets what waits and ends what runs: the board is about to show something else. */
  clear(): void {
    const dropped = this.#waiting.splice(0);
    this.skip();
    for (const job of dropped) job.settle();
  }

  async #run(): Promise<void> {
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      const began = this.#options.now();
      try {
        this.#running = job.start();
        if (this.#hurry) this.#running?.skip();
        await this.#running?.done;
      } catch (error) {
        // Reported as uncaught, but the game goes on: the next one shows the board as it is.
        queueMicrotask(() => {
          throw error;
        });
      }
      const shown = this.#running !== null && !this.#skipped;
      this.#running = null;
      this.#skipped = false;
      job.settle();
      if (shown && this.#waiting.length > 0) await this.#hold(began);
    }
    this.#busy = false;
    this.#hurry = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #hold(began: number): Promise<void> {
    const left = began + this.#options.atLeast - this.#options.now();
    if (left <= 0 || this.#hurry) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#options.wait(left, () => this.#wake?.());
      this.#wake = () => {
        this.#wake = null;
        cancel();
        resolve();
      };
    });
  }
}
