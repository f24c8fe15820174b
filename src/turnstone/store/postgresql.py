"""A connection to PostgreSQL that does not wait for ever. Loaded only where one is used."""

import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg

from . import engines

T = TypeVar("T")


class Silent(psycopg.OperationalError):
    """The server is there and says nothing. Whether it will do what it was told is not known."""

    is_silence = True


class Connection(psycopg.Connection[Any]):
    """One that is given up at the moment `until`, or when a statement has had no answer for long.

    PostgreSQL's own timeouts are kept by the process that we wait for: one that is stopped, or
    whose disk hangs, keeps none, and its machine keeps the connection open.
    """

    until: float | None = None

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for what the driver is doing; Silent when it has taken too long."""
        now = time.monotonic()
        until = now + engines.WAIT + engines.SILENCE if self.until is None else self.until
        if timeout is not None:
            until = min(until, now + timeout)
        try:
            return super().wait(_watched(gen, until), interval)
        except Silent:
            self.pgconn.finish()
            raise


def _watched(gen: Generator[Any, Any, T], until: float) -> Generator[Any, Any, T]:
    """The same, asked again and again by the driver; it has nothing to read when time is up."""
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > until:
                raise Silent("the database does not answer")
            wanted = gen.send(ready)
    except StopIteration as end:
        found: T = end.value
        return found
