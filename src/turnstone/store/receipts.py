"""Receipts: what a command with a key was answered, so that a repeat gets the same answer."""

from dataclasses import asdict
from functools import cache

from sqlalchemy import Connection, Executable, select

from . import schema, settings
from .errors import Answered, Receipt


def answered(
    connection: Connection, holder: str, key: str, game: str | None = None
) -> Receipt | None:
    """What that holder's command with that key was answered, in a game or (None) for a new one."""
    table = schema.receipts.c
    row = connection.execute(
        select(table.fingerprint, table.answer).where(
            table.scope == (game or "new"), table.holder == holder, table.key == key
        )
    ).first()
    return Receipt(holder, key, row.fingerprint, row.answer) if row else None


@cache
def _keep(dialect: str) -> Executable:
    """The statement, made once: making it takes longer than running it."""
    table = schema.receipts
    return settings.insert(dialect)(table).on_conflict_do_nothing().returning(table.c.game)


def keep(connection: Connection, game: str, receipt: Receipt, *, created: bool = False) -> None:
    """Store a receipt, for a command in a game or for the one that created it; or Answered."""
    row = {"scope": "new" if created else game, "game": game, **asdict(receipt)}
    if connection.execute(_keep(connection.dialect.name), row).first() is None:
        known = answered(connection, receipt.holder, receipt.key, None if created else game)
        assert known is not None
        raise Answered(known)
