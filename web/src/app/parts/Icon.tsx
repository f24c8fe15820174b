// Line icons of our own, drawn on a grid of 24; they say nothing to a screen reader.
import type { JSX } from "preact";

const SHAPES = {
  back: <path d="M15 5 8 12l7 7" />,
  bulb: <path d="M9 18h6M10 21h4M8.5 15.5a6 6 0 1 1 7 0c-.6.5-1 1.100-1 2h-5c0-.9-.4-1.500-1-2Z" />,
  chart: <path d="M4 4v16h16M7 15l4-5 3 3 5-7" />,
  check: <path d="m5 13 4 4 10-11" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  copy: <path d="M9 9h10v11H9zM15 9V5H5v11h4" />,
  door: <path d="M13 4H6v16h7M10 12h10m-4-4 4 4-4 4" />,
  download: <path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />,
  eye: <path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z" />,
  first: <path d="M18 5l-7 7 7 7M6 5v14" />,
  flag: <path d="M6 21V4h11l-2 4 2 4H6" />,
  forward: <path d="m9 5 7 7-7 7" />,
  hand: <path d="M3 12c3-4 6-4 9 0s6 4 9 0M3 17c3-4 6-4 9 0s6 4 9 0" />,
  keys: <path d="M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 14.500h8" />,
  last: <path d="m6 5 7 7-7 7M18 5v14" />,
  link: <path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" />,
  list: <path d="M4 6h16M4 12h16M4 18h10" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  moon: <path d="M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10Z" />,
  mute: <path d="M4 9.500v5h4l5 4v-13l-5 4zM17 9.500l4.500 5m0-5-4.500 5" />,
  pause: <path d="M8 5v14M16 5v14" />,
  pencil: <path d="m4 20 1-4L16 5l3 3L8 19z" />,
  play: <path d="M7 4.500v15l12-7.500z" />,
  plus: <path d="M12 5v14M5 12h14" />,
  question: <path d="M8.500 9a3.500 3.500 0 1 1 5 3.200c-1 .5-1.500 1.200-1.500 2.300M12 18.500h.01" />,
  redo: <path d="M20 9H9a5 5 0 0 0 0 10h5M16 5l4 4-4 4" />,
  rematch: <path d="M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5" />,
  search: <path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5" />,
  sliders: <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.500 7a2.500 2.500 0 1 0 0-.01M8.500 17a2.500 2.500 0 1 0 0-.01" />,
  skip: <path d="m5 5 7 7-7 7M13 5l7 7-7 7" />,
  sound: <path d="M4 9.500v5h4l5 4v-13l-5 4zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11" />,
  sun: <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.500v2m0 15v2M2.500 12h2m15 0h2M5.300 5.300l1.400 1.400m10.600 10.600 1.400 1.400m0-13.400-1.400 1.400M6.700 17.300l-1.400 1.400" />,
  trash: <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5m4-5v5" />,
  undo: <path d="M4 9h11a5 5 0 0 1 0 10h-5M8 5 4 9l4 4" />,
  upload: <path d="M12 16V5M7 9l5-5 5 5M5 20h14" />,
} satisfies Record<string, JSX.Element>;

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {SHAPES[name]}
    </svg>
  );
}
