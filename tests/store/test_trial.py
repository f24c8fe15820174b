"""Whether a move can be stored is found out by storing one."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, text

from turnstone.store import schema, settings
from turnstone.store.database import Database
from turnstone.store.errors import Unavailable


def test_a_check_tries_what_a_move_needs(tmp_path: Path) -> None:
    """The table of events is damaged, and settings can still be stored."""
    path = tmp_path / "x.db"
    with Database.open(f"sqlite:///{path}") as database:
        database.check().result()
        with database.read() as connection:
            for table in (schema.games, schema.events, schema.seats, schema.receipts):
                assert connection.execute(select(table)).all() == []  # it leaves nothing
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'events'"
        (page,) = connection.execute(query).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with open(path, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * 200)
    with Database.open(f"sqlite:///{path}") as database:
        database.write(lambda c: settings.put(c, "x", "y")).result()
        with pytest.raises(Unavailable, match="malformed"):
            database.check().result()


def test_a_check_waits_for_what_a_move_waits_for(
    postgresql_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnstone.store.engines.WAIT", 1)
    with Database.open(postgresql_database) as database:
        database.check().result()
        with database._engine.begin() as greedy:
            greedy.execute(text("LOCK TABLE events IN ACCESS EXCLUSIVE MODE"))
            with pytest.raises(Unavailable, match="lock timeout"):
                database.check().result()
        database.check().result()
