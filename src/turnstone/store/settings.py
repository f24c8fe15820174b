"""A few values that a database keeps for itself, and the secret of its server."""

import secrets
import time
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from .schema import settings

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

SECRET = "secret"


def insert(dialect: str) -> "type[sqlite.Insert] | type[postgresql.Insert]":
    """The dialect's INSERT, the one that knows ON CONFLICT."""
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import Insert as Sqlite

        return Sqlite
    from sqlalchemy.dialects.postgresql import Insert as Postgresql

    return Postgresql


def value(connection: Connection, name: str) -> str | None:
    """A setting, or None."""
    return connection.scalar(select(settings.c.value).where(settings.c.name == name))


def put(connection: Connection, name: str, text: str) -> None:
    """Set a setting."""
    row = insert(connection.dialect.name)(settings).values(name=name, value=text)
    connection.execute(
        row.on_conflict_do_update(index_elements=["name"], set_={"value": row.excluded.value})
    )


def touch(connection: Connection) -> None:
    """Store something that means nothing: the proof that something can be stored."""
    put(connection, "checked", str(time.time_ns() // 1000))


def secret(connection: Connection) -> bytes:
    """The 256 bits from which this database's links are derived; made by whoever asks first.

    To be called in a write.
    """
    fresh = insert(connection.dialect.name)(settings).values(
        name=SECRET, value=secrets.token_hex(32)
    )
    connection.execute(fresh.on_conflict_do_nothing())
    found = value(connection, SECRET)
    assert found is not None
    return bytes.fromhex(found)
