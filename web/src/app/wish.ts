// Something that must be done once, however often it has to be asked for: it is asked for again as it was,
// under its key, until the server has answered.
import { isAway } from "./wire";

export class Wish<T> {
  private kept: { about: string; request: T } | null = null;

  /** Ask; `about` says what is wished for. The same wish without an answer goes out again unchanged. */
  async ask<A>(about: unknown, make: () => T, send: (request: T) => Promise<A>): Promise<A> {
    const text = JSON.stringify(about);
    if (this.kept?.about !== text) this.kept = { about: text, request: make() };
    try {
      const answer = await send(this.kept.request);
      this.kept = null;
      return answer;
    } catch (error) {
      if (!isAway(error as Error)) this.kept = null;
      throw error;
    }
  }
}
