// All boards in all states, for whoever works on them: `npm run dev`, then /gallery.html. Not shipped.
// ?only=relay shows one, ?theme=dark the dark colours.
import { render } from "preact";
import { useRef, useState } from "preact/hooks";
import { Board } from "../src/board";
import type { BoardHandle, BoardProps, LegalMove, Speed, Step, Variant } from "../src/board";
import "../src/theme.css";
import "./gallery.css";
import text from "./fixtures.json?raw";

interface Game {
  variant: Variant;
  ply: number;
  moves: { move: string; seat: number; steps: Step[] }[];
  views: { board: string | number[]; turn: number; legal: LegalMove[] }[];
}

const games = JSON.parse(text) as Record<string, Game>;
const query = new URLSearchParams(location.search);
const theme = query.get("theme");
if (theme) document.documentElement.dataset.theme = theme;

function Playing({ game, name }: { game: Game; name: string }) {
  const [ply, setPly] = useState(Math.min(game.ply, game.moves.length));
  const [speed, setSpeed] = useState<Speed>("normal");
  const handle = useRef<BoardHandle | null>(null);
  const view = game.views[ply]!;
  const forward = (): void => {
    const move = game.moves[ply];
    if (!move) return;
    const after = game.views[ply + 1]!.board;
    const { done } = handle.current!.animate(view.board, move.steps, after, { speed });
    void done.then(() => setPly(ply + 1));
  };
  return (
    <figure data-game={name}>
      <Board
        variant={game.variant}
        board={view.board}
        turn={view.turn}
        legal={view.legal}
        lastMove={game.moves[ply - 1] ?? null}
        onPlay={forward}
        handle={handle}
      />
      <figcaption>
        {name}, ply {ply}{" "}
        <button onClick={() => setPly(Math.max(0, ply - 1))}>Back</button>
        <button class="next" onClick={forward}>Next</button>
        <button onClick={() => setPly(0)}>Start</button>
        <select aria-label="Speed" value={speed} onChange={(event) => setSpeed(event.currentTarget.value as Speed)}>
          {["slow", "normal", "fast", "instant"].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </figcaption>
    </figure>
  );
}

function Still({ name, title, ...more }: { name: string; title: string } & Partial<BoardProps>) {
  const game = games[name]!;
  const ply = Math.min(game.ply, game.moves.length);
  const view = game.views[ply]!;
  return (
    <figure data-game={`${name}-${title}`}>
      <Board
        variant={game.variant}
        board={view.board}
        turn={view.turn}
        legal={view.legal}
        lastMove={game.moves[ply - 1] ?? null}
        {...more}
      />
      <figcaption>{title}</figcaption>
    </figure>
  );
}

function valuesOf(name: string): BoardProps["values"] {
  const game = games[name]!;
  const { legal } = game.views[Math.min(game.ply, game.moves.length)]!;
  return new Map(
    legal.map(({ move }, order) => [
      move,
      { text: order === 0 ? "+4" : `−${order * 3}`, best: order === 0, exact: order % 2 === 0 },
    ]),
  );
}

function Gallery() {
  const only = query.get("only");
  const names = Object.keys(games).filter((name) => !only || name === only);
  return (
    <main class={only ? "one" : ""}>
      {names.map((name) => (
        <Playing key={name} game={games[name]!} name={name} />
      ))}
      {!only && (
        <>
          <Still name="othello" title="values" values={valuesOf("othello")} />
          <Still name="othello" title="hint" hint={games.othello!.views[20]!.legal[1]!.move} showLegal={false} />
          <Still name="relay" title="values" values={valuesOf("relay")} />
          <Still name="kalah" title="values" values={valuesOf("kalah")} />
          <Still name="kalah" title="hint" hint={games.kalah!.views[8]!.legal[1]!.move} />
          <Still name="relay" title="full store" board={[1, 0, 0, 2, 0, 0, 18, 0, 1, 0, 0, 0, 0, 26]} legal={[]} />
          <Still name="kalah" title="full stores" board={[0, 1, 0, 0, 14, 0, 48, 0, 0, 22, 0, 0, 0, 60]} legal={[]} />
        </>
      )}
    </main>
  );
}

render(<Gallery />, document.getElementById("gallery")!);
