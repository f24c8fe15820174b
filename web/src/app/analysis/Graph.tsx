// The evaluation of a whole game as a graph. uPlot is fetched when the first graph is drawn.
import { useEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { count, signed } from "../words";

interface Props {
  curve: readonly (number | null)[];
  mistakes: readonly number[];
  ply: number;
  first: string;
  onLook(ply: number): void;
}

const HEIGHT = 150;

export function Graph({ curve, mistakes, ply, first, onLook }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const look = useRef(onLook);
  const marks = useRef({ mistakes, ply });
  const [Plot, setPlot] = useState<{ make: typeof uPlot } | null>(null);
  look.current = onLook;
  marks.current = { mistakes, ply };
  useEffect(() => {
    void Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]).then(([module]) =>
      setPlot({ make: module.default }),
    );
  }, []);
  useEffect(() => {
    const box = frame.current;
    if (!box || !Plot) return;
    const made = new Plot.make(options(box, first, marks, (ply) => look.current(ply)), [[], []], box);
    plot.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: HEIGHT }));
    watch.observe(box);
    return () => {
      watch.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [Plot, first]);
  useEffect(() => {
    plot.current?.setData([curve.map((_, index) => index), [...curve]]);
  }, [Plot, curve]);
  useEffect(() => {
    plot.current?.redraw(false);
  }, [ply, mistakes.length]);
  const known = curve.filter((value) => value !== null);
  const last = known.at(-1);
  const told =
    `Evaluation of ${count(known.length, "position")} for ${first}` +
    (last === undefined ? "." : `; the last is ${signed(last)}. ${count(mistakes.length, "mistake")} marked.`);
  return <div class="graph" ref={frame} role="img" aria-label={told} />;
}

function options(
  box: HTMLElement,
  first: string,
  marks: { current: { mistakes: readonly number[]; ply: number } },
  look: (ply: number) => void,
): uPlot.Options {
  const colour = (name: string) => getComputedStyle(box).getPropertyValue(name).trim() || "#888";
  const paint = (name: string) => () => resolved(box, colour(name));
  return {
    width: box.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: true }, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_, low, high) => span(low, high) } },
    axes: [
      { stroke: paint("--muted"), grid: { show: false }, ticks: { show: false }, size: 24, font: "11px system-ui", incrs: [1, 2, 5, 10, 20, 50] },
      { stroke: paint("--muted"), grid: { stroke: paint("--line"), width: 1 }, ticks: { show: false }, size: 36, font: "11px system-ui" },
    ],
    series: [{}, { label: first, stroke: paint("--accent"), fill: paint("--accent-soft"), fillTo: 0, width: 2, spanGaps: true, points: { show: false } }],
    hooks: {
      draw: [
        (plot) => {
          const { ctx, bbox } = plot;
          const across = (ply: number) => plot.valToPos(ply, "x", true);
          ctx.save();
          ctx.fillStyle = resolved(box, colour("--coral"));
          for (const ply of marks.current.mistakes) {
            const value = plot.data[1]?.[ply];
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
