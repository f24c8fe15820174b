// One square: its disc, and whatever marks it.
import { Disc, type Former } from "./Disc";
import { Lock } from "./Lock";
import { memo } from "./memo";
import type { DiscColour, MoveValue } from "./types";

interface Props {
  index: number;
  name: string;
  /** What screen readers hear; absent in a picture. */
  label: string | undefined;
  stop: boolean;
  colour: DiscColour | null;
  former: Former | undefined;
  legal: boolean;
  dot: boolean;
  /** The disc that a move here would put down, and how many it would flip, while it is looked at. */
  ghost: DiscColour | null;
  gain: number;
  /** Touched once: it stands out of the board until it is touched again. */
  aimed: boolean;
  pending: boolean;
  flips: boolean;
  changed: boolean;
  hint: boolean;
  last: boolean;
  value: MoveValue | undefined;
}

export const SquareCell = memo(function SquareCell(props: Props) {
  const { index, name, label, colour, ghost, gain, value } = props;
  const classes = ["cell"];
  for (const mark of ["legal", "flips", "changed", "hint", "aimed", "pending"] as const) {
    if (props[mark]) classes.push(mark);
  }
  return (
    <div
      class={classes.join(" ")}
      data-cell={index}
      data-square={name}
      {...(label === undefined
        ? {}
        : { role: "gridcell", tabIndex: props.stop ? 0 : -1, "aria-label": label })}
    >
      {colour && <Disc colour={colour} former={props.former} />}
      {colour && props.last && <span class="last" />}
      {!colour && ghost && (
        <span class="ghost">
          <Disc colour={ghost} />
        </span>
      )}
      {ghost && gain > 0 && !value && <span class={`gain on-${ghost}`}>+{gain}</span>}
      {props.dot && !ghost && !value && <span class="dot" />}
      {value && (
        <span class={`value${value.best ? " best" : ""}`}>
          {value.text}
          {value.exact && <Lock />}
        </span>
      )}
    </div>
  );
});
