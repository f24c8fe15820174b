// The Mancala board: driftwood, pits, pebbles that stay where they lie, plates, and the sowing.
import { useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { byTouch, useAim } from "./aim";
import { useAnimated, type Plan } from "./animated";
import { Plates } from "./Plates";
import { PebbleLayer, animatePebbles, restPebbles, usePebbles } from "./PebbleLayer";
import { Preview } from "./Preview";
import { Lock } from "./Lock";
import { neighbourPit, pitLayout, placeOnBoard, type Pit, type PitLayout } from "./pits";
import { cellUnder, directionOf, isChoice, useRoving } from "./roving";
import { Broad } from "./stance";
import { seedTimeline } from "./timeline";
import { momentAt, sowingTracks, type Moment, type Tracks } from "./tracks";
import type { AnimateOptions, BoardProps, Cells, LegalMove, Speed, Step, Variant } from "./types";
import { pitLabel } from "./words";
import { Wood } from "./Wood";
import "./mancala.css";

interface SowingPlan extends Plan {
  tracks: Tracks;
}

/** Flat boards grow taller where the board is narrower than this, in pixels; pictures do when told to. */
const isNarrow = (width: number): boolean => width < 560;

export function Mancala(props: BoardProps) {
  const { variant, turn = 0, showLegal = true, editable = false, disabled = false, still, stretch = !still } = props;
  const [narrow, setNarrow] = useState(false);
  const broad = useContext(Broad);
  const stretched = variant.layout === "upright" ? broad : narrow && stretch;
  const layout = useMemo(() => pitLayout(variant, stretched, props.near), [variant, stretched, props.near]);
  const pebbles = usePebbles(props.trail);
  const tell = useRef<(moment: Moment) => void>(() => undefined);
  const counted = useRef(props.onCounts);
  counted.current = props.onCounts;

  const plan = useCallback(
    (before: Cells, steps: readonly Step[], speed: Speed, options: AnimateOptions): SowingPlan => {
      const counts = before as readonly number[];
      const tracks = sowingTracks(layout, counts, pebbles.settled(counts), seedTimeline(steps, speed, options.within));
      const stores = variant.stores ?? [];
      const cues = tracks.moments.map((each) => ({
        time: each.time,
        call: () => {
          tell.current(each);
          counted.current?.(each.counts);
          if (each.kind === "sown" || each.kind === "swapped") {
            options.onTouch?.(stores.includes(each.pit ?? -1) ? "store" : "pebble");
          }
        },
      }));
      return { cells: momentAt(tracks.moments, Infinity).counts, length: tracks.length, cues, tracks };
    },
    [layout, variant],
  );
  const animated = useAnimated<SowingPlan>(props.board, plan);
  const counts = animated.shown as readonly number[];
  const running = animated.plan !== null;
  const heaps = pebbles.heaps(counts, animated.plan?.tracks.heaps);

  const legal = useMemo(() => {
    const moves = new Map<number, LegalMove>();
    for (const move of props.legal ?? []) if (move.pit !== undefined) moves.set(move.pit, move);
    return moves;
  }, [props.legal]);
  const roving = useRoving(firstStop(layout, variant, turn));
  const { aimed, touch } = useAim(props.legal);
  const pictured = props.preview ? pitOfMove(variant, legal, props.preview, turn) : null;
  const active = running ? null : (pictured ?? aimed ?? roving.pointed);
  const preview = active === null || disabled ? undefined : legal.get(active);
  const way = preview ? [preview.pit, ...(preview.path ?? [])] : [];
  const changed = useMemo(() => touchedPits(animated.marked), [animated.marked]);
  const last = useMemo(() => lastPits(props.lastMove?.steps ?? []), [props.lastMove]);
  const pending = props.pending ? pitOfMove(variant, legal, props.pending, turn) : -1;
  const hint = props.hint ? pitOfMove(variant, legal, props.hint, turn) : -1;
  const values = useMemo(
    () =>
      new Map(
        [...(props.values ?? [])].map(([move, value]) => [pitOfMove(variant, legal, move, turn), value]),
      ),
    [props.values, legal, variant, turn],
  );

  const board = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const root = board.current;
    if (!animated.plan || !root) return undefined;
    animated.start(animatePebbles(root, animated.plan.tracks, layout));
    return () => restPebbles(root);
  }, [animated.plan]);

  useLayoutEffect(() => {
    if (!board.current || typeof ResizeObserver === "undefined") return undefined;
    const watch = new ResizeObserver(([entry]) => setNarrow(isNarrow(entry!.contentRect.width)));
    setNarrow(isNarrow(board.current.clientWidth));
    watch.observe(board.current);
    return () => watch.disconnect();
  }, []);

  useLayoutEffect(() => {
    const handle = props.handle;
    if (!handle) return undefined;
    handle.current = {
      animate: animated.animate,
      skip: animated.skip,
      drop: animated.drop,
      focus: (cell) => roving.focus(cell === undefined ? roving.stop : Number(cell)),
    };
    return () => void (handle.current = null);
  }, [props.handle, roving.stop]);

  const choose = (pit: number): void => {
    if (animated.skip()) return;
    if (editable) return props.onCell?.(pit);
    if (disabled) return;
    const move = legal.get(pit);
    if (move) props.onPlay?.(move.move);
    else if (legal.size) props.onRefuse?.(pit);
  };

  const onClick = (event: MouseEvent): void => {
    const pit = cellUnder(event);
    if (pit === null) return;
    const apart = (board.current?.clientWidth ?? 0) / layout.width;
    if (!byTouch(event) || editable || touch(pit, apart, legal.has(pit) && !disabled && !running)) choose(pit);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const pit = cellUnder(event);
    if (pit === null) return;
    const direction = directionOf(event);
    if (direction) roving.focus(neighbourPit(layout, pit, direction));
    else if (isChoice(event, editable)) choose(pit);
    else return;
    event.preventDefault();
  };

  const unit = 100 / layout.width;
  const name = props.label ?? variant.title;
  const playable = !still && !disabled && (editable || legal.size > 0);
  const pitCell = (pit: Pit) => {
    const move = running || disabled ? undefined : legal.get(pit.pit);
    const classes = ["pit", pit.store ? "store" : "house", `seat-${pit.owner}`];
    if (move) classes.push("legal");
    if (move && showLegal) classes.push("shown");
    if (hint === pit.pit && !running) classes.push("hint");
    if ((preview && active === pit.pit) || pending === pit.pit) classes.push("chosen");
    if (preview?.path?.at(-1) === pit.pit) classes.push("landing");
    const label = (): string =>
      pitLabel(variant, pit.pit, counts[pit.pit] ?? 0, move, {
        last: last.from === pit.pit,
        changed: changed.has(pit.pit),
        hint: hint === pit.pit,
        value: values.get(pit.pit),
      });
    return (
      <div
        key={pit.pit}
        class={classes.join(" ")}
        data-cell={pit.pit}
        data-pit={pit.pit}
        style={{
          ...placeOnBoard(layout, [pit.x - pit.rx, pit.y - pit.ry]),
          width: `${2 * pit.rx * unit}%`,
          height: `${(200 * pit.ry) / layout.height}%`,
        }}
        {...(still
          ? {}
          : { role: "gridcell", tabIndex: pit.pit === roving.stop ? 0 : -1, "aria-label": label() })}
      >
        <span class="bowl" />
      </div>
    );
  };

  return (
    <div
      ref={board}
      class={`board mancala ${layout.upright ? "upright" : "flat"}`}
      data-running={running || undefined}
      data-playable={playable || undefined}
      data-editable={editable || undefined}
      data-turn={turn}
      style={{ aspectRatio: `${layout.width} / ${layout.height}`, "--unit": `${unit}cqw` }}
      {...(still ? { role: "img", "aria-label": name } : {})}
    >
      <Wood layout={layout} />
      <div
        class="pits"
        ref={roving.root}
        {...(still
          ? { "aria-hidden": true }
          : { role: "grid", "aria-label": name, "aria-readonly": !playable, onKeyDown, onClick })}
        {...roving.events}
      >
        {layout.rows.map((row) => (
          <div key={row[0]} class="row" role={still ? undefined : "row"}>
            {row.map((pit) => pitCell(layout.pits[pit]!))}
          </div>
        ))}
      </div>
      <PebbleLayer layout={layout} heaps={heaps} />
      {preview && <Preview layout={layout} move={preview} store={variant.stores?.[turn]} seat={turn} />}
      <div class="captions" aria-hidden="true">
        {layout.pits.map((pit) => (
          <span key={pit.pit} class={captionClass(pit, way)} style={placeOnBoard(layout, pit.caption)}>
            {pit.store ? variant.seats[pit.owner] : pit.label}
          </span>
        ))}
      </div>
      <Plates
        layout={layout}
        counts={counts}
        moments={animated.plan?.tracks.moments ?? null}
        last={last.to}
        changed={changed}
        aimed={preview ? aimed : null}
        tell={tell}
      />
      <div class="values" aria-hidden="true">
        {layout.pits.map((pit) => {
          const value = running ? undefined : values.get(pit.pit);
          return (
            value && (
              <span
                key={pit.pit}
                class={`value${value.best ? " best" : ""}`}
                style={placeOnBoard(layout, [pit.x, pit.y + pit.ry * 0.64])}
              >
                {value.text}
                {value.exact && <Lock />}
              </span>
            )
          );
        })}
      </div>
    </div>
  );
}

