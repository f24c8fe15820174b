// The engine's lines as they stream in, best first; a click plays a line's first move.
import { Lock } from "../../board/Lock";
import type { Analysis } from "../think";
import { signed } from "../words";

interface Props {
  analysis: Analysis | null;
  waiting: boolean;
  onPlay(move: string): void;
}

const SHOWN = 8;
const LONG = 12;

export function Lines({ analysis, waiting, onPlay }: Props) {
  if (!analysis) return <p class="muted lines-note">{waiting ? "Others think at the moment. Waiting for a place." : "Thinking."}</p>;
  return (
    <div class="lines">
      <p class="muted lines-note">
        {progress(analysis)}, {thousands(analysis.nodes)} positions,{" "}
        {analysis.seconds.toFixed(1)} s{analysis.done ? "" : ", thinking"}
      </p>
      <ol>
        {analysis.moves.slice(0, SHOWN).map(({ move, score, exact, line }) => (
          <li key={move}>
            <button type="button" class="line" onClick={() => onPlay(move)}>
              <span class={`line-value ${score === analysis.moves[0]!.score ? "line-best" : ""}`}>
                {signed(score)}
                {exact && (
                  <span class="line-exact" title="Exact">
                    <Lock />
                    <span class="sr-only">exact</span>
                  </span>
                )}
              </span>
              <span class="line-moves">{line.slice(0, LONG).join(" ")}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Solved is what has all the values that were asked for. */
export function progress({ exact, depth, moves, done }: Pick<Analysis, "exact" | "depth" | "moves" | "done">): string {
  if (!exact) return `Depth ${depth}`;
  return done && moves.every((each) => each.exact) ? "Solved" : "Best move solved";
}

function thousands(nodes: number): string {
  if (nodes < 1e4) return String(nodes);
  return nodes < 1e6 ? `${Math.round(nodes / 1e3)} thousand` : `${(nodes / 1e6).toFixed(1)} million`;
}
