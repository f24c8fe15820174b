"""Games in the database: rows in, rows out. Every function takes a connection, so that several can
be one transaction:

    def rematch(connection):
        fresh = games.create(connection, …)
        games.append(connection, old.id, old.seq, [Rematched(fresh.id)], state, at=now)
        return fresh
    database.write(rematch)

`load` and `events_since` are for `Database.read` too, the others for `Database.write` alone. A game
is the fold of its events; what the table of games says of seq, plies, turn, position and outcome is
a copy, for `lists`.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, bindparam, func, insert, select, update
from sqlalchemy import delete as delete_from

from turnstone.players import referee
from turnstone.players.clock import Clock, TimeControl
from turnstone.players.referee import State
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import Game
from turnstone.rules.variants import RuleSet
from turnstone.rules.variants import variant as find_variant

from . import events as codec
from . import receipts, schema, settings
from .columns import Origin, Seat, derived, now, seats_of, spell_clock
from .errors import Answered, Conflict, NoSuchGame, Receipt, Taken
from .events import Event, Joined, StoredEvent
from .rows import as_stored, column_faults, moment

T = TypeVar("T")
Work = Callable[[Connection], T]
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
KEPT = 30 * 24 * 3600  # seconds for which a deleted game can be restored


@dataclass(frozen=True)
class StoredGame:
    """A game as it is stored."""

    id: str
    origin: Origin
    variant: str
    start: str | None
    control: TimeControl | None
    free_undo: bool
    title: str
    creator: str | None
    created: datetime
    updated: datetime
    seats: tuple[Seat, ...]
    events: tuple[StoredEvent, ...] = ()
    brought: int = 0
    paused: float = 0.0
    deleted_by: frozenset[str] = field(default=frozenset())

    @property
    def seq(self) -> int:
        """The number of the last event, 0 before the first."""
        return self.events[-1].seq if self.events else 0

    @property
    def elapsed(self) -> float:
        """Where the game's timeline stands: at its last event, or where it was deleted."""
        return max(self.events[-1].at if self.events else 0.0, self.paused)

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return find_variant(self.variant)

    @property
    def beginning(self) -> State:
        """The state before the first event."""
        return beginning(self.variant, self.start, self.control, free_undo=self.free_undo)

    @cached_property
    def state(self) -> State:
        """The state now: the fold of the referee's events."""
        return folded(self.beginning, (each.event for each in self.events))

    @property
    def owners(self) -> frozenset[str]:
        """Who may list and delete it: the holders of seats, and who created it."""
        return _owners(self.creator, (seat.holder for seat in self.seats))

    @property
    def is_deleted(self) -> bool:
        """Whether all its owners have deleted it."""
        return bool(self.owners) and self.owners <= self.deleted_by


def _owners(creator: str | None, holders: Iterable[str | None]) -> frozenset[str]:
    return frozenset(each for each in (creator, *holders) if each is not None)


