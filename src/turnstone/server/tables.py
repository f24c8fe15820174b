"""All tables of this server: who may do what, what is stored, whose flag falls, which bot thinks.

Every change goes the same way, whoever asks for it: judged under the table's lock, stored, and
only then told.
"""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, TypeVar

from sqlalchemy import Connection

from turnstone.players import referee
from turnstone.players.referee import State
from turnstone.rules.errors import InvalidRecord
from turnstone.store import engines, games, lists, receipts
from turnstone.store.database import Database
from turnstone.store.errors import Answered, Conflict, Receipt, Taken
from turnstone.store.events import Event, Rematched, RematchOffered, numbered
from turnstone.store.games import StoredGame, folded

from . import commands, creation, requests
from .archive import UNSTORED, Archive, unreadable
from .bots import Bots
from .doings import AGAIN, Doings
from .identity import Identities
from .live import Table
from .messages import Done
from .refusals import Refuse
from .rematch import opening, rematch_seats
from .shelf import Shelf
from .study import SHORT, Study
from .waiting import alone
from .watchers import DELETED

log = logging.getLogger("turnstone.server")
T = TypeVar("T")
_ID = re.compile(r"[a-z0-9]{8,32}")
NOT_YOURS = "that is not a game of yours"


class Tables:
    """The tables, by game."""

    def __init__(
        self, database: Database, identities: Identities, bots: Bots, study: Study
    ) -> None:
        self.archive, self._bots, self._study = Archive(database), bots, study
        self.identities = identities
        self._shelf = Shelf()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._starts = False
        self._held: dict[str, Table] = {}  # those whose time waits for a start to be over
        self._doings = Doings(bots, self._append, self._go)
        self._tasks: set[asyncio.Task[Any]] = set()

    # ---- Tables

    async def table(self, game: str) -> Table:
        """The table of a game, from memory or from the store; Refuse if there is none. Whoever asks
        for it can play there: its time goes on."""
        table = await self._fetch(game)
        self._set_going(table)
        return table

    async def _fetch(self, game: str) -> Table:
        if not _ID.fullmatch(game):
            raise Refuse("not-found", "there is no such game")
        if found := self._shelf.find(game):
            return found
        loading = self._loading.get(game)
        if loading is None:
            loading = asyncio.create_task(self._load(game))
            self._loading[game] = loading
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> Table:
        stored = await self.archive.read(lambda connection: games.load(connection, game))
        # A game of the terminal is played there, and by nobody else.
        if stored.is_deleted or stored.origin != "server":
            raise Refuse("not-found", "there is no such game")
        table = await self._seat(stored)
        if self._starts:
            table.hold()
            self._held[game] = table
        else:
            self._doings.arrange(table)
        return table

    def _set_going(self, table: Table) -> None:
        """Let the time of a game go on that was read while the server starts."""
        if self._held.pop(table.id, None):
            table.let_go()
            self._doings.arrange(table)

    async def _open(self, stored: StoredGame) -> Table:
        table = await self._seat(stored)
        for seat in table.seats:
            if seat.bot is not None:
                self._bots.prepare(seat.bot, table.state.game.variant)
        self._doings.arrange(table)
        return table

    async def _seat(self, stored: StoredGame) -> Table:
        try:
            with games.legible(stored.id):
                if len(stored.events) <= SHORT:
                    table = Table(stored)
                else:
                    table = await self._study.run(stored.creator or "", lambda: Table(stored))
        except InvalidRecord as error:
            raise unreadable(error) from None
        return self._shelf.add(table)

    def begin(self) -> asyncio.Task[None]:
        """After a start, beside everything else: go on with the games that wait for us."""
        self._starts = True
        return self._go(self._resume())

    async def _resume(self) -> None:
        """Games in which a bot is to move or a clock runs.

        It takes a while to read many games, and a restart is to cost nobody time: clocks stand
        still until all are here, or until somebody comes to the table.
        """
        try:
            for game in await _patiently(lambda: self.archive.read(lists.awaiting_server)):
                try:
                    await _patiently(partial(self._fetch, game))
                except Refuse as refusal:
                    log.warning("game %s does not go on: %s", game, refusal.message)
                except Exception:  # all others do
                    log.exception("game %s does not go on", game)
        finally:
            self._starts = False
            for table in list(self._held.values()):
                try:
                    self._set_going(table)
                except Exception:
                    log.exception("game %s does not go on", table.id)

    async def create(self, work: Callable[[Connection], StoredGame]) -> Table:
        """Store a new game and open its table."""
        return await self._open(await self.archive.write(work))

    # ---- Commands

    async def order(
        self,
        table: Table,
        identity: str,
        order: "commands.Order | requests.Rematch",
        arrived: float,
    ) -> Done:
        """Carry a client's command out. When this returns, it is on the disk.

        A client who leaves meanwhile cuts nothing off: what is stored is told to the others.
        """
        if not table.holds(identity, order.seat):
            raise Refuse("not-your-seat", "only whoever holds that seat acts for it")
        task = asyncio.create_task(self._carry_out(table, identity, order, arrived))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_report_fault)
        # A disk that hangs cannot be hurried. What is being stored goes on, and the table waits for
        # it; whoever asks again with the same key is told what came of it.
        limit = arrived + engines.WAIT + 2 * engines.SILENCE - time.monotonic()
        if not (await asyncio.wait([task], timeout=limit))[0]:
            raise Refuse("unavailable", UNSTORED)
        return {"type": "done", "key": order.key, "seq": task.result()}

    async def _carry_out(
        self,
        table: Table,
        identity: str,
        order: "commands.Order | requests.Rematch",
        arrived: float,
    ) -> int:
        receipt = Receipt(identity, order.key, commands.fingerprint(order), "")
        async with alone(table, arrived):
            if table.is_deleted:
                raise Refuse("not-found", "there is no such game")
            try:
                if order.seq > table.seq:  # another server may have gone on
                    await self._catch_up(table)
                if order.seq != table.seq:
                    come = "has moved on" if order.seq < table.seq else "has only come"
                    raise Refuse("stale", f"the game {come} to event {table.seq}")
                if isinstance(order, requests.Rematch):
                    return await self._rematch(table, order, receipt, arrived)
                return await self._play(table, order, receipt, arrived)
            except Answered as answered:
                known = answered.receipt
            except Refuse as refusal:
                if refusal.code in ("unavailable", "not-found"):
                    raise
                found = await self.archive.read(
                    lambda connection: receipts.answered(connection, identity, order.key, table.id)
                )
                if found is None:
                    raise
                known = found
            seq = _repeated(known, receipt)
            if seq > table.seq:  # it was stored without our knowing, or by another server
                await self._catch_up(table)
            return seq

    async def _play(
        self, table: Table, order: "commands.Order", receipt: Receipt, arrived: float
    ) -> int:
        now = table.now(arrived)
        events = commands.judged(table, order, now)
        if commands.is_flag(events):
            await self._append(table, events, now, arrived=arrived)
            raise Refuse("not-allowed", "the time had run out")
        return await self._append(table, events, now, receipt, arrived)

    async def _append(
        self,
        table: Table,
        events: Sequence[Event],
        now: float,
        receipt: Receipt | None = None,
        arrived: float | None = None,
    ) -> int:
        """Store what happened, then tell. Under the table's lock."""
        expected = table.seq
        last = expected + len(events)
        if receipt:
            receipt = _answering(receipt, last)
        states = list(accumulate(events, _after, initial=table.state))[1:]
        after, opens = states[-1], table.outcome is not None and states[-1].outcome is None

        def work(connection: Connection) -> None:
            games.append(connection, table.id, expected, events, after, at=now, receipt=receipt)
            if opens:
                creation.check_room(connection, table.stored.creator)

        try:
            await self.archive.write(work, arrived)
        except Conflict:
            await self._catch_up(table)
            raise Refuse("stale", f"the game has moved on to event {table.seq}") from None
        except Refuse as refusal:
            if refusal.code == "not-found":
                self._gone(table)
            raise
        self._happened(table, events, expected, now, states)
        return last

    def _happened(
        self,
        table: Table,
        events: Sequence[Event],
        before: int,
        now: float,
        states: Sequence[State] = (),
    ) -> None:
        table.follow(numbered(events, before, now), states)
        self._doings.arrange(table)

    async def _catch_up(self, table: Table) -> None:
        """Another server, or a command that was cut off, went on with the game."""
        table.caught_up(
            await self.archive.read(lambda connection: games.load(connection, table.id))
        )
        self._doings.arrange(table)

    async def _rematch(
        self, table: Table, order: requests.Rematch, receipt: Receipt, arrived: float
    ) -> int:
        seats = rematch_seats(table, order.seat)
        expected, now, state = table.seq, table.now(), table.state
        offered: list[Event] = [RematchOffered(order.seat)]
        if seats is None:
            return await self._append(table, offered, now, receipt, arrived)
        old, fresh, moves = table.stored, games.new_id(), opening(table)
        events = [*offered, Rematched(fresh)]

        def begin() -> tuple[Sequence[Event], State]:
            before = games.beginning(old.variant, old.start, old.control, free_undo=old.free_undo)
            brought = folded(before, moves)
            begun = referee.start(brought, 0.0)
            return begun, folded(brought, begun)

        # Not in the thread that writes: everybody waits for it.
        if len(moves) <= SHORT:
            begun, after = begin()
        else:
            begun, after = await self._study.read(receipt.holder, begin)
        receipt = _answering(receipt, expected + len(events))

        def work(connection: Connection) -> StoredGame:
            made = games.create(
                connection,
                old.variant,
                seats,
                start=old.start,
                control=old.control,
                free_undo=old.free_undo,
                creator=old.creator,
                events=[*moves, *begun],
                brought=len(moves),
                after=after,
                id=fresh,
            )
            games.append(connection, old.id, expected, events, state, at=now, receipt=receipt)
            creation.check_room(connection, old.creator)
            return made

        try:
            made = await self.archive.write(work, arrived)
        except Conflict:
            await self._catch_up(table)
            raise Refuse("stale", f"the game has moved on to event {table.seq}") from None
        self._happened(table, events, expected, now)
        await self._open(made)
        return table.seq

    async def join(self, game: str, seat: int, identity: str, player: str) -> Table:
        """Sit down on a seat that a link is for; `started` follows when it was the last one."""
        arrived = arrival()
        table = await self.table(game)
        async with alone(table, arrived):
            now, state, seq = table.now(), table.state, table.seq

            def work(connection: Connection) -> StoredGame:
                found = games.take_seat(connection, game, seat, identity, player, at=now)
                begun = any(isinstance(each.event, referee.Started) for each in found.events)
                if begun or any(each.is_free for each in found.seats):
                    return found
                # What the table knows is not folded again: everybody waits for this thread.
                news = (each.event for each in found.events if each.seq > seq)
                before = folded(state, news)
                events = referee.start(before, now)
                after = folded(before, events)
                games.append(connection, game, found.seq, events, after, at=now)
                return games.load(connection, game)

            try:
                stored = await self.archive.write(work, arrived)
            except Taken as error:
                raise Refuse("taken", str(error)) from None
            table.seated(stored)
            self._doings.arrange(table)
        return table

    # ---- Deleting

    async def delete(self, game: str, identity: str) -> None:
        """Take a game out of its owner's list; without owners it is gone."""
        try:
            table = await self.table(game)
        except Refuse as refusal:
            if refusal.code != "unreadable":
                raise
            await self._if_own(games.delete, game, identity)
        else:
            if identity not in table.owners:
                raise Refuse("forbidden", NOT_YOURS)
            await self._delete(table, identity)

    async def _if_own(
        self, change: Callable[[Connection, str, str], None], game: str, identity: str
    ) -> None:
        """Delete or restore by what is stored, whether or not the game can be read."""

        def work(connection: Connection) -> None:
            if identity in games.owners(connection, game):
                change(connection, game, identity)
            elif games.is_there(connection, game):
                raise Refuse("forbidden", NOT_YOURS)
            else:
                raise Refuse("not-found", "there is no such game")

        await self.archive.write(work)

    async def _delete(self, table: Table, identity: str) -> None:
        arrived = arrival()

        def work(connection: Connection) -> StoredGame:
            games.delete(connection, table.id, identity)
            stored = games.load(connection, table.id)
            if stored.is_deleted:
                games.pause(connection, table.id, table.now(arrived))
            return stored

        async with alone(table, arrived):
            if (await self.archive.write(work, arrived)).is_deleted:
                self._gone(table)

    def _gone(self, table: Table) -> None:
        """All who owned a game have deleted it, here or at another server."""
        table.is_deleted = True
        self._doings.arrange(table)
        table.watchers.close(DELETED)
        self._shelf.remove(table)

    async def restore(self, game: str, identity: str) -> Table:
        """Undo a deletion."""
        if not _ID.fullmatch(game):
            raise Refuse("not-found", "there is no such game")

        def change(connection: Connection, game: str, identity: str) -> None:
            games.restore(connection, game, identity)
            creation.check_room(connection, identity)

        await self._if_own(change, game, identity)
        if loading := self._loading.get(game):  # begun before, it may find the game still gone
            await asyncio.wait([loading])
        return await self.table(game)

    async def is_restorable(self, game: str, identity: str) -> bool:
        """Whether a game that is gone can be brought back by this identity."""
        if not _ID.fullmatch(game):
            return False
        try:
            return identity in await self.archive.read(
                lambda connection: games.owners(connection, game)
            )
        except Refuse as refusal:
            if refusal.code != "not-found":
                raise
            return False

    def _go(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_report)
        return task

    def announce_closing(self) -> None:
        """Tell everybody that the server stops."""
        for table in self._shelf:
            table.watchers.tell({"type": "closing"})

    async def close(self) -> None:
        """Stop everything that goes on by itself."""
        self._doings.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.archive.close()


async def _patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """What the store answers, as soon as it can be read."""
    while True:
        try:
            return await ask()
        except Refuse as refusal:
            if refusal.code != "unavailable":
                raise
        await asyncio.sleep(AGAIN)


def _report(task: asyncio.Task[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    if error:
        log.error("something at a table failed", exc_info=error)


def _report_fault(task: asyncio.Task[Any]) -> None:
    """Of a command: whoever gave it is told of a refusal."""
    if task.cancelled() or not isinstance(task.exception(), Refuse):
        _report(task)


def _after(state: State, event: Event) -> State:
    return folded(state, [event])


def _answering(receipt: Receipt, seq: int) -> Receipt:
    return Receipt(receipt.holder, receipt.key, receipt.fingerprint, str(seq))


def _repeated(known: Receipt, receipt: Receipt) -> int:
    """The answer to a command that was carried out before, if this is the same one."""
    if known.fingerprint != receipt.fingerprint:
        raise Refuse("key-reused", "that key was used for another command") from None
    return int(known.answer)


def arrival() -> float:
    """The moment a message arrived."""
    return time.monotonic()
