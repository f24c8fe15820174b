// A game at the table: the server's state, the line to it, and what the board has shown of it.
// Pages read `table.now` and call its verbs; every verb is a request the server may refuse.
import { fold, isStarted, onlyBots, ownTurn } from "./live";
import type { Command, Event, Message, Move, Notice, State, Subject } from "./messages";
import { isEvent } from "./messages";
import { Playback } from "./playback";
import { type Connection, GameLine, type Network, browser, socketAddress } from "./socket";
import { Refusal } from "./wire";
import { declined } from "./words";

export interface Now {
  state: State;
  connection: Connection;
  /** Plies on the board, and the move being animated from there. */
  shown: number;
  playing: Move | null;
  following: boolean;
  caughtUp: boolean;
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

  constructor(
    state: State,
    private readonly network: Network = browser,
    place: { at?: number } = {},
  ) {
    const watched = onlyBots(state);
    this.playback = new Playback(() => this.refresh({}), network, undefined, watched);
    this.now = {
      state,
      connection: "connecting",
      shown: 0,
      playing: null,
      following: true,
      caughtUp: true,
      thinking: null,
      present: null,
      clockAt: network.now(),
      problem: null,
      asking: false,
      wish: null,
      news: null,
      said: { text: "", number: 0 },
    };
    this.playback.load(state, place.at);
    this.line = new GameLine(
      (since) => socketAddress(`/api/games/${state.game}/socket${since === null ? "" : `?since=${since}`}`),
      () => this.now.state.seq,
      { message: (message) => this.hear(message), connection: (connection) => this.refresh({ connection }) },
      network,
    );
  }

  open(): void {
    this.line.open();
  }

  hurry(): void {
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
    try {
      await this.line.send(command);
      return true;
    } catch (error) {
      // Two hands moved at once, or an animation was still running: the state that came with the
      // refusal shows it, and a sentence about it would only confuse.
      const silent = error instanceof Refusal && (error.code === "stale" || error.code === "given-up");
      this.refresh({ problem: silent ? null : (error as Error).message });
      return false;
    } finally {
      const asking = this.line.unanswered > 0;
      this.refresh({ asking, ...(asking ? {} : { wish: null }) });
    }
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
      this.refresh({ news: newsOf(state, message) });
    } else if (message.type !== "done") this.notice(message);
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
    if (notice.type === "thinking") this.refresh({ thinking: notice.seat });
    else if (notice.type === "present") this.refresh({ present: notice.seats });
  }

  private refresh(part: Partial<Now>): void {
    const { shown, playing, following, caughtUp } = this.playback;
    const before = this.now;
    const said = part.said ?? this.spoken(playing, caughtUp);
    this.now = { ...this.now, ...part, shown, playing, following, caughtUp, said };
    if (this.now !== before) for (const listener of this.listeners) listener();
  }

  // A move is spoken as it is shown, and the result once, after the last move.
  private spoken(playing: Move | null, caughtUp: boolean): Now["said"] {
    const { said, state } = this.now;
    const outcome = state.view.outcome;
    if (playing && playing !== this.now.playing) return { text: playing.text, number: said.number + 1 };
    if (!outcome) this.resultTold = false;
    if (!outcome || !caughtUp || this.resultTold) return said;
    this.resultTold = true;
    return { text: `${said.text} ${outcome.text}`.trim(), number: said.number + 1 };
  }
}

function newsOf(state: State, event: Event): string | null {
  if (event.type !== "declined" || state.seats[event.seat]?.yours) return null;
  return declined(state.seats[event.seat]!, event.subject);
}

/** Whether a click on the board may be a move now. */
export function mayPlay(now: Now): boolean {
  return now.caughtUp && !now.asking && ownTurn(now.state) !== null && isStarted(now.state);
}
