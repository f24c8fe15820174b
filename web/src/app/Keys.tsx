// The keys, listed behind "?".
import { Switch } from "./parts/Choice";
import { Dialog } from "./parts/Dialog";
import { change } from "./settings";
import { useSettings } from "./use";

const KEYS: [string, string][] = [
  ["Tab", "To the board, the moves, the buttons"],
  ["Arrow keys", "On the board: from square to square, from house to house"],
  ["Enter", "Play the square or house"],
  ["Space", "Skip an animation; pause a watched game"],
  ["M", "To the board"],
  ["← →", "Look one move back or on"],
  ["Home, End", "To the start, to the last move"],
  ["U, R", "Undo, redo"],
  ["H", "Hint"],
  ["N", "New game"],
  ["Esc", "Close"],
  ["?", "These keys"],
];

export function Keys({ onClose }: { onClose(): void }) {
  const settings = useSettings();
  return (
    <Dialog title="Keys" onClose={onClose} look="dialog-small">
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch label="Letters as keys" checked={settings.letters} onChange={(letters) => change({ letters })} />
    </Dialog>
  );
}
