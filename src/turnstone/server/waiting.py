"""Waiting for a table, and not for ever."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from turnstone.store import engines

from .archive import UNSTORED
from .live import Table
from .refusals import Refuse


@asynccontextmanager
async def alone(table: Table, arrived: float) -> AsyncIterator[None]:
    """A table's lock for somebody who has waited since he arrived. Whoever has it may wait for the
    store, and those behind him are not to wait for as long once more."""
    try:
        async with asyncio.timeout(arrived + engines.WAIT - time.monotonic()):
            await table.lock.acquire()
    except TimeoutError:
        raise Refuse("unavailable", UNSTORED) from None
    try:
        yield
    finally:
        table.lock.release()
