"""A stored game, played again: would the referee and the table have let each event happen?

Each event is traced back to the commands that may have led to it, and the referee judges them anew.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from turnstone.players import referee
from turnstone.players.referee import (
    Agreed,
    Conceded,
    Decline,
    Declined,
    Forfeit,
    Moved,
    Offer,
    Offered,
    Play,
    Redo,
    Redone,
    Resign,
    Started,
    State,
    TakeBack,
    TookBack,
)
from turnstone.rules.position import Outcome

from . import events as codec
from .columns import Seat
from .events import Event, Joined, Rematched, RematchOffered

TINY = 1e-6  # seconds by which sums of times may differ


class Wrong(ValueError):
    """An event that cannot follow the state before it."""


class Replay:
    """A game that is played again, event by event. `brought`: so many came with it, from a file or
    as the moves it begins with. `results` are those it has had: one that was taken back was one.
    `followed` is the id of its rematch."""

    def __init__(self, state: State, seats: Sequence[Seat], brought: int = 0) -> None:
        self.state = state
        self.results: list[Outcome] = []
        self.followed: str | None = None
        self._seats = seats
        self._brought = brought  # so many are still to come
        self._is_brought = False
        # Moves that were played again once earned their increment again, and some had that time.
        self._is_lenient = False
        self._started = False
        self._at = 0.0
        self._joined: set[int] = set()
        self._asked: set[int] = set()  # for a rematch

    def add(self, event: Event, at: float) -> None:
        """One more; a ValueError says why it cannot be."""
        if not math.isfinite(at) or at < self._at - TINY:
            raise Wrong("its time is before that of the event before")
        self._at = max(at, self._at)
        self._is_brought, self._brought = self._brought > 0, self._brought - 1
        if self._is_brought and at != 0.0:
            raise Wrong("it was brought along, and yet has a time")
        match event:
            case Joined():
                self._join(event)
            case RematchOffered() | Rematched():
                self._rematch(event)
            case Started():
                self._start()
                self.state = referee.apply(self.state, event)
            case _:
                self._check(event, at)
                self.state = referee.apply(self.state, event)
                if isinstance(event, TookBack) and self.state.clock:
                    self._is_lenient |= self.state.clock.control.increment > 0
                if self.state.outcome:
                    self.results.append(self.state.outcome)

    # ---- The table

    def _seat(self, seat: int) -> Seat:
        if seat >= len(self._seats):
            raise Wrong(f"there is no seat {seat}")
        return self._seats[seat]

    def _join(self, event: Joined) -> None:
        sitting = self._seat(event.seat)
        if sitting.kind != "link" or sitting.holder is None or sitting.player != event.player:
            raise Wrong(f"{event.player!r} is not the one who sits there")
        if event.seat in self._joined or self._started:
            raise Wrong(f"seat {event.seat} was taken already")
        self._joined.add(event.seat)

    def _rematch(self, event: RematchOffered | Rematched) -> None:
        if not self.state.outcome:
            raise Wrong("a rematch before the end")
        if self.followed is not None:
            raise Wrong("another game has followed already")
        if isinstance(event, Rematched):
            asked = {self._seats[seat].holder for seat in self._asked}
            if {each.holder for each in self._seats if each.holder is not None} - asked:
                raise Wrong("not all have asked for a rematch")
            self.followed = event.game
        elif self._seat(event.seat).holder is None:
            raise Wrong(f"nobody sits on seat {event.seat} who could ask for a rematch")
        elif event.seat in self._asked:
            raise Wrong(f"seat {event.seat} has asked for a rematch already")
        else:
            self._asked.add(event.seat)

    def _start(self) -> None:
        if self._started:
            raise Wrong("the game has started already")
        if self.state.outcome and not self._is_brought:
            raise Wrong("the game is over")
        if any(each.is_free for each in self._seats):
            raise Wrong("the game has started, and a seat is free")
        self._started = True

    # ---- The referee

    def _check(self, event: referee.Event, at: float) -> None:
        if not self._started and not (isinstance(event, Moved) and self._is_brought):
            raise Wrong("the game has not started")
        if self.state.stopped or (self.state.outcome and not isinstance(event, TookBack | Redone)):
            raise Wrong("the game is over")
        if isinstance(event, Conceded):
            self._seat(event.seat)
        if self._is_from_file(event):
            return
        self._check_clock(event, at)
        match event:
            case Conceded(_, "time"):
                return
            case Conceded(seat, "forfeit") if self._seats[seat].kind != "bot":
                raise Wrong(f"seat {seat} is a person's, and only bots forfeit")
        self._judge(event, at)

    def _is_from_file(self, event: referee.Event) -> bool:
        """Whether it came with a game from a file. That says what was taken back and how the game
        ended, but not who had agreed or how long he thought; and it has no links."""
        has_links = any(each.kind == "link" for each in self._seats)
        return (
            self._is_brought and not has_links and isinstance(event, TookBack | Conceded | Agreed)
        )

    def _check_clock(self, event: referee.Event, at: float) -> None:
        clock = self.state.clock
        match event:
            case Conceded(seat, "time"):
                if not clock or clock.flagged(at + TINY) != seat:
                    raise Wrong(f"seat {seat} has not run out of time")
            case Conceded(_, "forfeit"):
                pass  # it is stored a moment after it was judged
            case _:
                late = clock.flagged(at - TINY) if clock else None
                if late is not None and not self._is_lenient:
                    raise Wrong(f"seat {late}'s time had run out")

    def _judge(self, event: referee.Event, at: float) -> None:
        """Whether the referee would say that to one of the commands that may have led to it."""
        state = replace(self.state, clock=None)  # which has been looked at
        commands = _commands(state, event)
        if len(commands) == 1:
            said = referee.decide(state, commands[0], at)
            if said[:1] != (event,):
                raise Wrong(f"the referee would have written {codec.write(said[0])}")
        elif not any(_leads_to(state, command, event, at) for command in commands):
            raise Wrong("not all have agreed to that")


def _leads_to(state: State, command: referee.Command, event: referee.Event, at: float) -> bool:
    try:
        return referee.decide(state, command, at)[:1] == (event,)
    except ValueError:  # the referee refuses, and asks the next
        return False


def _commands(state: State, event: referee.Event) -> list[referee.Command]:
    """The commands that may have led to an event. Several: whoever agreed last."""
    seats = range(len(state.game.variant.seats))
    match event:
        case Moved(seat, move, _):
            return [Play(seat, move)]
        case TookBack(plies, _) if state.free_undo:
            return [TakeBack(state.turn, plies)]
        case TookBack():
            return [Offer(seat, "take-back") for seat in seats]
        case Redone(plies, _):
            return [Redo(state.turn, plies)]
        case Offered(seat, subject):
            return [Offer(seat, subject)]
        case Declined(seat, subject):
            return [Decline(seat, subject)]
        case Conceded(seat, "resignation"):
            return [Resign(seat)]
        case Conceded(seat, "forfeit", why):
            return [Forfeit(seat, why)]
        case Agreed():
            return [Offer(seat, "draw") for seat in seats]
        case Started() | Conceded():
            return []  # nobody commands a beginning or the end of a time
