"""What goes on by itself at the tables: flags fall, and bots think and move."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial

from turnstone.players import referee
from turnstone.rules.errors import IllegalMove, InvalidMove
from turnstone.store.events import Event

from . import commands
from .bots import BotFailed, Bots, Job, NotWanted
from .live import Table
from .refusals import Refuse

log = logging.getLogger("turnstone.server")
AGAIN = 1.0  # seconds until what could not be done is tried again
LONGEST_PAUSE = 60.0  # between tries to ask a bot

Append = Callable[[Table, Sequence[Event], float], Awaitable[object]]
Run = Callable[[Coroutine[None, None, None]], "asyncio.Task[None]"]


class Doings:
    """One flag and one thinking bot for each table that has them. `append` stores what happened,
    under the table's lock; `run` has something done beside everything else."""

    def __init__(self, bots: Bots, append: Append, run: Run) -> None:
        self._bots, self._append, self._run = bots, append, run
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._thoughts: dict[str, tuple[object, asyncio.Task[None]]] = {}

    def arrange(self, table: Table) -> None:
        """After every change: when does a flag fall, and is a bot to think?"""
        thought = self._thoughts.get(table.id)
        seat = None if table.is_deleted else table.bot_to_move
        if thought and (seat is None or thought[0] is not table.state.game):
            del self._thoughts[table.id]
            table.thinking = None
            table.let_go()
            if thought[1] is not asyncio.current_task():
                thought[1].cancel()
            thought = None
        if seat is not None and thought is None:
            task = self._run(self._think(table, seat))
            self._thoughts[table.id] = table.state.game, task
        self._set_flag(table)

    def _set_flag(self, table: Table) -> None:
        """Have a flag fall in time, unless the time stands still."""
        if flag := self._flags.pop(table.id, None):
            flag.cancel()
        left = None if table.is_deleted or table.is_held else table.time_left
        if left is not None:
            loop = asyncio.get_running_loop()
            self._flags[table.id] = loop.call_later(
                max(0.0, left) + 0.002, lambda: self._run(self._tick(table))
            )

    def _hold(self, table: Table) -> None:
        """A bot waits for a place to think in, because of others: that costs it no time."""
        if table.time_left is not None:
            table.hold()
            self._set_flag(table)
            table.watchers.tell(table.thought())

    def _let_go(self, table: Table) -> None:
        if table.is_held:
            table.let_go()
            self._set_flag(table)
            table.watchers.tell(table.thought())

    async def _tick(self, table: Table) -> None:
        """A flag should have fallen."""
        while True:
            async with table.lock:
                if table.is_deleted:
                    return
                now = table.now()
                events = commands.fallen(table.state, now)
                try:
                    if events:
                        await self._append(table, events, now)
                    else:
                        self.arrange(table)
                    return
                except Refuse as refusal:
                    if refusal.code in ("stale", "not-found"):
                        continue
                    log.warning("a flag could not fall: %s", refusal.message)
                    if refusal.code == "unreadable":
                        return
            await asyncio.sleep(AGAIN)

    async def _think(self, table: Table, seat: int) -> None:
        """Have a bot find its move, and make it."""
        game, spec = table.state.game, table.seats[seat].bot
        assert spec is not None
        table.thinking = seat
        table.watchers.tell(table.thought())
        seed = f"{table.id}/{seat}/{len(game.moves)}"
        try:
            command = await self._asked(table, Job(spec, game.position, seed), seat)
        except NotWanted:
            return
        while True:
            async with table.lock:
                if table.state.game is not game or table.outcome or table.is_deleted:
                    return
                try:
                    await self._append(table, _decided(table, command), table.now())
                    return
                except Refuse as refusal:
                    if refusal.code in ("stale", "not-found"):
                        continue
                    log.warning("a bot's move waits: %s", refusal.message)
                    if refusal.code == "unreadable":
                        return
            await asyncio.sleep(AGAIN)

    async def _asked(self, table: Table, job: Job, seat: int) -> referee.Command:
        """What a bot wants to do. If we cannot ask it, the fault is ours, and its time stands still
        until we can."""
        client = table.stored.creator or ""
        pause = AGAIN
        while True:
            try:
                async with self._bots.turn(job.spec, client, partial(self._hold, table)):
                    self._let_go(table)
                    move = await self._bots.choose(replace(job, seconds=table.share_of_time))
                return referee.Play(seat, move)
            except NotWanted:
                raise
            except BotFailed as failure:
                log.warning("%s forfeits game %s: %s", job.spec, table.id, failure)
                return referee.Forfeit(seat, str(failure)[:200])
            except Exception:
                log.exception(
                    "%s cannot be asked in game %s; again in %g s", job.spec, table.id, pause
                )
            self._hold(table)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def close(self) -> None:
        """No flag falls any more."""
        for flag in self._flags.values():
            flag.cancel()


def _decided(table: Table, command: referee.Command) -> tuple[Event, ...]:
    now = table.now()
    try:
        return referee.decide(table.state, command, now)
    except (InvalidMove, IllegalMove) as error:
        return referee.decide(table.state, referee.Forfeit(table.state.turn, str(error)), now)
