"""What a server does now and then: remove the games that everybody deleted 30 days ago, and look
through all of its memory for what is no longer needed.
"""

import asyncio
import gc
import logging

from turnstone.store import games
from turnstone.store.database import Database
from turnstone.store.errors import StoreError

DAY = 24 * 3600
QUARTER = 15 * 60
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


async def clear_memory(seconds: float = QUARTER) -> None:
    """Free rings of references among things that lived for long, such as closed sockets. The
    collector is kept from doing so by itself: everybody waits meanwhile."""
    while True:
        await asyncio.sleep(seconds)
        gc.collect()
