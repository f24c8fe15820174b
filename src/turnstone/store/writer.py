"""One thread that writes: jobs that arrive while the disk is busy are committed together.

A job's future is resolved after the commit, never before. When a job fails, all is rolled back and
done again with a savepoint around each job, so that it is undone alone (savepoints cost a third of
the time, and jobs seldom fail). When the transaction itself dies before its commit, nothing of it
is stored and the jobs are tried once more, one by one.

Nobody waits much longer than `engines.WAIT`: locks are waited for until the oldest job has waited
that long since it was asked for, and so is a PostgreSQL that does not answer at all (a second
more); who queues behind jobs that got nothing fails with them.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, RootTransaction, exc

from . import engines
from .errors import Unavailable

T = TypeVar("T")
BATCH = 64


class Job(Generic[T]):
    """Something to do in a transaction, since when, and who waits for it."""

    def __init__(self, work: Callable[[Connection], T], asked: float) -> None:
        self.work, self.asked = work, asked
        self.future: Future[T] = Future()
        self._result: T | None = None
        self._error: BaseException | None = None

    def run(self, connection: Connection, *, savepoint: bool) -> None:
        """Do the work and keep what came of it for `finish`. Undone: it failed by itself, and so
        has the transaction if there was no savepoint."""
        try:
            if savepoint:
                with connection.begin_nested():
                    self._result = self.work(connection)
            else:
                self._result = self.work(connection)
            self._error = None
        except BaseException as error:
            if isinstance(error, _DEATHS) and not isinstance(error, JOB_FAULTS):
                raise _lost(error) from error
            self.failed(error)  # whatever it is, it belongs to whoever asked
            if not savepoint:
                raise Undone from None
            if not _is_alive(connection):
                raise Lost(error) from error

    def failed(self, error: BaseException) -> None:
        """The job's own failure, or that of the transaction it was part of."""
        self._error = error

    def finish(self) -> None:
        """Tell who waits."""
        if self._error is not None:
            self.future.set_exception(self._error)
        else:
            self.future.set_result(self._result)  # type: ignore[arg-type]


