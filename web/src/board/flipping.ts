// A move with discs as an animation: what each square shows meanwhile, and how its disc moves.
import type { Plan } from "./animated";
import { flipAxis, squareAt, squareIndex, type Square } from "./squares";
import { discTimeline, type Timeline } from "./timeline";
import type { AnimateOptions, Cells, Speed, Step } from "./types";
import { SYMBOLS } from "./words";

export interface DiscPlan extends Plan {
  timeline: Timeline;
  /** The symbol each flipped square had, and the axis it turns over. */
  former: Map<number, { symbol: string; axis: readonly [number, number] }>;
}

/** The square a step is about; "" for a pass. */
export function stepSquare(step: Step): string {
  return "placed" in step ? step.placed : "flipped" in step ? step.flipped : "";
}

export function discPlan(
  size: number,
  before: Cells,
  steps: readonly Step[],
  speed: Speed,
  options: AnimateOptions,
): DiscPlan {
  const cells = [...String(before)];
  const former: DiscPlan["former"] = new Map();
  let origin: Square | null = null;
  for (const step of steps) {
    const index = squareIndex(stepSquare(step), size);
    if (index < 0) continue;
    const square = squareAt(index, size);
    if ("placed" in step) origin = square;
    else former.set(index, { symbol: cells[index]!, axis: flipAxis(origin, square) });
    cells[index] = SYMBOLS["seat" in step ? step.seat : 0] ?? "-";
  }
  const timeline = discTimeline(steps, speed, options.within);
  const cues = timeline.steps.flatMap(({ step, start, duration }) => {
    if ("placed" in step) return [{ time: start + duration, call: () => options.onTouch?.("disc") }];
    if ("flipped" in step) {
      return [{ time: start + duration * 0.8, call: () => options.onTouch?.("flip") }];
    }
    return [];
  });
  return { cells: cells.join(""), length: timeline.length, cues, timeline, former };
}

const LANDING: Keyframe[] = [
  { transform: "translateY(-26%) scale(1.22)", opacity: 0, easing: "cubic-bezier(.5,0,.9,.6)" },
  { transform: "translateY(-8%) scale(1.1)", opacity: 1, offset: 0.5, easing: "ease-in" },
  { transform: "none", opacity: 1 },
];

function turning([x, y]: readonly [number, number]): Keyframe[] {
  const turned = (degrees: number, scale: number): string =>
    `perspective(5em) scale(${scale}) rotate3d(${x}, ${y}, 0, ${degrees}deg)`;
  return [
    { transform: turned(180, 1), easing: "cubic-bezier(.45,0,.75,.6)" },
    { transform: turned(90, 1.12), offset: 0.5, easing: "cubic-bezier(.25,.4,.55,1)" },
    { transform: turned(0, 1) },
  ];
}

/** The animations of a plan on the discs in the document: transforms and opacity only. */
export function animateDiscs(root: HTMLElement, plan: DiscPlan, size: number): Animation[] {
  return plan.timeline.steps.flatMap(({ step, start, duration }) => {
    const index = squareIndex(stepSquare(step), size);
    const disc = root.querySelector<HTMLElement>(`[data-cell="${index}"] .disc`);
    if (!disc?.animate) return [];
    const frames = "placed" in step ? LANDING : turning(plan.former.get(index)?.axis ?? [0, 1]);
    return [disc.animate(frames, { delay: start, duration, fill: "backwards" })];
  });
}
