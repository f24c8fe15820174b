"""Connections that must come to the point: a request is not too long and arrives in time, one after
the other, or it hangs up.

uvicorn waits for ever, for headers of any length, and reads all requests that arrive together
before it answers the first.
"""

import asyncio
import json
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from . import limits
from .lobby import Lobby
from .parting import MOMENT, part
from .refusals import Refuse
from .safety import SLOW
from .seldom import seldom

PIECE = 1024  # bytes that are read at once, and may be several requests; the others wait
WHOLE = limits.HEADERS + 2 * limits.BODY  # bytes of a request; who was told "too large" knows
UNHEARD = 30.0  # seconds for which an answer waits for somebody who does not read it

_unreadable = seldom("a request could not be read")
_upgrade = seldom("an upgrade to something other than a WebSocket was asked for")


class Flow(FlowControl):
    """uvicorn's, which goes on reading whenever a request waits for its body: not while there is
    something left that was read already."""

    is_held = False

    def resume_reading(self) -> None:
        """Go on, if there is room."""
        if not self.is_held:
            super().resume_reading()


class Punctual(HttpToolsProtocol):
    """uvicorn's HTTP, with a time from the first byte (or the connection) to the end of headers,
    and from there to the end of the body."""

    flow: Flow
    _hanging_up: asyncio.TimerHandle | None = None
    _unheard: asyncio.TimerHandle | None = None
    _parting: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, lobby: Lobby, **more: Any) -> None:
        super().__init__(*args, **more)
        self._lobby = lobby
        self._held = b""  # read, and not looked at yet: there are requests before it
        self._size = 0  # of a request, so far
        self._in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and is to say what for."""
        super().connection_made(transport)
        self.flow = Flow(transport)
        self._wait()
        self._lobby.enter(self, len(self.connections))

    def data_received(self, data: bytes) -> None:
        """Read piece by piece, and not beyond a request that has to wait for another."""
        self._unset_keepalive_if_required()
        if self._held:
            self._held += data
        elif self._parting is None:
            self._read(data)

    def _read(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self.pipeline:
                self._held = data[start:]
                self.flow.is_held = True
                self.flow.pause_reading()
                return
            if not self._parse(data[start : start + PIECE]):
                return

    def _parse(self, piece: bytes) -> bool:
        """Whether there is more to be read."""
        self._size += len(piece)
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserError as error:
            if isinstance(error.__context__, Refuse):
                return self._turn_away(error.__context__)
            _unreadable()
            return self._turn_away(Refuse("invalid", "that is no request that can be read"))
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            else:
                _upgrade()  # and is answered as if it were not
            return False
        if self._size > (WHOLE if self._in_body else limits.HEADERS):
            return self._turn_away(_too_long())
        if self._size and self._hanging_up is None:
            self._wait()
        return not self.transport.is_closing()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One line of the headers, or after the body."""
        super().on_header(name, value)
        if len(self.headers) > limits.HEADER_LINES:
            raise _too_long()

    def on_headers_complete(self) -> None:
        """It is said what is wanted; there may be more."""
        super().on_headers_complete()
        self._in_body = True
        self._wait()

    def on_message_complete(self) -> None:
        """All is said."""
        super().on_message_complete()
        self._in_body, self._size = False, 0
        self._stop_waiting()
        self._lobby.leave(self)

    def on_response_complete(self) -> None:
        """The next, if it was read already."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._held = b""
            self._give_up_later()
            return
        if not self._is_answering():
            self._lobby.enter(self, len(self.connections))
        if not self.pipeline:
            held, self._held = self._held, b""
            self.flow.is_held = False
            self.flow.resume_reading()
            if held:
                self.data_received(held)

    def handle_websocket_upgrade(self) -> None:
        """Another protocol goes on from here, and this one is not told when it ends."""
        self._stop_waiting()
        self._lobby.leave(self)
        super().handle_websocket_upgrade()
        # The parser has our methods: left alone, each socket would leave this ring of references.
        self.parser = None  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        super().connection_lost(exc)
        self._stop_waiting()
        self._lobby.leave(self)
        self._held = b""
        for timer in (self._unheard, self._parting):
            if timer is not None:
                timer.cancel()

    def pause_writing(self) -> None:
        """Somebody does not read."""
        super().pause_writing()
        self._give_up_later()

    def resume_writing(self) -> None:
        """Somebody reads."""
        super().resume_writing()
        if self._unheard is not None and not self.transport.is_closing():
            self._unheard.cancel()
            self._unheard = None

    def timeout_keep_alive_handler(self) -> None:
        """Nobody has asked for anything more."""
        self.make_room()

    def make_room(self) -> None:
        """Go, so that another can come."""
        self.transport.close()
        self._give_up_later()

    def _give_up_later(self) -> None:
        """What nobody reads is not kept for ever."""
        if self._unheard is None:
            self._unheard = self.loop.call_later(UNHEARD, self.transport.abort)

    def _wait(self, seconds: float = SLOW) -> None:
        self._stop_waiting()
        self._hanging_up = self.loop.call_later(seconds, self._hang_up)

    def _stop_waiting(self) -> None:
        if self._hanging_up is not None:
            self._hanging_up.cancel()
            self._hanging_up = None

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _hang_up(self) -> None:
        if self._is_answering():
            self._wait(MOMENT)  # the answer goes out first: to the request before, or "too late"
        else:
            self.make_room()

    def _turn_away(self, refusal: Refuse) -> bool:
        """Answer what is no request, and hang up. There is no more to be read, as is returned."""
        self._stop_waiting()
        self._lobby.leave(self)
        if self._in_body:
            self.transport.abort()  # it is answered, or will never be whole
            return False
        if self._is_answering():
            self.cycle.keep_alive = False  # the answer to a request before is the last
            self.flow.is_held = True
            self.flow.pause_reading()
            return False
        self._parting = part(self.transport, _answer(refusal))
        return False


def _answer(refusal: Refuse) -> bytes:
    body = json.dumps(refusal.body).encode()
    head = [
        f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body


def _too_long() -> Refuse:
    most = f"{limits.HEADERS // 1000} kB and {limits.HEADER_LINES} lines"
    return Refuse("too-large", f"the headers of a request are {most} at most", 431)
