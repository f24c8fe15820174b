// Short sentences at the foot of the page, some with a button; one at a time, the newest. It leaves by itself.
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
  const [said, set] = useState<Toast | null>(null);
  const drop = (id: number) => set((now) => (now?.id === id ? null : now));
  useEffect(() => {
    show = (made) => {
      set(made);
      setTimeout(() => drop(made.id), made.action ? STAYS * 2 : STAYS);
    };
    return () => {
      show = null;
    };
  }, []);
  return (
    <div class="toasts" role="status">
      {said && (
        <div key={said.id} class="toast">
          <span>{said.text}</span>
          {said.action && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                drop(said.id);
                said.action!.run();
              }}
            >
              {said.action.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
