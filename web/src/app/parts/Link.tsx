// A link within the page: an ordinary link for everything but a plain click.
import type { ComponentChildren } from "preact";
import { go } from "../router";

interface Props {
  to: string;
  class?: string;
  children: ComponentChildren;
  current?: boolean;
  label?: string;
  title?: string;
}

export function Link({ to, children, current, label, title, class: look }: Props) {
  return (
    <a
      href={to}
      class={look}
      aria-current={current ? "page" : undefined}
      aria-label={label}
      title={title}
      onClick={(event) => {
        if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
