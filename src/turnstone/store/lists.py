"""Lists of games, from the copies that the table of games keeps of each game's state."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, Row, func, select

from turnstone.rules.position import Outcome
from turnstone.rules.variants import variant as find_variant

from . import schema
from .columns import Origin, Seat, moment, read_outcome, seats_of

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
    position: str
    outcome: Outcome | None
    created: datetime
    updated: datetime


@dataclass(frozen=True)
class Page:
    """Some summaries, newest first, and where the next page begins."""

    games: tuple[Summary, ...]
    next: str | None = None


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
    query = select(schema.games).where(table.id.in_(held) | (table.creator == holder))
    query = query.where(table.id.in_(gone) if deleted else table.id.not_in(gone))
    if state:
        over = table.outcome.is_not(None)
        query = query.where(over if state == "over" else ~over)
    if variant:
        query = query.where(table.variant == find_variant(variant).spec)
    if not q.isprintable():  # no title or name is like that, and PostgreSQL refuses NUL
        return Page(())
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
    more = f"{rows[limit - 1].updated}.{rows[limit - 1].id}" if len(rows) > limit else None
    return Page(_summaries(connection, rows[:limit]), more)


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
) -> tuple[Summary, ...]:
    """All games of an origin, or those that are not over, or one; the newest first."""
    table = schema.games.c
    query = select(schema.games).where(table.origin == origin)
    if game is not None:
        query = query.where(table.id == game)
    if unfinished:
        query = query.where(table.outcome.is_(None))
    query = query.order_by(table.updated.desc(), table.id.desc()).limit(limit)
    return _summaries(connection, connection.execute(query).all())


def awaiting_server(connection: Connection) -> list[str]:
    """The ids of games with which a server must go on by itself after a restart: not over, not
    deleted by all owners, begun or ready to begin, and a bot is to move or a clock runs."""
    table, places, gone = schema.games.c, schema.seats.c, schema.deletions.c
    deleted = select(gone.holder).where(gone.game == table.id).correlate(schema.games)
    held = select(places.seat).where(places.game == table.id, places.holder.not_in(deleted))
    kept = table.creator.not_in(deleted) | held.correlate(schema.games).exists()
    free = select(places.game).where(places.kind == "link", places.holder.is_(None))
    bots = select(places.game).where(places.kind == "bot", places.seat == table.turn)
    query = select(table.id).where(
        table.origin == "server",
        table.outcome.is_(None),
        table.id.not_in(free),
        kept | table.id.not_in(select(gone.game)),
        table.clock.is_not(None)
        | bots.where(places.game == table.id).correlate(schema.games).exists(),
    )
    return list(connection.scalars(query.order_by(table.updated)))


def _summaries(connection: Connection, rows: Sequence[Row[Any]]) -> tuple[Summary, ...]:
    places = seats_of(connection, [row.id for row in rows])
    return tuple(
        Summary(
            id=row.id,
            origin=row.origin,
            variant=row.variant,
            title=row.title,
            seats=places.get(row.id, ()),
            seq=row.seq,
            plies=row.plies,
            turn=row.turn,
            position=row.position,
            outcome=read_outcome(row.outcome) if row.outcome else None,
            created=moment(row.created),
            updated=moment(row.updated),
        )
        for row in rows
    )


def _holds(column: Any, q: str) -> Any:
    return func.lower(column).contains(q.lower(), autoescape=True)


def _cursor(before: str) -> tuple[int, str]:
    found = _NEXT.fullmatch(before)
    if found is None:
        raise ValueError("before must be the next of another page")
    return int(found[1]), found[2]
