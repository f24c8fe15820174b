"""Where sockets come in and go out: how many a client may have, and how they are greeted."""

from collections import Counter

from fastapi import WebSocket

from . import limits
from .messages import SUBPROTOCOL
from .refusals import Refuse
from .safety import refuse


class Sockets:
    """How many each client has open."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()

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
