// The felt with its lines and marks. Blocked squares are not there: the frame shows through.
import { memo } from "./memo";
import { markPoints, squareAt } from "./squares";

export const Felt = memo(function Felt({ size, cells, id }: { size: number; cells: string; id: string }) {
  // Only which squares exist matters, not what lies on them.
  const open = [...cells].flatMap((symbol, index) => (symbol === "#" ? [] : [squareAt(index, size)]));
  const squares = open.map(({ column, row }) => `M${column} ${row}h1v1h-1z`).join("");
  return (
    <svg class="felt-picture" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <defs>
        <radialGradient id={`${id}felt`} gradientUnits="userSpaceOnUse" cx={size * 0.42} cy={size * 0.34} r={size * 0.82}>
          <stop offset="0" class="felt-light" />
          <stop offset="1" class="felt-deep" />
        </radialGradient>
      </defs>
      <path class="felt-ground" d={squares} fill={`url(#${id}felt)`} />
      <path class="felt-lines" d={squares} vector-effect="non-scaling-stroke" />
      {markPoints(size).map(([x, y]) => (
        <circle key={`${x},${y}`} class="felt-mark" cx={x} cy={y} r={0.075} />
      ))}
    </svg>
  );
}, (before, now) => before.size === now.size && shape(before.cells) === shape(now.cells));

const shape = (cells: string): string => cells.replace(/[^#]/g, "-");
