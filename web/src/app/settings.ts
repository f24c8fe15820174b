// What a person chose about the page itself, kept in this browser and shared between its tabs.
import type { Speed } from "../board/types";

export interface Settings {
  theme: "system" | "light" | "dark";
  sound: boolean;
  marks: boolean;
  /** Single letters do something. */
  letters: boolean;
  speed: Speed;
  name: string;
}

export const DEFAULTS: Settings = {
  theme: "system",
  sound: false,
  marks: true,
  letters: true,
  speed: "normal",
  name: "",
};

const PLACE = "turnstone.settings";

type Change = (settings: Settings) => void;

const listeners = new Set<Change>();
let current = load();

export function settings(): Settings {
  return current;
}

export function change(part: Partial<Settings>): void {
  current = { ...current, ...part };
  try {
    localStorage.setItem(PLACE, JSON.stringify(current));
  } catch {
    // Storage may be switched off; the choice then lasts until the page is closed.
  }
  announce();
}

export function onChange(listener: Change): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener(current);
}

function load(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Settings>;
    return { ...DEFAULTS, ...clean(kept) };
  } catch {
    return DEFAULTS;
  }
}

// Only what has the right type is taken over: an older page may have stored something else.
function clean(kept: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(DEFAULTS).flatMap(([name, usual]) => {
      const value: unknown = kept[name as keyof Settings];
      return typeof value === typeof usual ? [[name, value]] : [];
    }),
  );
}

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key !== PLACE) return;
    current = load();
    announce();
  });
}
