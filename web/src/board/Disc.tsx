// A disc: slate, ivory, amber or sea blue; the third and fourth carry a mark, so that colour is never
// the only sign. `former` is its other side, there while it turns over.
import type { DiscColour } from "./types";

const SEATS: readonly DiscColour[] = ["black", "white", "amber", "blue"];

/** The colour of a board's symbol; null for squares without a disc. */
export function discColour(symbol: string, seats: readonly DiscColour[] = SEATS): DiscColour | null {
  if (symbol === "N") return "neutral";
  return seats["XOAB".indexOf(symbol)] ?? null;
}

/** The sign on a disc that is neither black nor white; `close` fills a small place with it. */
export function DiscMark({ colour, close = false }: { colour: DiscColour; close?: boolean }) {
  const box = close ? "4 3.600 16 16" : "0 0 24 24";
  if (colour === "amber") {
    return (
      <svg class="disc-mark" viewBox={box} aria-hidden="true">
        <path d="M12 6.2 18 16.8H6Z" />
      </svg>
    );
  }
  if (colour === "blue") {
    return (
      <svg class="disc-mark" viewBox={box} aria-hidden="true">
        <path d="M5.5 10.2c2.2-2.4 4.3-2.4 6.5 0s4.3 2.4 6.5 0M5.5 15c2.2-2.4 4.3-2.4 6.5 0s4.3 2.4 6.5 0" />
      </svg>
    );
  }
  return null;
}

export interface Former {
  colour: DiscColour;
  /** The axis it turns over, so that both sides are the right way up before and after. */
  axis: readonly [number, number];
}

export function Disc({ colour, former }: { colour: DiscColour; former?: Former | undefined }) {
  return (
    <span class="disc">
      <span class={`face ${colour}`}>
        <DiscMark colour={colour} />
      </span>
      {former && (
        <span
          class={`face ${former.colour}`}
          style={{ transform: `rotate3d(${former.axis.join()}, 0, 180deg)` }}
        >
          <DiscMark colour={former.colour} />
        </span>
      )}
    </span>
  );
}
