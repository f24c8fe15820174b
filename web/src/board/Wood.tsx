// The plank the pits are carved into: driftwood with a fine grain, the same for the same board.
import { useId } from "preact/hooks";
import { memo } from "./memo";
import { chance } from "./pebbles";
import type { PitLayout } from "./pits";

/** Long, slow curves along the plank. */
function grain(width: number, height: number, upright: boolean): string {
  const lines: string[] = [];
  const [across, along] = upright ? [width, height] : [height, width];
  const count = Math.round(across * 7);
  for (let line = 0; line < count; line++) {
    const from = (across * (line + chance(line, 3))) / count;
    const bend = (chance(line, 5) - 0.5) * 0.5;
    const bow = (chance(line, 7) - 0.5) * 0.5;
    const points: [number, number][] = [
      [from, 0],
      [from + bend, along * 0.33],
      [from - bow, along * 0.66],
      [from + bend / 2, along],
    ];
    const [a, b, c, d] = points.map(([x, y]) => (upright ? `${x.toFixed(2)} ${y.toFixed(2)}` : `${y.toFixed(2)} ${x.toFixed(2)}`));
    lines.push(`M${a}C${b} ${c} ${d}`);
  }
  return lines.join("");
}

export const Wood = memo(function Wood({ layout, owners }: { layout: PitLayout; owners: readonly number[] }) {
  const id = useId();
  const { width, height, upright } = layout;
  const round = upright ? 0.9 : 0.55;
  void owners;
  return (
    <svg class="wood" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <linearGradient id={`${id}w`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" class="wood-light" />
          <stop offset="0.5" class="wood-middle" />
          <stop offset="1" class="wood-deep" />
        </linearGradient>
        <clipPath id={`${id}c`}>
          <rect width={width} height={height} rx={round} />
        </clipPath>
      </defs>
      <rect width={width} height={height} rx={round} fill={`url(#${id}w)`} />
      <g clip-path={`url(#${id}c)`}>
        <path class="wood-grain" d={grain(width, height, upright)} />
      </g>
    </svg>
  );
});
