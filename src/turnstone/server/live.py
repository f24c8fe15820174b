"""A table: one game as it is being played, kept in memory for speed and for nothing else.

Whatever a table knows follows from the stored events; drop it, load it again, and it is the same.
"""

import asyncio
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import zip_longest

from turnstone.players.clock import Clock
from turnstone.players.referee import (
    Agreed,
    Conceded,
    Declined,
    Moved,
    Offered,
    Redone,
    Started,
    State,
    TookBack,
    with_moves,
)
from turnstone.rules.game import start_text
from turnstone.rules.position import Outcome as Result
from turnstone.store.columns import Seat
from turnstone.store.events import Event, Joined, Rematched, RematchOffered, StoredEvent
from turnstone.store.games import StoredGame, folded

from . import limits, messages, views
from .identity import Identities
from .messages import ClockState, Json, PlayedMove, SeatState, View
from .watchers import Watchers

STRETCH = 100  # events between two marks


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a catch-up can begin: how things stood after so many events."""

    events: int
    state: State
    at: float
    turned: float


class Table:
    """One game, its seats, and those who watch it."""

    def __init__(self, stored: StoredGame) -> None:
        self.id = stored.id
        self.lock = asyncio.Lock()
        self.watchers = Watchers()
        self.thinking: int | None = None
        self.is_held = False
        self._take(stored)
        self._elapsed, self._origin = stored.elapsed, time.monotonic()

    def _take(self, stored: StoredGame) -> None:
        self.stored = stored
        self.seats: tuple[Seat, ...] = stored.seats
        self.owners = stored.owners
        self.is_deleted = stored.is_deleted
        self.title = stored.title
        self.updated = stored.updated
        self.state: State = stored.beginning
        self.events: list[StoredEvent] = []
        self.at = 0.0
        self.rematch: str | None = None
        self.rematch_offers: list[int] = []
        self._turned = 0.0
        self._seconds: list[float | None] = []  # by ply
        self._played: list[PlayedMove | None] = []  # by ply, made when first asked for
        self._marks: list[Mark] = []  # one for every stretch of events
        for each in stored.events:
            self.advance(each)

    # ---- Time

    def hold(self) -> None:
        """Let the game's own time stand still: a bot waits for us, and that is not its fault."""
        self._elapsed, self.is_held = self.now(), True

    def let_go(self) -> None:
        """Let it go on from where it stands."""
        if self.is_held:
            self._origin, self.is_held = time.monotonic(), False

    def now(self, moment: float | None = None) -> float:
        """A moment of the monotonic clock on the game's timeline; never before its last event."""
        moment = time.monotonic() if moment is None else moment
        gone = 0.0 if self.is_held else max(0.0, moment - self._origin)
        return max(self._elapsed + gone, self.at)

    @property
    def time_left(self) -> float | None:
        """Seconds until a flag falls, or None when no clock runs."""
        clock = self.state.clock
        if clock is None or clock.running is None or self.outcome:
            return None
        return clock.remaining(clock.running, self.now())

    @property
    def share_of_time(self) -> float | None:
        """What a bot may use of its clock for one move, or None when no clock runs."""
        clock, left = self.state.clock, self.time_left
        if clock is None or left is None:
            return None
        return max(0.05, left / 20 + 0.7 * clock.control.increment)

    # ---- What is so

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.events[-1].seq if self.events else 0

    @property
    def outcome(self) -> Result | None:
        """How it ended, or None."""
        return self.state.outcome

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not any(seat.is_free for seat in self.seats)

    @property
    def has_all_moves(self) -> bool:
        """Whether the game has as many moves as one may have: nobody plays on."""
        return len(self.state.game.moves) >= limits.MOVES

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot whose turn it is, or None."""
        turn = self.state.turn
        goes_on = self.is_full and not self.outcome and not self.has_all_moves
        waits = goes_on and self.seats[turn].kind == "bot"
        return turn if waits else None

    def holds(self, identity: str, seat: int) -> bool:
        """Whether a client may act for a seat."""
        return 0 <= seat < len(self.seats) and self.seats[seat].holder == identity

    def people(self) -> set[str]:
        """Everybody who holds a seat."""
        return {seat.holder for seat in self.seats if seat.holder is not None}

    @property
    def ended(self) -> float:
        """When it was given up or agreed on, or else the last move was made: clocks stand then."""
        if self.state.stopped:
            ends = (each.at for each in reversed(self.events) if _stops(each.event))
            return next(ends, self.at)
        return self._turned

    # ---- What happens

    def advance(self, stored: StoredEvent, after: State | None = None) -> None:
        """Take in the next event; `after` is the state it leads to, where that is known."""
        event = stored.event
        if len(self.events) % STRETCH == 0:
            self._marks.append(Mark(len(self.events), self.state, self.at, self._turned))
        before, self.state = self.state, after or folded(self.state, [event])
        self.events.append(stored)
        self.at = max(self.at, stored.at)
        if isinstance(event, RematchOffered):
            self.rematch_offers.append(event.seat)
        elif isinstance(event, Rematched):
            self.rematch = event.game
        if self.state.game is not before.game:
            self.let_go()  # whoever waited, waits no longer
            plies = len(self.state.game.moves)
            spent = stored.at - self._turned if isinstance(event, Moved) else None
            del self._seconds[plies:], self._played[plies:]
            self._seconds += [spent and round(spent, 3)] * (plies - len(self._seconds))
            self._played += [None] * (plies - len(self._played))
        if isinstance(event, Started | Moved | TookBack | Redone):
            self._turned = stored.at
        self.__dict__.pop("view", None)

    def follow(self, events: Iterable[StoredEvent], states: Iterable[State] = ()) -> None:
        """Take in events that are stored, and tell the watchers. `states` are those they lead to,
        where they are known."""
        for each, after in zip_longest(events, states):
            plies = len(self._played)
            self.advance(each, after)
            if self.watchers:
                self.watchers.tell(self._message(each.event, plies))
        self.updated = datetime.now(UTC)

    def seated(self, stored: StoredGame) -> None:
        """Somebody sat down: take over who sits where, and what has happened since."""
        self.seats, self.owners = stored.seats, stored.owners
        self.follow(each for each in stored.events if each.seq > self.seq)

    def caught_up(self, stored: StoredGame) -> None:
        """Another server went on with the game: take over everything."""
        self.seated(stored)
        self.title = stored.title

    # ---- What clients are told

    @cached_property
    def view(self) -> View:
        """The position now; made again after every event."""
        return views.view(self.state.game.position, self.state.outcome)

    def moves(self, first: int = 0) -> list[PlayedMove]:
        """The moves from a ply on."""
        return [self._move(ply) for ply in range(first, len(self._played))]

    def _move(self, ply: int) -> PlayedMove:
        found = self._played[ply]
        if found is None:
            game = self.state.game
            before, after = game.positions[ply : ply + 2]
            found = views.played(before, game.moves[ply], after, self._seconds[ply])
            self._played[ply] = found
        return found

    def _message(self, event: Event, plies: int) -> Json:
        return {
            **_told(event, self.moves(plies)),
            "seq": self.seq,
            **self.view,
            "clock": self.clock(),
            "offers": self.offers(),
            "undo": with_moves(self.state),
            "redo": self.redo,
        }

    @cached_property
    def _start(self) -> View:
        return views.view(self.state.game.start)

    def clock(self) -> ClockState | None:
        """The clock at this moment."""
        clock = self.state.clock
        return None if clock is None else _clock(clock, self.state.stopped, self)

    @property
    def redo(self) -> int:
        """How many moves can be played again: where undo is by agreement, none."""
        return len(self.state.game.undone) if self.state.free_undo else 0

    def offers(self) -> list[messages.OfferState]:
        """What is on offer."""
        return [{"subject": subject, "seat": seat} for subject, seat in self.state.offers]

    def before(self, seq: int) -> "Table":
        """The table as it was at the last mark before an event, however long the game is."""
        again = Table(replace(self.stored, events=(), paused=0.0))
        if self._marks:
            mark = self._marks[min(seq // STRETCH, len(self._marks) - 1)]
            plies = len(mark.state.game.moves)
            again.events = self.events[: mark.events]
            again.state, again.at, again._turned = mark.state, mark.at, mark.turned
            again._seconds, again._played = [None] * plies, [None] * plies
        return again

    def whole(self, identity: str, identities: Identities) -> messages.State:
        """The state of the game as one client may see it."""
        return {
            "type": "state",
            "protocol": messages.PROTOCOL,
            "game": self.id,
            "seq": self.seq,
            "variant": views.variant(self.state.game.variant),
            "title": self.title,
            "created": stamp(self.stored.created),
            "updated": stamp(self.updated),
            "seats": [self._seat(place, identity, identities) for place in range(len(self.seats))],
            "free_undo": self.state.free_undo,
            "start": self._start,
            "moves": self.moves(),
            "undo": with_moves(self.state),
            "redo": self.redo,
            "view": self.view,
            "clock": self.clock(),
            "offers": self.offers(),
            "rematch": self.rematch,
            "rematch_offers": self.rematch_offers,
            "mine": identity in self.owners,
            "usual_start": self.began_as_usual,
            "counts": self.was_played_here,
        }

    @property
    def began_as_usual(self) -> bool:
        """Whether it began at the usual start: then its moves alone are the whole game."""
        return start_text(self.state.game.start) is None

    @property
    def was_played_here(self) -> bool:
        """Whether nothing was brought along: no other start, and no moves."""
        brought = self.events[: self.stored.brought]
        return self.began_as_usual and not any(isinstance(each.event, Moved) for each in brought)

    def _seat(self, place: int, identity: str, identities: Identities) -> SeatState:
        seat = self.seats[place]
        shows_link = seat.is_free and identity == self.stored.creator
        return {
            "name": self.state.game.variant.seats[place],
            "player": seat.player,
            "kind": seat.kind,
            "bot": seat.bot,
            "taken": not seat.is_free,
            "yours": seat.holder is not None and seat.holder == identity,
            "link": f"/join/{identities.token(self.id, place)}" if shows_link else None,
        }

    def thought(self) -> Json:
        """Who is thinking, or waiting for a place to think in: then the clock stands still."""
        return {"type": "thinking", "seat": self.thinking, "clock": self.clock()}

    def present(self) -> Json:
        """Who is here: bots always are."""
        here = self.watchers.identities()
        return {
            "type": "present",
            "seats": [seat.kind == "bot" or seat.holder in here for seat in self.seats],
        }


class Replay:
    """What happened after an event, told again to somebody who missed it.

    On a large board that takes a while, so it can be told in parts; only the last event, whose
    clock is now's, is for the thread in which the game is played.
    """

    def __init__(self, table: Table, seq: int) -> None:
        self._table, self._again, self._told = table, table.before(seq), seq

    @property
    def left(self) -> int:
        """How many events are still to be told."""
        return self._table.seq - self._told

    def tell(self, until: int) -> Iterator[Json]:
        """The events up to one."""
        table, again = self._table, self._again
        for each in table.events[again.seq : until]:
            plies = len(again._played)
            again.advance(each)
            if each.seq > self._told:
                self._told = each.seq
                message = again._message(each.event, plies)
                yield message if each.seq < table.seq else {**message, "clock": table.clock()}


def stamp(moment: datetime) -> str:
    """A moment as clients read it."""
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def _clock(clock: Clock, stopped: Result | None, table: Table) -> ClockState:
    over = table.outcome is not None
    moment = table.ended if over else table.now()
    left = [round(max(0.0, clock.remaining(seat, moment)), 3) for seat in range(len(clock.left))]
    if stopped and stopped.reason == "time":
        left[stopped.ranks.index(max(stopped.ranks))] = 0.0
    return {
        "seconds": clock.control.seconds,
        "increment": clock.control.increment,
        "left": left,
        "running": None if over or table.is_held else clock.running,
    }


def _stops(event: Event) -> bool:
    return isinstance(event, Conceded | Agreed)


def _told(event: Event, moves: list[PlayedMove]) -> Json:
    """An event's own part of its message; `moves` are those it added."""
    match event:
        case Started():
            return {"type": "started"}
        case Moved():
            move = moves[0]
            return {
                "type": "moved",
                "move": move["move"],
                "seat": move["seat"],
                "steps": move["steps"],
                "text": move["text"],
                "seconds": move["seconds"],
            }
        case TookBack(back, _):
            return {"type": "took-back", "plies": back}
        case Redone(again, _):
            return {"type": "redone", "plies": again, "moves": moves}
        case Offered(seat, subject):
            return {"type": "offered", "seat": seat, "subject": subject}
        case Declined(seat, subject):
            return {"type": "declined", "seat": seat, "subject": subject}
        case Conceded(seat, reason):
            return {"type": "ended", "seat": seat, "reason": reason}
        case Agreed():
            return {"type": "ended", "seat": None, "reason": "agreement"}
        case Joined(seat, player):
            return {"type": "joined", "seat": seat, "player": player}
        case RematchOffered(seat):
            return {"type": "rematch-offered", "seat": seat}
        case Rematched(game):
            return {"type": "rematched", "game": game}
