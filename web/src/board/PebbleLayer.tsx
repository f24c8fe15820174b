// The pebbles themselves: one element each for as long as the board lives, moved by transforms only.
import { useRef } from "preact/hooks";
import { cellsKey } from "./animated";
import { boardAfter, heapsAfter } from "./heaps";
import { memo } from "./memo";
import { hueOf, placesOf, settle, shapeOf, type Heaps } from "./pebbles";
import type { PitLayout } from "./pits";
import type { Tracks, Waypoint } from "./tracks";
import type { Trail } from "./types";

/**
 * Which pebble lies where: as the trail says, where it leads to what is shown; else from one position to
 * the next. A pebble keeps its colour on its way.
 */
export function usePebbles(trail: Trail | undefined): {
  settled: (counts: readonly number[]) => Heaps;
  heaps: (counts: readonly number[], moved: Heaps | undefined) => Heaps;
} {
  const current = useRef<Heaps>([]);
  const latest = useRef(trail);
  latest.current = trail;
  const settled = (counts: readonly number[]): Heaps => {
    const way = latest.current;
    if (way && cellsKey(boardAfter(way)) === cellsKey(counts)) return heapsAfter(way);
    return settle(current.current, counts);
  };
  return {
    settled,
    heaps: (counts, moved) => {
      const next = moved ?? settled(counts);
      // The same heaps stay the same object, so that the layer is not drawn again.
      const same = JSON.stringify(next) === JSON.stringify(current.current);
      if (!same) current.current = next;
      return current.current;
    },
  };
}

/** In widths of the board, so that it follows when the window changes. */
function transform(layout: PitLayout, x: number, y: number, scale: number): string {
  const unit = 100 / layout.width;
  return `translate(${(x * unit).toFixed(3)}cqw, ${(y * unit).toFixed(3)}cqw) scale(${scale})`;
}

export const PebbleLayer = memo(function PebbleLayer({
  layout,
  heaps,
}: {
  layout: PitLayout;
  heaps: Heaps;
}) {
  const places = [...placesOf(layout, heaps)].sort(([a], [b]) => a - b);
  return (
    <div class="pebbles" aria-hidden="true" style={{ "--pebble": `${(200 * layout.pebble) / layout.width}cqw` }}>
      {places.map(([pebble, place]) => {
        return (
          <span
            key={pebble}
            class="pebble"
            data-pebble={pebble}
            data-hue={hueOf(pebble)}
            data-shape={shapeOf(pebble)}
            style={{
              transform: transform(layout, place.x, place.y, 1),
              zIndex: place.layer ? String(place.layer) : "auto",
            }}
          />
        );
      })}
    </div>
  );
});

/** After `animatePebbles`: all of them lie again. */
export function restPebbles(board: HTMLElement): void {
  for (const pebble of board.querySelectorAll<HTMLElement>("[data-moving]")) {
    delete pebble.dataset.moving;
  }
}

/** The way of every pebble and of the hand as animations of transforms. */
export function animatePebbles(board: HTMLElement, tracks: Tracks, layout: PitLayout): Animation[] {
  const found: Animation[] = [];
  const length = Math.max(1, tracks.length);
  const frames = (track: readonly Waypoint[]): Keyframe[] => {
    const keys = track.map(({ time, x, y, lift }) => ({
      offset: Math.min(1, time / length),
      transform: transform(layout, x, y - lift * 0.1, 1 + lift * 0.16),
      easing: lift ? "ease-in-out" : "ease-in",
    }));
    const last = keys.at(-1)!;
    if (last.offset < 1) keys.push({ ...last, offset: 1 });
    return keys;
  };
  for (const [pebble, track] of tracks.pebbles) {
    const element = board.querySelector<HTMLElement>(`[data-pebble="${pebble}"]`);
    if (element?.animate) {
      found.push(element.animate(frames(track), { duration: length }));
      // What moves passes over what lies. An attribute: animating z-index would tick on every frame.
      element.dataset.moving = "";
    }
  }
  const hand = board.querySelector<HTMLElement>(".hand");
  const way = tracks.hand;
  if (hand?.animate && way.length > 1) {
    const start = { ...way[0]!, time: 0 };
    found.push(hand.animate(frames([start, ...way]), { duration: length }));
  }
  return found;
}
