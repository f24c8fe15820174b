// The bots' faces: birds of the beach, each head and shoulders, looking towards the board. A bird is
// data (birds.ts); this draws any of them.
import { useId } from "preact/hooks";
import { BIRDS, type Bird } from "./birds";
import "./portraits.css";

/** The bill: from the face to its tip, `drop` below where it starts; `bend` curves it on the way. */
function billPath({ head, bill }: Bird): string {
  const [x, y] = [head.x - head.r * 0.86, head.y + (bill.low ?? head.r * 0.16)];
  const { length, thick, drop, bend } = bill;
  const [tipX, tipY] = [x - length, y + drop];
  const across = x - length * 0.5;
  return (
    `M${x} ${y - thick}Q${across} ${y - thick * 0.75 + bend} ${tipX} ${tipY}` +
    `Q${across} ${y + thick * 0.75 + bend} ${x} ${y + thick}Z`
  );
}

function bodyPath({ head, neck }: Bird): string {
  const { x, y, r } = head;
  // Down the throat to the breast, up the back to the nape.
  const [throat, nape] = [x - r * neck, x + r * neck];
  return (
    `M${throat} ${y + r * 0.3}C${throat - 1} ${y + r + 6} ${13} ${47} 12 66H62` +
    `C61 50 ${nape + 5} ${45} ${nape} ${y + r * 0.2}Z`
  );
}

/** A round portrait. The name says who it is; next to a written name leave `title` away. */
export function Portrait({ name, title }: { name: string; title?: string }) {
  const id = useId();
  const bird = BIRDS[name] ?? BIRDS.sandpiper!;
  const { head, bill, eye } = bird;
  const eyeAt = [head.x - head.r * 0.28, head.y - head.r * 0.12] as const;
  return (
    <svg
      class="portrait"
      viewBox="0 0 64 64"
      focusable="false"
      {...(title ? { role: "img", "aria-label": title } : { "aria-hidden": true })}
    >
      <defs>
        <clipPath id={`${id}r`}>
          <circle cx="32" cy="32" r="32" />
        </clipPath>
        <clipPath id={`${id}h`}>
          <circle cx={head.x} cy={head.y} r={head.r} />
        </clipPath>
        <clipPath id={`${id}b`}>
          <path d={bodyPath(bird)} />
        </clipPath>
        <linearGradient id={`${id}l`} gradientUnits="userSpaceOnUse" x1={head.x - head.r} x2={head.x - head.r - bill.length} y1="0" y2="0">
          <stop offset={bill.dipped ?? 1} stop-color={bill.colour} />
          <stop offset={bill.dipped ?? 1} stop-color={bill.tip ?? bill.colour} />
        </linearGradient>
      </defs>
      <g clip-path={`url(#${id}r)`}>
        <rect width="64" height="64" fill={bird.sky} />
        <path d="M0 47q16-3 32 0t32 0v17H0Z" fill={bird.sea} />
        <path d={bodyPath(bird)} fill={bird.breast} />
        <g clip-path={`url(#${id}b)`}>
          {bird.onBody?.map(([fill, d]) => (
            <path key={d} d={d} fill={fill} />
          ))}
        </g>
        <path d={billPath(bird)} fill={`url(#${id}l)`} />
        <circle cx={head.x} cy={head.y} r={head.r} fill={bird.face} />
        <g clip-path={`url(#${id}h)`}>
          {bird.onHead?.map(([fill, d]) => (
            <path key={d} d={d} fill={fill} />
          ))}
        </g>
        {bird.above?.map(([fill, d]) => (
          <path key={d} d={d} fill={fill} />
        ))}
        {eye.ring && <circle cx={eyeAt[0]} cy={eyeAt[1]} r={eye.r + 0.9} fill={eye.ring} />}
        <circle cx={eyeAt[0]} cy={eyeAt[1]} r={eye.r} fill={eye.colour ?? "#1d2224"} />
        {eye.colour && <circle cx={eyeAt[0]} cy={eyeAt[1]} r={eye.r * 0.5} fill="#14181a" />}
        <circle cx={eyeAt[0] - eye.r * 0.3} cy={eyeAt[1] - eye.r * 0.4} r={eye.r * 0.32} fill="#fff" />
      </g>
    </svg>
  );
}
