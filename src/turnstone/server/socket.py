"""A game's socket: events as they happen, commands as they come."""

import asyncio
import logging
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from . import limits
from .buckets import Bucket
from .doors import enter, leave, turn_away
from .games import COMMAND, refused
from .live import Table
from .reading import read_message
from .refusals import Refuse
from .tables import Tables, arrival
from .watchers import Watcher, encoded

router = APIRouter()
log = logging.getLogger("turnstone.server")
CATCH_UP = 100  # events; beyond that the whole state is shorter, and quicker to make
POLICY = 1008
PARTING = 30.0  # seconds in which a reader that was cut off can still hear why
HAMMERING = 100  # refusals for haste in a row, and the socket is closed


@router.websocket("/games/{game}/socket")
async def socket(
    socket: WebSocket, game: str, since: Annotated[int | None, Query(ge=0, le=2**31)] = None
) -> None:
    """Watch a game, and play it."""
    tables: Tables = socket.app.state.tables
    who = socket.state.identity.id
    try:
        table = await tables.table(game)
    except Refuse as refusal:
        await turn_away(socket, refusal)
        return
    if not await enter(socket, who):
        return
    try:
        await Seated(socket, tables, table, who).stay(since)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone while we were speaking
    finally:
        leave(socket, who)


class Seated:
    """Somebody at a table, for as long as the socket is open."""

    def __init__(self, socket: WebSocket, tables: Tables, table: Table, who: str) -> None:
        self._socket, self._tables, self._table, self._who = socket, tables, table, who
        self._watcher = Watcher(who)
        self._bucket = Bucket(limits.MESSAGES, limits.MESSAGE_BURST)
        self._hasty = 0

    async def stay(self, since: int | None) -> None:
        """Greet, then listen and speak until one side leaves."""
        table = self._table
        # No await from here until the watcher is in: nothing can happen in between.
        self._greet(since)
        table.watchers.add(self._watcher)
        table.watchers.tell(table.present())
        tasks = [
            asyncio.create_task(self._speak()),
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._cut_off()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.watchers.remove(self._watcher)
            table.watchers.tell(table.present())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._watcher.closed is not None:
            with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                async with asyncio.timeout(PARTING):
                    await self._socket.close(self._watcher.closed)

    def _greet(self, since: int | None) -> None:
        table = self._table
        behind = None if since is None else table.seq - since
        if behind is None or not 0 <= behind <= CATCH_UP:
            self._watcher.put(encoded(table.whole(self._who, self._tables.identities)))
        elif behind and since is not None:
            for message in table.since(since):
                self._watcher.put(encoded(message))
        if table.thinking is not None:
            self._watcher.put(encoded({"type": "thinking", "seat": table.thinking}))

    async def _speak(self) -> None:
        while (text := await self._watcher.next()) is not None:
            await self._socket.send_text(text)

    async def _cut_off(self) -> None:
        """Somebody who does not read holds `_speak` up, but not this."""
        await self._watcher.cut.wait()

    async def _listen(self) -> None:
        while self._watcher.closed is None:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                text = ""  # bytes are not spoken here; they cannot be read
            await self._hear(text)
            await asyncio.sleep(0)  # many small messages come at once: let others have their turn

    async def _hear(self, text: str) -> None:
        arrived, key = arrival(), None
        try:
            if not self._bucket.take():
                self._hasty += 1
                if self._hasty > HAMMERING:
                    self._watcher.close(POLICY)
                raise Refuse("too-many", f"{limits.MESSAGES:g} messages a second, no more")
            self._hasty = 0
            order, key = read_message(COMMAND, text, "key")
            done = await self._tables.order(self._table, self._who, order, arrived)
            self._watcher.put(encoded(done))
        except Refuse as refusal:
            key = key or refusal.label
            if refusal.code in ("invalid", "too-many"):
                answer: object = {"type": "refused", "key": key, **refusal.body, "state": None}
            else:
                answer = refused(self._tables, self._table, self._who, key, refusal)
            self._watcher.put(encoded(answer))
        except Exception:
            log.exception("a message on a socket failed")
            broken = Refuse("internal", "something is broken here; it has been written to the log")
            answer = {"type": "refused", "key": key, **broken.body, "state": None}
            self._watcher.put(encoded(answer))
