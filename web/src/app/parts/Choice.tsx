// One of several: radio buttons that look like a row of keys.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useChosenInSight } from "./useChosenInSight";

export interface Option<T> {
  value: T;
  label: ComponentChildren;
  hint?: string;
}

interface Props<T> {
  legend: string;
  /** In what order they stand, where that tells something. */
  order?: string;
  options: Option<T>[];
  /** Those before them, which stay in sight where the others scroll. */
  first?: Option<T>[];
  value: T;
  onChange(value: T): void;
  look?: "keys" | "cards";
  /** Which one the pointer or the keyboard rests on; null when none. */
  onRest?(value: T | null): void;
}

export function Choice<T extends string | number>({ legend, order, options, first = [], value, onChange, look = "keys", onRest }: Props<T>) {
  const name = useId();
  const there = options.some((option) => option.value === value);
  const row = useChosenInSight<HTMLDivElement>([there, value]);
  // Where the one that had the keyboard is no longer offered, the keyboard stays with the others.
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return;
    const inputs = [...row.current!.parentElement!.querySelectorAll("input")];
    (inputs.find((each) => each.checked) ?? inputs[0])?.focus({ preventScroll: true });
  });
  const draw = (option: Option<T>) => (
    <label
      key={option.value}
      class="choice-option"
      title={option.hint}
      onPointerEnter={() => onRest?.(option.value)}
      onFocusIn={(event) => {
        focused.current = event.target as Element;
        onRest?.(option.value);
      }}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={option.value === value}
        onChange={() => onChange(option.value)}
      />
      <span class="choice-face">{option.label}</span>
    </label>
  );
  return (
    <fieldset class={`choice choice-${look}`}>
      <legend>
        {legend}
        {order && <small class="choice-order">, {order}</small>}
      </legend>
      <div class="choice-rows" onPointerLeave={() => onRest?.(null)} onFocusOut={() => onRest?.(null)}>
        {first.length > 0 && <div class="choice-first">{first.map(draw)}</div>}
        <div class="choice-row" ref={row}>
          {options.map(draw)}
        </div>
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
