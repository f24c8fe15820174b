"""Threads for work that takes a while: a few of them, which clients take in turn."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .turns import Turns

T = TypeVar("T")


class Crew:
    """So many threads for all clients, and who waits for one."""

    def __init__(self, threads: int, name: str, prepare: Callable[[], None] = lambda: None) -> None:
        self._pool = ThreadPoolExecutor(threads, name, initializer=prepare)
        self.turns = Turns(threads, threads)

    async def run(
        self, client: str, work: Callable[[], T], waits: Callable[[], None] = lambda: None
    ) -> T:
        """Have work done when it is the client's turn; `waits` is called if that is not at once.

        Whoever leaves meanwhile keeps the place until the thread is through: those who are next
        come to threads that are free, and form no second queue in front of them.
        """
        async with self.turns.turn(client, waits):
            job = asyncio.get_running_loop().run_in_executor(self._pool, work)
            try:
                return await asyncio.shield(job)
            except asyncio.CancelledError:
                await asyncio.wait([job])
                job.exception()  # nobody wants to know
                raise

    def close(self) -> None:
        """Forget what has not begun."""
        self._pool.shutdown(wait=False, cancel_futures=True)
