// The frame around every page: the bar, the page itself, and what is said at the foot.
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Bar } from "./Bar";
import { Keys } from "./Keys";
import { toHeading, useKeptFocus } from "./keptFocus";
import { Busy, Trouble } from "./parts/Note";
import { Toasts } from "./parts/Toasts";
import { Games } from "./pages/Games";
import { Game } from "./pages/Game";
import { Home } from "./pages/Home";
import { Join } from "./pages/Join";
import { Lost } from "./pages/Lost";
import { Rules } from "./pages/Rules";
import { Scores } from "./pages/Scores";
import { Tutorial } from "./pages/Tutorial";
import { Watch } from "./pages/Watch";
import { type Route, here, onRoute } from "./router";
import { useTitle } from "./title";
import { useAsk, useOnline, useKeys, useSettings } from "./use";

const TITLES: Partial<Record<Route["page"], string>> = {
  home: "Play",
  games: "My games",
  scores: "Scores",
  watch: "Watch",
  join: "Join a game",
  lost: "Nothing here",
};

export function App() {
  // Every visit counts, also one to the same address.
  const [{ route, visit }, setVisit] = useState(() => ({ route: here(), visit: 0 }));
  const [keys, setKeys] = useState(false);
  const settings = useSettings();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => onRoute((route) => setVisit(({ visit }) => ({ route, visit: visit + 1 }))), []);
  useEffect(() => {
    document.documentElement.dataset["theme"] = settings.theme;
  }, [settings.theme]);
  // After going to another page a screen reader starts at its heading, and the page at its top.
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo(0, 0);
    toHeading(main.current);
  }, [visit]);
  useKeptFocus(main);
  useKeys({ "?": () => setKeys(true) });
  return (
    <div class={`app app-${route.page}`}>
      <a class="skip-link" href="#main">
        To the page
      </a>
      <Bar route={route} onKeys={() => setKeys(true)} />
      <main id="main" ref={main} tabIndex={-1}>
        <Title route={route} />
        <Page route={route} visit={visit} />
      </main>
      <Toasts />
      {keys && <Keys onClose={() => setKeys(false)} />}
    </div>
  );
}

function Title({ route }: { route: Route }) {
  const title = TITLES[route.page];
  return title ? <SetTitle title={title} key={title} /> : null;
}

function SetTitle({ title }: { title: string }) {
  useTitle(title);
  return null;
}

function Page({ route, visit }: { route: Route; visit: number }) {
  switch (route.page) {
    case "home":
      return <Home />;
    case "rules":
      return <Rules spec={route.spec} key={route.spec} />;
    case "tutorial":
      return <Tutorial spec={route.spec} lesson={route.lesson} key={route.spec} />;
    case "game":
      return <Game game={route.game} key={route.game} />;
    case "join":
      return <Join token={route.token} />;
    case "scores":
      return <Scores spec={route.spec} />;
    case "games":
      return <Games />;
    case "watch":
      return <Watch />;
    case "analysis":
      return <Later load={analysis} {...route} key={visit} />;
    case "lost":
      return <Lost path={route.path} />;
  }
}

type AnalysisProps = Extract<Route, { page: "analysis" }>;
const analysis = () => import("./analysis/Analysis").then((module) => module.Analysis);

// A browser keeps an import that failed for as long as the page stands, so the page is fetched anew;
// not before the server answers, or the browser's own words would stand here.
function reload(): void {
  fetch(location.href).then(
    () => location.reload(),
    () => {},
  );
}

// A page whose code is fetched when somebody goes there.
function Later({ load, ...props }: { load: () => Promise<ComponentType<AnalysisProps>> } & AnalysisProps) {
  const loaded = useAsk(() => load().then((component) => ({ component })), []);
  useOnline(loaded.error, reload);
  if (loaded.value) return <loaded.value.component {...props} />;
  return loaded.error ? (
    <Trouble error={new Error("This page could not be loaded. Your connection may be down, or the server.")} again={reload} />
  ) : (
    <Busy busy what="Loading the page." />
  );
}
