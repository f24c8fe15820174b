// The Reversi board of any size and with any squares missing: felt, discs, marks, and their motion.
import { useCallback, useId, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { useAnimated, type Plan } from "./animated";
import { Disc, discColour, type Former } from "./Disc";
import { Felt } from "./Felt";
import { Lock } from "./Lock";
import { directionOf, isChoice, useRoving } from "./roving";
import {
  flipAxis,
  neighbourSquare,
  squareAt,
  squareIndex,
  squareName,
  touchedSquare,
  type Square,
} from "./squares";
import { discTimeline, type Timeline } from "./timeline";
import type { AnimateOptions, BoardProps, Cells, LegalMove, Speed, Step } from "./types";
import { SYMBOLS, squareLabel } from "./words";
import "./reversi.css";

interface DiscPlan extends Plan {
  timeline: Timeline;
  /** The symbol each flipped square had, and the axis it turns over. */
  former: Map<number, { symbol: string; axis: readonly [number, number] }>;
}

function makePlan(size: number) {
  return (before: Cells, steps: readonly Step[], speed: Speed, options: AnimateOptions): DiscPlan => {
    const cells = [...String(before)];
    const former: DiscPlan["former"] = new Map();
    let origin: Square | null = null;
    for (const step of steps) {
      const name = "placed" in step ? step.placed : "flipped" in step ? step.flipped : null;
      const index = name === null ? -1 : squareIndex(name, size);
      if (index < 0) continue;
      const square = squareAt(index, size);
      if ("placed" in step) origin = square;
      else former.set(index, { symbol: cells[index]!, axis: flipAxis(origin, square) });
      cells[index] = SYMBOLS["seat" in step ? step.seat : 0] ?? "-";
    }
    const timeline = discTimeline(steps, speed);
    const cues = timeline.steps.flatMap(({ step, start, duration }) =>
      "placed" in step
        ? [{ time: start + duration, call: () => options.onTouch?.("disc") }]
        : "flipped" in step
          ? [{ time: start + duration * 0.8, call: () => options.onTouch?.("flip") }]
          : [],
    );
    return { cells: cells.join(""), length: timeline.length, cues, timeline, former };
  };
}

const landing: Keyframe[] = [
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
function animateDiscs(root: HTMLElement, plan: DiscPlan, size: number): Animation[] {
  return plan.timeline.steps.flatMap(({ step, start, duration }) => {
    const name = "placed" in step ? step.placed : "flipped" in step ? step.flipped : "";
    const index = squareIndex(name, size);
    const disc = root.querySelector<HTMLElement>(`[data-cell="${index}"] .disc`);
    if (!disc?.animate) return [];
    const frames = "placed" in step ? landing : turning(plan.former.get(index)?.axis ?? [0, 1]);
    return [disc.animate(frames, { delay: start, duration, fill: "backwards" })];
  });
}

export function Reversi(props: BoardProps) {
  const { variant, turn = 0, showLegal = true, editable = false, disabled = false } = props;
  const size = variant.size ?? Math.round(Math.sqrt(props.board.length));
  const id = useId();
  const plan = useCallback(makePlan(size), [size]);
  const animated = useAnimated<DiscPlan>(props.board, plan);
  const cells = String(animated.shown);
  const legal = useMemo(() => {
    const moves = new Map<number, LegalMove>();
    for (const move of props.legal ?? []) {
      const index = squareIndex(move.move, size);
      if (index >= 0) moves.set(index, move);
    }
    return moves;
  }, [props.legal, size]);
  const open = useMemo(() => [...cells].findIndex((symbol) => symbol !== "#"), [cells]);
  const roving = useRoving(firstStop(cells, size, open));
  const [hovered, setHovered] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const running = animated.plan !== null;
  const active = running ? null : (hovered ?? focused);
  const preview = active === null || disabled ? undefined : legal.get(active);
  const flips = useMemo(
    () => new Set((preview?.flips ?? []).map((name) => squareIndex(name, size))),
    [preview, size],
  );
  const placed = useMemo(() => placedSquares(props.lastMove?.steps ?? [], size), [props.lastMove, size]);
  const changed = useMemo(() => changedSquares(animated.marked, size), [animated.marked, size]);
  const hint = props.hint ? squareIndex(props.hint, size) : -1;
  const ghost = discColour(SYMBOLS[turn] ?? "", props.seatColours);

  useLayoutEffect(() => {
    if (animated.plan && roving.root.current) {
      animated.start(animateDiscs(roving.root.current, animated.plan, size));
    }
  }, [animated.plan]);

  useLayoutEffect(() => {
    const handle = props.handle;
    if (!handle) return undefined;
    handle.current = {
      animate: animated.animate,
      skip: animated.skip,
      focus: (cell) => {
        const index = typeof cell === "string" ? squareIndex(cell, size) : (cell ?? roving.stop);
        roving.focus(index);
      },
    };
    return () => void (handle.current = null);
  }, [props.handle, roving.stop, size]);

  const choose = (index: number): void => {
    if (animated.skip()) return;
    const name = squareName(squareAt(index, size));
    if (editable) return props.onCell?.(name);
    if (disabled) return;
    const move = legal.get(index);
    if (move) props.onPlay?.(move.move);
    else if (legal.size) props.onRefuse?.(name);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const cell = cellOf(event);
    if (cell === null) return;
    const direction = directionOf(event);
    if (direction) {
      const to = neighbourSquare(squareAt(cell, size), direction, size, ({ column, row }) => {
        return cells[row * size + column] !== "#";
      });
      roving.focus(to.row * size + to.column);
    } else if (isChoice(event)) choose(cell);
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent): void => {
    const cell = cellOf(event);
    if (cell === null) return;
    const byTouch = "pointerType" in event && event.pointerType === "touch";
    const felt = roving.root.current?.getBoundingClientRect();
    if (!byTouch || editable || !felt) return choose(cell);
    const [x, y] = [event.clientX - felt.left, event.clientY - felt.top];
    choose(touchedSquare(x, y, felt.width / size, size, legal.keys()));
  };

  const playable = !props.still && !disabled && (editable || legal.size > 0);
  const rows = Array.from({ length: size }, (_, row) => row);
  return (
    <div
      class="board reversi"
      data-size={size}
      data-running={running || undefined}
      data-playable={playable || undefined}
      data-editable={editable || undefined}
      data-whole={!cells.includes("#") || undefined}
      style={{ "--n": String(size) }}
      {...(props.still ? { role: "img", "aria-label": props.label ?? variant.title } : {})}
    >
      <div class="frame">
      <div class="coordinates columns" aria-hidden="true">
        {rows.map((column) => (
          <span key={column}>{squareName({ column, row: 0 })[0]}</span>
        ))}
      </div>
      <div class="coordinates rows" aria-hidden="true">
        {rows.map((row) => (
          <span key={row}>{row + 1}</span>
        ))}
      </div>
      <div class="felt">
        <Felt size={size} cells={cells} id={id} />
        <div
          class="cells"
          ref={roving.root}
          role={props.still ? undefined : "grid"}
          aria-label={props.still ? undefined : (props.label ?? variant.title)}
          aria-hidden={props.still || undefined}
          aria-readonly={props.still ? undefined : !playable}
          onKeyDown={props.still ? undefined : onKeyDown}
          onClick={props.still ? undefined : onClick}
          onPointerOver={(event) => event.pointerType !== "touch" && setHovered(cellOf(event))}
          onPointerLeave={() => setHovered(null)}
          onFocusIn={(event) => {
            const cell = cellOf(event);
            // A mouse that clicks leaves no ghost behind; a keyboard does.
            setFocused(cell !== null && (event.target as Element).matches(":focus-visible") ? cell : null);
            if (cell !== null) roving.rest(cell);
          }}
          onFocusOut={() => setFocused(null)}
        >
          {rows.map((row) => (
            <div key={row} class="row" role={props.still ? undefined : "row"}>
              {rows.map((column) => {
                const index = row * size + column;
                const symbol = cells[index] ?? "-";
                if (symbol === "#") return <div key={column} class="cell blocked" role="presentation" />;
                const colour = discColour(symbol, props.seatColours);
                const move = running ? undefined : legal.get(index);
                const name = squareName({ column, row });
                const value = props.values?.get(name);
                const previewed = active === index && preview !== undefined;
                const classes = ["cell"];
                if (move && !disabled) classes.push("legal");
                if (flips.has(index)) classes.push("flips");
                if (changed.has(index)) classes.push("changed");
                if (index === hint && !running) classes.push("hint");
                return (
                  <div
                    key={column}
                    class={classes.join(" ")}
                    data-cell={index}
                    data-square={name}
                    role={props.still ? undefined : "gridcell"}
                    tabIndex={props.still ? undefined : index === roving.stop ? 0 : -1}
                    aria-label={
                      props.still
                        ? undefined
                        : squareLabel(variant, name, symbol, disabled ? undefined : move, {
                            last: placed.has(index),
                            changed: changed.has(index),
                            hint: index === hint,
                            value,
                          })
                    }
                  >
                    {colour && (
                      <Disc
                        colour={colour}
                        former={formerSide(animated.plan, index, props.seatColours)}
                      />
                    )}
                    {colour && placed.has(index) && !running && <span class="last" />}
                    {!colour && previewed && ghost && (
                      <span class="ghost">
                        <Disc colour={ghost} />
                      </span>
                    )}
                    {previewed && preview.flips && preview.flips.length > 0 && !value && (
                      <span class={`gain on-${ghost}`}>+{preview.flips.length}</span>
                    )}
                    {move && showLegal && !previewed && !value && <span class="dot" />}
                    {value && !running && (
                      <span class={`value${value.best ? " best" : ""}`}>
                        {value.text}
                        {value.exact && <Lock />}
                      </span>
                    )}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      </div>
      </div>
    </div>
  );
}

/** The side that shows until a disc has turned over; an empty square has none. */
function formerSide(
  plan: DiscPlan | null,
  index: number,
  seats: BoardProps["seatColours"],
): Former | undefined {
  const former = plan?.former.get(index);
  const colour = former && discColour(former.symbol, seats);
  return colour ? { colour, axis: former.axis } : undefined;
}

function firstStop(cells: string, size: number, open: number): number {
  const middle = (size / 2) * size + size / 2;
  return cells[middle] === "#" ? open : middle;
}

function cellOf(event: Event): number | null {
  const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
  return cell ? Number(cell.dataset.cell) : null;
}

function placedSquares(steps: readonly Step[], size: number): Set<number> {
  return new Set(steps.flatMap((step) => ("placed" in step ? [squareIndex(step.placed, size)] : [])));
}

function changedSquares(steps: readonly Step[], size: number): Set<number> {
  return new Set(
    steps.flatMap((step) =>
      "placed" in step
        ? [squareIndex(step.placed, size)]
        : "flipped" in step
          ? [squareIndex(step.flipped, size)]
          : [],
    ),
  );
}
