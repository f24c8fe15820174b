// Where pits are: an upright ring with a store at each end, or two flat rows between the stores.
// Lengths are in units of the distance between two neighbouring houses.
import type { Direction } from "./squares";
import type { Variant } from "./types";

export interface Pit {
  pit: number;
  store: boolean;
  owner: number;
  label: string;
  /** Centre and half-axes. A pit is as round as its half-axes let it be: a circle, or a stadium. */
  x: number;
  y: number;
  rx: number;
  ry: number;
  /** Centre of the plate with its count, and of the number it is played by or its owner's name. */
  plate: [number, number];
  caption: [number, number];
  /** Where the way of a move passes it, in the channel between the rows. */
  lane: [number, number];
}

export interface PitLayout {
  upright: boolean;
  width: number;
  height: number;
  pits: readonly Pit[];
  /** Rows of pit numbers, top to bottom and left to right: how keyboard and screen reader see it. */
  rows: readonly (readonly number[])[];
  /** Half the width of a pebble. */
  pebble: number;
  /** Where the lap counter stands. */
  middle: [number, number];
}

type Ring = Required<Pick<Variant, "stores" | "owners" | "labels">>;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/**
 * `stretched` for small screens: flat boards grow taller, upright ones broader. `near` is the seat whose
 * side is at the bottom.
 */
export function pitLayout(variant: Variant, stretched = false, near = 0): PitLayout {
  const ring = { stores: [], owners: [], labels: [], ...variant } satisfies Ring;
  const houses = variant.houses ?? ring.owners.length / 2 - 1;
  const layout =
    variant.layout === "upright" ? uprightLayout(ring, houses, stretched) : flatLayout(ring, houses, stretched);
  return near === 1 ? turned(layout) : layout;
}

/** The board as the other side sees it. */
function turned(layout: PitLayout): PitLayout {
  const { width, height, upright, rows } = layout;
  const opposite = ([x, y]: readonly [number, number]): [number, number] => [width - x, height - y];
  const pits = layout.pits.map((pit) => ({
    ...pit,
    x: width - pit.x,
    y: height - pit.y,
    plate: opposite(pit.plate),
    caption: opposite(pit.caption),
    lane: opposite(pit.lane),
  }));
  const [first = [], second = []] = rows;
  return {
    ...layout,
    pits,
    rows: upright
      ? rows.map((row) => row.toReversed()).reverse()
      : // The stores stay in the upper row.
        [[first.at(-1)!, ...second.toReversed(), first[0]!], first.slice(1, -1).reverse()],
  };
}

function pitOf(ring: Ring, pit: number, at: Omit<Pit, "pit" | "store" | "owner" | "label">): Pit {
  return {
    pit,
    store: ring.stores.includes(pit),
    owner: ring.owners[pit] ?? 0,
    label: ring.labels[pit] ?? "",
    ...at,
  };
}

// Up on the right from pit 0, the store at the top, down on the left, the store at the bottom.
function uprightLayout(ring: Ring, houses: number, broad: boolean): PitLayout {
  const [rx, ry] = [broad ? 0.92 : 0.66, 0.43];
  // Small boards have plates of the same size in pixels, so a larger part goes to them.
  const [edge, beside, gap] = broad ? [0.14, 0.64, 0.6] : [0.2, 0.58, 0.72];
  const width = 2 * (edge + beside + 2 * rx) + gap;
  const [storeRy, end, space] = broad ? [0.42, 0.14, 0.08] : [0.52, 0.2, 0.2];
  const first = end + 2 * storeRy + space + 0.5;
  const height = 2 * first + (houses - 1);
  const right = width / 2 + gap / 2 + rx;
  const left = width - right;

  const pits = range(2 * houses + 2).map((pit) => {
    if (pit === houses || pit === 2 * houses + 1) {
      const top = pit === houses;
      const y = top ? end + storeRy : height - end - storeRy;
      const storeRx = gap / 2 + 2 * rx;
      return pitOf(ring, pit, {
        x: width / 2,
        y,
        rx: storeRx,
        ry: storeRy,
        plate: [right + rx + beside / 2 + 0.03, y],
        caption: [left - rx - beside / 2 - 0.06, y],
        lane: [width / 2, top ? y + storeRy + 0.1 : y - storeRy - 0.1],
      });
    }
    const onRight = pit < houses;
    const y = first + (onRight ? houses - 1 - pit : pit - houses - 1);
    const x = onRight ? right : left;
    const outward = onRight ? 1 : -1;
    return pitOf(ring, pit, {
      x,
      y,
      rx,
      ry,
      plate: [x + outward * (rx + beside / 2 + 0.03), y],
      caption: [x - outward * (rx + 0.15), y],
      lane: [x - outward * (rx + 0.15), y],
    });
  });
  return {
    upright: true,
    width,
    height,
    pits,
    rows: [
      [houses],
      ...range(houses).map((row) => [houses + 1 + row, houses - 1 - row]),
      [2 * houses + 1],
    ],
    pebble: 0.138,
    middle: [width / 2, height / 2],
  };
}

