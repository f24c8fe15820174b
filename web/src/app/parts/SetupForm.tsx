// The choices for a new game: opponent, side, clock, hints, start and board. Used on the home page
// and in a game's "new game" dialog.
import { useEffect, useState } from "preact/hooks";
import { CLOCKS, type Setup, opponents, specOf } from "../setup";
import { change } from "../settings";
import { useAsk, useSettings } from "../use";
import { type Bot, type Listed, api } from "../wire";
import { clockTitle } from "../words";
import { BoardSize, RuleSwitches } from "./BoardSize";
import { Choice, Switch } from "./Choice";
import { Face } from "./Face";
import { Trouble } from "./Note";

interface Props {
  setup: Setup;
  variant: Listed;
  onChange(part: Partial<Setup>): void;
}

export function SetupForm({ setup, variant, onChange }: Props) {
  const bots = useAsk(() => api.bots(specOf(setup)), [specOf(setup)]);
  const listed = bots.value;
  const settings = useSettings();
  const others = opponents(setup, variant.seats.length);
  const all = (kind: string) => others.every((other) => other === kind);
  const byLink = others.includes("link");
  useEffect(() => {
    if (!listed) return;
    if (!knows(listed, setup.opponent)) onChange({ opponent: usualBot(listed), others: {} });
    else if (!others.every((other) => knows(listed, other))) onChange({ others: {} });
  }, [listed, others.join()]);
  const sides = variant.seats.map((name, seat) => ({ value: seat, label: name }));
  return (
    <>
      {bots.error && <Trouble error={bots.error} again={bots.again} />}
      <Opponents bots={listed ?? []} value={setup.opponent} onChange={(opponent) => onChange({ opponent, others: {} })} />
      {others.length > 1 && (
        <Others bots={listed ?? []} value={others} onChange={(place, other) => onChange({ others: { ...setup.others, [place]: other } })} />
      )}
      {byLink && (
        <label class="field">
          Your name
          <input
            type="text"
            value={settings.name}
            maxLength={40}
            autoComplete="nickname"
            placeholder="Optional"
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        </label>
      )}
      {!all("here") && (
        <Choice
          legend="You play"
          options={[...sides, { value: -1, label: "Either", hint: "Chance decides" }]}
          value={setup.side < variant.seats.length ? setup.side : 0}
          onChange={(side) => onChange({ side })}
        />
      )}
      <Choice
        legend="Clock"
        options={CLOCKS.map((clock) => ({ value: clock, label: clockTitle(clock || null) }))}
        value={setup.clock}
        onChange={(clock) => onChange({ clock })}
      />
      {byLink ? (
        <p class="muted">With a friend by link nobody gets hints.</p>
      ) : (
        <Switch
          label="Hints"
          hint="A button that shows a good move"
          checked={setup.hints}
          onChange={(hints) => onChange({ hints })}
        />
      )}
      <BoardSize setup={setup} variant={variant} onChange={onChange} />
      <RuleSwitches setup={setup} variant={variant} onChange={onChange} />
      <StartChoice setup={setup} variant={variant} onChange={onChange} />
      {setup.start === "pasted" && (
        <label class="field">
          A transcript or a position
          <textarea
            rows={3}
            spellcheck={false}
            value={setup.text}
            placeholder={variant.family === "reversi" ? "f5d6c3…" : variant.start.position}
            onInput={(event) => onChange({ text: event.currentTarget.value })}
          />
        </label>
      )}
    </>
  );
}

function StartChoice({ setup, variant, onChange }: Props) {
  const others = variant.starts.map(({ start, title, hint }) => ({ value: start, label: title, hint }));
  const choose = (value: string) =>
    value === "usual" || value === "random" || value === "pasted"
      ? onChange({ start: value, discs: null })
      : onChange({ start: "usual", discs: value });
  return (
    <Choice
      legend="Start"
      options={[
        { value: "usual", label: "Normal" },
        ...others,
        { value: "random", label: "Random opening" },
        { value: "pasted", label: "Paste…", hint: "From a transcript or a position" },
      ]}
      value={setup.discs ?? setup.start}
      onChange={choose}
    />
  );
}

interface OpponentsProps {
  bots: Bot[];
  value: string;
  onChange(opponent: string): void;
  legend?: string;
  people?: boolean;
}

export function Opponents({ bots, value, onChange, legend = "Opponent", people = true }: OpponentsProps) {
  const [rests, setRests] = useState<string | null>(null);
  const shown = rests ?? value;
  const chosen = bots.find((bot) => bot.bot === shown);
  const persons = [
    { value: "here", label: <PersonFace kind="here" name="At this screen" /> },
    { value: "link", label: <PersonFace kind="link" name="Friend by link" /> },
  ];
  return (
    <div class="opponents">
      <Choice<string>
        legend={legend}
        look="cards"
        order="gentlest first"
        first={people ? persons : []}
        options={bots.map((bot) => ({
          value: bot.bot,
          label: (
            <>
              <Face of={{ portrait: bot.portrait }} />
              <span class="opponent-name">{bot.name}</span>
            </>
          ),
          hint: bot.line,
        }))}
        value={value}
        onChange={onChange}
        onRest={setRests}
      />
      <p class="opponent-line">
        {chosen ? (
          <>
            <strong>{chosen.name}</strong> <q>{chosen.line}</q>
            {chosen.rating ? <span class="muted"> Rating {chosen.rating}</span> : null}
          </>
        ) : shown === "here" ? (
          "Two people, one screen: pass it back and forth."
        ) : shown === "link" ? (
          "You get a link to send. The game starts when your friend follows it."
        ) : (
          "\u00a0"
        )}
      </p>
    </div>
  );
}

interface OthersProps {
  bots: Bot[];
  value: string[];
  onChange(place: number, other: string): void;
}

/** Tables of three and four: each of the others may be somebody else. */
function Others({ bots, value, onChange }: OthersProps) {
  return (
    <fieldset class="choice others">
      <legend>Each of the others</legend>
      <div class="others-row">
        {value.map((other, place) => (
          <select
            key={place}
            aria-label={`Opponent ${place + 1}, in the order of play`}
            value={other}
            onChange={(event) => onChange(place, event.currentTarget.value)}
          >
            <option value="here">Here</option>
            <option value="link">By link</option>
            {bots.map(({ bot, name }) => (
              <option key={bot} value={bot}>
                {name}
              </option>
            ))}
          </select>
        ))}
      </div>
    </fieldset>
  );
}

function PersonFace({ kind, name }: { kind: "here" | "link"; name: string }) {
  return (
    <>
      <Face of={kind === "here" ? "people" : "friend"} />
      <span class="opponent-name">{name}</span>
    </>
  );
}

function knows(bots: Bot[], opponent: string): boolean {
  return opponent === "here" || opponent === "link" || bots.some((bot) => bot.bot === opponent);
}

// Somebody new should have a fair chance: about a third up the ladder.
export function usualBot(bots: Bot[]): string {
  return bots[Math.floor(bots.length / 3)]?.bot ?? "here";
}