def new_id() -> str:
    """The id of a game: 100 random bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(20))


def beginning(
    variant: str, start: str | None, control: TimeControl | None, *, free_undo: bool
) -> State:
    """The state of a game in which nothing has happened."""
    game = Game.new(variant, start)
    clock = Clock.new(control, len(game.variant.seats)) if control else None
    return State(game, clock, free_undo)


def folded(state: State, events: Iterable[Event]) -> State:
    """The state after events, those of the table left out."""
    for event in events:
        if not isinstance(event, codec.TableEvent):
            state = referee.apply(state, event)
    return state


def create(
    connection: Connection,
    variant: str,
    seats: Sequence[Seat],
    *,
    start: str | None = None,
    control: TimeControl | None = None,
    free_undo: bool = True,
    title: str = "",
    creator: str | None = None,
    origin: Origin = "server",
    events: Sequence[Event] = (),
    brought: int = 0,
    after: State | None = None,
    at: float = 0.0,
    receipt: Receipt | None = None,
    id: str | None = None,  # noqa: A002
    made: int | None = None,
) -> StoredGame:
    """A new game, with its first events if there are any. InvalidVariant, InvalidPosition.

    With a `receipt`, the same holder's same key raises Answered instead of making a second game;
    its `answer` is replaced by the new game's id. So many of the events as `brought` says were
    not played here: they came with the game, before its time. `after` is the state that the events
    lead to: to fold many of them here holds up all who write. `made` is when, in microseconds since
    1970, if not now.
    """
    rules = find_variant(variant)
    before = beginning(rules.spec, start, control, free_undo=free_undo)
    if len(seats) != len(rules.seats):
        raise ValueError(f"{rules.title} has {len(rules.seats)} seats, not {len(seats)}")
    after = folded(before, events) if after is None else after
    made = now() if made is None else made
    game = id or new_id()
    row = {
        "id": game,
        "origin": origin,
        "variant": rules.spec,
        "start": None if start is None else before.game.start.text(),
        "clock": control and spell_clock(control),
        "free_undo": free_undo,
        "title": title,
        "creator": creator,
        "created": made,
        "updated": made,
        "seq": len(events),
        **derived(after),
        "brought": brought,
    }
    connection.execute(insert(schema.games), row)
    if receipt:
        receipts.keep(connection, game, replace(receipt, answer=game), created=True)
    places = [{"game": game, "seat": place, **asdict(seat)} for place, seat in enumerate(seats)]
    connection.execute(insert(schema.seats), places)
    _insert_events(connection, game, 0, events, at)
    return StoredGame(
        id=game,
        origin=origin,
        variant=rules.spec,
        start=row["start"],
        control=control,
        free_undo=free_undo,
        title=title,
        creator=creator,
        created=moment(made),
        updated=moment(made),
        seats=tuple(seats),
        events=tuple(codec.numbered(events, 0, at)),
        brought=brought,
    )


def is_kept() -> ColumnElement[bool]:
    """As a condition: not all owners of a game have deleted it."""
    table, places, gone = schema.games.c, schema.seats.c, schema.deletions.c
    deleted = select(gone.holder).where(gone.game == table.id).correlate(schema.games)
    held = select(places.seat).where(places.game == table.id, places.holder.not_in(deleted))
    kept = table.creator.not_in(deleted) | held.correlate(schema.games).exists()
    return ~deleted.exists() | kept


def is_there(connection: Connection, game: str) -> bool:
    """Whether there is such a game, and somebody keeps it."""
    table = schema.games.c
    return connection.scalar(select(table.id).where(table.id == game, is_kept())) is not None


_EVENT = insert(schema.events)
_ADVANCE = (
    update(schema.games)
    .where(schema.games.c.id == bindparam("game"), schema.games.c.seq == bindparam("expected"))
    .where(is_kept())
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in ("seq", "plies", "turn", "position", "outcome", "updated")
        }
    )
)


def append(
    connection: Connection,
    game: str,
    expected: int,
    events: Sequence[Event],
    after: State,
    *,
    at: float,
    receipt: Receipt | None = None,
) -> int:
    """Add events to a game whose last event is `expected`; the new last one's number.

    `after` is the state that they lead to, `at` the time on the game's timeline at which they were
    decided (events that have a time of their own keep it). Nothing is stored, and the reason
    raised, when the game has moved on (Conflict), when the holder has used the receipt's key before
    (Answered, which comes first), or when there is no such game, or not any more (NoSuchGame).
    """
    new = {f"new_{name}": value for name, value in derived(after).items()}
    new |= {"new_seq": expected + len(events), "new_updated": now()}
    moved = connection.execute(_ADVANCE, {"game": game, "expected": expected, **new})
    if moved.rowcount != 1:
        if receipt and (known := receipts.answered(connection, receipt.holder, receipt.key, game)):
            raise Answered(known)
        if (seq := _seq(connection, game)) != expected:
            raise Conflict(seq)
        raise NoSuchGame("there is no such game")
    if receipt:
        receipts.keep(connection, game, receipt)
    _insert_events(connection, game, expected, events, at)
    return expected + len(events)


def load(connection: Connection, game: str) -> StoredGame:
    """A game with all its events; NoSuchGame if there is none, InvalidRecord if it is damaged."""
    row = connection.execute(as_stored(schema.games).where(schema.games.c.id == game)).first()
    if row is None:
        raise NoSuchGame("there is no such game")
    with legible(game):
        return _read(connection, row)


@contextmanager
def legible(game: str) -> Iterator[None]:
    """For reading and replaying what is stored: whatever damage leads to is an InvalidRecord."""
    try:
        yield
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        raise InvalidRecord(f"game {game} is damaged: {error}") from error


def _read(connection: Connection, row: Row[Any]) -> StoredGame:
    for fault in column_faults(schema.games, row):
        raise InvalidRecord(fault)
    game, rules = row.id, find_variant(row.variant)
    seats = seats_of(connection, [game])[game]
    if len(seats) != len(rules.seats):
        raise InvalidRecord(f"{rules.title} has {len(rules.seats)} seats")
    gone = select(schema.deletions.c.holder).where(schema.deletions.c.game == game)
    events = tuple(events_since(connection, game, 0))
    for number, each in enumerate(events, 1):
        if each.seq != number:
            raise InvalidRecord(f"event {number} is missing")
    if row.seq != len(events):
        raise InvalidRecord(f"its last event is said to be {row.seq}, and {len(events)} are there")
    return StoredGame(
        id=row.id,
        origin=row.origin,
        variant=row.variant,
        start=row.start,
        control=TimeControl.parse(row.clock) if row.clock else None,
        free_undo=bool(row.free_undo),
        title=row.title,
        creator=row.creator,
        created=moment(row.created),
        updated=moment(row.updated),
        seats=seats,
        events=events,
        brought=row.brought,
        paused=row.paused,
        deleted_by=frozenset(connection.scalars(gone)),
    )


def events_since(connection: Connection, game: str, seq: int) -> list[StoredEvent]:
    """The events after one, in order."""
    table = schema.events.c
    rows = connection.execute(
        select(table.seq, table.at, table.event)
        .where(table.game == game, table.seq > seq)
        .order_by(table.seq)
    )
    return [StoredEvent(row.seq, row.at, codec.read(row.event, row.at)) for row in rows]


def owners(connection: Connection, game: str) -> frozenset[str]:
    """Who may list and delete a game, however damaged the rest of it is; NoSuchGame."""
    _seq(connection, game)
    creator = connection.scalar(select(schema.games.c.creator).where(schema.games.c.id == game))
    table = schema.seats.c
    return _owners(creator, connection.scalars(select(table.holder).where(table.game == game)))


def take_seat(
    connection: Connection, game: str, seat: int, holder: str, player: str, *, at: float
) -> StoredGame:
    """Sit down on a free seat; of several who try at once one succeeds, the others get Taken.

    Who sits there already gets the game as it is. `Joined` is appended; if that was the last free
    seat, the caller appends what `referee.start` says, in the same transaction. NoSuchGame also if
    all owners have deleted it.
    """
    table = schema.seats.c
    kept = select(schema.games.c.id).where(schema.games.c.id == game, is_kept())
    if connection.execute(kept).first() is None:
        raise NoSuchGame("there is no such game")
    sat = connection.execute(
        update(schema.seats)
        .where(table.game == game, table.seat == seat, table.kind == "link", table.holder.is_(None))
        .values(holder=holder, player=player)
    )
    if sat.rowcount == 1:
        last = connection.execute(
            update(schema.games)
            .where(schema.games.c.id == game)
            .values(seq=schema.games.c.seq + 1, updated=now())
            .returning(schema.games.c.seq)
        ).scalar_one()
        _insert_events(connection, game, last - 1, [Joined(seat, player)], at)
    found = load(connection, game)
    if not 0 <= seat < len(found.seats):
        raise Taken(f"there is no seat {seat}")
    if found.seats[seat].holder != holder or found.seats[seat].kind != "link":
        raise Taken(f"somebody else plays {found.rules.seats[seat]} already")
    return found


def reseat(connection: Connection, game: str, seats: Sequence[Seat]) -> None:
    """Let others play on, as the person at the terminal wants it."""
    for place, seat in enumerate(seats):
        connection.execute(
            update(schema.seats)
            .where(schema.seats.c.game == game, schema.seats.c.seat == place)
            .values(**asdict(seat))
        )


def rename(connection: Connection, game: str, title: str) -> None:
    """Give a game another title."""
    _one(
        connection.execute(
            update(schema.games).where(schema.games.c.id == game).values(title=title)
        ).rowcount
    )


def delete(connection: Connection, game: str, holder: str) -> None:
    """Take a game out of a holder's list. The other players keep it in theirs; once all owners
    have deleted it, it is gone for everybody, and for good 30 days later (`purge`)."""
    _seq(connection, game)
    row = settings.insert(connection.dialect.name)(schema.deletions).values(
        game=game, holder=holder, at=now()
    )
    connection.execute(row.on_conflict_do_nothing())


def pause(connection: Connection, game: str, at: float) -> None:
    """Let a game's timeline stand at a time after its last event, when all have deleted it: nobody
    gets back what he thought."""
    connection.execute(update(schema.games).where(schema.games.c.id == game).values(paused=at))


def restore(connection: Connection, game: str, holder: str) -> None:
    """Undo a deletion. While the game was gone, its time went on for a person who was to move."""
    _seq(connection, game)
    table, place, seat = schema.deletions.c, schema.games.c, schema.seats.c
    last = connection.scalar(select(func.max(table.at)).where(table.game == game))
    gone = 0.0 if last is None else max(0, now() - last) / 1_000_000
    bot = select(seat.seat).where(seat.game == place.id, seat.seat == place.turn)
    bot = bot.where(seat.kind == "bot").correlate(schema.games)
    connection.execute(
        update(schema.games)
        .where(place.id == game, place.clock.is_not(None), ~is_kept(), ~bot.exists())
        .values(paused=place.paused + gone)
    )
    connection.execute(
        delete_from(schema.deletions).where(table.game == game, table.holder == holder)
    )


def purge(connection: Connection, *, older_than: float = KEPT) -> int:
    """Remove the games that all owners deleted so many seconds ago; how many there were."""
    gone, table, seats = schema.deletions.c, schema.games.c, schema.seats.c
    old = select(gone.game).where(gone.at <= now() - int(older_than * 1_000_000))
    here = old.where(gone.game == table.id)
    kept_by_holder = (
        select(seats.seat)
        .where(seats.game == table.id, seats.holder.is_not(None))
        .where(~old.where(gone.game == seats.game, gone.holder == seats.holder).exists())
    )
    removed = connection.execute(
        delete_from(schema.games).where(
            table.id.in_(old),
            table.creator.is_(None) | here.where(gone.holder == table.creator).exists(),
            ~kept_by_holder.exists(),
        )
    )
    return removed.rowcount


def _one(rows: int) -> None:
    if rows != 1:
        raise NoSuchGame("there is no such game")


def _seq(connection: Connection, game: str) -> int:
    found: int | None = connection.scalar(
        select(schema.games.c.seq).where(schema.games.c.id == game)
    )
    if found is None:
        raise NoSuchGame("there is no such game")
    return found


def _insert_events(
    connection: Connection, game: str, last: int, events: Sequence[Event], at: float
) -> None:
    rows = [
        {"game": game, "seq": each.seq, "at": each.at, "event": codec.write(each.event)}
        for each in codec.numbered(events, last, at)
    ]
    if rows:
        connection.execute(_EVENT, rows)
