// Which moves the board has shown. The server runs ahead; here moves wait their turn, are animated
// one after another with a pause between them, and a person may look back, pause and go on.
import type { Move, State } from "./messages";

export interface Pace {
  /** Milliseconds between the end of one move's animation and the start of the next. */
  pause: number;
}

/** Where somebody was in a game. */
export interface Place {
  at?: number;
  paused?: boolean;
}

export const PAUSE = 300;
/** A move in a long queue is still seen for so long. */
export const BEAT = 260;
// What a move may take with so many behind it, and never less than can be seen.
const QUEUE = 1800;
const SHORTEST = 200;
const SHORTEST_PAUSE = 60;
// Further behind than this nobody wants to watch it all again: after an absence, and ever.
const MOST_MISSED = 6;
const MOST_WAITING = 60;

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
  /** The furthest ply that was shown, or begun. */
  seen = 0;
  /** Milliseconds the move being animated may take at the usual pace; the more wait, the fewer. */
  within = Infinity;
  /** How many moves were passed over to get to the last one. */
  leapt = 0;

  private moves: Move[] = [];
  private waits: (() => void) | null = null;
  private endedAt = -Infinity;
  private beganAt = -Infinity;
  /** Nobody looked, or nothing came, until now. */
  private absent = false;
  /** Somebody watches it again, at the pace they chose. */
  private again = false;

  constructor(
    private readonly told: () => void,
    private readonly time: Time,
    private pace: Pace = { pause: PAUSE },
    private readonly keepsAll = false,
  ) {}

  /** The whole game, at once: the board stands at the last move, or where it was left, or paused. */
  load(state: State, { at = state.moves.length, paused = false }: Place = {}): void {
    this.halt();
    if (paused) this.following = false;
    this.moves = state.moves;
    this.shown = Math.min(at, this.moves.length);
    this.seen = this.shown;
    this.endedAt = -Infinity;
    this.again = this.absent = false;
    this.next();
    this.changed();
  }

  /** The game went on, or back. */
  update(state: State): void {
    const before = this.moves;
    this.moves = state.moves;
    const shared = sharedPlies(before, this.moves);
    this.seen = Math.min(this.seen, shared);
    if (this.playing && shared <= this.shown) this.halt();
    // Taken back: what is no longer played must not stay on the board.
    if (shared < this.shown) {
      this.halt();
      this.shown = shared;
    }
    this.next();
    this.changed();
  }

  /** The line was lost, or the page was not looked at: what came meanwhile need not all be shown. */
  missed(): void {
    this.absent = true;
  }

  /** The board has drawn the last step of the move being played. */
  finished(): void {
    if (!this.playing) return;
    this.playing = null;
    this.shown += 1;
    this.endedAt = this.time.now();
    if (this.caughtUp) this.again = this.absent = false;
    this.next();
    this.changed();
  }

  /** Show a ply at once and stay there. */
  look(ply: number): void {
    this.halt();
    this.shown = Math.max(0, Math.min(ply, this.moves.length));
    this.following = this.shown === this.moves.length && !this.keepsAll;
    this.again = this.absent = false;
    this.endedAt = -Infinity;
    this.changed();
  }

  /** Show the next move, animated, and stay. */
  step(): void {
    if (this.playing) return;
    this.halt();
    this.following = false;
    this.again = true;
    this.begin();
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
    this.again = true;
    this.endedAt = -Infinity;
    this.next();
    this.changed();
  }

  /** Jump to the last move and follow. */
  live(): void {
    this.halt();
    this.shown = this.moves.length;
    this.following = true;
    this.again = this.absent = false;
    this.changed();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
  }

  get caughtUp(): boolean {
    return this.shown === this.moves.length && !this.playing;
  }

  private changed(): void {
    this.seen = Math.max(this.seen, this.playing ? this.shown + 1 : this.shown);
    this.told();
  }

  private next(): void {
    if (!this.following || this.playing || this.waits || this.shown === this.moves.length) return;
    const rest = this.rest();
    if (rest <= 0) {
      this.begin();
      return;
    }
    this.waits = this.time.after(rest, () => {
      this.waits = null;
      this.begin();
      this.changed();
    });
  }

  private begin(): void {
    const behind = this.moves.length - this.shown - 1;
    this.leapt = this.hurries && behind >= (this.absent ? MOST_MISSED : MOST_WAITING) ? behind : 0;
    this.shown += this.leapt;
    this.within = this.hurries && !this.leapt && behind > 1 ? Math.max(SHORTEST, QUEUE / behind) : Infinity;
    this.beganAt = this.time.now();
    this.playing = this.moves[this.shown] ?? null;
  }

  /** How long until the next move may begin: the more wait behind it, the sooner. */
  private rest(): number {
    const { pause } = this.pace;
    const behind = this.hurries ? this.moves.length - this.shown - 1 : 0;
    const after = Math.max(Math.min(SHORTEST_PAUSE, pause), pause / Math.max(1, behind));
    const now = this.time.now();
    return Math.max(after - (now - this.endedAt), Math.min(BEAT, pause) - (now - this.beganAt));
  }

  /** Whoever watches birds, or a game again, has chosen the pace themselves. */
  private get hurries(): boolean {
    return !this.keepsAll && !this.again;
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
