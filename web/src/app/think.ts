// The engine's answers: one socket for all questions of a page, opened when the first is asked. A
// question that has no last answer yet is asked again when the socket was lost and is back.
import { Pulse } from "./pulse";
import { FIRST_PAUSE, LONGEST_PAUSE, type Network, browser, socketAddress } from "./socket";
import { Refusal } from "./wire";

export interface Valued {
  move: string;
  score: number;
  exact: boolean;
  line: string[];
}

export interface Analysis {
  type: "analysis";
  id: string;
  score: number;
  exact: boolean;
  depth: number;
  nodes: number;
  seconds: number;
  moves: Valued[];
  done: boolean;
}

export interface Reviewed {
  type: "reviewed";
  id: string;
  /** Moves made before the position; the move it is about is the next one. */
  ply: number;
  turn: number;
  score: number;
  /** The same for every seat; null where the engine says nothing about it. */
  values: (number | null)[];
  exact: boolean;
  best: string | null;
  played: number | null;
  cost: number | null;
  /** Whether the cost is proved, and no estimate. */
  cost_exact: boolean;
  line: string[];
  done: boolean;
}

type Waiting = { type: "waiting"; id: string };
type Refused = { type: "refused"; id: string; code: string; message: string };

export type Question =
  | { type: "analyse"; variant: string; position: string; seconds: number; lines: number }
  | { type: "review"; variant: string; start: string | null; moves: string[]; seconds: number };

export interface Ear {
  heard(answer: Analysis | Reviewed): void;
  failed(refusal: Refusal): void;
  /** Others think, and a place is waited for. */
  waiting?(): void;
  /** Nobody answers and it is tried again (true); it was asked again (false). */
  lost?(lost: boolean): void;
}

export const LOST = "The engine does not answer. Trying again.";

interface Asked extends Ear {
  question: Question & { id: string };
}

export class Thinker {
  private socket: WebSocket | null = null;
  private asked = new Map<string, Asked>();
  private serial = 0;
  private pause = FIRST_PAUSE;
  private cancelRetry: (() => void) | null = null;
  private readonly pulse: Pulse;

  constructor(private readonly network: Network = browser) {
    this.pulse = new Pulse(
      network,
      () => this.send({ type: "ping", id: "ping" }),
      () => this.hangUp(),
    );
  }

  /** Ask, and hear answers until the last or until the function given back is called. */
  ask(question: Question, ear: Ear): () => void {
    const id = `q${(this.serial += 1)}`;
    this.asked.set(id, { question: { ...question, id }, ...ear });
    this.connect();
    if (this.socket?.readyState === 1) this.send({ ...question, id });
    return () => {
      if (!this.asked.delete(id)) return;
      if (this.socket?.readyState === 1) this.send({ type: "cancel", id });
    };
  }

  close(): void {
    this.asked.clear();
    this.cancelRetry?.();
    this.hangUp();
  }

  // A line that is dead need not say so: it is dropped first.
  private hangUp(): void {
    const socket = this.socket;
    this.drop();
    socket?.close();
  }

  private connect(): void {
    this.cancelRetry?.();
    this.cancelRetry = null;
    if (this.socket || !this.asked.size) return;
    const socket = this.network.open(socketAddress("/api/analysis"));
    this.socket = socket;
    this.pulse.opening();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.pause = FIRST_PAUSE;
      this.pulse.heard();
      for (const { question, lost } of this.asked.values()) {
        lost?.(false);
        this.send(question);
      }
    };
    socket.onmessage = (message) => {
      if (socket === this.socket) this.receive(String(message.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.drop();
    };
  }

  private drop(): void {
    this.socket = null;
    this.pulse.stop();
    if (!this.asked.size) return;
    for (const { lost } of this.asked.values()) lost?.(true);
    this.cancelRetry = this.network.after(this.pause, () => this.connect());
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private send(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private receive(text: string): void {
    this.pulse.heard();
    const message = JSON.parse(text) as Analysis | Reviewed | Waiting | Refused;
    const asked = this.asked.get(message.id);
    if (!asked) return;
    if (message.type === "refused") {
      this.asked.delete(message.id);
      asked.failed(new Refusal(message.code, message.message));
    } else if (message.type === "waiting") {
      asked.waiting?.();
    } else if (message.type === "analysis" || message.type === "reviewed") {
      if (message.done) this.asked.delete(message.id);
      asked.heard(message);
    }
  }
}
