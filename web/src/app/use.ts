// Hooks that tie the page's plain objects to what is drawn.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Settings, onChange, settings } from "./settings";
import type { Now, Table } from "./table";

export function useSettings(): Settings {
  const [now, set] = useState(settings());
  useEffect(() => onChange(set), []);
  return now;
}

export function useTable(table: Table): Now {
  const [now, set] = useState(table.now);
  useEffect(() => {
    set(table.now);
    return table.subscribe(() => set(table.now));
  }, [table]);
  return now;
}

export interface Asked<T> {
  value: T | null;
  error: Error | null;
  busy: boolean;
  again(): void;
  put(value: T): void;
}

/** Ask the server for something whenever `about` changes; an answer that comes too late is dropped. */
export function useAsk<T>(ask: () => Promise<T>, about: unknown[]): Asked<T> {
  const [answer, setAnswer] = useState<{ value: T | null; error: Error | null; busy: boolean }>({
    value: null,
    error: null,
    busy: true,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    setAnswer((before) => ({ ...before, busy: true }));
    ask().then(
      (value) => current && setAnswer({ value, error: null, busy: false }),
      (error: Error) => current && setAnswer((before) => ({ ...before, error, busy: false })),
    );
    return () => {
      current = false;
    };
  }, [...about, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  const put = useCallback((value: T) => setAnswer({ value, error: null, busy: false }), []);
  return { ...answer, again, put };
}

/** Draw again every so many milliseconds, while there is reason to. */
export function useTick(milliseconds: number, active: boolean): void {
  const [, set] = useState(0);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => set((before) => before + 1), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, active]);
}

/** True once something has been going on for longer than a person would not notice. */
export function useSlow(busy: boolean, milliseconds = 300): boolean {
  const [slow, set] = useState(false);
  useEffect(() => {
    set(false);
    if (!busy) return;
    const timer = setTimeout(() => set(true), milliseconds);
    return () => clearTimeout(timer);
  }, [busy, milliseconds]);
  return slow;
}

/** Keys pressed anywhere on the page, except where somebody types. */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest("input, textarea, select, dialog, [contenteditable]")) return;
      if (event.key === " " && target?.closest("button, a, summary")) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
