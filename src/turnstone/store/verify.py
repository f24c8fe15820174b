"""Replaying everything that is stored: is each game still what its events make of it?

A score belongs to a result that its game has had: one that was taken back afterwards was made all
the same. It reads rows as they are and believes none of them; what is wrong becomes a `Fault`.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, Table, exc, func, select, text

from turnstone.players.clock import TimeControl
from turnstone.players.referee import Started, State
from turnstone.players.specs import PlayerSpec
from turnstone.rules.grammar import shorten
from turnstone.rules.position import Outcome
from turnstone.rules.variants import variant as find_variant

from . import events as codec
from . import schema, settings
from .columns import Seat, derived, now, takes_back_freely
from .database import Database
from .errors import Unavailable
from .games import KEPT, beginning
from .replay import Replay
from .rows import as_stored, column_faults
from .score import Score, is_shown
from .writer import reason

DAY = 24 * 3600  # seconds by which a clock on the wall may have been set
CHUNK = 50  # games that are read from one moment of the database


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


def verify(database: Database, step: Callable[[int, int], None] = lambda *_: None) -> Report:
    """Check all there is. `step` is told how many games of how many have been replayed."""
    report = Report()
    try:
        _look(database, report, step)
    except Unavailable as error:  # so damaged that it cannot be read on
        report.faults.append(Fault(None, None, str(error)))
    except exc.SQLAlchemyError as error:  # a table or a column is gone
        report.faults.append(Fault(None, None, f"it cannot be read: {reason(error)}"))
    return report


def _look(database: Database, report: Report, step: Callable[[int, int], None]) -> None:
    with database.read() as connection:
        report.faults += _file_faults(connection)
        total = connection.scalar(select(func.count()).select_from(schema.games)) or 0
    last = ""
    while True:
        with database.read() as connection:
            table = schema.games.c
            query = as_stored(schema.games).where(table.id > last).order_by(table.id).limit(CHUNK)
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
        report.faults += _setting_faults(connection)
        report.faults += _all_score_faults(connection, report)


def _file_faults(connection: Connection) -> Iterator[Fault]:
    """What SQLite says of its own file; PostgreSQL checks as it reads."""
    if connection.dialect.name == "sqlite":
        for (said,) in connection.execute(text("PRAGMA integrity_check")):
            if said != "ok":
                yield Fault(None, None, str(said))
        for row in connection.execute(text("PRAGMA foreign_key_check")):
            yield Fault(None, None, f"a row of {row[0]} belongs to no row of {row[2]}")


def _rows(connection: Connection, table: Table, game: object, *order: str) -> Sequence[Row[Any]]:
    """A game's rows of a table, as they are."""
    query = as_stored(table).where(table.c.game == game)
    return connection.execute(query.order_by(*(table.c[name] for name in order))).all()


def _game_faults(connection: Connection, row: Row[Any], report: Report) -> Iterator[Fault]:
    stored = _rows(connection, schema.events, row.id, "seq")
    seats = _rows(connection, schema.seats, row.id, "seat")
    game = str(row.id)
    report.events += len(stored)
    broken = [*column_faults(schema.games, row)]
    broken += [f"a seat's {what}" for each in seats for what in column_faults(schema.seats, each)]
    notes = _notes_faults(connection, row, seats, stored)
    yield from (Fault(game, None, what) for what in (*notes, *broken))
    if broken:
        return
    try:
        control = None if row.clock is None else TimeControl.parse(row.clock)
        state = beginning(row.variant, row.start, control, free_undo=bool(row.free_undo))
    except ValueError as error:
        yield Fault(game, None, f"it cannot begin: {error}")
        return
    spec = find_variant(row.variant).spec
    if spec != row.variant:
        yield Fault(game, None, f"the rule set is spelled {row.variant}, not {spec}")
    texts = _text_faults(row, seats)
    yield from (Fault(game, None, what) for what in (*texts, *_seat_faults(state, seats)))
    replay = Replay(state, _places(seats), row.brought)
    for number, each in enumerate(stored, 1):
        if what := _event_fault(replay, each, number):
            yield Fault(game, number, what)
            return
    yield from (Fault(game, None, what) for what in _end_faults(connection, row, replay, stored))


def _places(seats: Sequence[Row[Any]]) -> list[Seat]:
    return [Seat(each.kind, each.player, each.bot, each.holder) for each in seats]


def _event_fault(replay: Replay, row: Row[Any], number: int) -> str | None:
    """What is wrong with an event, if anything is; otherwise it has happened."""
    for what in column_faults(schema.events, row):
        return what
    if row.seq != number:
        return f"is missing: the next one is {row.seq}"
    try:
        replay.add(codec.read(row.event, row.at), row.at)
    except ValueError as error:
        return str(error)
    return None


def _end_faults(
    connection: Connection, row: Row[Any], replay: Replay, stored: Sequence[Row[Any]]
) -> Iterator[str]:
    """After the last event: what is kept of the game, and the game that followed."""
    for name, value in {"seq": len(stored), **derived(replay.state)}.items():
        if row._mapping[name] != value:
            yield f"{name} is kept as {row._mapping[name]!r}; the events give {value!r}"
    there = max(0, now() - row.created) / 1_000_000 + DAY
    if stored and stored[-1].at > there:
        yield f"its last event came after {stored[-1].at:g} s, and it has not been there so long"
    if row.updated < row.created - DAY * 1_000_000:
        yield "it was changed before it was made"
    if not 0 <= row.brought <= len(stored):
        yield f"{row.brought} of its {len(stored)} events are said to have been brought along"
    if not (math.isfinite(row.paused) and row.paused >= 0):
        yield f"paused is {row.paused}, which is no time"
    elif row.paused > there:
        yield f"paused is {row.paused}, which is longer than the game has been there"
    yield from _score_faults(connection, row, replay.results)
    if replay.followed is not None:
        table = schema.games.c
        after = connection.scalar(select(table.variant).where(table.id == replay.followed))
        # One that may have followed longer ago may have been deleted since, and be gone for good.
        if after is None and row.created > now() - KEPT * 1_000_000:
            yield f"the game that followed, {shorten(replay.followed)}, is not there"
        elif after not in (None, row.variant):
            yield f"the game that followed, {shorten(replay.followed)}, is one of {shorten(after)}"


