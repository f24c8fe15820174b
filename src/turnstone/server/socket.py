"""A game's socket: events as they happen, commands as they come."""

import asyncio
import logging
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter

from .doors import POLICY, Pace, enter, leave, turn_away
from .games import refused
from .live import Replay, Table
from .reading import read_message
from .refusals import Refuse
from .requests import Heard, Ping
from .study import SHORT, Study
from .tables import Tables, arrival
from .watchers import Watcher, encoded

router = APIRouter()
HEARD: TypeAdapter[Heard] = TypeAdapter(Heard)
log = logging.getLogger("turnstone.server")
CATCH_UP = 100  # events; beyond that the whole state is shorter, and quicker to make
PARTING = 30.0  # seconds in which a reader that was cut off can still hear why


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
        self._study: Study = socket.app.state.study
        self._watcher = Watcher(who)
        self._pace = Pace(socket, who)

    async def stay(self, since: int | None) -> None:
        """Greet, then listen and speak until one side leaves."""
        table = self._table
        replay = await self._caught_up(since)
        # No await from here until the watcher is in: nothing can happen in between.
        self._greet(replay)
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

    async def _caught_up(self, since: int | None) -> Replay | None:
        """Tell what was missed, all but the last events; None where the whole state is to be told.
        To make many messages again takes a while: that is no work for the event loop."""
        table, study = self._table, self._study
        if since is None or not 0 <= table.seq - since <= CATCH_UP:
            return None
        replay = Replay(table, since)

        def tell() -> list[str]:
            return [encoded(message) for message in replay.tell(table.seq - 1)]

        try:
            while replay.left > SHORT:
                for text in await study.read(self._who, tell):
                    self._watcher.put(text)
        except Refuse:  # there is much of theirs to be gone through already
            return None
        return replay

    def _greet(self, replay: Replay | None) -> None:
        table = self._table
        if replay is None:
            self._watcher.put(encoded(table.whole(self._who, self._tables.identities)))
        else:
            for message in replay.tell(table.seq):
                self._watcher.put(encoded(message))
        if table.thinking is not None:
            self._watcher.put(encoded(table.thought()))

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
            self._pace.check()
            order, key = read_message(HEARD, text, "key")
            if isinstance(order, Ping):
                self._watcher.put(encoded({"type": "pong", "key": key}))
                return
            done = await self._tables.order(self._table, self._who, order, arrived)
            self._watcher.put(encoded(done))
        except Refuse as refusal:
            if self._pace.is_hammering:
                self._watcher.close(POLICY)
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
