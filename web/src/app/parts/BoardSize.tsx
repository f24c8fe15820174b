// How large the board is: squares a side, or houses and seeds. Which numbers there are the server says.
import type { BoardChoice } from "../setup";
import type { Listed } from "../wire";
import { Choice } from "./Choice";

interface Props {
  setup: BoardChoice;
  variant: Listed;
  onChange(part: Partial<BoardChoice>): void;
}

export function BoardSize({ setup, variant, onChange }: Props) {
  const { size, houses, seeds } = variant.choices;
  if (size) {
    return (
      <Choice
        legend="Board"
        options={size.map((each) => ({ value: each, label: `${each}×${each}` }))}
        value={setup.size ?? variant.size ?? 0}
        onChange={(size) => onChange({ size })}
      />
    );
  }
  return (
    <div class="row">
      <Count
        label="Houses a side"
        numbers={houses ?? []}
        value={setup.houses ?? variant.houses ?? 0}
        onChange={(houses) => onChange({ houses })}
      />
      <Count
        label="Seeds a house"
        numbers={seeds ?? []}
        value={setup.seeds ?? variant.seeds ?? 0}
        onChange={(seeds) => onChange({ seeds })}
      />
    </div>
  );
}

interface CountProps {
  label: string;
  numbers: readonly number[];
  value: number;
  onChange(value: number): void;
}

function Count({ label, numbers, value, onChange }: CountProps) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {numbers.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
