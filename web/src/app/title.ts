// The window's title, per page.
import { useEffect } from "preact/hooks";

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Turnstone` : "Turnstone";
  }, [title]);
}
