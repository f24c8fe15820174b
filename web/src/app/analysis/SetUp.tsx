// The desk for setting up a position: which board, what to put down, who moves, or a text to paste.
import { useEffect, useRef } from "preact/hooks";
import { Choice } from "../parts/Choice";
import { Busy, Trouble } from "../parts/Note";
import { WhichBoard } from "../parts/WhichBoard";
import type { GameChoice } from "../setup";
import { useErrand } from "../use";
import { type Line, api } from "../wire";
import { cleared, tools } from "./arrange";
import type { Draft } from "./draft";

interface Props {
  /** The position it began with. */
  here: Line;
  /** The rule set that was asked for last; its board may still be on its way. */
  spec: string;
  draft: Draft;
  choice: GameChoice | null;
  onBoard(choice: GameChoice): void;
  onChange(part: Partial<Draft>): void;
  onStart(): void;
  onDone(line: Line, spec: string): void;
  onCancel(): void;
}

export function SetUp({ here, spec, draft, choice, onBoard, onChange, onStart, onDone, onCancel }: Props) {
  const { variant } = here;
  const { text } = draft;
  const reading = useErrand();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const done = () =>
    reading.run(
      () => (text.trim() ? api.pasted(spec, text) : api.arranged(variant.spec, here.position, draft.board, draft.turn)),
      (line) => onDone(line, text.trim() ? spec : variant.spec),
    );
  return (
    <section class="set-up stack" aria-labelledby="set-up">
      <h2 id="set-up" class="sr-only" tabIndex={-1} ref={heading}>
        Set up
      </h2>
      {choice && <WhichBoard choice={choice} onChange={onBoard} />}
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
          onInput={(event) => onChange({ text: event.currentTarget.value })}
        />
      </label>
      <div class="set-up-foot">
        <Busy busy={reading.busy} what="The server has not answered yet." onCancel={reading.cancel} />
        {reading.error && <Trouble error={reading.error} again={reading.again} />}
        <div class="row row-end">
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
          <button type="button" class="primary" disabled={reading.busy} onClick={done}>
            Analyse this
          </button>
        </div>
      </div>
    </section>
  );
}
