"""What a server does now and then: remove the games that everybody deleted 30 days ago, and look
through its memory for what is no longer needed.
"""

import asyncio
import gc
import logging
import time
from collections.abc import Callable

from turnstone.store import games
from turnstone.store.database import Database
from turnstone.store.errors import StoreError

DAY = 24 * 3600
QUARTER = 15 * 60
LOOKS = (1_000, 5)  # after so many new objects; every so many of these also at those of before
GROWN = 5  # of the latter, and some 30,000 objects have come to stay: a few milliseconds' work
log = logging.getLogger("turnstone.server")


async def keep_house(database: Database) -> None:
    """Clean up now, and every day until it is cancelled."""
    while True:
        try:
            removed = await asyncio.wrap_future(database.write(games.purge))
            if removed:
                log.info("games removed, deleted 30 days ago: %s", removed)
        except StoreError as error:
            log.warning("deleted games could not be removed: %s", error)
        await asyncio.sleep(DAY)


def spare() -> None:
    """Let the collector look at what is new, often and briefly, and never by itself at the rest:
    a look through all tables and sockets takes a fifth of a second in which nobody is answered."""
    gc.freeze()
    gc.set_threshold(*LOOKS, 1_000_000)
    gc.enable()


async def clear_memory(is_alone: Callable[[], bool], seconds: float = 1.0) -> None:
    """Free rings of references among things that lived for a while. Nobody waits for long: what has
    been looked through is set aside, and the next look is for what came since. Tables and sockets
    leave no rings when they go; should something else, it is found while nobody is connected."""
    due = time.monotonic() + QUARTER
    while True:
        await asyncio.sleep(seconds)
        if time.monotonic() > due and is_alone():
            due = time.monotonic() + QUARTER
            gc.unfreeze()
            _look_through()
        elif gc.get_count()[2] >= GROWN:
            _look_through()


def _look_through() -> None:
    gc.collect()
    gc.freeze()
