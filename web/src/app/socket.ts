// One game's line to the server: connects, retries with growing pauses, catches up from the last
// event seen, and sends unanswered commands again under the same key, so none is lost or doubled.
import type { Answer, Command, Keyed, Message } from "./messages";
import { PROMPT, Pulse } from "./pulse";
import { Refusal, freshKey } from "./wire";

/** "lost" until the line is really open again; "gone": there is no such game any more, and trying again is no use. */
export type Connection = "connecting" | "open" | "lost" | "gone";

export interface Listener {
  message(message: Message): void;
  connection(connection: Connection): void;
  /** A command is on its way. */
  asked(command: Keyed): void;
  /** It was answered, or nobody wants it any more. */
  settled(key: string): void;
}

// The few things of the browser a line needs, so that tests can hand in their own.
export interface Network {
  open(address: string): WebSocket;
  now(): number;
  after(milliseconds: number, action: () => void): () => void;
}

export const browser: Network = {
  open: (address) => new WebSocket(address, "turnstone.1"),
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

export const FIRST_PAUSE = 250;
export const LONGEST_PAUSE = 5000;
// A command unanswered for so long means that the line is dead even if nobody closed it.
const PATIENCE = 8000;
const DELETED = 4404;

interface Waiting {
  command: Keyed;
  done(): void;
  refused(refusal: Refusal): void;
  giveUp(): void;
}

export class GameLine {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private pause = FIRST_PAUSE;
  private cancelRetry: (() => void) | null = null;
  private readonly pulse: Pulse;
  private closed = false;

  constructor(
    private readonly address: (since: number | null) => string,
    private readonly seen: () => number | null,
    private readonly listener: Listener,
    private readonly network: Network = browser,
  ) {
    this.pulse = new Pulse(
      network,
      () => this.socket?.send(JSON.stringify({ type: "ping", key: "ping" })),
      () => this.reconnect(),
      // The server takes messages one after another: behind a command an answer may take its time.
      () => (this.waiting.size ? PATIENCE : PROMPT),
    );
  }

  open(): void {
    this.cancelRetry?.();
    this.cancelRetry = null;
    if (this.closed || this.socket) return;
    const socket = this.network.open(this.address(this.seen()));
    this.socket = socket;
    this.pulse.opening();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.pause = FIRST_PAUSE;
      this.pulse.heard();
      this.listener.connection("open");
      for (const waiting of this.waiting.values()) this.transmit(waiting);
    };
    socket.onmessage = (message) => {
      if (socket === this.socket) this.receive(String(message.data));
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      if (code === DELETED) this.end();
      else this.drop();
    };
  }

  /** Ask for something; resolves once the server stored it, rejects with its refusal. */
  send(command: Command): Promise<void> {
    return this.repeat({ ...command, key: freshKey(), seq: this.seen() ?? 0 });
  }

  /** Ask under a key that was used before: what was done already is not done again. */
  repeat(keyed: Keyed): Promise<void> {
    this.listener.asked(keyed);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { command: keyed, done: resolve, refused: reject, giveUp: () => {} };
      this.waiting.set(keyed.key, waiting);
      this.transmit(waiting);
    });
  }

  /** Stop asking for what has no answer yet; what the server has got it may still do. */
  giveUp(): void {
    for (const key of this.waiting.keys()) this.listener.settled(key);
    this.refuseAll(new Refusal("given-up", "That was given up before the server answered."));
  }

  get unanswered(): number {
    return this.waiting.size;
  }

  /** The network is back, or the page is looked at again: try at once, or see whether the line still lives. */
  hurry(): void {
    this.pause = FIRST_PAUSE;
    if (!this.socket) this.open();
    else if (this.socket.readyState === 1) this.pulse.probe();
  }

  /** The line is known to be dead, or something was missed: drop it and try anew. */
  reconnect(): void {
    const socket = this.socket;
    this.drop();
    socket?.close();
  }

  /** The game was deleted. */
  end(): void {
    for (const key of this.waiting.keys()) this.listener.settled(key);
    this.close(new Refusal("not-found", "The game was deleted."));
    this.listener.connection("gone");
  }

  close(lost = new Refusal("unreachable", "The game was left before the server answered.")): void {
    this.closed = true;
    this.cancelRetry?.();
    this.pulse.stop();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.refuseAll(lost);
  }

  private refuseAll(refusal: Refusal): void {
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of left) {
      waiting.giveUp();
      waiting.refused(refusal);
    }
  }

  private transmit(waiting: Waiting): void {
    if (this.socket?.readyState !== 1) return;
    this.socket.send(JSON.stringify(waiting.command));
    waiting.giveUp();
    waiting.giveUp = this.network.after(PATIENCE, () => this.reconnect());
  }

  private receive(text: string): void {
    this.pulse.heard();
    const message = JSON.parse(text) as Message;
    if (message.type === "done" || message.type === "refused") this.settle(message);
    this.listener.message(message);
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting.get(answer.key);
    if (!waiting) return;
    this.waiting.delete(answer.key);
    this.listener.settled(answer.key);
    waiting.giveUp();
    if (answer.type === "done") waiting.done();
    else waiting.refused(new Refusal(answer.code, answer.message));
  }

  private drop(): void {
    this.socket = null;
    this.pulse.stop();
    if (this.closed) return;
    for (const waiting of this.waiting.values()) waiting.giveUp();
    this.listener.connection("lost");
    // A little chance spreads the clients of a server that comes back.
    const pause = this.pause * (0.75 + Math.random() / 2);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    this.cancelRetry = this.network.after(pause, () => this.open());
  }
}

export function socketAddress(path: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${path}`;
}
