"""How each kind of database is connected to, so that committed means durable on all of them."""

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, exc
from sqlalchemy.engine import URL, make_url

from .errors import UnusableStore

WAIT = 10  # seconds for a lock that another process holds
KINDS = "a database is sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"


@dataclass(frozen=True)
class Address:
    """Where a database is. `name` may be shown: it has no password."""

    url: URL
    name: str
    path: Path | None = None

    @classmethod
    def of_file(cls, path: Path) -> "Address":
        """An SQLite file."""
        return cls(URL.create("sqlite", database=str(path)), str(path), path)

    @classmethod
    def parse(cls, text: str) -> "Address":
        """Read a URL; UnusableStore if we have no such databases."""
        try:
            url = make_url(text)
        except (exc.ArgumentError, ValueError):
            raise UnusableStore(f"that is no database URL; {KINDS}") from None
        if url.drivername == "sqlite" and url.database and url.database != ":memory:":
            if url.query or url.host:
                raise UnusableStore(f"an SQLite URL has a file and nothing else; {KINDS}")
            return cls.of_file(Path(url.database))
        if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
            url = url.set(drivername="postgresql+psycopg")
            return cls(url, url.render_as_string(hide_password=True))
        raise UnusableStore(KINDS)


def for_writing(address: Address) -> Engine:
    """Transactions take the write lock at their beginning and are durable at their end."""
    if address.path:
        return _sqlite(address, "BEGIN IMMEDIATE")
    return create_engine(address.url, connect_args=_postgresql(address.url))


def for_reading(address: Address) -> Engine:
    """Transactions see one moment and change nothing."""
    if address.path:
        return _sqlite(address, "BEGIN", "PRAGMA query_only = ON")
    engine = create_engine(address.url, connect_args=_postgresql(address.url), pool_pre_ping=True)
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _postgresql(url: URL) -> dict[str, Any]:
    # A server may have been told to acknowledge before it has synced: not to us. A dead peer is
    # noticed in seconds, not in the system's two hours.
    options = f"-c synchronous_commit=on -c lock_timeout={WAIT}s"
    given = url.query.get("options", "")
    return {
        "options": f"{given} {options}".strip(),
        "connect_timeout": 5,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": WAIT * 1000,
    } | {key: value for key, value in url.query.items() if key == "connect_timeout"}


def _sqlite(address: Address, begin: str, *pragmas: str) -> Engine:
    # isolation_level None: the driver begins no transactions of its own, we do.
    engine = create_engine(
        address.url, connect_args={"isolation_level": None, "check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        try:
            prepare(connection)
        except sqlite3.Error as error:  # SQLAlchemy wraps only what it calls itself
            raise exc.OperationalError("PRAGMA", None, error) from error

    def prepare(connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA busy_timeout = {WAIT * 1000}")
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # SQLite's own lower() knows ASCII only.
        connection.create_function("lower", 1, _lower, deterministic=True)
        for pragma in pragmas:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on, which lasts. SQLite does not wait for others here: we do."""
    deadline = time.monotonic() + WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
