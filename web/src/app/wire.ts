// The server's HTTP routes as typed functions. Every failure is a Refusal with a sentence for people.
import type { Cells, Step, View } from "../board/types";
import type { Move, State, Summary, Variant } from "./messages";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(sentence(message));
  }
}

// Some refusals are notes ("position: no disc at all"); on the page they are sentences. A square
// keeps its small letter.
function sentence(text: string): string {
  const begun = /^[a-p]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!…]$/.test(begun) ? begun : `${begun}.`;
}

export interface Listed extends Variant {
  description: string;
  start: View;
  /** The numbers its board may have. */
  choices: Record<string, number[]>;
}

export interface Diagram {
  caption: string;
  view: View;
  move?: string;
  steps?: Step[];
  after?: View;
}

export interface Rules extends Listed {
  rules: { text?: string; diagram?: Diagram }[];
}

export interface Bot {
  bot: string;
  name: string;
  portrait: string;
  line: string;
  idea: string;
  families: string[];
  options: Record<string, { usual: number; low: number; high: number }>;
  rating?: number | null;
}

export interface Score {
  variant: string;
  name: string;
  margin: number;
  own: number;
  opponent: string;
  date: string;
  /** The game and the others, as people call them. */
  title: string;
  against: string;
}

export interface Invitation {
  game: string;
  variant: Variant;
  seat: string;
  taken: boolean;
  players: string[];
  mine: boolean;
}

export interface NewSeat {
  kind: "here" | "link" | "bot";
  name?: string;
  bot?: string;
}

export type Start =
  | { text: string }
  | { opening: { plies: number; seed: number } };

export interface NewGame {
  key: string;
  variant: string;
  seats: NewSeat[];
  clock: string | null;
  start?: Start;
}

export interface Page {
  games: Summary[];
  next: string | null;
}

export interface Line extends View {
  variant: Variant;
  /** Where it began; null for the usual start. */
  start: string | null;
  moves: Move[];
}

// A key is what makes a repeated request harmless; 128 random bits never meet twice.
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const api = {
  variants: () => ask<{ variants: Listed[] }>("GET", "/api/variants").then((r) => r.variants),
  rules: (spec: string) => ask<Rules>("GET", `/api/variants/${encodeURIComponent(spec)}`),
  bots: (spec: string) =>
    ask<{ bots: Bot[] }>("GET", `/api/bots${query({ variant: spec })}`).then((r) => r.bots),
  create: (game: NewGame) => ask<State>("POST", "/api/games", game),
  game: (id: string) =>
    /^[\w-]+$/.test(id)
      ? ask<State>("GET", `/api/games/${id}`)
      : Promise.reject<State>(new Refusal("not-found", "There is no such game.")),
  games: (filter: { q?: string; state?: string; variant?: string; before?: string; limit?: number }) =>
    ask<Page>("GET", `/api/games${query(filter)}`),
  invitation: (token: string) => ask<Invitation>("GET", `/api/join/${encodeURIComponent(token)}`),
  join: (token: string, name: string) =>
    ask<State>("POST", `/api/join/${encodeURIComponent(token)}`, { name }),
  rename: (id: string, title: string) => ask<unknown>("PATCH", `/api/games/${id}`, { title }),
  remove: (id: string) => ask<unknown>("DELETE", `/api/games/${id}`),
  restore: (id: string) => ask<unknown>("POST", `/api/games/${id}/restore`, {}),
  importGame: (format: "json" | "transcript", text: string, variant?: string) =>
    ask<State>("POST", "/api/games/import", { format, text, ...(variant ? { variant } : {}) }),
  enterScore: (id: string, seat: number, name: string) =>
    ask<unknown>("POST", `/api/games/${id}/score`, { seat, name }),
  scores: (spec: string) =>
    ask<{ scores: Score[] }>("GET", `/api/scores${query({ variant: spec })}`).then((r) => r.scores),
  line: (variant: string, start: string | null, moves: string[]) =>
    ask<Line>("POST", "/api/positions", { variant, ...(start ? { start } : {}), moves }),
  /** What somebody pasted: a position or a transcript. */
  pasted: (variant: string, text: string) => ask<Line>("POST", "/api/positions", { variant, text }),
  /** A board set up by hand, in place of a position's. */
  arranged: (variant: string, position: string, board: Cells, turn: number) =>
    ask<Line>("POST", "/api/positions", { variant, position, board, turn }),
  /** Why a square or a pit cannot be played; null when it can. */
  objection: (variant: string, position: string, cell: string | number) =>
    ask<{ message: string | null }>("POST", "/api/positions/objection", { variant, position, cell }).then(
      (r) => r.message,
    ),
};

export function exportAddress(id: string, format: "json" | "transcript"): string {
  return `/api/games/${id}/export?format=${format}`;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const request: RequestInit = { method, headers: { accept: "application/json" } };
  if (body !== undefined || method !== "GET") {
    request.headers = { ...request.headers, "content-type": "application/json" };
    request.body = JSON.stringify(body ?? {});
  }
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Refusal("unreachable", "The server does not answer. Is it still running?");
  }
  const text = await response.text();
  const answer = read(text);
  if (response.ok) return answer as T;
  const refusal = answer as { code?: string; message?: string } | null;
  throw new Refusal(
    refusal?.code ?? "unavailable",
    refusal?.message ?? "The server could not do that. Please try again.",
  );
}

function read(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function query(fields: Record<string, string | number | undefined>): string {
  const filled = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  if (!filled.length) return "";
  return "?" + new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
}
