// Which moves the board has shown. The server runs ahead; here moves wait their turn, are animated
// one after another with a pause between them, and a person may look back, pause and go on.
import type { Move, State } from "./messages";

export interface Pace {
  /** Milliseconds between the end of one move's animation and the start of the next. */
  pause: number;
}

export const PAUSE = 300;
// Further behind than this (a reconnection, a tab asleep) nobody wants to watch it all again.
const MOST_BEHIND = 6;

/** The time, and a way to wait for it; the network of a line has both. */
export interface Time {
  now(): number;
  after(milliseconds: number, action: () => void): () => void;
}

export class Playback {
  /** How many plies lie on the board. */
  shown = 0;
  /** The move being animated from there, if any. */
  playing: Move | null = null;
  /** Whether new moves are shown as they come. */
  following = true;

  private moves: Move[] = [];
  private waits: (() => void) | null = null;
  private endedAt = -Infinity;

  constructor(
    private readonly changed: () => void,
    private readonly time: Time,
    private pace: Pace = { pause: PAUSE },
    private readonly keepsAll = false,
  ) {}

  /** The whole game, at once: the board stands at the last move, or where it was left. */
  load(state: State, at = state.moves.length): void {
    this.halt();
    this.moves = state.moves;
    this.shown = Math.min(at, this.moves.length);
    this.endedAt = -Infinity;
    this.next();
    this.changed();
  }

  /** The game went on, or back. */
  update(state: State): void {
    const before = this.moves;
    this.moves = state.moves;
    const shared = sharedPlies(before, this.moves);
    if (this.playing && shared <= this.shown) this.halt();
    // Taken back: what is no longer played must not stay on the board.
    if (shared < this.shown) {
      this.halt();
      this.shown = shared;
    }
    const behind = this.moves.length - this.shown;
    if (this.following && !this.keepsAll && behind > MOST_BEHIND) {
      this.halt();
      this.shown = this.moves.length - 1;
    }
    this.next();
    this.changed();
  }

  /** The board has drawn the last step of the move being played. */
  finished(): void {
    if (!this.playing) return;
    this.playing = null;
    this.shown += 1;
    this.endedAt = this.time.now();
    this.next();
    this.changed();
  }

  /** Show a ply at once and stay there. */
  look(ply: number): void {
    this.halt();
    this.shown = Math.max(0, Math.min(ply, this.moves.length));
    this.following = this.shown === this.moves.length && !this.keepsAll;
    this.endedAt = -Infinity;
    this.changed();
  }

  /** Show the next move, animated, and stay. */
  step(): void {
    if (this.playing) return;
    this.halt();
    this.following = false;
    this.playing = this.moves[this.shown] ?? null;
    this.changed();
  }

  pause(): void {
    this.following = false;
    this.waits?.();
    this.waits = null;
    this.changed();
  }

  /** Go on from here, move by move. */
  play(): void {
    this.following = true;
    this.endedAt = -Infinity;
    this.next();
    this.changed();
  }

  /** Jump to the last move and follow. */
  live(): void {
    this.halt();
    this.shown = this.moves.length;
    this.following = true;
    this.changed();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
  }

  get caughtUp(): boolean {
    return this.shown === this.moves.length && !this.playing;
  }

  private next(): void {
    if (!this.following || this.playing || this.waits) return;
    const move = this.moves[this.shown];
    if (!move) return;
    const begin = () => {
      this.waits = null;
      this.playing = this.moves[this.shown] ?? null;
    };
    const rest = this.pace.pause - (this.time.now() - this.endedAt);
    if (rest <= 0) {
      begin();
      return;
    }
    this.waits = this.time.after(rest, () => {
      begin();
      this.changed();
    });
  }

  private halt(): void {
    this.waits?.();
    this.waits = null;
    this.playing = null;
  }
}

function sharedPlies(before: Move[], after: Move[]): number {
  let ply = 0;
  while (ply < before.length && ply < after.length && same(before[ply]!, after[ply]!)) ply += 1;
  return ply;
}

function same(one: Move, other: Move): boolean {
  return one === other || (one.move === other.move && one.position === other.position);
}
