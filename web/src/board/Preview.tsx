// What a move would do: its way along the pits, where it ends, what it gains. All of it was sent.
import { placeOnBoard, type Pit, type PitLayout } from "./pits";
import type { LegalMove } from "./types";

interface Props {
  layout: PitLayout;
  move: LegalMove;
  store: number | undefined;
  seat: number;
}

export function Preview({ layout, move, store, seat }: Props) {
  const path = move.path ?? [];
  const start = layout.pits[move.pit ?? -1];
  if (!start) return null;
  // A relay may go round many times; the line shows one round, the number how far it really goes.
  const round: number[] = [];
  for (const pit of path) {
    if (round.includes(pit)) break;
    round.push(pit);
  }
  const lanes = [start.lane, ...round.flatMap((pit) => (layout.pits[pit] ? [layout.pits[pit].lane] : []))];
  const whole = round.length < path.length;
  const inside = store === undefined ? undefined : layout.pits[store];
  return (
    <div class={`preview seat-${seat}`} aria-hidden="true">
      <svg class="way" viewBox={`0 0 ${layout.width} ${layout.height}`}>
        <path d={rounded(whole ? [...lanes, lanes[0]!] : lanes, 0.16)} />
        {lanes.slice(1).map(([x, y]) => (
          <circle key={`${x},${y}`} cx={x} cy={y} r={0.055} />
        ))}
        <circle class="from" cx={lanes[0]![0]} cy={lanes[0]![1]} r={0.075} />
      </svg>
      {whole && (
        <span class="drops" style={placeOnBoard(layout, layout.middle)}>
          {path.length} drops
        </span>
      )}
      {inside && Boolean(move.gain) && (
        <span class="gain" style={placeOnBoard(layout, nearPlate(inside))}>
          +{move.gain}
        </span>
      )}
    </div>
  );
}

/** The end of a store that its plate is at: pebbles lie in the middle. */
function nearPlate({ x, y, rx, ry, plate }: Pit): [number, number] {
  const across = Math.abs(plate[0] - x) > Math.abs(plate[1] - y);
  return across
    ? [x + Math.sign(plate[0] - x) * (rx - 0.4), y]
    : [x, y + Math.sign(plate[1] - y) * (ry - 0.3)];
}

/** A line through points with its corners rounded off. */
function rounded(points: readonly (readonly [number, number])[], radius: number): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${first[0]} ${first[1]}`;
  let from = first;
  rest.forEach((corner, index) => {
    const next = rest[index + 1];
    if (!next) {
      path += `L${corner[0]} ${corner[1]}`;
      return;
    }
    const before = toward(corner, from, radius);
    const after = toward(corner, next, radius);
    path += `L${before.join(" ")}Q${corner.join(" ")} ${after.join(" ")}`;
    from = corner;
  });
  return path;
}

function toward(from: readonly [number, number], to: readonly [number, number], far: number): [number, number] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const part = Math.min(far / length, 0.5);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}
