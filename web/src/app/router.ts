// Addresses of pages, both ways, and moving between them without loading the page anew.

/** What the analysis board is opened at: a game, or a line of moves from a position. */
export interface Spot {
  game: string | null;
  spec: string | null;
  position: string | null;
  moves: readonly string[];
  ply: number | null;
}

export type Route =
  | { page: "home" }
  | { page: "rules"; spec: string | null }
  | { page: "tutorial"; spec: string; lesson: number }
  | { page: "game"; game: string }
  | { page: "join"; token: string }
  | { page: "scores"; spec: string | null }
  | { page: "games" }
  | { page: "watch" }
  | ({ page: "analysis" } & Spot)
  | { page: "lost"; path: string };

export function parse(address: string): Route {
  const url = new URL(address, "http://here");
  const parts = url.pathname.split("/").filter(Boolean).map(decode);
  const [first, second] = parts;
  if (parts.length > 2) return { page: "lost", path: url.pathname };
  switch (first) {
    case undefined:
      return { page: "home" };
    case "rules":
      return { page: "rules", spec: second ?? null };
    case "learn":
      return second
        ? { page: "tutorial", spec: second, lesson: number(url, "lesson") ?? 1 }
        : { page: "lost", path: url.pathname };
    case "game":
      return second ? { page: "game", game: second } : { page: "lost", path: url.pathname };
    case "join":
      return second ? { page: "join", token: second } : { page: "lost", path: url.pathname };
    case "scores":
      return { page: "scores", spec: second ?? null };
    case "games":
      return { page: "games" };
    case "watch":
      return { page: "watch" };
    case "analysis":
      return {
        page: "analysis",
        game: second ?? null,
        spec: url.searchParams.get("game"),
        position: url.searchParams.get("position"),
        moves: url.searchParams.get("moves")?.split(".").filter(Boolean) ?? [],
        ply: number(url, "ply"),
      };
    default:
      return { page: "lost", path: url.pathname };
  }
}

export const to = {
  home: () => "/",
  rules: (spec?: string) => (spec ? `/rules/${encode(spec)}` : "/rules"),
  tutorial: (spec: string, lesson = 1) => `/learn/${encode(spec)}${query({ lesson: lesson > 1 ? lesson : null })}`,
  game: (game: string) => `/game/${encode(game)}`,
  scores: (spec?: string) => (spec ? `/scores/${encode(spec)}` : "/scores"),
  games: (filter: { q?: string; show?: string } = {}) => `/games${query(filter)}`,
  watch: () => "/watch",
  analysis: (game?: string) => (game ? `/analysis/${encode(game)}` : "/analysis"),
  spot: ({ game, spec, position, moves, ply }: Spot) =>
    game
      ? `/analysis/${encode(game)}${query({ ply })}`
      : `/analysis${query({ game: spec, position, moves: moves.join("."), ply: moves.length ? ply : null })}`,
};

function query(fields: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : "";
}

function number(url: URL, name: string): number | null {
  const text = url.searchParams.get(name) ?? "";
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

// A colon and a comma may stand in a path as they are, and specs are easier to read with them.
function encode(part: string): string {
  return encodeURIComponent(part).replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%3D/g, "=");
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type Listener = (route: Route) => void;
const listeners = new Set<Listener>();

export function here(): Route {
  return parse(location.pathname + location.search);
}

export function go(address: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  for (const listener of listeners) listener(here());
}

/** The page shows something else now, and a reload should come back to it. */
export function rewrite(address: string): void {
  if (address !== location.pathname + location.search) history.replaceState(history.state, "", address);
}

/** The same, and the browser's Back leads to what was shown before. */
export function leave(address: string): void {
  history.pushState(null, "", address);
}

export function onRoute(listener: Listener): () => void {
  listeners.add(listener);
  const back = () => listener(here());
  window.addEventListener("popstate", back);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", back);
  };
}
