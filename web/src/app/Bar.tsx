// The bar at the top: where one can go, and switches for sound and light.
import { useRef, useState } from "preact/hooks";
import { Mark } from "./parts/Mark";
import { Icon } from "./parts/Icon";
import { Link } from "./parts/Link";
import { type Route, to } from "./router";
import { change } from "./settings";
import { useSettings } from "./use";

const PLACES: { label: string; address: string; pages: Route["page"][] }[] = [
  { label: "Play", address: to.home(), pages: ["home", "game", "join"] },
  { label: "Learn", address: to.rules(), pages: ["rules", "tutorial"] },
  { label: "Watch", address: to.watch(), pages: ["watch"] },
  { label: "Analysis", address: to.analysis(), pages: ["analysis"] },
  { label: "My games", address: to.games(), pages: ["games"] },
  { label: "Scores", address: to.scores(), pages: ["scores"] },
];

export function Bar({ route, onKeys }: { route: Route; onKeys(): void }) {
  const settings = useSettings();
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const dark = (settings.theme === "system" ? system : settings.theme) === "dark";
  const other = dark ? "light" : "dark";
  return (
    <header
      class="bar"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        setOpen(false);
        menu.current?.focus();
      }}
    >
      <Link to={to.home()} class="brand">
        <Mark /> <span>Turnstone</span>
      </Link>
      <nav id="places" class={`places ${open ? "places-open" : ""}`} aria-label="Pages" onClick={() => setOpen(false)}>
        {PLACES.map(({ label, address, pages }) => (
          <Link key={label} to={address} current={pages.includes(route.page)}>
            {label}
          </Link>
        ))}
      </nav>
      <div class="bar-switches">
        <button
          type="button"
          class="quiet icon-button"
          aria-pressed={settings.sound}
          aria-label="Sound"
          title={settings.sound ? "Sound is on" : "Sound is off"}
          onClick={() => change({ sound: !settings.sound })}
        >
          <Icon name={settings.sound ? "sound" : "mute"} />
        </button>
        <button
          type="button"
          class="quiet icon-button"
          aria-pressed={dark}
          aria-label="Dark"
          title={dark ? "Dark is on" : "Dark is off"}
          // What the system has anyway is left to the system, also when it changes.
          onClick={() => change({ theme: other === system ? "system" : other })}
        >
          <Icon name={dark ? "moon" : "sun"} />
        </button>
        <button type="button" class="quiet icon-button bar-keys" aria-label="Keys" title="Keys (?)" onClick={onKeys}>
          <Icon name="keys" />
        </button>
        <button
          ref={menu}
          type="button"
          class="quiet icon-button bar-menu"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="places"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? "close" : "menu"} />
        </button>
      </div>
    </header>
  );
}
