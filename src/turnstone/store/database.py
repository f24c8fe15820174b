"""The database: one file by default, PostgreSQL by URL; written by one thread, read by any.

    with Database.open() as database:
        game = database.write(lambda connection: games.create(connection, …)).result()
        with database.read() as connection:
            games.load(connection, game.id)

`write` gives a future that is resolved when the work is durable; under asyncio, await
`asyncio.wrap_future(database.write(work))`. Work runs in the writer's thread, in a transaction,
perhaps twice (then the first time was rolled back): it must touch nothing but its connection.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from sqlalchemy import Connection, Engine, exc

from turnstone.places import data_directory

from . import engines, legacy, migrate, trial
from .errors import Unavailable, UnusableStore
from .writer import JOB_FAULTS, Writer, reason

T = TypeVar("T")
FILE = "turnstone.db"
Identity = tuple[int, int]


class Database:
    """An open store. Close it, or use it with `with`.

    `complaints`: what older versions left behind and could not be taken over.
    """

    def __init__(self, address: engines.Address, *, create: bool = True) -> None:
        if address.path and not create and not address.path.exists():
            raise UnusableStore(f"{address.name}: there is no database here")
        self.address = address
        self.name = address.name
        self._engine: Engine = engines.for_writing(address)
        self._reading: Engine = engines.for_reading(address)
        self._prepare()
        self._file = _identity(address.path)
        self._log: Identity | None = None
        self._writer = Writer(self._engine.connect, self.name, self._stands)
        self.complaints: list[str] = []

    @classmethod
    def open(
        cls, url: str | None = None, directory: Path | None = None, *, create: bool = True
    ) -> "Database":
        """Open, and bring up to date, the database of a URL or of a data directory.

        In a data directory, what versions without a database left there is taken over.
        Unavailable or UnusableStore say in one sentence why it cannot be opened. Without `create`
        a file that is not there is one of these reasons.
        """
        if url is not None:
            return cls(engines.Address.parse(url), create=create)
        if directory is None:
            directory = data_directory()
        if create:
            directory.mkdir(parents=True, exist_ok=True)
        database = cls(engines.Address.of_file(directory / FILE), create=create)
        try:
            if legacy.is_there(directory):
                database.complaints = legacy.take_over(database, directory)
        except BaseException:
            database.close()
            raise
        return database

    def _prepare(self) -> None:
        """Make what is missing."""
        if self.address.path:
            make_file(self.address.path)
        try:
            with self._engine.connect() as connection:
                current = migrate.is_current(connection, self.name)
            if not current:
                migrate.migrate(self._engine, self.name)
        except exc.SQLAlchemyError as error:
            raise Unavailable(f"{self.name} cannot be opened: {reason(error)}") from error
        finally:
            self._engine.dispose()

    def _stands(self, *, connected: bool) -> None:
        """The file is still where it was opened, and beside it the log that the writer's connection
        writes. Else SQLite would go on writing what nobody finds again."""
        path = self.address.path
        if path is None:
            return
        found = _identity(path)
        if found is None:
            raise FileNotFoundError("the file is gone")
        if found != self._file:
            raise FileNotFoundError("another file has taken the place of the one that was opened")
        log = _identity(path.with_name(f"{path.name}-wal"))
        if connected and self._log not in (None, log):
            raise FileNotFoundError("the log beside it, with the newest moves, was taken away")
        self._log = log

    def write(self, work: Callable[[Connection], T], asked: float | None = None) -> Future[T]:
        """Run work in a transaction; the future is resolved when its changes are durable.

        An exception of the work undoes it alone and is the future's. Unavailable: it could not be
        stored within `engines.WAIT`, counted from now or from the moment `asked` of the monotonic
        clock.
        """
        return self._writer.submit(work, asked)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees the database as it was at its first question."""
        try:
            with self._reading.connect() as connection:
                yield connection
        except (exc.DBAPIError, exc.TimeoutError) as error:
            if isinstance(error, JOB_FAULTS):
                raise
            raise Unavailable(f"{self.name} cannot be read: {reason(error)}") from error

    def check(self) -> "Future[None]":
        """Prove that a move can be stored: the future is resolved when one could have been."""
        return self.write(trial.attempt)

    def close(self) -> None:
        """Finish what was asked for, and let go."""
        self._writer.close()
        self._engine.dispose()
        self._reading.dispose()

    def __enter__(self) -> "Database":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _identity(path: Path | None) -> Identity | None:
    """Which file a name stands for, or None."""
    try:
        found = os.stat(path) if path else None
    except FileNotFoundError:
        return None
    return (found.st_dev, found.st_ino) if found else None


def make_file(path: Path) -> None:
    """An empty database file that only its owner may read: it will hold a secret.

    What is there and is something else is left alone; SQLite would take a short text for nothing.
    """
    from turnstone.records.files import is_database, sync_directory

    if path.is_file() and path.stat().st_size and not is_database(path):
        raise UnusableStore(f"{path} is there and is not a database")
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        return
    os.close(handle)
    sync_directory(path.parent)
