"""Where sockets come in and go out: how many a client may have, how they are greeted, and how
quickly one may speak there."""

from collections import Counter

from fastapi import WebSocket

from . import limits
from .buckets import Bucket, Buckets
from .messages import SUBPROTOCOL
from .refusals import Refuse
from .safety import refuse

HAMMERING = 100  # refusals for haste in a row, and the socket is closed
POLICY = 1008  # the code it is closed with


class Sockets:
    """How many each client has open, and what it may say there."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()
        self.messages = Buckets(limits.ALL_MESSAGES, limits.ALL_MESSAGE_BURST)

    def enter(self, client: str) -> None:
        """One more, or Refuse."""
        if self.open[client] >= limits.SOCKETS:
            raise Refuse("too-many", f"{limits.SOCKETS} sockets at a time, no more")
        self.open[client] += 1

    def leave(self, client: str) -> None:
        """One less."""
        self.open[client] -= 1
        if not self.open[client]:
            del self.open[client]


class Pace:
    """How quickly somebody speaks on a socket."""

    def __init__(self, socket: WebSocket, client: str) -> None:
        sockets: Sockets = socket.app.state.sockets
        self._all, self._client = sockets.messages, client
        self._own = Bucket(limits.MESSAGES, limits.MESSAGE_BURST)
        self._hasty = 0

    def check(self) -> None:
        """One more message, or Refuse."""
        self._hasty += 1
        if not self._own.take():
            raise Refuse("too-many", f"{limits.MESSAGES:g} messages a second, no more")
        if not self._all.take(self._client):
            most = f"{limits.ALL_MESSAGES:g} messages a second on all sockets"
            raise Refuse("too-many", f"{most}, no more")
        self._hasty = 0

    @property
    def is_hammering(self) -> bool:
        """Whether the socket is to be closed."""
        return self._hasty > HAMMERING


async def enter(socket: WebSocket, client: str) -> bool:
    """Let a socket in, or refuse it; whether it is in. Whoever is in must `leave`."""
    sockets: Sockets = socket.app.state.sockets
    try:
        sockets.enter(client)
    except Refuse as refusal:
        await turn_away(socket, refusal)
        return False
    offered = socket.scope.get("subprotocols", [])
    try:
        await socket.accept(subprotocol=SUBPROTOCOL if SUBPROTOCOL in offered else None)
    except BaseException:
        sockets.leave(client)
        raise
    return True


def leave(socket: WebSocket, client: str) -> None:
    """A socket that was in is closed."""
    sockets: Sockets = socket.app.state.sockets
    sockets.leave(client)


async def turn_away(socket: WebSocket, refusal: Refuse) -> None:
    """Answer the handshake with a refusal."""
    await refuse(socket.scope, socket.send, refusal)
