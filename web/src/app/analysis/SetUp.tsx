// The desk for setting up a position: what to put down, who moves, or a text to paste.
import { useState } from "preact/hooks";
import type { Cells } from "../../board/types";
import { Choice } from "../parts/Choice";
import { type Line, api } from "../wire";
import { cleared, tools } from "./arrange";

export interface Draft {
  board: Cells;
  turn: number;
  tool: string;
}

interface Props {
  /** The position it began with. */
  here: Line;
  draft: Draft;
  onChange(part: Partial<Draft>): void;
  onStart(): void;
  onDone(line: Line): void;
  onCancel(): void;
}

export function SetUp({ here, draft, onChange, onStart, onDone, onCancel }: Props) {
  const { variant } = here;
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const done = async () => {
    try {
      const { spec } = variant;
      onDone(text.trim() ? await api.pasted(spec, text) : await api.arranged(spec, here.position, draft.board, draft.turn));
    } catch (refusal) {
      setError((refusal as Error).message);
    }
  };
  return (
    <section class="set-up stack" aria-label="Set up">
      <Choice legend="Put down" options={tools(variant)} value={draft.tool} onChange={(tool) => onChange({ tool })} />
      <Choice
        legend="To move"
        options={variant.seats.map((name, seat) => ({ value: seat, label: name }))}
        value={draft.turn}
        onChange={(turn) => onChange({ turn })}
      />
      <div class="row">
        <button type="button" onClick={() => onChange({ board: cleared(draft.board) })}>
          Clear the board
        </button>
        <button type="button" onClick={onStart}>
          Usual start
        </button>
      </div>
      <label class="field">
        Or paste a position or a transcript
        <textarea
          rows={3}
          spellcheck={false}
          value={text}
          placeholder={here.position}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {error && (
        <p class="problem" role="alert">
          {error}
        </p>
      )}
      <div class="row row-end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class="primary" onClick={() => void done()}>
          Analyse this
        </button>
      </div>
    </section>
  );
}
