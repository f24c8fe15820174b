// The place a board stands on: as large as the place allows, in the board's own proportions.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { pitLayout } from "../../board/pits";
import type { Variant } from "../../board/types";

interface Props {
  variant: Variant;
  onSkip?(): void;
  children: ComponentChildren;
}

export function Stage({ variant, onSkip, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [ratio, setRatio] = useState(1);
  useLayoutEffect(() => {
    const box = frame.current!;
    const measure = () => setRatio(proportions(variant, box.clientWidth, box.clientHeight));
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    measure();
    return () => watch.disconnect();
  }, [variant.spec]);
  return (
    <div class="stage" ref={frame} style={{ "--ratio": String(ratio) }} onClick={onSkip}>
      {children}
    </div>
  );
}

// The board itself stretches where it is narrower than this.
const NARROW = 560;

function proportions(variant: Variant, width: number, height: number): number {
  if (variant.family === "reversi") return 1;
  const usual = pitLayout(variant);
  const ratio = usual.width / usual.height;
  if (Math.min(width, height * ratio) >= NARROW) return ratio;
  const tall = pitLayout(variant, true);
  return tall.width / tall.height;
}
