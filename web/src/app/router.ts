// Addresses of pages, both ways, and moving between them without loading the page anew.

export type Route =
  | { page: "home" }
  | { page: "rules"; spec: string | null }
  | { page: "tutorial"; spec: string }
  | { page: "game"; game: string }
  | { page: "join"; token: string }
  | { page: "scores"; spec: string | null }
  | { page: "games" }
  | { page: "watch" }
  | { page: "analysis"; game: string | null; spec: string | null; position: string | null }
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
      return second ? { page: "tutorial", spec: second } : { page: "lost", path: url.pathname };
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
      };
    default:
      return { page: "lost", path: url.pathname };
  }
}

export const to = {
  home: () => "/",
  rules: (spec?: string) => (spec ? `/rules/${encode(spec)}` : "/rules"),
  tutorial: (spec: string) => `/learn/${encode(spec)}`,
  game: (game: string) => `/game/${encode(game)}`,
  scores: (spec?: string) => (spec ? `/scores/${encode(spec)}` : "/scores"),
  games: () => "/games",
  watch: () => "/watch",
  analysis: (game?: string) => (game ? `/analysis/${encode(game)}` : "/analysis"),
  position: (spec: string, position: string) =>
    `/analysis?${new URLSearchParams({ game: spec, position }).toString()}`,
};

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

export function onRoute(listener: Listener): () => void {
  listeners.add(listener);
  const back = () => listener(here());
  window.addEventListener("popstate", back);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", back);
  };
}
