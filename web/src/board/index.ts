// What the app uses of the boards.
export { Board } from "./Board";
export { Disc, discColour } from "./Disc";
export { AnimationQueue } from "./queue";
export { pitName, seedWord } from "./words";
export type * from "./types";
