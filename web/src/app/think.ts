// The engine's answers: one socket for all questions of a page, opened when the first is asked.
import { socketAddress } from "./socket";
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
  exact: boolean;
  best: string | null;
  played: number | null;
  cost: number | null;
  line: string[];
  done: boolean;
}

type Refused = { type: "refused"; id: string; code: string; message: string };

export type Question =
  | { type: "analyse"; variant: string; position: string; seconds: number; lines: number }
  | { type: "review"; variant: string; start: string | null; moves: string[]; seconds: number };

interface Asked {
  question: Question & { id: string };
  heard(answer: Analysis | Reviewed): void;
  failed(refusal: Refusal): void;
}

export class Thinker {
  private socket: WebSocket | null = null;
  private asked = new Map<string, Asked>();
  private serial = 0;

  constructor(private readonly open = () => new WebSocket(socketAddress("/api/analysis"), "turnstone.1")) {}

  /** Ask, and hear answers until the last or until the function given back is called. */
  ask(
    question: Question,
    heard: (answer: Analysis | Reviewed) => void,
    failed: (refusal: Refusal) => void = () => {},
  ): () => void {
    const id = `q${(this.serial += 1)}`;
    this.asked.set(id, { question: { ...question, id }, heard, failed });
    this.connect();
    if (this.socket?.readyState === 1) this.send({ ...question, id });
    return () => {
      if (!this.asked.delete(id)) return;
      if (this.socket?.readyState === 1) this.send({ type: "cancel", id });
    };
  }

  close(): void {
    this.asked.clear();
    this.socket?.close();
    this.socket = null;
  }

  private connect(): void {
    if (this.socket) return;
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => {
      for (const { question } of this.asked.values()) this.send(question);
    };
    socket.onmessage = (message) => this.receive(String(message.data));
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      const lost = new Refusal("unreachable", "The engine does not answer. Please try again.");
      const left = [...this.asked.values()];
      this.asked.clear();
      for (const { failed } of left) failed(lost);
    };
  }

  private send(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as Analysis | Reviewed | Refused;
    const asked = this.asked.get(message.id);
    if (!asked) return;
    if (message.type === "refused") {
      this.asked.delete(message.id);
      asked.failed(new Refusal(message.code, message.message));
    } else if (message.type === "analysis" || message.type === "reviewed") {
      if (message.done) this.asked.delete(message.id);
      asked.heard(message);
    }
  }
}