def _notes_faults(
    connection: Connection, row: Row[Any], seats: Sequence[Row[Any]], stored: Sequence[Row[Any]]
) -> Iterator[str]:
    """What is kept beside a game: who deleted it, and what commands were answered."""
    owners = {row.creator, *(seat.holder for seat in seats)}
    for each in _rows(connection, schema.deletions, row.id, "holder"):
        yield from (f"a deletion's {what}" for what in column_faults(schema.deletions, each))
        if each.holder not in owners:
            yield "somebody has deleted it whose it is not"
    answers: set[str] = set()
    for each in _rows(connection, schema.receipts, row.id, "holder", "key"):
        if broken := [*column_faults(schema.receipts, each)]:
            yield from (f"a receipt's {what}" for what in broken)
        elif each.scope not in ("new", row.id):
            yield f"a receipt is for {shorten(each.scope)}"
        elif not _is_answer(each, stored):
            yield f"a receipt's answer is {shorten(each.answer)}"
        elif each.answer in answers:
            yield f"two commands were answered {shorten(each.answer)}"
        else:
            answers.add(each.answer)


def _is_answer(receipt: Row[Any], stored: Sequence[Row[Any]]) -> bool:
    """A new game was answered with its id, a command with the number of its last event; nobody
    begins a game by a command, or sits down."""
    if receipt.scope == "new":
        return bool(receipt.answer == receipt.game)
    is_number = re.fullmatch("[1-9][0-9]{0,8}", receipt.answer)
    if is_number is None or int(receipt.answer) > len(stored):
        return False
    last = stored[int(receipt.answer) - 1]
    try:
        return not isinstance(codec.read(last.event, last.at), Started | codec.Joined)
    except (TypeError, ValueError):
        return True  # the event is damaged, which is told elsewhere


def _text_faults(row: Row[Any], seats: Sequence[Row[Any]]) -> Iterator[str]:
    """What people read, and nobody can have written."""
    if not is_shown(row.title):
        yield "title holds characters that cannot be shown"
    for each in seats:
        if not is_shown(each.player):
            yield f"seat {each.seat}: player holds characters that cannot be shown"


def _seat_faults(state: State, seats: Sequence[Row[Any]]) -> Iterator[str]:
    wanted = len(state.game.variant.seats)
    if [each.seat for each in seats] != list(range(wanted)):
        yield f"it should have seats 0 to {wanted - 1} and has {[each.seat for each in seats]}"
    if state.free_undo and not takes_back_freely(_places(seats)):
        yield "moves are taken back without asking, and somebody plays by link"
    for each in seats:
        if (each.kind == "bot") != (each.bot is not None) or (each.bot and each.holder):
            yield f"seat {each.seat} is neither a person's nor a bot's"
        elif each.bot is not None:
            try:
                PlayerSpec.parse(each.bot).check(state.game.variant)
            except ValueError as error:
                yield f"seat {each.seat}: {error}"


def _setting_faults(connection: Connection) -> Iterator[Fault]:
    """The secret of the links, which every server's database has."""
    for row in connection.execute(as_stored(schema.settings)):
        for what in column_faults(schema.settings, row):
            yield Fault(None, None, f"setting {row.name}: {what}")
    of_server = select(schema.games.c.id).where(schema.games.c.origin == "server").limit(1)
    if connection.scalar(of_server) is None:
        return
    secret = settings.value(connection, settings.SECRET)
    if secret is None:
        yield Fault(None, None, "the secret of its links is lost")
    elif not settings.is_secret(secret):
        yield Fault(None, None, "the secret of its links is damaged")


def _all_score_faults(connection: Connection, report: Report) -> Iterator[Fault]:
    """Scores, each for itself."""
    for row in connection.execute(as_stored(schema.scores).order_by(schema.scores.c.id)):
        report.scores += 1
        game = None if row.game is None else str(row.game)
        for what in column_faults(schema.scores, row):
            yield Fault(game, None, f"score {row.id}: {what}")
        try:
            Score.from_data(_line(row))
        except ValueError as error:
            yield Fault(game, None, f"score {row.id}: {error}")


def _line(row: Row[Any]) -> dict[str, Any]:
    return {name: row._mapping[name] for name in Score.__dataclass_fields__}


def _score_faults(
    connection: Connection, game: Row[Any], results: Sequence[Outcome]
) -> Iterator[str]:
    """The scores of a game, against the results it has had."""
    for row in _rows(connection, schema.scores, game.id, "id"):
        if any(column_faults(schema.scores, row)):
            continue  # which is told elsewhere
        made = (row.variant, row.margin, row.own)
        if not results:
            yield f"score {row.id}: the game is not over"
        elif row.seat is None or not 0 <= row.seat < len(results[0].scores):
            yield f"score {row.id}: there is no seat {row.seat}"
        elif not any(
            made == (game.variant, each.margins[row.seat], each.scores[row.seat])
            for each in results
        ):
            yield f"score {row.id} is not what that seat made in the game"