function firstStop(layout: PitLayout, variant: Variant, turn: number): number {
  const own = layout.pits.find((pit) => !pit.store && variant.owners?.[pit.pit] === turn);
  return own?.pit ?? 0;
}

function captionClass({ pit, store }: Pit, way: readonly (number | undefined)[]): string {
  if (store) return "caption name";
  return way.includes(pit) ? "caption passed" : "caption";
}

/** The pit a move is written for: as the server says, or else the mover's pit of that label. */
function pitOfMove(
  variant: Variant,
  legal: ReadonlyMap<number, LegalMove>,
  move: string,
  turn: number,
): number {
  for (const each of legal.values()) if (each.move === move) return each.pit ?? -1;
  return (variant.labels ?? []).findIndex(
    (label, pit) => label === move && variant.owners?.[pit] === turn,
  );
}

function touchedPits(steps: readonly Step[]): Set<number> {
  return new Set(
    steps.flatMap((step) => {
      if ("lifted" in step) return [step.lifted];
      if ("sown" in step) return [step.sown];
      if ("captured" in step) return [step.captured, step.store];
      if ("swapped" in step) return step.pits;
      return [];
    }),
  );
}

function lastPits(steps: readonly Step[]): { from: number; to: number } {
  const first = steps.find((step) => "lifted" in step);
  const last = steps.findLast((step) => "sown" in step);
  return {
    from: first && "lifted" in first ? first.lifted : -1,
    to: last && "sown" in last ? last.sown : -1,
  };
}
