"""Taking turns: so many at once, and those who wait are served by client, not by who came first.

Whoever has fewest places is next, so that somebody with many bots at work keeps the others' waiting
for no longer than one with a single bot.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class Turns:
    """`places` for all, of which one client has `each` at most."""

    def __init__(self, places: int, each: int) -> None:
        self._places, self._each = places, each
        self._busy: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # whose turn is next comes first

    @asynccontextmanager
    async def turn(
        self, client: str, waits: Callable[[], None] = lambda: None
    ) -> AsyncIterator[None]:
        """Wait for a place, and have it while the block runs. `waits` is called if none is free."""
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(mine)
        self._serve()
        try:
            if not mine.done():
                waits()
            await mine
            yield
        finally:
            if mine.cancelled():
                self._withdraw(client, mine)
            else:
                self._busy[client] -= 1
                self._busy += Counter()  # forgets those who have none
            self._serve()

    def waiting(self, client: str) -> int:
        """How many a client has waiting."""
        return len(self._waiting.get(client, ()))

    def others_wait(self, client: str) -> bool:
        """Whether somebody else waits; any thread may ask."""
        return any(each != client for each in tuple(self._waiting))

    def _withdraw(self, client: str, mine: asyncio.Future[None]) -> None:
        line = self._waiting.get(client, deque())
        if mine in line:
            line.remove(mine)
            if not line:
                del self._waiting[client]

    def _serve(self) -> None:
        while self._busy.total() < self._places:
            free = [each for each in self._waiting if self._busy[each] < self._each]
            if not free:
                return
            client = min(free, key=self._busy.__getitem__)
            line = self._waiting.pop(client)
            first = line.popleft()
            if line:
                self._waiting[client] = line  # behind the others
            if not first.cancelled():
                self._busy[client] += 1
                first.set_result(None)
