"""All tables of this server: who may do what, what is stored, whose flag falls, which bot thinks.

Every change goes the same way, whoever asks for it: judged under the table's lock, stored, and
only then told.
"""

import asyncio
import concurrent.futures
import logging
import re
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from turnstone.players import referee
from turnstone.players.referee import State
from turnstone.rules.errors import IllegalMove, InvalidMove, InvalidRecord
from turnstone.store import games, lists, receipts
from turnstone.store.database import Database
from turnstone.store.errors import Answered, Conflict, NoSuchGame, Receipt, Taken, Unavailable
from turnstone.store.events import Event, Rematched, RematchOffered, numbered
from turnstone.store.games import StoredGame, folded

from . import commands, messages
from .bots import BotFailed, Bots, Job, NotWanted
from .identity import Identities
from .live import Table
from .messages import Done
from .refusals import Refuse
from .rematch import rematch_seats
from .watchers import DELETED

log = logging.getLogger("turnstone.server")
T = TypeVar("T")
_ID = re.compile(r"[a-z0-9]{8,32}")
KEPT = 2_000  # tables in memory before those at which nothing happens are dropped
AGAIN = 1.0  # seconds until a bot's move that could not be stored is tried again


class Tables:
    """The tables, by game."""

    def __init__(self, database: Database, identities: Identities, bots: Bots) -> None:
        self._database, self._bots = database, bots
        self.identities = identities
        # A table that somebody still has in hand is found again even when it is not kept any more:
        # there are never two of one game, of which one would hear nothing of the other's moves.
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._kept: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._held: list[Table] | None = None  # tables whose clocks wait for a start to be over
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._thoughts: dict[str, tuple[object, asyncio.Task[None]]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # ---- The store, off the event loop

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have something stored; it is durable when this returns."""
        try:
            return await _settled(self._database.write(work))
        except Unavailable as error:
            log.error("%s", error)
            raise Refuse("unavailable", "the game cannot be stored now; try again") from None
        except InvalidRecord as error:
            raise _unreadable(error) from None
        except NoSuchGame:
            raise Refuse("not-found", "there is no such game") from None

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have something looked up."""

        def reading() -> T:
            with self._database.read() as connection:
                return work(connection)

        try:
            return await asyncio.to_thread(reading)
        except Unavailable as error:
            log.error("%s", error)
            raise Refuse("unavailable", "the games cannot be read now; try again") from None
        except InvalidRecord as error:
            raise _unreadable(error) from None
        except NoSuchGame:
            raise Refuse("not-found", "there is no such game") from None

    # ---- Tables

    async def table(self, game: str) -> Table:
        """The table of a game, from memory or from the store; Refuse if there is none."""
        if not _ID.fullmatch(game):
            raise Refuse("not-found", "there is no such game")
        if found := self._tables.get(game):
            self._keep(found)
            return found
        loading = self._loading.get(game)
        if loading is None:
            loading = asyncio.create_task(self._load(game))
            self._loading[game] = loading
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> Table:
        stored = await self.read(lambda connection: games.load(connection, game))
        # A game of the terminal is played there, and by nobody else.
        if stored.is_deleted or stored.origin != "server":
            raise Refuse("not-found", "there is no such game")
        table = await self._seat(stored)
        if self._held is None:
            self._arrange(table)
        else:
            self._held.append(table)
        return table

    async def _open(self, stored: StoredGame) -> Table:
        table = await self._seat(stored)
        self._arrange(table)
        return table

    async def _seat(self, stored: StoredGame) -> Table:
        try:
            with games.legible(stored.id):
                table = await asyncio.to_thread(Table, stored)  # a long game takes a while
        except InvalidRecord as error:
            raise _unreadable(error) from None
        table = self._tables.setdefault(stored.id, table)  # somebody else may have been quicker
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        if table.id not in self._kept and len(self._kept) >= KEPT:
            self._drop_idle()
        self._kept[table.id] = table

    def _drop_idle(self) -> None:
        """Forget tables at which nothing happens. One whose clock runs stays: its time is here."""
        for game, table in list(self._kept.items()):
            busy = table.watchers or table.lock.locked() or game in self._thoughts
            if not busy and table.time_left is None:
                del self._kept[game]

    def begin(self) -> asyncio.Task[None]:
        """After a start, beside everything else: go on with the games that wait for us."""
        self._held = []
        return self._go(self._resume())

    async def _resume(self) -> None:
        """Games in which a bot is to move or a clock runs.

        It takes a while to read many games, and a restart is to cost nobody time: clocks stand
        still until all are here.
        """
        try:
            for game in await _patiently(lambda: self.read(lists.awaiting_server)):
                try:
                    await _patiently(partial(self.table, game))
                except Refuse as refusal:
                    log.warning("game %s does not go on: %s", game, refusal.message)
        finally:
            held, self._held = self._held or [], None
            for table in held:
                table.wind()
                self._arrange(table)

    async def create(self, work: Callable[[Connection], StoredGame]) -> Table:
        """Store a new game and open its table."""
        return await self._open(await self.write(work))

    # ---- Commands

    async def order(
        self,
        table: Table,
        identity: str,
        order: "commands.Order | messages.Rematch",
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
        await asyncio.wait([task])
        return {"type": "done", "key": order.key, "seq": task.result()}

    async def _carry_out(
        self,
        table: Table,
        identity: str,
        order: "commands.Order | messages.Rematch",
        arrived: float,
    ) -> int:
        receipt = Receipt(identity, order.key, commands.fingerprint(order), "")
        async with table.lock:
            if table.is_deleted:
                raise Refuse("not-found", "there is no such game")
            try:
                if order.seq != table.seq:
                    raise Refuse("stale", f"the game has moved on to event {table.seq}")
                if isinstance(order, messages.Rematch):
                    return await self._rematch(table, order, receipt)
                return await self._play(table, order, receipt, table.now(arrived))
            except Answered as answered:
                known = answered.receipt
            except Refuse as refusal:
                if refusal.code in ("unavailable", "not-found"):
                    raise
                found = await self.read(
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
        self, table: Table, order: "commands.Order", receipt: Receipt, now: float
    ) -> int:
        events = commands.judged(table, order, now)
        if commands.is_flag(events):
            await self._append(table, events, now)
            raise Refuse("not-allowed", "the time had run out")
        return await self._append(table, events, now, receipt)

    async def _append(
        self, table: Table, events: Sequence[Event], now: float, receipt: Receipt | None = None
    ) -> int:
        """Store what happened, then tell. Under the table's lock."""
        expected = table.seq
        last = expected + len(events)
        if receipt:
            receipt = _answering(receipt, last)
        states = list(accumulate(events, _after, initial=table.state))[1:]
        try:
            await self.write(
                lambda connection: games.append(
                    connection, table.id, expected, events, states[-1], at=now, receipt=receipt
                )
            )
        except Conflict:
            await self._catch_up(table)
            raise Refuse("stale", f"the game has moved on to event {table.seq}") from None
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
        self._arrange(table)

    async def _catch_up(self, table: Table) -> None:
        """Another server, or a command that was cut off, went on with the game."""
        table.caught_up(await self.read(lambda connection: games.load(connection, table.id)))
        self._arrange(table)

    async def _rematch(self, table: Table, order: messages.Rematch, receipt: Receipt) -> int:
        seats = rematch_seats(table, order.seat)
        expected, now, state = table.seq, table.now(), table.state
        offered: list[Event] = [RematchOffered(order.seat)]
        if seats is None:
            return await self._append(table, offered, now, receipt)
        old, fresh = table.stored, games.new_id()
        events = [*offered, Rematched(fresh)]
        receipt = _answering(receipt, expected + len(events))

        def work(connection: Connection) -> StoredGame:
            beginning = games.beginning(
                old.variant, old.start, old.control, free_undo=old.free_undo
            )
            made = games.create(
                connection,
                old.variant,
                seats,
                start=old.start,
                control=old.control,
                free_undo=old.free_undo,
                creator=old.creator,
                events=referee.start(beginning, 0.0),
                id=fresh,
            )
            games.append(connection, old.id, expected, events, state, at=now, receipt=receipt)
            return made

        try:
            made = await self.write(work)
        except Conflict:
            await self._catch_up(table)
            raise Refuse("stale", f"the game has moved on to event {table.seq}") from None
        self._happened(table, events, expected, now)
        await self._open(made)
        return table.seq

    async def join(self, game: str, seat: int, identity: str, player: str) -> Table:
        """Sit down on a seat that a link is for; `started` follows when it was the last one."""
        table = await self.table(game)
        async with table.lock:
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
                stored = await self.write(work)
            except Taken as error:
                raise Refuse("taken", str(error)) from None
            table.seated(stored)
            self._arrange(table)
        return table

    # ---- Deleting

    async def delete(self, table: Table, identity: str) -> None:
        """Take a game out of somebody's list; without owners it is gone."""

        def work(connection: Connection) -> StoredGame:
            games.delete(connection, table.id, identity)
            return games.load(connection, table.id)

        async with table.lock:
            table.is_deleted = (await self.write(work)).is_deleted
            self._arrange(table)
            if table.is_deleted:
                table.watchers.close(DELETED)
                self._tables.pop(table.id, None)
                self._kept.pop(table.id, None)

    async def restore(self, game: str, identity: str) -> Table:
        """Undo a deletion."""
        if not _ID.fullmatch(game):
            raise Refuse("not-found", "there is no such game")
        stored = await self.read(lambda connection: games.load(connection, game))
        if identity not in stored.owners:
            raise Refuse("forbidden", "that is not a game of yours")
        await self.write(lambda connection: games.restore(connection, game, identity))
        return await self.table(game)

    # ---- What goes on by itself

    def _arrange(self, table: Table) -> None:
        """After every change: when does a flag fall, and is a bot to think?"""
        if flag := self._flags.pop(table.id, None):
            flag.cancel()
        left = None if table.is_deleted else table.time_left
        if left is not None:
            loop = asyncio.get_running_loop()
            self._flags[table.id] = loop.call_later(
                max(0.0, left) + 0.002, lambda: self._go(self._tick(table))
            )
        thought = self._thoughts.get(table.id)
        seat = None if table.is_deleted else table.bot_to_move
        if thought and (seat is None or thought[0] is not table.state.game):
            del self._thoughts[table.id]
            table.thinking = None
            if thought[1] is not asyncio.current_task():
                thought[1].cancel()
            thought = None
        if seat is not None and thought is None:
            task = self._go(self._think(table, seat))
            self._thoughts[table.id] = table.state.game, task

    def _go(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_report)
        return task

    async def _tick(self, table: Table) -> None:
        """A flag should have fallen."""
        while True:
            async with table.lock:
                now = table.now()
                events = commands.fallen(table.state, now)
                try:
                    if events:
                        await self._append(table, events, now)
                    else:
                        self._arrange(table)
                    return
                except Refuse as refusal:
                    log.warning("a flag could not fall: %s", refusal.message)
            await asyncio.sleep(AGAIN)

    async def _think(self, table: Table, seat: int) -> None:
        """Have a bot find its move, and make it."""
        game, spec = table.state.game, table.seats[seat].bot
        assert spec is not None
        table.thinking = seat
        table.watchers.tell({"type": "thinking", "seat": seat})
        seed = f"{table.id}/{seat}/{len(game.moves)}"
        command: referee.Command
        try:
            async with self._bots.turn(table.stored.creator or ""):
                job = Job(spec, game.position, seed, table.share_of_time)
                move = await self._bots.choose(job)
            command = referee.Play(seat, move)
        except NotWanted:
            return
        except BotFailed as failure:
            log.warning("%s forfeits game %s: %s", spec, table.id, failure)
            command = referee.Forfeit(seat, str(failure)[:200])
        except Exception:
            log.exception("%s could not be asked for a move in game %s", spec, table.id)
            command = referee.Forfeit(seat, "the bot could not be asked")
        while True:
            async with table.lock:
                if table.state.game is not game or table.outcome or table.is_deleted:
                    return
                try:
                    await self._append(table, _decided(table, command), table.now())
                    return
                except Refuse as refusal:
                    if refusal.code == "stale":
                        continue
                    log.warning("a bot's move waits: %s", refusal.message)
            await asyncio.sleep(AGAIN)

    def announce_closing(self) -> None:
        """Tell everybody that the server stops."""
        for table in self._tables.values():
            table.watchers.tell({"type": "closing"})

    async def close(self) -> None:
        """Stop everything that goes on by itself."""
        for flag in self._flags.values():
            flag.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _settled(job: "concurrent.futures.Future[T]") -> "asyncio.Future[T]":
    """A future of the store for the event loop to wait for. asyncio.wrap_future would do the same,
    but leaves a ring of references behind for every move: work for the garbage collector, which
    holds everybody up."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[T] = loop.create_future()

    def settle(done: "concurrent.futures.Future[T]") -> None:
        if waiting.done():  # whoever waited has left
            return
        if error := done.exception():
            waiting.set_exception(error)
        else:
            waiting.set_result(done.result())

    job.add_done_callback(lambda done: loop.call_soon_threadsafe(settle, done))
    return waiting


async def _patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """What the store answers, as soon as it can be read."""
    while True:
        try:
            return await ask()
        except Refuse as refusal:
            if refusal.code != "unavailable":
                raise
        await asyncio.sleep(AGAIN)


def _unreadable(error: InvalidRecord) -> Refuse:
    log.error("%s", error)
    return Refuse("unreadable", "what is stored of that game is damaged")


def _report(task: asyncio.Task[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    if error:
        log.error("something at a table failed", exc_info=error)


def _report_fault(task: asyncio.Task[Any]) -> None:
    """Of a command: whoever gave it is told of a refusal."""
    if task.cancelled() or not isinstance(task.exception(), Refuse):
        _report(task)


def _decided(table: Table, command: referee.Command) -> tuple[Event, ...]:
    now = table.now()
    try:
        return referee.decide(table.state, command, now)
    except (InvalidMove, IllegalMove) as error:
        return referee.decide(table.state, referee.Forfeit(table.state.turn, str(error)), now)


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
