// A game from elsewhere becomes an own one: our JSON, or a transcript.
import { useRef, useState } from "preact/hooks";
import { Dialog } from "../parts/Dialog";
import { WhichBoard } from "../parts/WhichBoard";
import { go, to } from "../router";
import { AS_IT_IS, type GameChoice, SHELF, specOf } from "../setup";
import { Wish } from "../wish";
import { type BroughtGame, api, freshKey } from "../wire";

export function Import({ onClose }: { onClose(): void }) {
  const [text, setText] = useState("");
  const [setup, setSetup] = useState<GameChoice>({ game: "othello", ...AS_IT_IS });
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const wish = useRef(new Wish<BroughtGame>());
  const json = text.trim().startsWith("{");
  const read = async (file: File | undefined) => {
    if (!file) return;
    const found = await file.text();
    // What is no text shows as characters that stand for nothing.
    const readable = !/[\u0000\uFFFD]/.test(found);
    setText(readable ? found : "");
    setError(readable ? null : `“${file.name}” holds no text. A record is a .json file, a transcript a .txt file.`);
  };
  const bring = async () => {
    setBusy(true);
    setError(null);
    try {
      const variant = specOf(setup);
      const wanted = (): BroughtGame =>
        json ? { key: freshKey(), format: "json", text } : { key: freshKey(), format: "transcript", text, variant };
      const state = await wish.current.ask([text, variant], wanted, api.bring);
      go(to.game(state.game));
    } catch (refusal) {
      setError((refusal as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Import a game" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void bring();
        }}
      >
        <label class="field">
          A file
          <input type="file" accept=".json,.txt,application/json,text/plain" onChange={(event) => void read(event.currentTarget.files?.[0])} />
        </label>
        <label class="field">
          Or paste a record or a transcript
          <textarea rows={5} spellcheck={false} value={text} placeholder="f5d6c3…" onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        {!json && (
          <>
            <label class="field">
              A transcript of
              <select
                value={setup.game}
                onChange={(event) => setSetup({ game: event.currentTarget.value, ...AS_IT_IS })}
              >
                {SHELF.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <WhichBoard choice={setup} onChange={setSetup} />
          </>
        )}
        {error && (
          <p class="problem" role="alert">
            {error}
          </p>
        )}
        <div class="row row-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={busy || !text.trim()}>
            Import
          </button>
        </div>
      </form>
    </Dialog>
  );
}
