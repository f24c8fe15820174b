// Short sentences at the foot of the page, some with a button; they leave by themselves.
import { useEffect, useState } from "preact/hooks";

interface Toast {
  id: number;
  text: string;
  action?: { label: string; run(): void };
}

let serial = 0;
let show: ((toast: Toast) => void) | null = null;

export function toast(text: string, action?: Toast["action"]): void {
  serial += 1;
  show?.({ id: serial, text, ...(action ? { action } : {}) });
}

const STAYS = 6000;

export function Toasts() {
  const [toasts, set] = useState<Toast[]>([]);
  const drop = (id: number) => set((all) => all.filter((each) => each.id !== id));
  useEffect(() => {
    show = (made) => {
      // Said again it is said once.
      set((all) => [...all.filter(({ text, action }) => action || text !== made.text).slice(-2), made]);
      setTimeout(() => drop(made.id), made.action ? STAYS * 2 : STAYS);
    };
    return () => {
      show = null;
    };
  }, []);
  return (
    <div class="toasts" role="status">
      {toasts.map((each) => (
        <div key={each.id} class="toast">
          <span>{each.text}</span>
          {each.action && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                drop(each.id);
                each.action!.run();
              }}
            >
              {each.action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
