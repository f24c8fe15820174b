"""How each kind of database is connected to, so that committed means durable on all of them."""

import math
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, RootTransaction, create_engine, event, exc
from sqlalchemy.engine import URL, make_url

from .errors import UnusableStore

WAIT = 10  # seconds for a lock that another process holds
LEAST = 0.02  # seconds for a lock, however late it is: enough for one that nobody holds
SILENCE = 1  # seconds more until a database that says nothing at all is given up
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
            url = _without_secrets(url.set(drivername="postgresql+psycopg"))
            return cls(url, url.render_as_string(hide_password=True))
        raise UnusableStore(KINDS)


def _without_secrets(url: URL) -> URL:
    """The same with its password where passwords are hidden, and not among the options."""
    options = dict(url.query)
    if "sslpassword" in options:
        raise UnusableStore("a database URL with an sslpassword would show it: use a passfile")
    password = options.pop("password", None)
    if password is None:
        return url
    last = password if isinstance(password, str) else password[-1]
    return url.set(password=last, query=options)


def for_writing(address: Address) -> Engine:
    """Transactions take the write lock at their beginning and are durable at their end."""
    if address.path:
        return _sqlite(address, "BEGIN IMMEDIATE")
    return _postgresql(address)


def for_reading(address: Address) -> Engine:
    """Transactions see one moment and change nothing."""
    if address.path:
        return _sqlite(address, "BEGIN", "PRAGMA query_only = ON")
    engine = _postgresql(address, pool_pre_ping=True)
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def begin(connection: Connection, patience: float) -> RootTransaction:
    """A transaction that waits for locks for so many seconds, WAIT at most."""
    # Hardly ever is it less, and to say so takes time; so all but a tenth is taken for the whole.
    seconds = WAIT if patience > 0.9 * WAIT else max(LEAST, patience)
    if connection.dialect.name == "sqlite":
        if connection.info.get("patience", WAIT) != seconds:
            connection.info["patience"] = seconds
            cursor = connection.connection.cursor()  # SQLAlchemy's own would begin already
            cursor.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")
            cursor.close()
        return connection.begin()
    transaction = connection.begin()
    _wait_until(connection, time.monotonic() + seconds + SILENCE)
    if seconds < WAIT:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {seconds * 1000:.0f}")
    return transaction


def wait_for_ever(connection: Connection) -> None:
    """Let a PostgreSQL work without a word for however long it takes."""
    _wait_until(connection, math.inf)


def _wait_until(connection: Connection, moment: float) -> None:
    connection.connection.dbapi_connection.until = moment  # type: ignore[union-attr]


def _postgresql(address: Address, **options: Any) -> Engine:
    engine = create_engine(address.url, connect_args=_settings(address.url), **options)

    @event.listens_for(engine, "do_connect")
    def connect(_: object, __: object, arguments: Any, options: dict[str, Any]) -> object:
        from .postgresql import Connection as Impatient

        return Impatient.connect(*arguments, **options)

    return engine


def _settings(url: URL) -> dict[str, Any]:
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
        address.url,
        connect_args={"isolation_level": None, "check_same_thread": False, "timeout": 0},
    )

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        try:
            prepare(connection)
        except sqlite3.Error as error:  # SQLAlchemy wraps only what it calls itself
            raise exc.OperationalError("PRAGMA", None, error) from error

    def prepare(connection: sqlite3.Connection) -> None:
        _write_ahead(connection)
        connection.execute(f"PRAGMA busy_timeout = {WAIT * 1000}")
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
