// A game at the table: the server's state, the line to it, and what the board has shown of it.
// Pages read `table.now` and call its verbs; every verb is a request the server may refuse.
import { late } from "./late";
import { endedMeanwhile, fold, isStarted, onlyBots, ownTurn } from "./live";
import type { Command, Event, Keyed, Message, Move, Notice, State, Subject } from "./messages";
import { isEvent } from "./messages";
import { forget, keep, pending } from "./pending";
import { type Place, Playback } from "./playback";
import { type Connection, GameLine, type Network, browser, socketAddress } from "./socket";
import type { Refusal } from "./wire";
import { leftOut, news, overtaken, resumed, status } from "./words";

export interface Now {
  state: State;
  connection: Connection;
  /** How often it was tried in vain since it was open. */
  losses: number;
  /** Plies on the board, and the move being animated from there. */
  shown: number;
  playing: Move | null;
  following: boolean;
  /** Milliseconds the animation may take at the usual pace. */
  within: number;
  /** How many moves were passed over before the one that was shown last. */
  leapt: number;
  caughtUp: boolean;
  /** The furthest ply the board has shown, or begun to. */
  seen: number;
  /** The end has been shown; until then nothing may give the result away. */
  over: boolean;
  thinking: number | null;
  present: boolean[] | null;
  /** When the clocks in `state` were true, by the page's own steady time. */
  clockAt: number;
  /** A sentence about the last thing that was refused. */
  problem: string | null;
  /** A command of ours is on its way. */
  asking: boolean;
  /** The move that was asked for and is not answered yet. */
  wish: string | null;
  /** What somebody at the table answered, until something else happens. */
  news: string | null;
  /** Something for the ear: the last move, pass or result, with a number that makes repeats news. */
  said: { text: string; number: number };
}

export class Table {
  now: Now;
  private readonly line: GameLine;
  private readonly playback: Playback;
  private readonly listeners = new Set<() => void>();
  private resultTold = false;
  private outages = 0;

  constructor(
    state: State,
    private readonly network: Network = browser,
    place: Place = {},
  ) {
    const watched = onlyBots(state);
    this.playback = new Playback(() => this.refresh({}), network, undefined, watched);
    this.now = {
      state,
      connection: "connecting",
      losses: 0,
      shown: 0,
      playing: null,
      following: true,
      within: Infinity,
      leapt: 0,
      caughtUp: true,
      seen: 0,
      over: false,
      thinking: null,
      present: null,
      clockAt: network.now(),
      problem: null,
      asking: false,
      wish: null,
      news: null,
      said: { text: "", number: 0 },
    };
    this.playback.load(state, place);
    this.line = new GameLine(
      (since) => socketAddress(`/api/games/${state.game}/socket${since === null ? "" : `?since=${since}`}`),
      () => this.now.state.seq,
      {
        message: (message) => this.hear(message),
        connection: (connection) => this.connected(connection),
        asked: (command) => keep(state.game, command),
        settled: (key) => forget(state.game, key),
      },
      network,
    );
  }

  open(): void {
    this.line.open();
    for (const command of pending(this.now.state.game)) void this.bringBack(command);
  }

  /** The network is back, or the page is looked at again. */
  hurry(): void {
    this.playback.missed();
    this.line.hurry();
  }

  /** The browser says that there is no network; the line would notice much later. */
  offline(): void {
    this.line.reconnect();
  }

  /** There is no such game any more. */
  end(): void {
    this.line.end();
  }

