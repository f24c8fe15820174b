// How many pebbles lie in each pit while they are being sown. It changes with every pebble, and whoever
// shows it draws nothing else again.
import { useEffect, useState } from "preact/hooks";

type Counts = readonly number[] | null;

export class Tally {
  private counts: Counts = null;
  private readonly listeners = new Set<(counts: Counts) => void>();

  set(counts: Counts): void {
    this.counts = counts;
    for (const listener of this.listeners) listener(counts);
  }

  subscribe(listener: (counts: Counts) => void): () => void {
    this.listeners.add(listener);
    listener(this.counts);
    return () => this.listeners.delete(listener);
  }
}

export function useTally(tally: Tally): Counts {
  const [counts, set] = useState<Counts>(null);
  useEffect(() => tally.subscribe(set), [tally]);
  return counts;
}
