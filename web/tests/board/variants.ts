// Boards as the server describes them.
import type { Variant } from "../../src/board/types";

export const othello: Variant = {
  spec: "othello",
  title: "Othello",
  family: "reversi",
  unit: "disc",
  seats: ["Black", "White"],
  size: 8,
  colours: 2,
  discs: { X: "Black", O: "White" },
};

export const relay: Variant = {
  spec: "relay",
  title: "Relay Mancala",
  family: "mancala",
  unit: "pebble",
  seats: ["South", "North"],
  houses: 6,
  seeds: 4,
  layout: "upright",
  stores: [13, 6],
  owners: [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0],
  labels: ["0", "1", "2", "3", "4", "5", "", "7", "8", "9", "10", "11", "12", ""],
};

export function kalah(houses = 6): Variant {
  const pits = Array.from({ length: 2 * houses + 2 }, (_, pit) => pit);
  const stores = [houses, 2 * houses + 1];
  return {
    spec: "kalah",
    title: "Kalah",
    family: "mancala",
    unit: "seed",
    seats: ["South", "North"],
    houses,
    seeds: 4,
    layout: "flat",
    stores,
    owners: pits.map((pit) => (pit <= houses ? 0 : 1)),
    labels: pits.map((pit) => (stores.includes(pit) ? "" : String((pit % (houses + 1)) + 1))),
  };
}

export const startOf = (variant: Variant): number[] =>
  variant.labels!.map((label) => (label === "" ? 0 : variant.seeds!));

/** Where the swap rule brings the seeds of each pit. */
export const halfWayRound = (pits: readonly number[]): number[] => pits.map((_, pit) => (pit + pits.length / 2) % pits.length);