  close(): void {
    this.line.close();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // What a player does.

  play(move: string): void {
    const seat = ownTurn(this.now.state);
    if (seat === null || this.now.asking) return;
    this.playback.live();
    this.refresh({ wish: move });
    void this.ask({ type: "play", seat, move });
  }

  resign(seat: number): void {
    void this.ask({ type: "resign", seat });
  }

  offer(seat: number, subject: Subject): void {
    void this.ask({ type: "offer", seat, subject });
  }

  decline(seat: number, subject: Subject): void {
    void this.ask({ type: "decline", seat, subject });
  }

  takeBack(seat: number): void {
    if (this.now.state.free_undo) void this.ask({ type: "take-back", seat });
    else void this.ask({ type: "offer", seat, subject: "take-back" });
  }

  redo(seat: number): void {
    void this.ask({ type: "redo", seat });
  }

  rematch(seat: number): Promise<boolean> {
    return this.ask({ type: "rematch", seat });
  }

  // What a reader does.

  finished(): void {
    this.playback.finished();
  }

  look(ply: number): void {
    this.complain(null);
    this.playback.look(ply);
  }

  step(): void {
    this.playback.step();
  }

  pause(): void {
    this.playback.pause();
  }

  resume(): void {
    this.playback.play();
  }

  live(): void {
    this.playback.live();
  }

  setPause(milliseconds: number): void {
    this.playback.setPace({ pause: milliseconds });
  }

  say(text: string): void {
    this.refresh({ said: { text, number: this.now.said.number + 1 } });
  }

  complain(problem: string | null): void {
    this.refresh({ problem });
  }

  /** Do not wait any longer for what was asked. */
  giveUp(): void {
    this.line.giveUp();
  }

  private async ask(command: Command): Promise<boolean> {
    this.refresh({ asking: true, problem: null });
    const refusal = await this.insist(command);
    if (refusal) this.refresh({ problem: refusal.problem });
    this.answered();
    return !refusal;
  }

  private answered(): void {
    const asking = this.line.unanswered > 0;
    this.refresh({ asking, ...(asking ? {} : { wish: null }) });
  }

  /** What was asked for before this page was left. It is done only if the game still stands where it stood. */
  private async bringBack(command: Keyed): Promise<void> {
    this.refresh({ asking: true, wish: command.type === "play" ? command.move : null });
    try {
      await this.line.repeat(command);
      this.refresh({ news: resumed(command) });
      this.say(resumed(command));
    } catch (error) {
      const { code, message } = error as Refusal;
      if (code !== "given-up") this.complain(code === "stale" ? overtaken(command) : message);
    }
    this.answered();
  }

  /** Ask, and again where the game only moved on meanwhile; null once it is done. */
  private async insist(command: Command): Promise<Pick<Now, "problem"> | null> {
    const outages = this.now.connection === "open" ? this.outages : -1;
    for (;;) {
      const { seq } = this.now.state;
      try {
        await this.line.send(command);
        return null;
      } catch (error) {
        const { code, message } = error as Refusal;
        if (code === "given-up") return { problem: null };
        if (code !== "stale") return { problem: message };
        // The state that came with the refusal is known by now; without a newer one it would go on for ever.
        const { state } = this.now;
        const { again, problem } = late(command, state, outages !== this.outages);
        if (!again) return { problem };
        if (state.seq <= seq) return { problem: message };
      }
    }
  }

  private connected(connection: Connection): void {
    const back = connection === "open" && this.now.connection === "lost";
    if (connection === "lost") {
      this.outages += 1;
      this.playback.missed();
    }
    this.refresh({ connection, losses: connection === "lost" ? this.now.losses + 1 : 0 });
    if (back) this.say("The connection is back.");
  }

  private hear(message: Message): void {
    if (message.type === "state") this.take(message);
    else if (message.type === "refused") {
      if (message.state) this.take(message.state);
    } else if (isEvent(message)) {
      const before = this.now.state;
      const state = fold(before, message);
      if (!state) {
        this.line.reconnect();
        return;
      }
      if (state === before) return;
      this.accept(state);
      this.tell(message, news(before, message));
    } else if (message.type !== "done") this.notice(message);
  }

  /** News is read and heard, but offers are read where they are answered. */
  private tell(event: Event, text: string | null): void {
    this.refresh({ news: event.type === "declined" || event.type === "took-back" ? text : null });
    if (!text) return;
    const turns = event.type === "took-back" || event.type === "joined";
    this.say(turns ? `${text} ${status(this.now)}` : text);
  }

  /** A whole state replaces what is known, unless events have already led further. */
  private take(state: State): void {
    if (state.seq < this.now.state.seq) return;
    this.accept(state);
  }

  private accept(state: State): void {
    const before = this.now.state;
    const moved = state.moves.length !== before.moves.length;
    this.now = {
      ...this.now,
      state,
      clockAt: this.network.now(),
      thinking: moved || state.view.outcome ? null : this.now.thinking,
    };
    this.playback.update(state);
  }

  private notice(notice: Notice): void {
    if (notice.type === "thinking") {
      // The clock of a bot that waits for the server stands still, and goes on with its thinking.
      this.accept({ ...this.now.state, clock: notice.clock });
      this.refresh({ thinking: notice.seat });
    } else if (notice.type === "present") this.refresh({ present: notice.seats });
  }

  private refresh(part: Partial<Now>): void {
    const { shown, playing, following, within, leapt, caughtUp, seen } = this.playback;
    const before = this.now;
    const over = before.state.view.outcome !== null && (before.over || caughtUp);
    const said = part.said ?? this.spoken();
    this.now = { ...this.now, ...part, shown, playing, following, within, leapt, caughtUp, seen, over, said };
    if (this.now !== before) for (const listener of this.listeners) listener();
  }

  // A move is spoken as it is shown, the last one with whose turn it is then; and the result once: after
  // the last move, or at once to somebody who looks back meanwhile.
  private spoken(): Now["said"] {
    const { said, state } = this.now;
    const { shown, seen, playing, following, leapt, caughtUp } = this.playback;
    const outcome = state.view.outcome;
    if (playing && playing !== this.now.playing) {
      const next = shown + 1 === state.moves.length && !outcome ? this.statusAfter(shown + 1) : "";
      const parts = [leftOut(leapt), next === playing.text ? "" : withoutAgain(playing.text, next), next];
      return { text: parts.filter(Boolean).join(" "), number: said.number + 1 };
    }
    if (!outcome) this.resultTold = false;
    const absent = endedMeanwhile({ ...this.now, shown, seen, playing, following }) !== null;
    if (!outcome || this.resultTold || !(caughtUp || absent)) return said;
    this.resultTold = true;
    return { text: absent ? outcome.text : `${said.text} ${outcome.text}`.trim(), number: said.number + 1 };
  }

  private statusAfter(shown: number): string {
    return status({ ...this.now, shown, seen: shown, playing: null, caughtUp: true, following: true, thinking: null });
  }
}

/** Whether a click on the board may be a move now. */
export function mayPlay(now: Now): boolean {
  return now.caughtUp && !now.asking && ownTurn(now.state) !== null && isStarted(now.state);
}

// The server's sentence says by seat that somebody goes again; who is told so as a person needs it once.
function withoutAgain(text: string, next: string): string {
  return /\bagain\b/i.test(next) ? text.replace(/ Again [^.]*'s move\.$/, "") : text;
}
