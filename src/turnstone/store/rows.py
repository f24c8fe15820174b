"""Rows as the database holds them, nothing converted, and whether each column holds what it may.

SQLite keeps whatever it is given in any column: a damaged file may have bytes instead of a text.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, Row, Select, Table, select, type_coerce
from sqlalchemy.types import NullType

from turnstone.rules.grammar import shorten

KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "yes or no"}


def as_stored(table: Table) -> Select[*tuple[Any, ...]]:
    """All columns of a table, unconverted."""
    columns = [type_coerce(column, NullType()).label(column.name) for column in table.c]
    return select(*columns)


def column_faults(table: Table, row: Row[Any]) -> Iterator[str]:
    """What is wrong with a row's columns, each for itself."""
    for column in table.c:
        value, kind = row._mapping[column.name], column.type.python_type
        if value is None and column.nullable:
            continue
        if not _is_of_kind(value, kind):
            yield f"{column.name} is {shorten(str(value))}, which is not {KINDS[kind]}"
        elif isinstance(column.type, BigInteger) and not _is_moment(value):
            yield f"{column.name} is {value}, which is no moment"


def moment(microseconds: int) -> datetime:
    """A moment read back."""
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC)


def _is_of_kind(value: object, kind: type) -> bool:
    if kind is bool:  # SQLite has numbers for it
        return type(value) in (bool, int) and value in (0, 1)
    return type(value) is kind


def _is_moment(microseconds: int) -> bool:
    try:
        moment(microseconds)
    except (ValueError, OverflowError, OSError):
        return False
    return True
