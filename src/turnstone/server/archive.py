"""The store as the event loop sees it: asked without holding anybody up, and refusing in words."""

import asyncio
import concurrent.futures
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from sqlalchemy import Connection

from turnstone.rules.errors import InvalidRecord
from turnstone.store import engines
from turnstone.store.database import Database
from turnstone.store.errors import NoSuchGame, Unavailable

from .refusals import Refuse

log = logging.getLogger("turnstone.server")
T = TypeVar("T")
UNSTORED = "the game cannot be stored now; try again"
UNREAD = "the games cannot be read now; try again"
READERS = 8  # threads, each with a connection


class Archive:
    """What is written and looked up, with errors as refusals."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.on_failure: Callable[[], None] = lambda: None  # something could not be stored
        # Of its own: whoever keeps other threads busy keeps nobody from looking a game up.
        self._readers = concurrent.futures.ThreadPoolExecutor(READERS, "archive")

    async def write(self, work: Callable[[Connection], T], arrived: float | None = None) -> T:
        """Have something stored; it is durable when this returns. Whoever asked for it has waited
        since it arrived."""
        try:
            return await _settled(self._database.write(work, arrived))
        except Unavailable as error:
            log.error("%s", error)
            self.on_failure()
            raise Refuse("unavailable", UNSTORED) from None
        except InvalidRecord as error:
            raise unreadable(error) from None
        except NoSuchGame:
            raise Refuse("not-found", "there is no such game") from None

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have something looked up."""

        def reading() -> T:
            with self._database.read() as connection:
                return work(connection)

        try:
            async with asyncio.timeout(engines.WAIT + engines.SILENCE):
                return await asyncio.get_running_loop().run_in_executor(self._readers, reading)
        except TimeoutError:
            log.error("the database does not answer")
            raise Refuse("unavailable", UNREAD) from None
        except Unavailable as error:
            log.error("%s", error)
            raise Refuse("unavailable", UNREAD) from None
        except InvalidRecord as error:
            raise unreadable(error) from None
        except NoSuchGame:
            raise Refuse("not-found", "there is no such game") from None

    def close(self) -> None:
        """Look nothing up any more."""
        self._readers.shutdown(wait=False, cancel_futures=True)


def unreadable(error: InvalidRecord) -> Refuse:
    """For a game whose record is damaged."""
    log.error("%s", error)
    return Refuse("unreadable", "what is stored of that game is damaged")


def _settled(job: "concurrent.futures.Future[T]") -> "asyncio.Future[T]":
    """A future of the store for the event loop to wait for. asyncio.wrap_future would do the same,
    but leaves a ring of references behind for every move: work for the garbage collector, which
    holds everybody up."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[T] = loop.create_future()

    def settle(done: "concurrent.futures.Future[T]") -> None:
        if waiting.done():  # whoever waited has left
            return
        if error := done.exception():
            waiting.set_exception(error)
        else:
            waiting.set_result(done.result())

    def stored(done: "concurrent.futures.Future[T]") -> None:
        with suppress(RuntimeError):  # the server has stopped meanwhile: nobody waits any more
            loop.call_soon_threadsafe(settle, done)

    job.add_done_callback(stored)
    return waiting