class Lost(Exception):
    """The transaction died before its commit; nothing of it is stored."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(str(cause))
        self.cause = cause


class NoConnection(Lost):
    """There is no database to talk to, or another program keeps it to itself: trying the next job,
    or the same once more, is no use."""


class Undone(Exception):
    """A job without a savepoint failed by itself: roll back."""


# What a job does wrong; all else that a database says is about the connection, the disk or the
# transaction.
JOB_FAULTS = (exc.IntegrityError, exc.DataError, exc.ProgrammingError, exc.NotSupportedError)
_DEATHS = (
    exc.DBAPIError,
    exc.DisconnectionError,
    exc.PendingRollbackError,
    exc.ResourceClosedError,
)


def _begun(connection: Connection, jobs: list[Job[Any]]) -> RootTransaction:
    """A transaction; NoConnection when its lock, for which the database has waited, is not free."""
    waited = time.monotonic() - min(job.asked for job in jobs)
    try:
        return engines.begin(connection, engines.WAIT - waited)
    except exc.OperationalError as error:
        code = getattr(error.orig, "sqlite_errorcode", None)
        if code is not None and code & 0xFF == sqlite3.SQLITE_BUSY:
            raise NoConnection(error) from error
        raise


def _lost(error: BaseException) -> Lost:
    """NoConnection when the database says nothing: it has been waited for."""
    silent = getattr(getattr(error, "orig", None), "is_silence", False)
    return NoConnection(error) if silent else Lost(error)


def _is_alive(connection: Connection) -> bool:
    """Whether the transaction is still there: SQLite ends it by itself when the disk is full."""
    if connection.invalidated or not connection.in_transaction():
        return False
    if connection.dialect.name == "sqlite":
        return bool(getattr(connection.connection.dbapi_connection, "in_transaction", False))
    return True


class Writer:
    """The thread, its connection and its queue. `check` raises OSError when what is written would
    be lost although the database does not notice; it is told whether we are `connected` yet."""

    def __init__(
        self, connect: Callable[[], Connection], name: str, check: Callable[..., None]
    ) -> None:
        self._connect = connect
        self._check = check
        self._name = name
        self._connection: Connection | None = None
        self._queue: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._goes_on = True
        self._thread = threading.Thread(target=self._run, name="turnstone-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T], asked: float | None = None) -> Future[T]:
        """Have a job done; the future is resolved once it is durable. `asked`: the moment, on the
        monotonic clock, since when somebody waits for it, if not now."""
        job = Job(work, time.monotonic() if asked is None else asked)
        with self._lock:
            if self._closed:
                raise Unavailable(f"{self._name} is closed")
            self._queue.put(job)
        return job.future

    def close(self) -> None:
        """Do what has been asked for, and stop."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while self._goes_on:
            jobs = self._taken(self._queue.get())
            while len(jobs) < BATCH and not self._queue.empty():
                jobs += self._taken(self._queue.get())
            if jobs:
                for job in self._settled(jobs):
                    job.finish()
        self._disconnect()

    def _taken(self, job: Job[Any] | None) -> list[Job[Any]]:
        """A job from the queue, unless nobody waits for it any more; None is the end."""
        if job is None:
            self._goes_on = False
            return []
        return [job] if job.future.set_running_or_notify_cancel() else []

    def _settled(self, jobs: list[Job[Any]]) -> list[Job[Any]]:
        """The jobs, stored or failed; with them those who queued behind them in vain."""
        try:
            self._store(jobs)
        except NoConnection as lost:
            behind: list[Job[Any]] = []
            while not self._queue.empty():
                behind += self._taken(self._queue.get())
            self._give_up(behind, lost.cause)
            return jobs + behind
        except BaseException as error:  # nobody may wait for ever, whatever it was
            self._disconnect()
            self._give_up(jobs, error)
        return jobs

    def _store(self, jobs: list[Job[Any]]) -> None:
        """All jobs, together or one by one; NoConnection once there is no use in going on."""
        try:
            self._transaction(jobs)
        except NoConnection as lost:
            self._give_up(jobs, lost.cause)
            raise
        except Lost:
            self._store_singly(jobs)

    def _store_singly(self, jobs: list[Job[Any]]) -> None:
        for place, job in enumerate(jobs):
            try:
                self._transaction([job])
            except NoConnection as lost:
                self._give_up(jobs[place:], lost.cause)
                raise
            except Lost as lost:
                self._give_up([job], lost.cause)

    def _transaction(self, jobs: list[Job[Any]], *, savepoints: bool = False) -> None:
        """All jobs in one transaction; Lost if it dies before it is committed."""
        try:
            self._check(connected=self._connection is not None)
            if self._connection is None:
                self._connection = self._connect()
        except (exc.SQLAlchemyError, OSError) as error:
            raise NoConnection(error) from error
        connection = self._connection
        try:
            transaction = _begun(connection, jobs)
            for job in jobs:
                job.run(connection, savepoint=savepoints)
        except Undone:
            self._roll_back(connection)
            if len(jobs) > 1:
                self._transaction(jobs, savepoints=True)
            return
        except Lost:
            self._disconnect()
            raise
        except exc.SQLAlchemyError as error:
            self._disconnect()
            raise _lost(error) from error
        try:
            transaction.commit()
        except exc.SQLAlchemyError as error:
            self._disconnect()
            self._give_up(jobs, error)

    def _roll_back(self, connection: Connection) -> None:
        try:
            connection.rollback()
        except exc.SQLAlchemyError:
            self._disconnect()

    def _give_up(self, jobs: list[Job[Any]], cause: BaseException) -> None:
        for job in jobs:
            error = Unavailable(f"{self._name} cannot be written: {reason(cause)}")
            error.__cause__ = cause
            job.failed(error)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except exc.SQLAlchemyError:
                pass  # it was broken, and that is why it is being closed


def reason(error: BaseException) -> str:
    """What the database said, in one line."""
    said = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    return " ".join(said.split())
