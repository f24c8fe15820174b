// A network for tests: sockets that are opened, answered and cut by hand, and a clock that is too.
import type { Network } from "../../src/app/socket";

export class Wire {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.cut();
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  cut(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

export class Lab implements Network {
  wires: Wire[] = [];
  private time = 0;
  private timers: { at: number; action: () => void }[] = [];

  open(address: string): WebSocket {
    const wire = new Wire(address);
    this.wires.push(wire);
    return wire as unknown as WebSocket;
  }

  now(): number {
    return this.time;
  }

  after(milliseconds: number, action: () => void): () => void {
    const timer = { at: this.time + milliseconds, action };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  pass(milliseconds: number): void {
    const until = this.time + milliseconds;
    for (;;) {
      const due = this.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.time = Math.max(this.time, due.at);
      this.timers = this.timers.filter((timer) => timer !== due);
      due.action();
    }
    this.time = until;
  }

  get last(): Wire {
    return this.wires.at(-1)!;
  }
}
