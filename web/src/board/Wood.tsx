// The plank the pits are carved into: driftwood with a fine grain, the same for the same board, and an
// inlay along the edge that says which side is whose.
import { useId } from "preact/hooks";
import { memo } from "./memo";
import { chance } from "./pebbles";
import type { PitLayout } from "./pits";

/** Long, slow curves along the plank that swell around a knot, every `step`-th of them. */
function grain(width: number, height: number, upright: boolean, part: number): string {
  const [across, along] = upright ? [width, height] : [height, width];
  const count = Math.round(across * 9);
  const knot = [across * 0.46, along * 0.5] as const;
  const lines: string[] = [];
  for (let line = part; line < count; line += 3) {
    const from = (across * (line + 0.9 * chance(line, 3))) / count;
    const drift = (chance(line, 5) - 0.5) * 0.16;
    const points = Array.from({ length: 9 }, (_, index) => {
      const far = (along * index) / 8;
      const near = Math.exp(-(((far - knot[1]) / (along * 0.16)) ** 2));
      const push = (0.16 * near * Math.sign(from - knot[0])) / (1 + 2.5 * Math.abs(from - knot[0]));
      const wave = 0.05 * Math.sin(index * 0.9 + from * 1.3) + drift * (index / 8);
      return [from + push + wave, far] as const;
    });
    lines.push(smooth(points.map(([x, y]) => (upright ? [x, y] : [y, x]))));
  }
  return lines.join("");
}

/** A curve through points: each is met half-way to the next. */
function smooth(points: (readonly number[])[]): string {
  const place = ([x, y]: readonly number[]): string => `${x!.toFixed(2)} ${y!.toFixed(2)}`;
  const [first, ...rest] = points;
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1]!;
    return `Q${place(point)} ${place([(point[0]! + next[0]!) / 2, (point[1]! + next[1]!) / 2])}`;
  });
  return `M${place(first!)}${bends.join("")}L${place(rest.at(-1)!)}`;
}

export const Wood = memo(function Wood({ layout }: { layout: PitLayout }) {
  const id = useId();
  const { width, height, upright, pits } = layout;
  const round = upright ? 0.72 : 0.5;
  const inset = 0.075;
  // Whose side the upper and the lower half are: its houses say so.
  const owner = (top: boolean): number =>
    pits.find((pit) => !pit.store && pit.y < height / 2 === top)?.owner ?? 0;
  const half = (top: boolean): string => {
    const r = round - inset;
    const [left, right, gap] = [inset, width - inset, 0.05];
    const [edge, middle, curl] = top
      ? [inset, height / 2 - gap, 1]
      : [height - inset, height / 2 + gap, -1];
    const sweep = top ? 1 : 0;
    return (
      `M${left} ${middle}V${edge + curl * r}A${r} ${r} 0 0 ${sweep} ${left + r} ${edge}` +
      `H${right - r}A${r} ${r} 0 0 ${sweep} ${right} ${edge + curl * r}V${middle}`
    );
  };
  return (
    <svg class="wood" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <linearGradient id={`${id}w`} x1="0" y1="0" x2={upright ? "1" : "0.3"} y2="1">
          <stop offset="0" class="wood-light" />
          <stop offset="0.55" class="wood-middle" />
          <stop offset="1" class="wood-deep" />
        </linearGradient>
        <clipPath id={`${id}c`}>
          <rect width={width} height={height} rx={round} />
        </clipPath>
      </defs>
      <rect width={width} height={height} rx={round} fill={`url(#${id}w)`} />
      <g class="wood-grain" clip-path={`url(#${id}c)`}>
        {[0, 1, 2].map((part) => (
          <path key={part} d={grain(width, height, upright, part)} stroke-width={0.008 + 0.007 * part} />
        ))}
        <rect class="wood-bevel" x={0.015} y={0.015} width={width - 0.03} height={height - 0.03} rx={round - 0.015} />
      </g>
      <path class={`inlay seat-${owner(true)}`} d={half(true)} />
      <path class={`inlay seat-${owner(false)}`} d={half(false)} />
    </svg>
  );
});
