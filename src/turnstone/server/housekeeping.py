"""What a server does once a day: remove the games that everybody deleted 30 days ago."""

import asyncio
import logging

from turnstone.store import games
from turnstone.store.database import Database
from turnstone.store.errors import StoreError

DAY = 24 * 3600
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
