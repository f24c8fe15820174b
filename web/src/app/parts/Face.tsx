// The round face of a player: a bird for a bot, a plain figure for a person.
import { Portrait } from "../../portraits/Portrait";

export type Sitter = "person" | "people" | "friend" | { portrait: string };

export function Face({ of }: { of: Sitter }) {
  if (typeof of === "object") return <Portrait name={of.portrait} />;
  return (
    <svg class="portrait" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle class="person-ground" cx="32" cy="32" r="32" />
      {of === "people" ? (
        <>
          <Figure x={22} />
          <Figure x={42} />
        </>
      ) : (
        <Figure x={of === "friend" ? 26 : 32} />
      )}
      {of === "friend" && <path class="person-link" d="M42 27h6a6 6 0 0 1 0 12h-2M46 33h-7" />}
    </svg>
  );
}

function Figure({ x }: { x: number }) {
  return (
    <g class="person">
      <circle cx={x} cy="26" r="7.500" />
      <path d={`M${x - 11} 49a11 12 0 0 1 22 0z`} />
    </g>
  );
}
