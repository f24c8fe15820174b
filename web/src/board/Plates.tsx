// What changes with every pebble that falls: the counts, the hand's number, the lap. It is drawn apart
// from the board, so that a drop draws nothing else again.
import { useState } from "preact/hooks";
import { memo } from "./memo";
import { placeOnBoard, type Pit, type PitLayout } from "./pits";
import type { Moment } from "./tracks";

interface Props {
  layout: PitLayout;
  counts: readonly number[];
  /** Of the sowing that runs, if one does. */
  moments: readonly Moment[] | null;
  /** The pit the last move ended in. */
  last: number;
  changed: ReadonlySet<number>;
  /** The pit a finger has touched once: its count stands out beside the finger. */
  aimed: number | null;
  /** Where each moment is told as it comes. */
  tell: { current: (moment: Moment) => void };
}

export const Plates = memo(function Plates({ layout, counts, moments, last, changed, aimed, tell }: Props) {
  const [told, setTold] = useState<Moment | null>(null);
  tell.current = setTold;
  const said = moments && (told && moments.includes(told) ? told : moments[0]!);
  const shown = said?.counts ?? counts;

  const plateClass = ({ pit, store }: Pit): string => {
    const classes = ["plate"];
    if (store) classes.push("store");
    if (said?.pit === pit) classes.push("now");
    if (!said && last === pit) classes.push("last");
    if (changed.has(pit)) classes.push("changed");
    if (aimed === pit) classes.push("aimed");
    return classes.join(" ");
  };
  return (
    <>
      <div class="plates" aria-hidden="true">
        {layout.pits.map((pit) => (
          <span key={pit.pit} class={plateClass(pit)} style={placeOnBoard(layout, pit.plate)}>
            {shown[pit.pit] ?? 0}
          </span>
        ))}
      </div>
      <span class="hand" aria-hidden="true" data-held={said?.hand || undefined}>
        <span class="held">{said?.hand || ""}</span>
      </span>
      {said && said.lap > 1 && (
        <span class="lap" aria-hidden="true" style={placeOnBoard(layout, layout.middle)}>
          lap {said.lap}
        </span>
      )}
    </>
  );
});
