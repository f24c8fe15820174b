// What boards need of the protocol (docs/protocol.md), and what a board component takes.
// Nothing here or below board/ knows a rule: legal moves, flips, paths and steps come from outside.

export interface Variant {
  spec: string;
  title: string;
  family: "reversi" | "mancala";
  /** What one of the things on the board is called. */
  unit: "disc" | "seed" | "pebble";
  seats: readonly string[];
  /** Discs. */
  size?: number;
  colours?: number;
  goal?: string;
  /** Whose each symbol of the board is. */
  discs?: Readonly<Record<string, string>>;
  /** Seeds or pebbles; `stores` is by seat, `owners` and `labels` by pit. */
  houses?: number;
  seeds?: number;
  layout?: "upright" | "flat";
  stores?: readonly number[];
  owners?: readonly number[];
  labels?: readonly string[];
}

/** A character a square, rows from the top, or the count of every pit. */
export type Cells = string | readonly number[];

export interface LegalMove {
  move: string;
  flips?: readonly string[];
  pit?: number;
  path?: readonly number[];
  gain?: number;
}

export interface Outcome {
  reason: string;
  /** The board decided, and not those who sit at it or their clocks. */
  on_board: boolean;
  scores: readonly number[];
  official: readonly number[];
  margins: readonly number[];
  ranks: readonly number[];
  winner: number | null;
  text: string;
  /** Why the official count is another than what lies on the board. */
  official_text: string | null;
}

export interface View {
  position: string;
  board: Cells;
  scores: readonly number[];
  turn: number;
  legal: readonly LegalMove[];
  outcome: Outcome | null;
}

export type Step =
  | { placed: string; seat: number }
  | { flipped: string; seat: number }
  | { passed: number }
  | { lifted: number; seeds: number }
  | { sown: number }
  | { captured: number; seeds: number; store: number }
  | { swapped: number; pits: readonly number[] };

/** How a board came about: the first `ply` moves from a start. */
export interface Trail {
  start: Cells;
  moves: readonly { steps: readonly Step[]; board: Cells }[];
  ply: number;
}

/** The number of a move in analysis: `text` is short ("+4"), `exact` gets a small lock. */
export interface MoveValue {
  text: string;
  best?: boolean;
  exact?: boolean;
}

export type Speed = "slow" | "normal" | "fast" | "instant";

export interface AnimateOptions {
  speed?: Speed;
  /** Milliseconds it may take at the usual pace. */
  within?: number;
  /** Change at once and mark what changed; by default what the system asks for. */
  reduced?: boolean;
  /** Called when a stone touches the board: for sounds. */
  onTouch?: (kind: "disc" | "flip" | "pebble" | "store") => void;
}

/** Something that is running: `done` also resolves after `skip`. */
export interface Playback {
  done: Promise<void>;
  skip(): void;
}

export interface BoardHandle {
  /**
   * Draws `steps` from `before` exactly as sent, whatever they say; then `after` settles it.
   *
   * While it runs, the board shows the animation and not its `board` property. When it has ended,
   * the board shows `after` until `board` changes; a `board` that changed meanwhile is shown then.
   * So with several moves waiting, change `board` only as each of them has been shown.
   * A second `animate` skips the first.
   */
  animate(before: Cells, steps: readonly Step[], after: Cells, options?: AnimateOptions): Playback;
  /** Ends the running animation at once; false when there is none. */
  skip(): boolean;
  /** The same, but what it led to is not shown: somebody looks elsewhere. */
  drop(): void;
  /** Puts the keyboard focus on the board: the given cell, or where it was last. */
  focus(cell?: string | number): void;
}

export type DiscColour = "black" | "white" | "amber" | "blue" | "neutral";

export interface BoardProps {
  variant: Variant;
  board: Cells;
  /** Who is to move: the ghost disc has this seat's colour. */
  turn?: number;
  /** Empty when the viewer may not act. */
  legal?: readonly LegalMove[];
  /** Mark them with dots (default true). Hover and focus show a move in any case. */
  showLegal?: boolean;
  /** The move that led here; its steps say what is marked. */
  lastMove?: { steps: readonly Step[] } | null;
  /** A move to ring. */
  hint?: string | null;
  /** A move that was asked for and not answered yet: it is drawn as if it lay there. */
  pending?: string | null;
  /** A move to show as if somebody rested on it: for pictures. */
  preview?: string | null;
  /** By move. */
  values?: ReadonlyMap<string, MoveValue> | null;
  /** Set-up: every square or pit can be chosen, and `onCell` hears of it. */
  editable?: boolean;
  onCell?: (cell: string | number) => void;
  /** Looks as usual, but nothing can be played (waiting for an answer, a look back). */
  disabled?: boolean;
  onPlay?: (move: string) => void;
  /** A square or pit was chosen that is not a legal move, while legal moves exist. */
  onRefuse?: (cell: string | number) => void;
  /** Pebbles fall: the counts of all pits after each of them. */
  onCounts?: (counts: readonly number[]) => void;
  /** The moves that led to `board`: pebbles keep their colours through them. */
  trail?: Trail;
  /** Whose side of a Mancala board is at the bottom (default the first seat's). */
  near?: number;
  /** The name of the board for screen readers. */
  label?: string;
  /** Disc colours by seat; black, white, amber, blue if absent. */
  seatColours?: readonly DiscColour[];
  /** A picture: no keyboard, no pointer, one image for screen readers. */
  still?: boolean;
  /** A flat board grows taller where it is narrow; by default unless it is still. */
  stretch?: boolean;
  handle?: { current: BoardHandle | null };
}
