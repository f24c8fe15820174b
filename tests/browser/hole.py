"""A way to the server on which sockets may fall silent without being closed."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from urllib.parse import urlsplit


class Hole:
    """Passes bytes on. WebSockets may go deaf: they stay open and pass nothing more."""

    def __init__(self, address: str) -> None:
        there = urlsplit(address)
        self._there = (there.hostname or "127.0.0.1", there.port or 80)
        self.url = ""
        self.swallows = False  # new WebSockets get no answer
        self._round = 0
        self._ways: set[asyncio.Task[None]] = set()
        self._leave = asyncio.Event()

    def deafen(self) -> None:
        """All WebSockets that are open pass nothing more, for ever."""
        self._round += 1

    async def run(self, is_open: threading.Event) -> None:
        """Let everybody through until `leave`."""
        door = await asyncio.start_server(self._enter, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{door.sockets[0].getsockname()[1]}"
        is_open.set()
        await self._leave.wait()
        door.close()
        for way in self._ways:
            way.cancel()
        await asyncio.gather(*self._ways, return_exceptions=True)

    def leave(self) -> None:
        """Close the door and every way behind it."""
        self._leave.set()

    def _enter(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        way = asyncio.ensure_future(self._go(here, back))
        self._ways.add(way)
        way.add_done_callback(self._ways.discard)

    async def _go(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        async with _closing(back):
            first = await here.read(65536)
            began = self._round if b"websocket" in first.lower() else None
            if began is not None and self.swallows:
                await asyncio.Future()
            there, forth = await asyncio.open_connection(*self._there)
            async with _closing(forth):
                forth.write(first)
                await asyncio.gather(self._pass(here, forth, began), self._pass(there, back, began))

    async def _pass(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, began: int | None
    ) -> None:
        while data := await source.read(65536):
            if began in (None, self._round):
                sink.write(data)
                await sink.drain()
        if began in (None, self._round):
            sink.write_eof()
        else:
            await asyncio.Future()  # whoever is deaf does not hear that the other side has gone


@asynccontextmanager
async def _closing(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """A connection that is closed whatever happens; one that the other side cut is no news."""
    with suppress(OSError):
        try:
            yield
        finally:
            writer.close()
            await writer.wait_closed()


@contextmanager
def way_to(address: str) -> Iterator[Hole]:
    hole, loop, is_open = Hole(address), asyncio.new_event_loop(), threading.Event()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(hole.run(is_open))

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert is_open.wait(10)
        yield hole
    finally:
        loop.call_soon_threadsafe(hole.leave)
        thread.join()
