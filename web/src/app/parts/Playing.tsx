// A board that shows moves as they are played: it runs one animation at a time and says when it
// has ended. The game, the tutorial and the analysis board all stand on it.
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../../board/Board";
import type { BoardHandle, BoardProps, Cells, Speed, Step } from "../../board/types";
import { sounds } from "../../sound";
import { useSettings } from "../use";

export interface Shown {
  before: Cells;
  steps: readonly Step[];
  after: Cells;
}

interface Props extends Omit<BoardProps, "handle"> {
  /** The move being shown; another object starts another animation. */
  playing: Shown | null;
  onShown(): void;
  speed?: Speed;
  /** Milliseconds the animation may take at the usual pace. */
  within?: number;
  handle?: { current: BoardHandle | null };
}

export function Playing({ playing, onShown, speed, within, handle, ...board }: Props) {
  const own = useRef<BoardHandle | null>(null);
  const control = handle ?? own;
  const settings = useSettings();
  const shown = useRef(onShown);
  shown.current = onShown;
  useEffect(() => sounds.turn(settings.sound), [settings.sound]);
  useEffect(() => {
    if (!playing) {
      control.current?.drop();
      return;
    }
    let current = true;
    const running = control.current?.animate(playing.before, playing.steps, playing.after, {
      speed: speed ?? settings.speed,
      ...(within === undefined ? {} : { within }),
      onTouch: (kind) => sounds.touch(kind),
    });
    void (running?.done ?? Promise.resolve()).then(() => current && shown.current());
    return () => {
      current = false;
    };
  }, [playing]);
  return <Board {...board} handle={control} />;
}
