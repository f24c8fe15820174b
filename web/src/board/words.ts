// What screen readers are told about a square or a pit, and what a move there would do.
import type { LegalMove, MoveValue, Variant } from "./types";

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export const SYMBOLS = "XOAB";

function discOwner(variant: Variant, symbol: string): string {
  return variant.discs?.[symbol] ?? "empty";
}

interface Marks {
  last?: boolean;
  changed?: boolean;
  hint?: boolean;
  value?: MoveValue | undefined;
}

function marks({ last, changed, hint, value }: Marks): string[] {
  return [
    ...(last ? ["last move"] : []),
    ...(changed && !last ? ["changed"] : []),
    ...(hint ? ["hint"] : []),
    ...(value ? [`value ${value.text}${value.exact ? ", exact" : ""}${value.best ? ", best" : ""}`] : []),
  ];
}

/** "f5, legal, flips 1" or "e4, Black, last move". */
export function squareLabel(
  variant: Variant,
  name: string,
  symbol: string,
  legal: LegalMove | undefined,
  more: Marks = {},
): string {
  const parts = [name];
  if (legal) {
    const flips = legal.flips?.length ?? 0;
    parts.push("legal", flips ? `flips ${flips}` : "flips nothing");
  } else parts.push(symbol === "-" ? "empty" : discOwner(variant, symbol));
  return [...parts, ...marks(more)].join(", ");
}

/** "South's store, 12 pebbles" or "South's house 3, 4 seeds, legal, ends in North's house 5, gains 2". */
export function pitLabel(
  variant: Variant,
  pit: number,
  count: number,
  legal: LegalMove | undefined,
  more: Marks = {},
): string {
  const parts = [pitName(variant, pit), plural(count, variant.unit)];
  if (legal) {
    const end = legal.path?.at(-1);
    parts.push("legal");
    if (end !== undefined) parts.push(`ends in ${pitName(variant, end)}`);
    parts.push(legal.gain ? `gains ${legal.gain}` : "gains nothing");
  }
  return [...parts, ...marks(more)].join(", ");
}

function pitName(variant: Variant, pit: number): string {
  const owner = variant.seats[variant.owners?.[pit] ?? 0] ?? "";
  return variant.stores?.includes(pit)
    ? `${owner}'s store`
    : `${owner}'s house ${variant.labels?.[pit] || pit}`;
}
