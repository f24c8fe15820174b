// The server's HTTP routes as typed functions. Every failure is a Refusal with a sentence for people.
import type { Cells, Step, View } from "../board/types";
import type { DamagedGame, Move, State, Summary, Variant } from "./messages";
import { capital } from "./words";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(sentence(message));
  }

  /** Whether the same request may be granted a little later. */
  get mayPass(): boolean {
    return PASSING.has(this.code);
  }
}

/** Whether trying again may help: always, unless the server itself has said no. */
export function mayPass(error: Error): boolean {
  return !(error instanceof Refusal) || error.mayPass;
}

/** Whether the server could not be reached, or cannot do anything at the moment. */
export function isAway(error: Error): boolean {
  return error instanceof Refusal && (error.code === "unreachable" || error.code === "unavailable");
}

const PASSING = new Set(["unreachable", "unavailable", "internal", "too-many"]);

// Some refusals are notes ("position: no disc at all"); on the page they are sentences. A square
// keeps its small letter.
function sentence(text: string): string {
  const begun = /^[a-p]\d/.test(text) ? text : capital(text);
  return /[.?!…]$/.test(begun) ? begun : `${begun}.`;
}

export interface Listed extends Variant {
  description: string;
  start: View;
  /** Others that its rules know, in words. */
  starts: { start: string; title: string; hint: string }[];
  /** The numbers its board may have. */
  choices: Record<string, number[]>;
  /** Rules that may be added, in words. */
  switches: { option: string; title: string; hint: string }[];
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
  /** What whoever created the game is called; empty without a name. */
  host: string;
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

/** A game from elsewhere: our JSON, or a transcript of a rule set. */
export interface BroughtGame {
  key: string;
  format: "json" | "transcript";
  text: string;
  variant?: string;
}

export interface Page {
  games: Summary[];
  damaged: DamagedGame[];
  next: string | null;
}

export interface Line extends View {
  variant: Variant;
  /** Where it began; null for the usual start. */
  start: string | null;
  start_board: Cells;
  moves: Move[];
}

// A key is what makes a repeated request harmless; 128 random bits never meet twice.
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How many scores of each game stand in the table of all games. */
export const FEW = 10;

export const api = {
  variants: () => ask<{ variants: Listed[] }>("GET", "/api/variants").then((r) => r.variants),
  rules: (spec: string) => ask<Rules>("GET", `/api/variants/${encodeURIComponent(spec)}`),
  bots: (spec: string) =>
    ask<{ bots: Bot[] }>("GET", `/api/bots${query({ variant: spec })}`).then((r) => r.bots),
  create: async (game: NewGame) => {
    if (game.start && "text" in game.start) checkLength(game.start.text, PASTED);
    return ask<State>("POST", "/api/games", game);
  },
  game: (id: string) =>
    /^[\w-]+$/.test(id)
      ? ask<State>("GET", `/api/games/${id}`)
      : Promise.reject<State>(new Refusal("not-found", "There is no such game.")),
  games: (filter: { q?: string; state?: string; deleted?: string; variant?: string; before?: string; limit?: number }) =>
    ask<Page>("GET", `/api/games${query(filter)}`),
  invitation: (token: string) => ask<Invitation>("GET", `/api/join/${encodeURIComponent(token)}`),
  join: (token: string, name: string) =>
    ask<State>("POST", `/api/join/${encodeURIComponent(token)}`, { name }),
  rename: (id: string, title: string) => ask<unknown>("PATCH", `/api/games/${id}`, { title }),
  remove: (id: string) => ask<unknown>("DELETE", `/api/games/${id}`),
  restore: (id: string) => ask<State>("POST", `/api/games/${id}/restore`, {}),
  bring: async (game: BroughtGame) => {
    checkLength(game.text, RECORD);
    return ask<State>("POST", "/api/games/import", game);
  },
  /** The seats that have their line in the score table. */
  scored: (id: string) => ask<{ seats: number[] }>("GET", `/api/games/${id}/score`).then((r) => r.seats),
  enterScore: (id: string, seat: number, name: string) =>
    ask<unknown>("POST", `/api/games/${id}/score`, { seat, name }),
  /** The best of one rule set, or the FEW best of each. */
  scores: (spec: string | null) =>
    ask<{ scores: Score[] }>("GET", `/api/scores${query(spec ? { variant: spec, limit: 500 } : { limit: FEW })}`).then(
      (r) => r.scores,
    ),
  line: (variant: string, start: string | null, moves: string[]) =>
    ask<Line>("POST", "/api/positions", { variant, ...(start ? { start } : {}), moves }),
  /** What somebody pasted: a position or a transcript. */
  pasted: async (variant: string, text: string) => {
    checkLength(text, PASTED);
    return ask<Line>("POST", "/api/positions", { variant, text });
  },
  /** A board set up by hand, in place of a position's. */
  arranged: (variant: string, position: string, board: Cells, turn: number) =>
    ask<Line>("POST", "/api/positions", { variant, position, board, turn }),
  /** Why a square or a pit cannot be played; null when it can. */
  objection: (variant: string, position: string, cell: string | number) =>
    ask<{ message: string | null }>("POST", "/api/positions/objection", { variant, position, cell }).then(
      (r) => r.message,
    ),
};

// Letters of a text to begin from (docs/protocol.md, "Limits"), and of a record, which fits into a request so.
const PASTED = 20_000;
const RECORD = 100_000;

/** A longer text is not sent. A field that cut it would make another game of it. */
function checkLength(text: string, most: number): void {
  if (text.length <= most) return;
  const letters = (number: number) => number.toLocaleString("en");
  throw new Refusal("too-large", `That is too long: it has ${letters(text.length)} letters, and ${letters(most)} can be read at most.`);
}

/** The same in a sentence whatever happens: what went wrong, if the server could not say. */
export function whyNot(variant: string, position: string, cell: string | number): Promise<string | null> {
  return api.objection(variant, position, cell).catch((refusal: Error) => refusal.message);
}

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
    throw new Refusal("unreachable", "The server does not answer. Is it running, and are you connected?");
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
