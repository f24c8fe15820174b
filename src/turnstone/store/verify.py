"""Replaying everything that is stored: is each game still what its events make of it?

It reads rows as they are and believes none of them; what is wrong becomes a `Fault`.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, func, select, text

from turnstone.players import referee
from turnstone.players.clock import TimeControl
from turnstone.players.referee import State
from turnstone.players.specs import PlayerSpec
from turnstone.rules.variants import variant as find_variant

from . import events as codec
from . import schema
from .columns import derived, read_outcome
from .database import Database
from .errors import Unavailable
from .events import Event
from .games import beginning
from .score import Score

CHUNK = 50  # games that are read from one moment of the database
TINY = 1e-6  # seconds by which sums of times may differ


@dataclass(frozen=True)
class Fault:
    """Something that is not as it should be: in which game, at which event, and what."""

    game: str | None
    seq: int | None
    what: str

    def __str__(self) -> str:
        place = f"game {self.game}" if self.game else "the database"
        return f"{place}{f', event {self.seq}' if self.seq is not None else ''}: {self.what}"


@dataclass
class Report:
    """What was looked at and what was found."""

    games: int = 0
    events: int = 0
    scores: int = 0
    faults: list[Fault] = field(default_factory=list)


class Wrong(Exception):
    """An event that cannot follow the state before it."""


def verify(database: Database, step: Callable[[int, int], None] = lambda *_: None) -> Report:
    """Check all there is. `step` is told how many games of how many have been replayed."""
    report = Report()
    try:
        _look(database, report, step)
    except Unavailable as error:  # so damaged that it cannot be read on
        report.faults.append(Fault(None, None, str(error)))
    return report


def _look(database: Database, report: Report, step: Callable[[int, int], None]) -> None:
    with database.read() as connection:
        report.faults += _file_faults(connection)
        total = connection.scalar(select(func.count()).select_from(schema.games)) or 0
    last = ""
    while True:
        with database.read() as connection:
            table = schema.games.c
            query = select(schema.games).where(table.id > last).order_by(table.id).limit(CHUNK)
            rows = connection.execute(query).all()
            if not rows:
                break
            for row in rows:
                found = list(_game_faults(connection, row, report))
                report.faults += found
                report.games += 1
                step(report.games, max(total, report.games))
        last = rows[-1].id
    with database.read() as connection:
        report.faults += _other_faults(connection, report)


def _file_faults(connection: Connection) -> Iterator[Fault]:
    """What SQLite says of its own file; PostgreSQL checks as it reads."""
    if connection.dialect.name == "sqlite":
        for (said,) in connection.execute(text("PRAGMA integrity_check")):
            if said != "ok":
                yield Fault(None, None, str(said))
        for row in connection.execute(text("PRAGMA foreign_key_check")):
            yield Fault(None, None, f"a row of {row[0]} belongs to no row of {row[2]}")


def _game_faults(connection: Connection, row: Row[Any], report: Report) -> Iterator[Fault]:
    table = schema.events.c
    query = select(table.seq, table.at, table.event).where(table.game == row.id)
    stored = connection.execute(query.order_by(table.seq)).all()
    places = schema.seats.c
    query_seats = select(schema.seats).where(places.game == row.id).order_by(places.seat)
    seats = connection.execute(query_seats).all()
    report.events += len(stored)
    try:
        control = None if row.clock is None else TimeControl.parse(row.clock)
        state = beginning(row.variant, row.start, control, free_undo=bool(row.free_undo))
    except ValueError as error:
        yield Fault(row.id, None, f"it cannot begin: {error}")
        return
    spec = find_variant(row.variant).spec
    if spec != row.variant:
        yield Fault(row.id, None, f"the rule set is spelled {row.variant}, not {spec}")
    yield from (Fault(row.id, None, what) for what in _seat_faults(state, seats))
    replay = _Replay(state, seats)
    for number, each in enumerate(stored, 1):
        if each.seq != number:
            yield Fault(row.id, number, f"is missing: the next one is {each.seq}")
            return
        try:
            replay.add(codec.read(each.event, each.at), each.at)
        except (ValueError, Wrong) as error:
            yield Fault(row.id, each.seq, str(error))
            return
    expected = {"seq": len(stored), **derived(replay.state)}
    for name, value in expected.items():
        if row._mapping[name] != value:
            kept = row._mapping[name]
            yield Fault(row.id, None, f"{name} is kept as {kept!r}; the events give {value!r}")


def _seat_faults(state: State, seats: Sequence[Row[Any]]) -> Iterator[str]:
    wanted = len(state.game.variant.seats)
    if [each.seat for each in seats] != list(range(wanted)):
        yield f"it should have seats 0 to {wanted - 1} and has {[each.seat for each in seats]}"
    for each in seats:
        if (each.kind == "bot") != (each.bot is not None) or (each.bot and each.holder):
            yield f"seat {each.seat} is neither a person's nor a bot's"
        elif each.bot is not None:
            try:
                PlayerSpec.parse(each.bot).check(state.game.variant)
            except ValueError as error:
                yield f"seat {each.seat}: {error}"


def _is_brought(event: referee.Event) -> bool:
    """Whether it is a move that a game began with: it was made before the game's time."""
    return isinstance(event, referee.Moved) and event.at == 0.0


