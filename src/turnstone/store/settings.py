"""A few values that a database keeps for itself, and the secret of its server."""

import re
import secrets
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from .errors import UnusableStore
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


def secret(connection: Connection) -> bytes:
    """The 256 bits from which this database's links are derived; made by whoever asks first.

    To be called in a write. UnusableStore: what is there is no secret.
    """
    fresh = insert(connection.dialect.name)(settings).values(
        name=SECRET, value=secrets.token_hex(32)
    )
    connection.execute(fresh.on_conflict_do_nothing())
    found = value(connection, SECRET)
    if found is None or not is_secret(found):
        raise UnusableStore("the secret of its links is damaged: go back to a backup")
    return bytes.fromhex(found)


def is_secret(found: object) -> bool:
    """Whether what is stored as the secret is one."""
    return isinstance(found, str) and re.fullmatch("[0-9a-f]{64}", found) is not None
