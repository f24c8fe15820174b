// Whether a line to the server lives: it may die without a word. A line that stays silent for a while is
// asked for a sign of life; if none comes, it is dead.
import type { Network } from "./socket";

export const SILENCE = 15_000;
export const PROMPT = 5000;

export class Pulse {
  /** What comes next if nothing is heard: a question, or the end. */
  private stopWatch = () => {};

  constructor(
    private readonly network: Network,
    /** Sends a question that a living server answers. */
    private readonly ask: () => void,
    private readonly dead: () => void,
    /** How long an answer may take now. */
    private readonly patience: () => number = () => PROMPT,
  ) {}

  /** The line is being opened, which takes a moment at most. */
  opening(): void {
    this.watch(PROMPT, this.dead);
  }

  /** Something came. */
  heard(): void {
    this.watch(SILENCE, () => this.probe());
  }

  /** Ask now. */
  probe(): void {
    this.ask();
    this.watch(this.patience(), this.dead);
  }

  stop(): void {
    this.stopWatch();
  }

  private watch(milliseconds: number, action: () => void): void {
    this.stopWatch();
    this.stopWatch = this.network.after(milliseconds, action);
  }
}