class _Replay:
    """A game that is played again, event by event."""

    def __init__(self, state: State, seats: Sequence[Row[Any]]) -> None:
        self.state = state
        self._seats = {each.seat: each for each in seats}
        self._started = False
        self._at = 0.0

    def add(self, event: Event, at: float) -> None:
        """One more; Wrong or a ValueError say why it cannot be."""
        if not math.isfinite(at) or at < self._at - TINY:
            raise Wrong("its time is before that of the event before")
        self._at = max(at, self._at)
        if isinstance(event, codec.TableEvent):
            self._check_table_event(event)
            return
        self._check(event, at)
        self.state = referee.apply(self.state, event)

    def _check_table_event(self, event: codec.TableEvent) -> None:
        seat = getattr(event, "seat", 0)
        if seat not in self._seats:
            raise Wrong(f"there is no seat {seat}")
        if isinstance(event, codec.Joined):
            sitting = self._seats[seat]
            if sitting.kind != "link" or sitting.holder is None or sitting.player != event.player:
                raise Wrong(f"{event.player!r} is not the one who sits there")
        elif not self.state.outcome:
            raise Wrong("a rematch before the end")

    def _check(self, event: referee.Event, at: float) -> None:
        state = self.state
        seat = getattr(event, "seat", None)
        if seat is not None and seat >= len(state.game.variant.seats):
            raise Wrong(f"there is no seat {seat}")
        is_undo = isinstance(event, referee.TookBack | referee.Redone)
        if state.stopped or (state.outcome and not (is_undo and state.free_undo)):
            raise Wrong("the game is over")
        if isinstance(event, referee.Started):
            if self._started:
                raise Wrong("the game has started already")
            self._started = True
        elif not self._started and not _is_brought(event):
            raise Wrong("the game has not started")
        match event:
            case referee.Moved(seat, move, _):
                if seat != state.turn:
                    raise Wrong(f"seat {seat} moves, but it is seat {state.turn}'s turn")
                if str(state.game.position.move(move)) != move:
                    raise Wrong(f"{move!r} is not how that move is written")
            case referee.Conceded(seat, "time"):
                if not state.clock or state.clock.flagged(at + TINY) != seat:
                    raise Wrong(f"seat {seat} has not run out of time")
            case referee.Agreed():
                offered = {who for what, who in state.offers if what == "draw"}
                if len(offered) < len(state.game.variant.seats) - 1:
                    raise Wrong("not all have agreed to a draw")
        late = state.clock.flagged(at - TINY) if state.clock else None
        if late is not None and not isinstance(event, referee.Conceded):
            raise Wrong(f"seat {late}'s time had run out")


def _other_faults(connection: Connection, report: Report) -> Iterator[Fault]:
    """Scores, against the games they come from."""
    table, games = schema.scores.c, schema.games.c
    names = [*Score.__dataclass_fields__]
    query = select(schema.scores, games.outcome, games.variant.label("of_game")).join_from(
        schema.scores, schema.games, table.game == games.id, isouter=True
    )
    for row in connection.execute(query.order_by(table.id)):
        report.scores += 1
        try:
            score = Score.from_data({name: row._mapping[name] for name in names})
        except ValueError as error:
            yield Fault(row.game, None, f"score {row.id}: {error}")
            continue
        if row.game is not None:
            yield from _score_faults(row, score)


def _score_faults(row: Row[Any], score: Score) -> Iterator[Fault]:
    if row.outcome is None:
        yield Fault(row.game, None, f"score {row.id}: the game is not over")
        return
    outcome = read_outcome(row.outcome)
    if not 0 <= row.seat < len(outcome.scores):
        yield Fault(row.game, None, f"score {row.id}: there is no seat {row.seat}")
        return
    expected = (row.of_game, outcome.margins[row.seat], outcome.scores[row.seat])
    if (score.variant, score.margin, score.own) != expected:
        yield Fault(row.game, None, f"score {row.id} is not what that seat made in the game")