// South's houses run left to right below, with the store they lead to at the right.
function flatLayout(ring: Ring, houses: number, tall: boolean): PitLayout {
  // Many houses are narrow: they grow taller still, and their numbers need the room.
  const many = Math.max(0, houses - 6);
  const [edge, plate, between] = tall ? [0.07, 0.58, 0.66 + 0.06 * many] : [0.16, 0.44, 0.38];
  const rx = 0.44;
  const ry = rx * (tall ? 2 + 0.25 * many : 1.06);
  // Nobody touches a store: where it is narrow, the houses need the width. But its plate and its name,
  // which do not shrink, stand there, and the more houses there are the larger a part they need.
  const [storeRx, storeGap] = tall ? [Math.max(0.25, 0.042 * houses), 0.04] : [0.48, 0.1];
  const side = edge + 2 * storeRx + storeGap;
  const width = 2 * side + houses;
  const height = 2 * (edge + plate + 2 * ry) + between;
  const [above, below] = [edge + plate + ry, height - edge - plate - ry];
  const name = tall ? 0.3 + 0.04 * many : 0.24;
  const storeRy = (height - 2 * edge - plate - name) / 2;
  // Plates and names are wider than a narrow store, and keep off the round corners.
  const inward = edge + Math.max(storeRx, 0.38);
  // A name stands where its owner's houses are, between the store and its count.
  const nameAt = edge + plate + name / 2 - 0.05;

  const pits = range(2 * houses + 2).map((pit) => {
    if (pit === houses || pit === 2 * houses + 1) {
      const onRight = pit === houses;
      const x = onRight ? width - edge - storeRx : edge + storeRx;
      const [y, plateY, nameY] = onRight
        ? [edge + storeRy, height - edge - plate / 2 + 0.03, height - nameAt]
        : [height - edge - storeRy, edge + plate / 2 - 0.03, nameAt];
      return pitOf(ring, pit, {
        x,
        y,
        rx: storeRx,
        ry: storeRy,
        plate: [onRight ? width - inward : inward, plateY],
        caption: [onRight ? width - inward : inward, nameY],
        lane: [x - (onRight ? 1 : -1) * (storeRx + storeGap / 2), height / 2],
      });
    }
    const south = pit < houses;
    const x = side + 0.5 + (south ? pit : 2 * houses - pit);
    const y = south ? below : above;
    const outward = south ? 1 : -1;
    const plateY = y + outward * (ry + plate / 2 + 0.01);
    return pitOf(ring, pit, {
      x,
      y,
      rx,
      ry,
      plate: [x, plateY],
      caption: [x, y - outward * (ry + between * 0.27)],
      lane: [x, y - outward * (ry + between * 0.27)],
    });
  });
  return {
    upright: false,
    width,
    height,
    pits,
    rows: [
      [2 * houses + 1, ...range(houses).map((column) => 2 * houses - column), houses],
      range(houses),
    ],
    pebble: tall ? 0.132 : 0.128,
    middle: [width / 2, height / 2],
  };
}

/** Where a point of the board is, as the style of something that stands there. */
export function placeOnBoard(layout: PitLayout, [x, y]: readonly [number, number]): { left: string; top: string } {
  return { left: `${(100 * x) / layout.width}%`, top: `${(100 * y) / layout.height}%` };
}

/** The pit the keyboard goes to from another. */
export function neighbourPit(layout: PitLayout, from: number, direction: Direction): number {
  const rows = layout.rows;
  const row = rows.findIndex((pits) => pits.includes(from));
  const here = layout.pits[from];
  if (row < 0 || !here) return from;
  const line = rows[row]!;
  const column = line.indexOf(from);
  const nearest = (pits: readonly number[] | undefined): number =>
    pits?.reduce((best, pit) =>
      Math.abs(layout.pits[pit]!.x - here.x) < Math.abs(layout.pits[best]!.x - here.x) ? pit : best,
    ) ?? from;
  switch (direction) {
    case "left":
      // A store beside two rows is reached from both of them.
      return line[column - 1] ?? (row > 0 && !layout.upright ? rows[0]![0]! : from);
    case "right":
      return line[column + 1] ?? (row > 0 && !layout.upright ? rows[0]!.at(-1)! : from);
    case "up":
      return nearest(rows[row - 1]);
    case "down":
      return nearest(rows[row + 1]);
    case "home":
      return line[0]!;
    case "end":
      return line.at(-1)!;
    case "top":
      return nearest(rows[0]);
    case "bottom":
      return nearest(rows.at(-1));
  }
}
