"""Sockets whose handshake may be refused with an answer, which leave nothing behind, and on which
nobody can say more than the others have time for."""

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from . import limits
from .buckets import Bucket
from .doors import POLICY
from .parting import part

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

# Bytes that are read at once. What arrives together may be 40,000 frames, which take a second:
# between two pieces it is seen whether that is too many.
PIECE = 1024


class Handshakes(WebSocketsSansIOProtocol):
    """uvicorn's sockets; it takes a handshake that was answered with a refusal for one that was
    not answered at all, and would write that to the log as an error. It also has all the time in
    the world for frames that are no messages: here each counts."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._frames = Bucket(limits.FRAMES, limits.FRAME_BURST)
        self._parted = False

    def data_received(self, data: bytes) -> None:
        """Read piece by piece, until it is too much."""
        for start in range(0, len(data), PIECE):
            super().data_received(data[start : start + PIECE])
            if self._parted or self.transport.is_closing():
                return

    def handle_events(self) -> None:
        """Hear what came, unless it is too much."""
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self._part()  # with what the library has to say; uvicorn would wait for more
        elif self._frames.take(len(self.conn.events)):
            super().handle_events()
        else:
            self._end()

    def _end(self) -> None:
        """Close the socket of somebody who floods it; now, also if it was being closed."""
        if self.close_sent or self.conn.state is not State.OPEN:
            self._parted = True
            self.transport.abort()
            return
        self.conn.events_received()
        self.conn.send_close(POLICY, "too many frames")
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY})
        self._part()

    def _part(self) -> None:
        self.stop_keepalive()
        self._parted = self.close_sent = True
        self.read_paused = False  # for uvicorn: there is nothing to go on with
        self.close_timer = part(self.transport, b"".join(self.conn.data_to_send()))

    async def send(self, message: "ASGISendEvent") -> None:
        """Send, and take note of an answer's end."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True
        elif message["type"] == "websocket.close" and self.close_timer is not None:
            self.close_timer.cancel()
            self._give_up_later()

    async def run_asgi(self) -> None:
        """Be there for the socket until it is closed."""
        await super().run_asgi()
        if self.close_timer is None and not self.disconnected:
            self._give_up_later()

    def _give_up_later(self) -> None:
        """uvicorn would wait until somebody who reads nothing has read all."""
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        super().connection_lost(exc)
        # A generator that reads for the connection and holds it: a ring of references otherwise.
        self.conn.parser.close()
