// The dialogs of a game: resigning, everything behind "More", a new game, the moves on a phone.
import { useState } from "preact/hooks";
import { copy } from "../copy";
import { isStarted, listed, ownSeats, ownTurn } from "../live";
import { Choice, Switch } from "../parts/Choice";
import { Confirm, Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { Busy, Trouble } from "../parts/Note";
import { SetupForm } from "../parts/SetupForm";
import { toast } from "../parts/Toasts";
import { go, to } from "../router";
import { change } from "../settings";
import { AS_IT_IS, SHELF, type Setup, choiceOf, remembered } from "../setup";
import type { Now, Table } from "../table";
import { useAsk, useSettings } from "../use";
import { useChosen } from "../useChosen";
import { useStart } from "../useStart";
import { type Listed, api, exportAddress } from "../wire";
import { onlyAgainstBots } from "./Actions";
import { MoveList } from "./MoveList";
import { SPEEDS } from "./Reel";

export type Dialogs = "resign" | "more" | "new" | "moves" | "board";

interface Props {
  which: Dialogs;
  table: Table;
  now: Now;
  onClose(): void;
  onOpen(which: Dialogs): void;
}

export function GameDialog(props: Props) {
  switch (props.which) {
    case "resign":
      return <Resign {...props} />;
    case "more":
      return <More {...props} />;
    case "new":
      return <NewGame {...props} />;
    case "moves":
      return (
        <Dialog title="Moves" onClose={props.onClose} look="sheet">
          <MoveList
            state={props.now.state}
            shown={props.now.shown}
            upTo={listed(props.now)}
            onLook={(ply) => {
              props.table.look(ply);
              props.onClose();
            }}
          />
        </Dialog>
      );
    case "board":
      return <BoardSettings {...props} />;
  }
}

function Resign({ table, now, onClose }: Props) {
  const seat = ownTurn(now.state) ?? ownSeats(now.state)[0] ?? 0;
  const { seats } = now.state;
  const shared = ownSeats(now.state).length > 1;
  const then = seats.length > 2 ? "come last; the others are placed as they stand." : "the other side wins.";
  return (
    <Confirm
      title="Resign?"
      text={shared ? `${seats[seat]!.name} gives the game up.` : `You give the game up, and ${then}`}
      yes="Resign"
      onYes={() => table.resign(seat)}
      onClose={onClose}
    />
  );
}

const MOVES_ALONE = "Moves copied. They begin from another position: the record keeps that too.";

function More({ table, now, onClose, onOpen }: Props) {
  const { state } = now;
  const seat = ownTurn(state) ?? ownSeats(state)[0];
  const { over } = now;
  const watch = new URL(to.game(state.game), location.href).href;
  const transcript = async () => {
    try {
      const answer = await fetch(exportAddress(state.game, "transcript"));
      if (!answer.ok) throw new Error();
      await copy((await answer.text()).trim(), state.usual_start ? "Transcript copied." : MOVES_ALONE);
    } catch {
      toast("The transcript could not be fetched. Please try again.");
    }
  };
  return (
    <Dialog title="More" onClose={onClose} look="sheet">
      <div class="menu">
        {seat !== undefined && !over && isStarted(state) && (
          <>
            {!onlyAgainstBots(now) && (
              <button type="button" onClick={() => close(onClose, () => table.offer(seat, "draw"))}>
                <Icon name="hand" /> Offer a draw
              </button>
            )}
            <button type="button" onClick={() => onOpen("resign")}>
              <Icon name="flag" /> Resign
            </button>
          </>
        )}
        {seat !== undefined && over && !state.rematch && (
          <button type="button" onClick={() => close(onClose, () => void table.rematch(seat))}>
            <Icon name="rematch" /> Rematch
          </button>
        )}
        <button type="button" onClick={() => onOpen("new")}>
          <Icon name="plus" /> New game
        </button>
        <button type="button" onClick={() => void copy(watch, "Link to watch copied.")}>
          <Icon name="link" /> Copy link to watch
        </button>
        <button type="button" onClick={() => void transcript()}>
          <Icon name="copy" /> Copy transcript
        </button>
        <a class="button" href={exportAddress(state.game, "json")} download>
          <Icon name="download" /> Download record
        </a>
        <button type="button" onClick={() => go(to.analysis(state.game))}>
          <Icon name="chart" /> Analyse
        </button>
        <button type="button" onClick={() => onOpen("board")}>
          <Icon name="sliders" /> Board and sound
        </button>
        <button type="button" onClick={() => go(to.rules(state.variant.name))}>
          <Icon name="question" /> Rules
        </button>
        <button type="button" onClick={() => go(to.home())}>
          <Icon name="door" /> Leave
        </button>
      </div>
      {!over && <p class="muted">Leaving loses nothing: the game waits on the home page.</p>}
    </Dialog>
  );
}

function close(onClose: () => void, then: () => void): void {
  onClose();
  then();
}

function BoardSettings({ onClose }: Props) {
  const settings = useSettings();
  return (
    <Dialog title="Board and sound" onClose={onClose} look="dialog-small">
      <Switch label="Mark legal moves" checked={settings.marks} onChange={(marks) => change({ marks })} />
      <Switch label="Sound" checked={settings.sound} onChange={(sound) => change({ sound })} />
      <Choice legend="Animations" options={SPEEDS} value={settings.speed} onChange={(speed) => change({ speed })} />
      <p class="muted">A click or the space bar skips an animation.</p>
    </Dialog>
  );
}

function NewGame({ now, onClose }: Props) {
  const variants = useAsk(api.variants, []);
  const variant = variants.value?.find((each) => each.name === now.state.variant.game) ?? variants.value?.[0];
  return (
    <Dialog title="New game" onClose={onClose} look="sheet">
      {variants.error && <Trouble error={variants.error} again={variants.again} />}
      <Busy busy={variants.busy} what="Setting the boards out." />
      {variants.value && variant && (
        <NewGameForm variants={variants.value} first={variant} now={now} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewGameForm({ variants, first, now, onClose }: { variants: Listed[]; first: Listed; now: Now; onClose(): void }) {
  const { state } = now;
  const [setup, setSetup] = useState<Setup>(() => ({
    ...remembered(),
    ...(choiceOf(state.variant) ?? { game: first.name, ...AS_IT_IS }),
  }));
  const variant = variants.find((each) => each.name === setup.game) ?? first;
  const chosen = useChosen(setup, variant);
  const { start, cancel, busy, error } = useStart(setup, variant, onClose);
  return (
    <form
      class="setup-choices"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <label class="field">
        Game
        <select
          value={setup.game}
          onChange={(event) =>
            setSetup({ ...setup, game: event.currentTarget.value, ...AS_IT_IS, others: {}, side: 0 })
          }
        >
          {!SHELF.some(({ name }) => name === setup.game) && <option value={setup.game}>{variant.title}</option>}
          {SHELF.map(({ name, label }) => (
            <option key={name} value={name}>
              {name === setup.game && chosen && chosen.variant.spec !== variant.spec ? chosen.variant.title : label}
            </option>
          ))}
        </select>
      </label>
      <SetupForm setup={setup} variant={variant} onChange={(part) => setSetup((before) => ({ ...before, ...part }))} />
      {error && (
        <p class="problem" role="alert">
          {error}
        </p>
      )}
      <Busy busy={busy} what="Waiting for the server to set the table." onCancel={cancel} />
      <div class="row row-end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={busy || !setup.opponent}>
          Play
        </button>
      </div>
    </form>
  );
}
