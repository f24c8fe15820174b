// The place a board stands on: as large as the place allows, in the board's own proportions.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { pitLayout } from "../../board/pits";
import { Broad } from "../../board/stance";
import type { Variant } from "../../board/types";

interface Props {
  variant: Variant;
  onSkip?(): void;
  children: ComponentChildren;
}

export function Stage({ variant, onSkip, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [{ ratio, broad }, setProportions] = useState<Proportions>(SQUARE);
  useLayoutEffect(() => {
    const box = frame.current!;
    const measure = () => setProportions(proportions(variant, box.clientWidth, box.clientHeight));
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    measure();
    return () => watch.disconnect();
  }, [variant.spec]);
  return (
    <div class="stage" ref={frame} style={{ "--ratio": String(ratio) }} onClick={onSkip}>
      <Broad.Provider value={broad}>{children}</Broad.Provider>
    </div>
  );
}

// A flat board stretches by itself where it is narrower than this, an upright one where it is lower.
const NARROW = 560;
const LOW = 600;

interface Proportions {
  ratio: number;
  broad: boolean;
}

const SQUARE: Proportions = { ratio: 1, broad: false };

function proportions(variant: Variant, width: number, height: number): Proportions {
  if (variant.family === "reversi") return SQUARE;
  const usual = pitLayout(variant);
  const ratio = usual.width / usual.height;
  const upright = variant.layout === "upright";
  const roomy = upright ? Math.min(height, width / ratio) >= LOW : Math.min(width, height * ratio) >= NARROW;
  if (roomy) return { ratio, broad: false };
  const stretched = pitLayout(variant, true);
  return { ratio: stretched.width / stretched.height, broad: upright };
}
