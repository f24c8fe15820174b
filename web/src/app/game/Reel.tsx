// Controls for a game that is watched: back, play or pause, step, and how fast.
import type { Speed } from "../../board/types";
import { Icon } from "../parts/Icon";
import { change } from "../settings";
import type { Now, Table } from "../table";
import { useSettings } from "../use";

export const SPEEDS: { value: Speed; label: string }[] = [
  { value: "slow", label: "Slow" },
  { value: "normal", label: "Normal" },
  { value: "fast", label: "Fast" },
  { value: "instant", label: "At once" },
];

interface Props {
  table: Table;
  now: Now;
  /** The button that plays and pauses. */
  handle?: { current: HTMLButtonElement | null };
}

export function Reel({ table, now, handle }: Props) {
  const { state, shown, following } = now;
  const settings = useSettings();
  const end = shown >= state.moves.length && !now.playing;
  const running = following && !(end && state.view.outcome);
  const play = () => {
    if (running) table.pause();
    else {
      if (end && state.view.outcome) table.look(0);
      table.resume();
    }
  };
  return (
    <div class="reel" role="group" aria-label="Playback">
      <button type="button" class="icon-button" aria-label="To the start" disabled={shown === 0} onClick={() => table.look(0)}>
        <Icon name="first" />
      </button>
      <button type="button" class="icon-button" aria-label="One move back" disabled={shown === 0} onClick={() => table.look(shown - 1)}>
        <Icon name="back" />
      </button>
      <button ref={handle} type="button" class="icon-button primary" aria-label={running ? "Pause" : "Play"} onClick={play}>
        <Icon name={running ? "pause" : "play"} />
      </button>
      <button type="button" class="icon-button" aria-label="One move on" disabled={end} onClick={() => table.step()}>
        <Icon name="forward" />
      </button>
      <button type="button" class="icon-button" aria-label="To the end" disabled={end} onClick={() => table.live()}>
        <Icon name="last" />
      </button>
      <label class="reel-speed">
        <span class="sr-only">Speed</span>
        <select value={settings.speed} onChange={(event) => change({ speed: event.currentTarget.value as Speed })}>
          {SPEEDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
