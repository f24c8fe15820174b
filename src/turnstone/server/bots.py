"""Bots at work: the kernel in threads, Python bots in processes of their own that can be killed.

Bots that look ahead share a few places and take turns. Those that answer at once have places of
their own, so that nobody waits long for a move that takes no time.

A process that dies is tried once more, with a fresh one. A bot that fails twice, or has no move at
all for far longer than it may think, loses its game: the caller hears `BotFailed`.
"""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace
from selectors import EVENT_READ, DefaultSelector
from typing import TYPE_CHECKING

from turnstone.engine.limit import Limit
from turnstone.players import thinking
from turnstone.players.specs import KINDS, PlayerSpec
from turnstone.rules.position import Position
from turnstone.rules.position import Variant as RuleSet

from . import limits
from .analysis import give_way
from .turns import Turns
from .worker import GIVE_WAY

if TYPE_CHECKING:
    from .endgames import Builder

PATIENCE = 3 * limits.BOT_SECONDS  # with a Python bot that does not answer when its time is up
LOOK = 0.05  # seconds between looks whether the answer is still wanted
KERNEL = ("engine", "perfect")
WORKERS = max(2 * limits.BOTS_AT_ONCE, os.cpu_count() or 1)
QUICK_WORKERS = 2  # for bots that answer at once; one client has one of them

Stopped = Callable[[], bool]


class BotFailed(Exception):
    """The bot crashed or took too long; the text says which."""


class BotDied(BotFailed):
    """Its process is gone. That may have been no fault of its own: another try may help."""


class NotWanted(Exception):
    """Nobody waits for the move any more."""


@dataclass(frozen=True)
class Job:
    """A move to be found. `seed` makes chance repeatable: after a restart the same move is found.
    `seconds` is what the clock allows, if there is one."""

    spec: str
    position: Position
    seed: str
    seconds: float | None = None

    @property
    def longest(self) -> float:
        """The seconds it may take."""
        return min(limits.BOT_SECONDS, self.seconds or limits.BOT_SECONDS)


class Bots:
    """The threads and processes in which bots think."""

    def __init__(self) -> None:
        self._kernel = ThreadPoolExecutor(WORKERS, "bot", initializer=give_way)
        self._python = ThreadPoolExecutor(WORKERS, "python-bot")
        self._quick = ThreadPoolExecutor(QUICK_WORKERS, "quick-bot")
        self._own = threading.local()
        self._processes: set[Worker] = set()
        self._closed = threading.Event()
        self._turns = Turns(WORKERS, limits.BOTS_AT_ONCE)
        self._quick_turns = Turns(QUICK_WORKERS, 1)
        self._builder: Builder | None = None

    def turn(
        self, spec: str, client: str, waits: Callable[[], None]
    ) -> AbstractAsyncContextManager[None]:
        """A place for a bot of a client's game to think in; many bots of one client take turns.
        `waits` is called if there is none at once."""
        turns = self._quick_turns if is_quick(spec) else self._turns
        return turns.turn(client, waits)

    def prepare(self, spec: str, rules: RuleSet) -> None:
        """A bot is to play: begin with what helps it, beside everything else."""
        if PlayerSpec.parse(spec).name == "perfect":
            from .endgames import Builder  # loads the kernel: not with every start

            self._builder = self._builder or Builder()
            self._builder.want(rules)

    async def choose(self, job: Job) -> str:
        """A bot's move. Cancelling stops the thinking within a moment."""
        spec = PlayerSpec.parse(job.spec)
        self.prepare(job.spec, job.position.variant)
        given_up = threading.Event()

        def stopped() -> bool:
            return given_up.is_set() or self._closed.is_set()

        loop = asyncio.get_running_loop()
        try:
            if spec.name in KERNEL:
                return await loop.run_in_executor(self._kernel, _search, spec, job, stopped)
            pool = self._quick if is_quick(job.spec) else self._python
            return await loop.run_in_executor(pool, self._ask, job, stopped)
        finally:
            given_up.set()

    def _ask(self, job: Job, stopped: Stopped) -> str:
        """In a thread: have this thread's process think, and another one if it dies."""
        for last in (False, True):
            if stopped():
                break
            worker: Worker | None = getattr(self._own, "worker", None)
            if worker is None:
                worker = self._own.worker = Worker(gives_way=not is_quick(job.spec))
                self._processes.add(worker)
            try:
                return worker.choose(job, stopped)
            except BotDied:
                self._drop(worker)
                if last:
                    raise
            except BaseException:
                self._drop(worker)
                raise
        raise NotWanted

    def _drop(self, worker: "Worker") -> None:
        worker.kill()
        self._processes.discard(worker)
        self._own.worker = None

    def close(self) -> None:
        """Stop all thinking and end the processes."""
        self._closed.set()
        for worker in list(self._processes):
            worker.kill()
        for pool in (self._kernel, self._python, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)
        if self._builder:
            self._builder.close()


def is_quick(spec: str) -> bool:
    """Whether a bot answers at once: it does not look ahead."""
    name = PlayerSpec.parse(spec).name
    return name not in KERNEL and "depth" not in KINDS[name].options


def _search(spec: PlayerSpec, job: Job, stopped: Stopped) -> str:
    """In a thread: ask the engine, within what clients are allowed."""
    within = Limit()
    if spec.name == "engine":
        within = thinking.limit(
            depth=int(spec.options.get("depth", 0)),
            time=spec.options.get("time", 0.0),
            nodes=int(spec.options.get("nodes", 0)),
        )
    within = replace(within, seconds=min(job.longest, within.seconds or job.longest))
    try:
        found = thinking.choice(job.position, within, stopped=stopped)
    except Exception as error:
        raise BotFailed(f"{type(error).__name__}: {error}") from error
    if found is None:
        raise NotWanted
    return str(found)


class Worker:
    """A process that runs `turnstone.server.worker`, one job at a time. One that takes long gives
    way to all that answers people."""

    def __init__(self, *, gives_way: bool = True) -> None:
        # A session of its own: a Ctrl-C at the terminal is for the server, which ends it.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "turnstone.server.worker", *([GIVE_WAY] if gives_way else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        # Not select(), which knows only the first 1,024 open files; a server may have many more.
        self._answers = DefaultSelector()
        assert self._process.stdout is not None
        self._answers.register(self._process.stdout, EVENT_READ)

    def choose(self, job: Job, stopped: Stopped) -> str:
        """The move, or BotFailed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        data = {
            "spec": job.spec,
            "variant": job.position.variant.spec,
            "position": job.position.text(),
            "seed": job.seed,
            "seconds": job.longest,
        }
        deadline = time.monotonic() + PATIENCE
        try:
            self._process.stdin.write(json.dumps(data).encode() + b"\n")
            self._process.stdin.flush()
            while not self._answers.select(LOOK):
                if stopped():
                    raise NotWanted
                if time.monotonic() > deadline:
                    raise BotFailed(f"no move within {PATIENCE:g} s")
            answer = self._process.stdout.readline()
        except OSError:
            answer = b""
        if not answer:
            raise BotDied("the bot's process died")
        read = json.loads(answer)
        if "error" in read:
            raise BotFailed(read["error"])
        move: str = read["move"]
        return move

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self._answers.close()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what was not sent yet cannot be
                if pipe:
                    pipe.close()
        self._process.wait()
