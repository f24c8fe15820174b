// What each bird looks like, weakest bot first. Drawn on 64×64; `head` is a circle, the bill leaves it
// to the left. Shapes are [colour, path]; those on body and head are cut off at their outlines.

type Shape = readonly [colour: string, path: string];

export interface Bird {
  sky: string;
  sea: string;
  face: string;
  breast: string;
  head: { x: number; y: number; r: number };
  /** Half its width, in half-widths of the head. */
  neck: number;
  bill: {
    length: number;
    thick: number;
    drop: number;
    bend: number;
    colour: string;
    /** The tip's colour, and the part of the bill where it begins. */
    tip?: string;
    dipped?: number;
    low?: number;
  };
  eye: { r: number; colour?: string; ring?: string };
  onBody?: readonly Shape[];
  onHead?: readonly Shape[];
  above?: readonly Shape[];
}

const SKY = { sky: "#cfe5e6", sea: "#a9cfcd" };
const DAWN = { sky: "#f6e3cf", sea: "#e5c9a8" };
const DUSK = { sky: "#d9d6ea", sea: "#b9b6d4" };
const FOAM = { sky: "#e3ecd9", sea: "#c3d4b2" };

const round = { x: 35, y: 27, r: 14 };
const small = { x: 36, y: 29, r: 13 };
const slim = { x: 38, y: 24, r: 11 };
const black = "#24292b";

/** The folded wing on the right of the body. */
const wing = (colour: string): Shape => [colour, "M40 42C52 40 62 50 64 66H44C47 56 46 48 40 42Z"];
/** The top of a head, down to the eye. */
const cap = (colour: string, { x, y, r }: Bird["head"], low = -0.22): Shape => [
  colour,
  `M${x - r} ${y + r * low}Q${x} ${y + r * (low - 0.25)} ${x + r} ${y + r * (low + 0.5)}V${y - r}H${x - r}Z`,
];
/** A few flecks, for birds that hide on sand. */
const flecks = (colour: string): Shape => [
  colour,
  "M20 50l2 4 2-4zM27 47l2 4 2-4zM24 56l2 4 2-4zM32 54l2 4 2-4zM17 58l2 4 2-4zM34 46l2 4 2-4z",
];

