// The desk for setting up a position: what to put down, who moves, or a text to paste.
import { useState } from "preact/hooks";
import type { Cells } from "../../board/types";
import type { Variant } from "../messages";
import { pasted } from "../notation";
import { Choice } from "../parts/Choice";
import { positionText, tools } from "./arrange";

interface Props {
  variant: Variant;
  board: Cells;
  turn: number;
  tool: string;
  error: string | null;
  onTool(tool: string): void;
  onTurn(turn: number): void;
  onClear(): void;
  onStart(): void;
  onDone(position: string | null, moves: string[]): void;
  onCancel(): void;
}

export function SetUp(props: Props) {
  const { variant, board, turn, tool, error } = props;
  const [text, setText] = useState("");
  const paste = () => {
    const { position, moves } = pasted(variant.family, text);
    props.onDone(position ?? null, moves ?? []);
  };
  return (
    <section class="set-up stack" aria-label="Set up">
      <Choice legend="Put down" options={tools(variant)} value={tool} onChange={props.onTool} />
      <Choice
        legend="To move"
        options={variant.seats.map((name, seat) => ({ value: seat, label: name }))}
        value={turn}
        onChange={props.onTurn}
      />
      <div class="row">
        <button type="button" onClick={props.onClear}>
          Clear the board
        </button>
        <button type="button" onClick={props.onStart}>
          Usual start
        </button>
      </div>
      <label class="field">
        Or paste a position or a transcript
        <textarea
          rows={3}
          spellcheck={false}
          value={text}
          placeholder={positionText(variant, board, turn)}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {error && (
        <p class="problem" role="alert">
          {error}
        </p>
      )}
      <div class="row row-end">
        <button type="button" onClick={props.onCancel}>
          Cancel
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => (text.trim() ? paste() : props.onDone(positionText(variant, board, turn), []))}
        >
          Analyse this
        </button>
      </div>
    </section>
  );
}
