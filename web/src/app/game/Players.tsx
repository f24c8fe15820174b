// Who plays: face, name, count and clock. The far side stands above the board, the near one below.
import { Face } from "../parts/Face";
import { boardAt, isStarted, ownSeats, timeLeft } from "../live";
import type { Table, Now } from "../table";
import { useTick } from "../use";
import { useBots } from "../bots";
import { clock as clockText, playerName } from "../words";

interface Props {
  place: "far" | "near";
  table: Table;
  now: Now;
}

export function Players({ place, now }: Props) {
  const { state } = now;
  const near = ownSeats(state)[0] ?? 0;
  const seats = state.seats.map((_, index) => index);
  const shown = place === "near" ? [near] : seats.filter((seat) => seat !== near);
  return (
    <ul class={`players players-${place}`} aria-label={place === "near" ? "Near side" : "Far side"}>
      {shown.map((seat) => (
        <Player key={seat} seat={seat} now={now} />
      ))}
    </ul>
  );
}

function Player({ seat, now }: { seat: number; now: Now }) {
  const { state } = now;
  const who = state.seats[seat]!;
  const bots = useBots(state.variant.spec);
  const bot = who.bot ? bots.find((each) => each.bot === who.bot) : undefined;
  const scores = now.shown === state.moves.length && state.view.outcome ? state.view.outcome.scores : boardAt(state, now.shown).scores;
  const turn = isStarted(state) && !state.view.outcome && state.view.turn === seat;
  const away = now.present?.[seat] === false && who.kind === "link" && !who.yours;
  return (
    <li class={`player ${turn ? "player-turn" : ""}`}>
      <Face of={who.kind === "bot" ? { portrait: bot?.portrait ?? "turnstone" } : "person"} />
      <span class="player-name">
        <strong>{who.yours && !who.player && ownSeats(state).length === 1 ? "You" : playerName(who)}</strong>
        <small>
          <span class={`seat-mark seat-${state.variant.family}-${seat}`} aria-hidden="true" />
          {who.name}
          {who.yours && who.player && ownSeats(state).length === 1 ? ", you" : ""}
          {!who.taken ? ", not here yet" : away ? ", away" : ""}
          {turn && now.thinking === seat ? ", thinking" : ""}
        </small>
      </span>
      {state.clock && <ClockFace seat={seat} now={now} />}
      <span class="player-count" data-testid={`count-${seat}`}>
        <span class="sr-only">{who.name}: </span>
        {scores[seat]}
      </span>
    </li>
  );
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
