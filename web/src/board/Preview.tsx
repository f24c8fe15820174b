// What a move would do: the way along the pits, where it ends, what it gains. All of it was sent.
import type { PitLayout } from "./pits";
import type { LegalMove } from "./types";

export function Preview({
  layout,
  move,
  store,
}: {
  layout: PitLayout;
  move: LegalMove;
  store: number | undefined;
}) {
  const path = move.path ?? [];
  const start = layout.pits[move.pit ?? -1];
  if (!start) return null;
  // A relay may go round many times; one round of the line says it all.
  const line: number[] = [];
  for (const pit of path) {
    if (line.includes(pit)) break;
    line.push(pit);
  }
  const points = [start, ...line.flatMap((pit) => layout.pits[pit] ?? [])];
  const inside = store === undefined ? undefined : layout.pits[store];
  return (
    <>
      <svg class="way" viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {points.slice(1).map(({ pit, x, y }) => (
          <circle key={pit} cx={x} cy={y} r={0.06} />
        ))}
      </svg>
      {inside && Boolean(move.gain) && (
        <span
          class="gain"
          aria-hidden="true"
          style={{
            left: `${(100 * inside.x) / layout.width}%`,
            top: `${(100 * inside.y) / layout.height}%`,
          }}
        >
          +{move.gain}
        </span>
      )}
    </>
  );
}
