// The keyboard's place on the page. Where the thing that had it leaves and nothing takes its place, it goes
// to the page's heading, and from there on in reading order; never to nowhere.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

export function toHeading(main: HTMLElement | null): void {
  (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
}

export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    const note = (event: FocusEvent) => (last = event.target as Element);
    const look = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      toHeading(main.current);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", note);
    return () => {
      watch.disconnect();
      document.removeEventListener("focusin", note);
    };
  }, [main]);
}
