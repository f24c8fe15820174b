// The Reversi board of any size and with any squares missing: felt, discs, marks, and their motion.
import { useCallback, useId, useLayoutEffect, useMemo } from "preact/hooks";
import { byTouch, useAim } from "./aim";
import { useAnimated } from "./animated";
import { discColour, type Former } from "./Disc";
import { Felt } from "./Felt";
import { animateDiscs, discPlan, stepSquare, type DiscPlan } from "./flipping";
import { cellUnder, directionOf, isChoice, useRoving } from "./roving";
import { SquareCell } from "./SquareCell";
import { neighbourSquare, squareAt, squareIndex, squareName, touchedSquare } from "./squares";
import type { AnimateOptions, BoardProps, Cells, LegalMove, Speed, Step } from "./types";
import { SYMBOLS, squareLabel } from "./words";
import "./reversi.css";

export function Reversi(props: BoardProps) {
  const { variant, turn = 0, showLegal = true, editable = false, disabled = false, still } = props;
  const size = variant.size ?? Math.round(Math.sqrt(props.board.length));
  const id = useId();
  const plan = useCallback(
    (before: Cells, steps: readonly Step[], speed: Speed, options: AnimateOptions) =>
      discPlan(size, before, steps, speed, options),
    [size],
  );
  const animated = useAnimated<DiscPlan>(props.board, plan);
  const cells = String(animated.shown);
  const running = animated.plan !== null;

  const legal = useMemo(() => {
    const moves = new Map<number, LegalMove>();
    for (const move of props.legal ?? []) {
      const index = squareIndex(move.move, size);
      if (index >= 0) moves.set(index, move);
    }
    return moves;
  }, [props.legal, size]);
  const roving = useRoving(firstStop(cells, size));
  const { aimed, touch } = useAim(props.legal);
  const pictured = props.preview ? squareIndex(props.preview, size) : null;
  const active = running ? null : (pictured ?? aimed ?? roving.pointed);
  const preview = active === null || disabled ? undefined : legal.get(active);
  const flips = useMemo(
    () => new Set((preview?.flips ?? []).map((name) => squareIndex(name, size))),
    [preview, size],
  );
  const placed = useMemo(() => {
    const steps = props.lastMove?.steps ?? [];
    return new Set(steps.filter((step) => "placed" in step).map(stepSquare));
  }, [props.lastMove]);
  const changed = useMemo(() => new Set(animated.marked.map(stepSquare)), [animated.marked]);
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
      drop: animated.drop,
      focus: (cell) => {
        roving.focus(typeof cell === "string" ? squareIndex(cell, size) : (cell ?? roving.stop));
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

  const onClick = (event: MouseEvent): void => {
    const cell = cellUnder(event);
    if (cell === null) return;
    const felt = roving.root.current?.getBoundingClientRect();
    if (!byTouch(event) || editable || !felt) return choose(cell);
    const [x, y] = [event.clientX - felt.left, event.clientY - felt.top];
    const width = felt.width / size;
    const meant = touchedSquare(x, y, width, size, legal.keys());
    if (touch(meant, width, legal.has(meant) && !running)) choose(meant);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const cell = cellUnder(event);
    if (cell === null) return;
    const direction = directionOf(event);
    if (direction) {
      const exists = (at: { column: number; row: number }): boolean =>
        cells[at.row * size + at.column] !== "#";
      const to = neighbourSquare(squareAt(cell, size), direction, size, exists);
      roving.focus(to.row * size + to.column);
    } else if (isChoice(event, editable)) choose(cell);
    else return;
    event.preventDefault();
  };

  const square = (index: number) => {
    const symbol = cells[index] ?? "-";
    if (symbol === "#") return <div key={index} class="cell blocked" role="presentation" />;
    const name = squareName(squareAt(index, size));
    const move = running || disabled ? undefined : legal.get(index);
    const value = running ? undefined : props.values?.get(name);
    const previewed = preview !== undefined && active === index;
    const marks = {
      last: placed.has(name) && !running,
      changed: changed.has(name),
      hint: props.hint === name && !running,
      value,
    };
    return (
      <SquareCell
        key={index}
        index={index}
        name={name}
        label={still ? undefined : squareLabel(variant, name, symbol, move, marks)}
        stop={index === roving.stop}
        colour={discColour(symbol, props.seatColours)}
        former={formerSide(animated.plan, index, props.seatColours)}
        legal={move !== undefined}
        dot={showLegal && legal.has(index) && !running}
        ghost={previewed || props.pending === name ? ghost : null}
        aimed={previewed && aimed === index}
        pending={props.pending === name}
        gain={previewed ? (preview.flips?.length ?? 0) : 0}
        flips={flips.has(index)}
        {...marks}
      />
    );
  };

  const playable = !still && !disabled && (editable || legal.size > 0);
  const label = props.label ?? variant.title;
  const lines = Array.from({ length: size }, (_, line) => line);
  return (
    <div
      class="board reversi"
      data-size={size}
      data-running={running || undefined}
      data-playable={playable || undefined}
      data-editable={editable || undefined}
      data-many={(variant.colours ?? 2) > 2 || undefined}
      data-whole={!cells.includes("#") || undefined}
      style={{ "--n": String(size) }}
      {...(still ? { role: "img", "aria-label": label } : {})}
    >
      <div class="frame">
        <div class="coordinates columns" aria-hidden="true">
          {lines.map((column) => (
            <span key={column}>{squareName({ column, row: 0 })[0]}</span>
          ))}
        </div>
        <div class="coordinates rows" aria-hidden="true">
          {lines.map((row) => (
            <span key={row}>{row + 1}</span>
          ))}
        </div>
        <div class="felt">
          <Felt size={size} cells={cells} id={id} />
          <div
            class="cells"
            ref={roving.root}
            {...(still
              ? { "aria-hidden": true }
              : { role: "grid", "aria-label": label, "aria-readonly": !playable, onKeyDown, onClick })}
            {...roving.events}
          >
            {lines.map((row) => (
              <div key={row} class="row" role={still ? undefined : "row"}>
                {lines.map((column) => square(row * size + column))}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Just below the middle on the right, as on any board; the first square there is, if it is not. */
function firstStop(cells: string, size: number): number {
  const middle = (size / 2) * size + size / 2;
  return cells[middle] === "#" ? [...cells].findIndex((symbol) => symbol !== "#") : middle;
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
