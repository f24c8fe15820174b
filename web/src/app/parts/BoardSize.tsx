// How large the board is: squares a side, or houses and what is in them; and rules that may be added. Which
// numbers and rules there are the server says.
import type { BoardChoice } from "../setup";
import type { Listed } from "../wire";
import { capital } from "../words";
import { Choice, Switch } from "./Choice";

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
        label={`${capital(variant.unit)}s a house`}
        numbers={seeds ?? []}
        value={setup.seeds ?? variant.seeds ?? 0}
        onChange={(seeds) => onChange({ seeds })}
      />
    </div>
  );
}

/** How the first discs lie, where its rules know more than one way. */
export function FirstDiscs({ setup, variant, onChange }: Props) {
  if (!variant.starts.length) return null;
  const others = variant.starts.map(({ start, title, hint }) => ({ value: start, label: title, hint }));
  return (
    <Choice
      legend="First discs"
      options={[{ value: "", label: "Normal" }, ...others]}
      value={setup.discs ?? ""}
      onChange={(start) => onChange({ discs: start || null })}
    />
  );
}

export function RuleSwitches({ setup, variant, onChange }: Props) {
  const { switches } = setup;
  const turn = (option: string, on: boolean) =>
    onChange({ switches: [...switches.filter((each) => each !== option), ...(on ? [option] : [])] });
  return (
    <>
      {variant.switches.map(({ option, title, hint }) => (
        <Switch key={option} label={title} hint={hint} checked={switches.includes(option)} onChange={(on) => turn(option, on)} />
      ))}
    </>
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
