// Hooks that tie the page's plain objects to what is drawn.
import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Settings, onChange, settings } from "./settings";
import type { Now, Table } from "./table";
import { isAway, mayPass } from "./wire";

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
  useOnline(answer.error, again);
  const put = useCallback((value: T) => setAnswer({ value, error: null, busy: false }), []);
  return { ...answer, again, put };
}

const RETRY = 3000;

/** What failed may work once the browser has a network again, or the server is back. */
export function useOnline(error: Error | null, again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  const hopeful = error !== null && mayPass(error);
  // Before anybody can see the error: the network may be back at once.
  useLayoutEffect(() => {
    if (!hopeful) return;
    const retry = () => latest.current();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [hopeful]);
  useEffect(() => {
    if (!error || !isAway(error)) return;
    const timer = setTimeout(() => latest.current(), RETRY);
    return () => clearTimeout(timer);
  }, [error]);
}

/** Something asked of the server on somebody's click. */
export interface Errand {
  busy: boolean;
  error: Error | null;
  /** What was asked for before is given up. */
  run<T>(ask: () => Promise<T>, done: (answer: T) => void): void;
  again(): void;
  /** An answer that still comes is dropped; so is the error of one that failed. */
  cancel(): void;
}

const IDLE = { busy: false, error: null };

export function useErrand(): Errand {
  const [now, setNow] = useState<Pick<Errand, "busy" | "error">>(IDLE);
  const latest = useRef(0);
  const repeat = useRef(() => {});
  useEffect(() => () => void (latest.current += 1), []);
  const run = <T>(ask: () => Promise<T>, done: (answer: T) => void) => {
    const mine = (latest.current += 1);
    repeat.current = () => run(ask, done);
    setNow({ busy: true, error: null });
    ask().then(
      (answer) => {
        if (mine !== latest.current) return;
        setNow(IDLE);
        done(answer);
      },
      (error: Error) => mine === latest.current && setNow({ busy: false, error }),
    );
  };
  const cancel = () => {
    latest.current += 1;
    setNow(IDLE);
  };
  return { ...now, run, again: () => repeat.current(), cancel };
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
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest("input, textarea, select, dialog, [contenteditable]")) return;
      if (event.key === " " && target?.closest("button, a, summary")) return;
      // Who speaks to the computer, or rests on the keyboard, can do without letters.
      if (/^[a-z?]$/i.test(event.key) && !settings().letters) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** Something that may leave while the keyboard is on it, which then goes on elsewhere. */
export function useLeaving<T extends HTMLElement>(goOn: () => void): RefObject<T | null> {
  const leaving = useRef<T>(null);
  const latest = useRef(goOn);
  latest.current = goOn;
  useLayoutEffect(() => {
    const element = leaving.current;
    return () => {
      if (element === document.activeElement) latest.current();
    };
  }, []);
  return leaving;
}
