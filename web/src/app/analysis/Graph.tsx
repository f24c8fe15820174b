// The evaluation of a whole game as a graph: the first seat's margin, which is the second's turned
// round; with more seats a line for each. uPlot is fetched when the first graph is drawn.
import { useEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import type { Reviewed } from "../think";
import { count, signed } from "../words";

interface Props {
  positions: readonly (readonly (number | null)[] | null)[];
  mistakes: ReadonlyMap<number, Reviewed>;
  ply: number;
  seats: readonly string[];
  onLook(ply: number): void;
}

// Colour is never the only sign.
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3]];

interface Dot {
  ply: number;
  curve: number;
}

export function Graph({ positions, mistakes, ply, seats, onLook }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const look = useRef(onLook);
  const names = seats.length > 2 ? seats : seats.slice(0, 1);
  const dots = [...mistakes].map(([number, reviewed]) => dotOf(names.length, number, reviewed));
  const marks = useRef({ dots, ply });
  const [Plot, setPlot] = useState<{ make: typeof uPlot } | null>(null);
  look.current = onLook;
  marks.current = { dots, ply };
  useEffect(() => {
    void Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]).then(([module]) =>
      setPlot({ make: module.default }),
    );
  }, []);
  useEffect(() => {
    const box = frame.current;
    if (!box || !Plot) return;
    const made = new Plot.make(options(box, names, marks, (ply) => look.current(ply)), [[], ...names.map(() => [])], box);
    plot.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: box.clientHeight }));
    watch.observe(box);
    return () => {
      watch.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [Plot, names.join()]);
  useEffect(() => {
    const curves = names.map((_, seat) => positions.map((values) => values?.[seat] ?? null));
    plot.current?.setData([positions.map((_, index) => index), ...curves]);
  }, [Plot, positions]);
  useEffect(() => {
    plot.current?.redraw(false);
  }, [ply, dots.length]);
  return (
    <>
      <div class="graph" ref={frame} role="img" aria-label={told(positions, names, mistakes.size)} />
      {names.length > 1 && (
        <ul class="graph-names" aria-hidden="true">
          {names.map((name, seat) => (
            <li key={name} data-curve={seat}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

// A mistake shows in the value after it; among several, where the mover's own value is known.
function dotOf(curves: number, number: number, { turn }: Reviewed): Dot {
  return curves > 1 ? { ply: number - 1, curve: turn } : { ply: number, curve: 0 };
}

function told(positions: Props["positions"], names: readonly string[], mistakes: number): string {
  const known = positions.filter((values) => values !== null).length;
  const last = names.flatMap((name, seat) => {
    const value = positions.findLast((values) => typeof values?.[seat] === "number")?.[seat];
    return typeof value === "number" ? [`${name} ${signed(value)}`] : [];
  });
  const so = `Evaluation of ${count(known, "position")} for ${names.join(", ")}`;
  return last.length ? `${so}; the last is ${last.join(", ")}. ${count(mistakes, "mistake")} marked.` : `${so}.`;
}

function options(
  box: HTMLElement,
  names: readonly string[],
  marks: { current: { dots: readonly Dot[]; ply: number } },
  look: (ply: number) => void,
): uPlot.Options {
  const colour = (name: string) => getComputedStyle(box).getPropertyValue(name).trim() || "#888";
  const paint = (name: string) => () => resolved(box, colour(name));
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    legend: { show: false },
    cursor: { y: false, points: { show: true }, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_, low, high) => span(low, high) } },
    axes: [
      { stroke: paint("--muted"), grid: { show: false }, ticks: { show: false }, size: 24, font: "11px system-ui", incrs: [1, 2, 5, 10, 20, 50] },
      { stroke: paint("--muted"), grid: { stroke: paint("--line"), width: 1 }, ticks: { show: false }, size: 36, font: "11px system-ui", space: 22, incrs: [1, 2, 5, 10, 20, 50, 100], values: (_, at) => at.map(signed) },
    ],
    series: [
      {},
      ...names.map((label, seat) => ({
        label,
        stroke: paint(names.length > 1 ? `--curve-${seat}` : "--accent"),
        ...(names.length > 1 ? {} : { fill: paint("--accent-soft"), fillTo: 0 }),
        dash: DASHES[seat] ?? [],
        width: 2,
        spanGaps: true,
        points: { show: false },
      })),
    ],
    hooks: {
      draw: [
        (plot) => {
          const { ctx, bbox } = plot;
          const across = (ply: number) => plot.valToPos(ply, "x", true);
          ctx.save();
          ctx.fillStyle = resolved(box, colour("--coral"));
          for (const { ply, curve } of marks.current.dots) {
            const value = plot.data[curve + 1]?.[ply];
            if (value === null || value === undefined) continue;
            ctx.beginPath();
            ctx.arc(across(ply), plot.valToPos(value, "y", true), 4 * devicePixelRatio, 0, 2 * Math.PI);
            ctx.fill();
          }
          ctx.fillStyle = resolved(box, colour("--ink"));
          ctx.globalAlpha = 0.5;
          ctx.fillRect(across(marks.current.ply) - 0.5, bbox.top, devicePixelRatio, bbox.height);
          ctx.restore();
        },
      ],
      ready: [
        (plot) => {
          plot.over.addEventListener("click", () => {
            if (typeof plot.cursor.idx === "number") look(plot.cursor.idx);
          });
        },
      ],
    },
  };
}

// Zero stays in the middle, so that above is always good for the first seat.
function span(low: number | null, high: number | null): [number, number] {
  const most = Math.max(8, Math.abs(low ?? 0), Math.abs(high ?? 0)) * 1.1;
  return [-most, most];
}

// A canvas does not know light-dark(): let the browser say what it means here.
function resolved(box: HTMLElement, value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  box.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
