"""The score table, best first for each rule set. A seat of a game has at most one line in it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict

from sqlalchemy import Connection, func, insert, select, text

from . import schema, settings
from .errors import StoreError
from .score import Score

_COLUMNS = [schema.scores.c[name] for name in Score.__dataclass_fields__]


class AlreadyScored(StoreError):
    """That seat of that game has its line in the table."""


def add(connection: Connection, score: Score, game: str | None = None, seat: int = 0) -> None:
    """Add a score, of a seat in a stored game if it comes from one; AlreadyScored if it has one."""
    place = {"game": game, "seat": seat} if game else {}
    row = settings.insert(connection.dialect.name)(schema.scores).values(**asdict(score), **place)
    row = row.on_conflict_do_nothing()
    if connection.execute(row.returning(schema.scores.c.id)).first() is None:
        raise AlreadyScored("that score is in the table already")


def seats_of(connection: Connection, game: str) -> list[int]:
    """The seats of a game that have their line in the table."""
    table = schema.scores.c
    return list(
        connection.scalars(select(table.seat).where(table.game == game).order_by(table.seat))
    )


def best(
    connection: Connection, variant: str | None = None, limit: int | None = None
) -> list[Score]:
    """The scores, of one rule set (its spec) or of all, best first for each and at most so many."""
    table = schema.scores.c
    order = (table.margin.desc(), table.own.desc(), table.date, table.id)
    query = select(*_COLUMNS).order_by(table.variant, *order)
    if variant is not None:
        query = query.where(table.variant == variant)
    if limit is not None:
        place = func.row_number().over(partition_by=table.variant, order_by=order)
        placed = query.add_columns(place.label("place")).order_by(None).subquery()
        query = select(*(placed.c[each.name] for each in _COLUMNS)).where(placed.c.place <= limit)
    rows = connection.execute(query)
    # Databases sort texts each in their own way; Python's is the same everywhere.
    return sorted((Score(*row) for row in rows), key=lambda score: score.order)


def take_in(connection: Connection, scores: Iterable[Score]) -> int:
    """Add scores that are not there as often as they are here; how many were added.

    So the same scores can be taken in again and again, and are there once.
    """
    if connection.dialect.name == "postgresql":  # or two could count at once, and both add
        connection.execute(text("LOCK TABLE scores IN SHARE ROW EXCLUSIVE MODE"))
    known = Counter(Score(*row) for row in connection.execute(select(*_COLUMNS)))
    fresh = Counter(scores) - known
    if fresh:
        connection.execute(insert(schema.scores), [asdict(each) for each in fresh.elements()])
    return fresh.total()
