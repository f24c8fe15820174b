"""Lists of games, from the copies that the table of games keeps of each game's state."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from sqlalchemy import Connection, Row, func, select

from turnstone.rules.errors import InvalidRecord
from turnstone.rules.position import Outcome, Position
from turnstone.rules.variants import RuleSet
from turnstone.rules.variants import variant as find_variant

from . import schema
from .columns import Origin, Seat, read_outcome, seats_of
from .games import is_kept, legible
from .rows import as_stored, column_faults, moment
from .score import is_shown

_NEXT = re.compile(r"([0-9]{1,18})\.([a-z0-9]{1,32})")


@dataclass(frozen=True)
class Summary:
    """A line in a list of games."""

    id: str
    origin: Origin
    variant: str
    title: str
    seats: tuple[Seat, ...]
    seq: int
    plies: int
    turn: int
    position: Position
    outcome: Outcome | None
    created: datetime
    updated: datetime

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return find_variant(self.variant)


@dataclass(frozen=True)
class Damaged:
    """A game that cannot be listed, because what the table of games says of it makes no sense."""

    id: str
    title: str
    fault: str


@dataclass(frozen=True)
class Page:
    """Some games, newest first, and where the next page begins. What the rows say is gone through
    when it is first asked for, which takes a while with a hundred boards."""

    rows: Sequence[Row[Any]]
    places: Mapping[str, tuple[Seat, ...]]
    next: str | None = None

    @property
    def games(self) -> tuple[Summary, ...]:
        """Those that can be listed."""
        return self._read[0]

    @property
    def damaged(self) -> tuple[Damaged, ...]:
        """Those that cannot: one damaged game hides no other."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[tuple[Summary, ...], tuple[Damaged, ...]]:
        found: list[Summary] = []
        damaged: list[Damaged] = []
        for row in self.rows:
            try:
                with legible(row.id):
                    found.append(_summary(row, self.places[row.id]))
            except InvalidRecord as error:
                title = row.title if isinstance(row.title, str) else ""
                damaged.append(Damaged(row.id, title, str(error)))
        return tuple(found), tuple(damaged)


def find(
    connection: Connection,
    holder: str,
    *,
    q: str = "",
    state: Literal["open", "over"] | None = None,
    variant: str | None = None,
    deleted: bool = False,
    before: str | None = None,
    limit: int = 20,
) -> Page:
    """A holder's own games, the newest first; `q` is looked for in titles, names and rule sets.

    `deleted` lists those that can be restored instead. `before` is the `next` of another page;
    ValueError if it is not.
    """
    table = schema.games.c
    held = select(schema.seats.c.game).where(schema.seats.c.holder == holder)
    gone = select(schema.deletions.c.game).where(schema.deletions.c.holder == holder)
    query = as_stored(schema.games).where(table.id.in_(held) | (table.creator == holder))
    query = query.where(table.id.in_(gone) if deleted else table.id.not_in(gone))
    if state:
        over = table.outcome.is_not(None)
        query = query.where(over if state == "over" else ~over)
    if variant:
        query = query.where(table.variant == find_variant(variant).spec)
    if not is_shown(q):  # no title or name is like that, and PostgreSQL refuses NUL
        return Page((), {})
    if q:
        named = select(schema.seats.c.game).where(_holds(schema.seats.c.player, q))
        query = query.where(_holds(table.title, q) | _holds(table.variant, q) | table.id.in_(named))
    if before:
        updated, last = _cursor(before)
        query = query.where(
            (table.updated < updated) | ((table.updated == updated) & (table.id < last))
        )
    query = query.order_by(table.updated.desc(), table.id.desc()).limit(limit + 1)
    rows = connection.execute(query).all()
    more = _next(rows[limit - 1]) if len(rows) > limit else None
    return _page(connection, rows[:limit], more)


def count_open(connection: Connection, holder: str) -> int:
    """How many games that a holder created are not over and not deleted."""
    table = schema.games.c
    gone = select(schema.deletions.c.game).where(schema.deletions.c.holder == holder)
    wanted = (table.creator == holder, table.outcome.is_(None), table.id.not_in(gone))
    return connection.scalar(select(func.count()).select_from(schema.games).where(*wanted)) or 0


def by_origin(
    connection: Connection,
    origin: Origin,
    *,
    game: str | None = None,
    unfinished: bool = False,
    limit: int | None = None,
) -> Page:
    """All games of an origin, or those that are not over, or one; the newest first."""
    table = schema.games.c
    query = as_stored(schema.games).where(table.origin == origin)
    if game is not None:
        query = query.where(table.id == game)
    if unfinished:
        query = query.where(table.outcome.is_(None))
    query = query.order_by(table.updated.desc(), table.id.desc()).limit(limit)
    return _page(connection, connection.execute(query).all())


def awaiting_server(connection: Connection) -> list[str]:
    """The ids of games with which a server must go on by itself after a restart: not over, not
    deleted by all owners, begun or ready to begin, and a bot is to move or a clock runs."""
    table, places = schema.games.c, schema.seats.c
    free = select(places.game).where(places.kind == "link", places.holder.is_(None))
    bots = select(places.game).where(places.kind == "bot", places.seat == table.turn)
    query = select(table.id).where(
        table.origin == "server",
        table.outcome.is_(None),
        table.id.not_in(free),
        is_kept(),
        table.clock.is_not(None)
        | bots.where(places.game == table.id).correlate(schema.games).exists(),
    )
    return list(connection.scalars(query.order_by(table.updated)))


def _page(connection: Connection, rows: Sequence[Row[Any]], more: str | None = None) -> Page:
    return Page(rows, seats_of(connection, [row.id for row in rows]), more)


def _summary(row: Row[Any], seats: tuple[Seat, ...]) -> Summary:
    """A line of the list, if it is one that can be shown."""
    for fault in column_faults(schema.games, row):
        raise InvalidRecord(fault)
    outcome = None if row.outcome is None else read_outcome(row.outcome)
    rules = find_variant(row.variant)
    wanted = len(rules.seats)
    if len(seats) != wanted or (outcome and len(outcome.ranks) != wanted):
        raise InvalidRecord(f"{rules.title} has {wanted} seats")
    if not 0 <= row.turn < wanted:
        raise InvalidRecord(f"there is no seat {row.turn}")
    return Summary(
        id=row.id,
        origin=row.origin,
        variant=row.variant,
        title=row.title,
        seats=seats,
        seq=row.seq,
        plies=row.plies,
        turn=row.turn,
        position=rules.position(row.position),
        outcome=outcome,
        created=moment(row.created),
        updated=moment(row.updated),
    )


def _holds(column: Any, q: str) -> Any:
    """Both sides in the small letters of the same database: whatever it takes for one, a word is
    found by itself."""
    plain = re.sub(r"([/%_])", r"/\1", q)
    return func.lower(column).like(func.lower(f"%{plain}%"), escape="/")


def _next(row: Row[Any]) -> str:
    """Where the page after a row begins. A damaged moment comes before all others."""
    updated = row.updated if isinstance(row.updated, int) and row.updated >= 0 else 10**18 - 1
    return f"{min(updated, 10**18 - 1)}.{row.id}"


def _cursor(before: str) -> tuple[int, str]:
    found = _NEXT.fullmatch(before)
    if found is None:
        raise ValueError("before must be the next of another page")
    return int(found[1]), found[2]
