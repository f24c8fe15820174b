// Who plays: face, name, count and clock. The far side stands above the board, the near one below.
import { Face } from "../parts/Face";
import { SeatMark } from "../parts/SeatMark";
import { isStarted, onlyBots, ownSeats, timeLeft, viewAt } from "../live";
import type { Now } from "../table";
import { type Tally, useTally } from "../tally";
import { useTick } from "../use";
import { useBots } from "../bots";
import { cardName, clock as clockText } from "../words";

interface Props {
  place: "far" | "near";
  tally: Tally;
  now: Now;
}

export function Players({ place, tally, now }: Props) {
  const { state } = now;
  const near = ownSeats(state)[0] ?? 0;
  const seats = state.seats.map((_, index) => index);
  const shown = place === "near" ? [near] : seats.filter((seat) => seat !== near);
  return (
    <ul class={`players players-${place}`} aria-label={place === "near" ? "Near side" : "Far side"}>
      {shown.map((seat) => (
        <Player key={seat} seat={seat} tally={tally} now={now} />
      ))}
    </ul>
  );
}

function Player({ seat, tally, now }: { seat: number; tally: Tally; now: Now }) {
  const { state } = now;
  const who = state.seats[seat]!;
  const bots = useBots(state.variant.spec);
  const bot = who.bot ? bots.find((each) => each.bot === who.bot) : undefined;
  const at = viewAt(state, now.shown);
  const turn = isStarted(state) && !at.outcome && at.turn === seat;
  const alone = who.yours && ownSeats(state).length === 1;
  const name = alone && !who.player ? "You" : cardName(state.seats, seat);
  const away = now.present?.[seat] === false && who.kind === "link" && !who.yours;
  const said = [
    name !== who.name ? who.name : who.yours ? "here" : who.taken ? "a player" : null,
    alone && who.player ? "you" : null,
    !who.taken ? "not here yet" : away ? "away" : null,
    turn && now.caughtUp && now.thinking === seat ? "thinking" : null,
  ].filter((each) => each !== null);
  return (
    <li class={`player ${turn ? "player-turn" : ""} ${who.taken ? "" : "player-absent"}`}>
      <Face of={who.kind === "bot" ? { portrait: bot?.portrait ?? "turnstone" } : "person"} />
      <span class="player-name">
        <strong>{name}</strong>
        <small>
          <SeatMark family={state.variant.family} seat={seat} />
          {said.map((each, index) => (
            <span key={index} class="player-said">{each}</span>
          ))}
        </small>
      </span>
      {state.clock && (now.caughtUp || !onlyBots(state)) && <ClockFace seat={seat} now={now} />}
      <span class="player-count" data-testid={`count-${seat}`}>
        <span class="sr-only">{who.name}: </span>
        <Count score={at.scores[seat] ?? 0} store={state.variant.stores?.[seat]} tally={tally} />
      </span>
    </li>
  );
}

/** The score; while pebbles fall, what lies in the store. */
function Count({ score, store, tally }: { score: number; store: number | undefined; tally: Tally }) {
  const counts = useTally(tally);
  return <>{(store === undefined ? undefined : counts?.[store]) ?? score}</>;
}

function ClockFace({ seat, now }: { seat: number; now: Now }) {
  const running = now.state.clock?.running === seat;
  const left = timeLeft(now.state, seat, (performance.now() - now.clockAt) / 1000) ?? 0;
  useTick(left < 11 ? 100 : 250, running);
  return (
    <span class={`clock ${running ? "clock-running" : ""} ${left < 20 ? "clock-short" : ""}`} role="timer">
      <span class="sr-only">Time left: </span>
      {clockText(left)}
    </span>
  );
}
