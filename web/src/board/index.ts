// What a page uses of the boards.
export { Board } from "./Board";
export type * from "./types";
