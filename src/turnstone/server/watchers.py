"""Those who watch a table: each has a queue of its own, and nobody waits for the slow."""

import asyncio
from collections import deque
from collections.abc import Iterator

from pydantic_core import to_json

from . import limits
from .messages import Json

TOO_SLOW = 4008  # close codes of our own
DELETED = 4404


def encoded(message: object) -> str:
    """A message as it is sent."""
    return to_json(message).decode()


class Watcher:
    """One socket's queue."""

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self.closed: int | None = None  # the code it is closed with
        self._texts: deque[str] = deque()
        self._size = 0
        self._there = asyncio.Event()
        self.cut = asyncio.Event()  # set when it is closed, whatever still waits to be sent

    def put(self, text: str) -> None:
        """Have a message sent; a reader who is too far behind is cut off, and may come back."""
        if self.closed is not None:
            return
        self._texts.append(text)
        self._size += len(text)
        if len(self._texts) > limits.QUEUE or self._size > limits.QUEUE_BYTES:
            self.close(TOO_SLOW)
        self._there.set()

    def close(self, code: int) -> None:
        """No more messages; `next` gives None."""
        self.closed = code
        self._texts.clear()
        self._there.set()
        self.cut.set()

    async def next(self) -> str | None:
        """The next message, or None when the socket is to be closed."""
        while not self._texts:
            if self.closed is not None:
                return None
            self._there.clear()
            await self._there.wait()
        text = self._texts.popleft()
        self._size -= len(text)
        return text


class Watchers:
    """All who watch one table."""

    def __init__(self) -> None:
        self._all: set[Watcher] = set()

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(tuple(self._all))

    def add(self, watcher: Watcher) -> None:
        """Somebody came."""
        self._all.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Somebody went."""
        self._all.discard(watcher)

    def identities(self) -> set[str]:
        """Who is here."""
        return {watcher.identity for watcher in self._all}

    def tell(self, message: Json) -> None:
        """One message to all; written once."""
        if self._all:
            text = encoded(message)
            for watcher in self._all:
                watcher.put(text)

    def close(self, code: int) -> None:
        """Send everybody away."""
        for watcher in self._all:
            watcher.close(code)