export const BIRDS: Record<string, Bird> = {
  sandpiper: {
    ...SKY,
    face: "#b89f7e",
    breast: "#f6f1e6",
    head: small,
    neck: 0.8,
    bill: { length: 15, thick: 1.7, drop: 1, bend: 0, colour: "#6b5a45", tip: black, dipped: 0.6 },
    eye: { r: 2.1, ring: "#efe6d4" },
    onBody: [wing("#a68a66")],
    onHead: [
      ["#efe6d4", "M22 32Q32 31 38 42H22Z"],
      cap("#9a805d", small),
    ],
  },
  sanderling: {
    ...SKY,
    face: "#fbfaf6",
    breast: "#ffffff",
    head: small,
    neck: 0.85,
    bill: { length: 13, thick: 2, drop: 0.6, bend: 0, colour: black },
    eye: { r: 2.3 },
    onBody: [wing("#c9ced0"), ["#8d979b", "M47 47l10 8-2 2-10-7zM50 56l12 7-1 3-12-6z"]],
    onHead: [cap("#cdd2d3", small, -0.3)],
  },
  stint: {
    ...DAWN,
    face: "#c98f5e",
    breast: "#fbf5ea",
    head: { x: 36, y: 32, r: 12 },
    neck: 0.9,
    bill: { length: 10, thick: 1.6, drop: 0.8, bend: 0, colour: black },
    eye: { r: 2.2 },
    onBody: [wing("#a8693d"), flecks("#c99a6e")],
    onHead: [
      ["#fbf5ea", "M24 36Q32 34 38 46H22Z"],
      cap("#9c6237", { x: 36, y: 32, r: 12 }),
      ["#fbf5ea", "M25 28.4Q33 24 42 28l-1 1.8Q33 27 26 30.5Z"],
    ],
  },
  dunlin: {
    ...FOAM,
    face: "#e2dccf",
    breast: "#efe9dc",
    head: small,
    neck: 0.85,
    bill: { length: 19, thick: 1.9, drop: 4.6, bend: -0.6, colour: black },
    eye: { r: 2.1 },
    onBody: [[black, "M13 58Q26 49 47 55V68H12Z"], wing("#a95a31"), flecks("#8f8675")],
    onHead: [cap("#b0683c", small)],
  },
  plover: {
    ...SKY,
    face: "#ffffff",
    breast: "#ffffff",
    head: round,
    neck: 0.9,
    bill: { length: 8.5, thick: 2.6, drop: 0.6, bend: 0, colour: "#f08a24", tip: black, dipped: 0.55 },
    eye: { r: 2.4, ring: "#f4a742" },
    onBody: [wing("#a58b6a"), [black, "M10 47Q30 41 56 44V52Q30 48 10 55Z"]],
    onHead: [
      cap("#a58b6a", round, -0.34),
      [black, "M20 27.6Q30 22 34 24.6T50 27V33Q42 33 37 30.4T20 31.4Z"],
      [black, "M26.4 16.6Q31 15 35 18.6L48 24 49 26.4Q36 21.4 27 21Z"],
    ],
  },
  puffin: {
    ...DAWN,
    face: "#f7f5f0",
    breast: "#ffffff",
    head: { x: 37, y: 27, r: 14.5 },
    neck: 0.92,
    bill: { length: 17, thick: 7.6, drop: 4, bend: -1.2, colour: "#f2a23a", tip: "#e4572e", dipped: 0.5, low: 3 },
    eye: { r: 2, ring: "#d8442c" },
    onBody: [[black, "M36 42C50 40 64 46 66 68H42C46 56 44 48 36 42Z"], [black, "M16 45Q34 40 54 42V48Q34 46 16 51Z"]],
    onHead: [
      [black, "M25 13H54V46H46Q54 30 44 21 34 14.4 25.6 19Z"],
      ["#dcd9d0", "M31 31Q38 33 41 40 34 42 29 37Z"],
    ],
    above: [["#56646e", "M20.6 23.4Q24.6 22 26 22.6 24.8 30 26 37.4 23 38.4 20.6 37 21.6 30 20.6 23.4Z"]],
  },
  gull: {
    ...SKY,
    face: "#ffffff",
    breast: "#ffffff",
    head: { x: 37, y: 27, r: 14 },
    neck: 0.88,
    bill: { length: 16, thick: 3.4, drop: 3, bend: -1.4, colour: "#f3bd3c" },
    eye: { r: 2.5, colour: "#f4dc7a", ring: "#e08a3a" },
    onBody: [wing("#a9b6be"), ["#8b99a2", "M46 52q10 4 18 14h-6q-6-8-12-14z"]],
    above: [["#d8442c", "M13.6 30.6a1.5 1.5 0 1 0 2.9.7 1.5 1.5 0 1 0-2.9-.7Z"]],
  },
  avocet: {
    ...DUSK,
    face: "#ffffff",
    breast: "#ffffff",
    head: slim,
    neck: 0.7,
    bill: { length: 24, thick: 1.5, drop: -3.4, bend: 3.4, colour: black },
    eye: { r: 1.9, colour: "#7c3c22" },
    onBody: [[black, "M42 40C46 34 52 40 56 52L64 66H54C52 54 48 46 42 40Z"]],
    onHead: [cap(black, slim, -0.16)],
    above: [[black, "M45 15.4Q50 22 49.4 33 50 42 55 47L51 46Q44.6 40 45 30Z"]],
  },
  redshank: {
    ...FOAM,
    face: "#9c8163",
    breast: "#efe5d3",
    head: slim,
    neck: 0.74,
    bill: { length: 18, thick: 1.8, drop: 1, bend: 0, colour: "#e2492f", tip: black, dipped: 0.55 },
    eye: { r: 2, ring: "#ffffff" },
    onBody: [wing("#8a6f52"), flecks("#8a6f52")],
    onHead: [["#cdb898", "M26 28Q36 27 42 36H26Z"]],
  },
  curlew: {
    ...DAWN,
    face: "#c3a27a",
    breast: "#e9d9bd",
    head: { x: 43, y: 21, r: 11 },
    neck: 0.68,
    bill: { length: 31, thick: 1.7, drop: 13, bend: -3, colour: "#c98a75", tip: "#4b3a30", dipped: 0.35 },
    eye: { r: 2, ring: "#efe2c9" },
    onBody: [wing("#a58259"), flecks("#8d6b45"), ["#8d6b45", "M37 33l1.6 4 1.6-4zM43 36l1.6 4 1.6-4zM38 40l1.6 4 1.6-4z"]],
    onHead: [cap("#a07c54", { x: 43, y: 21, r: 11 }, -0.3)],
  },
  godwit: {
    ...SKY,
    face: "#d07a45",
    breast: "#d98a55",
    head: { x: 42, y: 21, r: 11 },
    neck: 0.7,
    bill: { length: 29, thick: 1.8, drop: 0.6, bend: 1.6, colour: "#f0a58a", tip: "#3b2a26", dipped: 0.45 },
    eye: { r: 2, ring: "#f4c9a6" },
    onBody: [wing("#6d5240"), ["#8c4d2b", "M18 52q8-2 16 0l-.6 2.4q-8-1.6-15.6.6zM16 59q10-2 20 0l-.8 2.6q-10-1.6-19.4.6z"]],
    onHead: [cap("#9a532b", { x: 42, y: 21, r: 11 }, -0.3)],
  },
  oystercatcher: {
    ...SKY,
    face: black,
    breast: "#ffffff",
    head: { x: 39, y: 25, r: 12.5 },
    neck: 0.82,
    bill: { length: 24, thick: 2.6, drop: 1, bend: 0, colour: "#f1602c" },
    eye: { r: 2.5, colour: "#e3412a", ring: "#f1602c" },
    onBody: [[black, "M8 20H66V52Q52 44 36 49T10 52Z"], [black, "M44 44C56 42 64 52 66 68H50Z"]],
  },
  heron: {
    ...FOAM,
    face: "#ffffff",
    breast: "#eef1f1",
    head: { x: 40, y: 19, r: 10 },
    neck: 0.62,
    bill: { length: 25, thick: 3, drop: 2.4, bend: 0, colour: "#e9b33f", tip: "#d98b2b", dipped: 0.7 },
    eye: { r: 2, colour: "#f2d45c" },
    onBody: [wing("#8d9ca8"), [black, "M34.6 32l1.8 1-1.4 8-1.6-.6zM33 44l1.8.8-3 8-1.6-.8z"]],
    above: [[black, "M33 15.4Q40 10 47 13.6 55 18 61 28 52 23.6 47 20 40 15.4 33 17.4Z"]],
  },
  tern: {
    ...DUSK,
    face: "#ffffff",
    breast: "#f4f7f9",
    head: { x: 38, y: 26, r: 13 },
    neck: 0.84,
    bill: { length: 18, thick: 2.3, drop: 2.6, bend: -0.6, colour: "#e0402c", tip: black, dipped: 0.72 },
    eye: { r: 2, ring: "#5b666b" },
    onBody: [wing("#b9c6d0")],
    onHead: [cap(black, { x: 38, y: 26, r: 13 }, 0.02)],
  },
  skua: {
    ...DUSK,
    face: "#5a4838",
    breast: "#75604a",
    head: { x: 38, y: 27, r: 14 },
    neck: 0.92,
    bill: { length: 13, thick: 3.4, drop: 4.4, bend: -2.4, colour: "#3a3330", tip: "#1e1b1a", dipped: 0.6 },
    eye: { r: 2.2, ring: "#8a7256" },
    onBody: [wing("#463729"), ["#8a7256", "M18 50q12-4 22 1l-1 2.4q-10-4-21-.6z"]],
    onHead: [
      cap("#3f3226", { x: 38, y: 27, r: 14 }, -0.1),
      ["#a88a5c", "M40 34Q48 30 53 24V40H42Z"],
    ],
  },
  turnstone: {
    ...SKY,
    face: "#ffffff",
    breast: "#ffffff",
    head: { x: 37, y: 27, r: 13.5 },
    neck: 0.9,
    bill: { length: 11.5, thick: 2.5, drop: -1.4, bend: 0.7, colour: black },
    eye: { r: 2.2, ring: "#e4ddd0" },
    onBody: [
      ["#b9562a", "M40 42C52 40 62 50 64 66H46C48 56 47 48 40 42Z"],
      [black, "M12 45Q24 40 27 34H45Q44 40 47 43 50 48 44 52 40 56 31 53 20 52 14 60Z"],
      [black, "M51 50l9 10-3 1-8-8zM48 56l9 10h-5l-6-7z"],
    ],
    onHead: [
      ["#e4ddd0", "M25 19Q37 14 52 23V12H24Z"],
      [black, "M21 23.6Q26.6 21.4 30 22.4L35.4 21.8Q38 24.4 35.8 27.6 37.4 33 46 34.4L52 31V44H22V36Q28.4 36.6 29.4 31 27 28.6 21 29.4Z"],
      ["#ffffff", "M24.6 25.2Q27.6 24.2 29.2 25.6 28.6 27.6 25 27.6Z"],
    ],
  },
  albatross: {
    ...DAWN,
    face: "#ffffff",
    breast: "#ffffff",
    head: { x: 40, y: 26, r: 14 },
    neck: 0.9,
    bill: { length: 24, thick: 4.6, drop: 4.6, bend: -2.2, colour: "#efae98", tip: "#c9705d", dipped: 0.76, low: 3 },
    eye: { r: 2.2 },
    onBody: [["#4a5156", "M42 44C54 42 64 50 66 68H48C50 58 49 50 42 44Z"]],
    onHead: [["#b9c2c6", "M29 20.6Q36 18 44 24 38 25.6 31 24.4Z"]],
  },
  phalarope: {
    ...FOAM,
    face: "#5f6b72",
    breast: "#e8ebea",
    head: slim,
    neck: 0.74,
    bill: { length: 17, thick: 1.1, drop: 0.6, bend: 0, colour: black },
    eye: { r: 2 },
    onBody: [
      wing("#5f6b72"),
      ["#b9502a", "M42 24Q54 34 48 46 38 54 26 50 20 47 24 44 36 44 38 36 40 30 42 24Z"],
      ["#d9a05a", "M46 50l14 10-1 2-14-9z"],
    ],
    onHead: [
      ["#ffffff", "M26 27Q34 26 39 31 38 36 34 38H26Z"],
      ["#b9502a", "M42 28Q48 26 50 22V38H40Q43 33 42 28Z"],
    ],
  },
};
