// One animation that runs: cues at their times, an end, and a way to skip to it.
import type { Playback } from "./types";

export interface Cue {
  time: number;
  call: () => void;
}

export class Run implements Playback {
  readonly done: Promise<void>;
  #resolve!: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #animations: Animation[] = [];
  #ended = false;
  readonly #cues: Cue[];
  readonly #length: number;
  readonly #end: () => void;

  /** `end` is called once, when the time is over or on `skip`. */
  constructor(length: number, cues: readonly Cue[], end: () => void) {
    this.#length = length;
    this.#cues = [...cues].sort((a, b) => a.time - b.time);
    this.#end = end;
    this.done = new Promise((resolve) => (this.#resolve = resolve));
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Starts the clock; called when the first frame is in the document. */
  begin(animations: Animation[]): void {
    if (this.#ended) {
      for (const animation of animations) animation.finish();
      return;
    }
    this.#animations = animations;
    this.#next(performance.now());
  }

  skip(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    for (const animation of this.#animations) animation.finish();
    this.#end();
    this.#resolve();
  }

  // Timers and not frames: a tab in the background draws none, and its game must go on.
  #next(began: number): void {
    const now = performance.now() - began;
    while (this.#cues[0] && this.#cues[0].time <= now) this.#cues.shift()!.call();
    if (this.#ended) return;
    if (now >= this.#length) return this.skip();
    const due = Math.min(this.#cues[0]?.time ?? this.#length, this.#length);
    this.#timer = setTimeout(() => this.#next(began), Math.max(0, due - now));
  }
}
