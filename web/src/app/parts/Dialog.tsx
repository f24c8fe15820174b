// A dialog of the browser's own: it keeps the focus, closes on Escape, and gives the focus back.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "./Icon";

interface Props {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  look?: string;
}

export function Dialog({ title, onClose, children, look = "" }: Props) {
  const frame = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = frame.current!;
    const before = document.activeElement as HTMLElement | null;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={frame}
      class={`dialog ${look}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === frame.current && onClose()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="quiet icon-button" onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  text: string;
  yes: string;
  no?: string;
  onYes(): void;
  onClose(): void;
}

export function Confirm({ title, text, yes, no = "Keep playing", onYes, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose} look="dialog-small">
      <p>{text}</p>
      <div class="row row-end">
        <button type="button" onClick={onClose}>
          {no}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
