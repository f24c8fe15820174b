// One of several: radio buttons that look like a row of keys.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export interface Option<T> {
  value: T;
  label: ComponentChildren;
  hint?: string;
}

interface Props<T> {
  legend: string;
  options: Option<T>[];
  value: T;
  onChange(value: T): void;
  look?: "keys" | "cards";
}

export function Choice<T extends string | number>({ legend, options, value, onChange, look = "keys" }: Props<T>) {
  const name = useId();
  return (
    <fieldset class={`choice choice-${look}`}>
      <legend>{legend}</legend>
      <div class="choice-row">
        {options.map((option) => (
          <label key={option.value} class="choice-option" title={option.hint}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span class="choice-face">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange(checked: boolean): void;
}

export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="switch-track" aria-hidden="true" />
      <span class="switch-text">
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}
