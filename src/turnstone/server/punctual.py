"""Connections that must come to the point: a request's headers arrive in time, or it hangs up.

uvicorn waits for them for ever; bodies are timed by `safety`.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .safety import SLOW


class Punctual(HttpToolsProtocol):
    """uvicorn's HTTP, with a time from the first byte (or the connection) to the end of headers."""

    _hanging_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and is to say what for."""
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        if self._hanging_up is None:
            self._wait()

    def on_headers_complete(self) -> None:
        """All is said."""
        super().on_headers_complete()
        self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        super().connection_lost(exc)
        self._stop_waiting()

    def _wait(self) -> None:
        self._hanging_up = self.loop.call_later(SLOW, self._hang_up)

    def _stop_waiting(self) -> None:
        if self._hanging_up is not None:
            self._hanging_up.cancel()
            self._hanging_up = None

    def _hang_up(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait()  # the answer to the request before goes out first
        else:
            self.transport.close()
