"""The crash campaign: kill -9 by a schedule that follows from its seed, while clients play.

Four kinds of moments: while games are played; in the middle of a commit (the write-ahead log has
just been written to); while a bot thinks; while the server starts. After each kill what is on the
disk is compared with the journals as it lies there, and once more when the server is back.
"""

import asyncio
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from .clients import HttpChair, Person, Wrong
from .house import House
from .journal import Journal
from .replay import Findings, Replayer

Kind = Literal["playing", "commit", "thinking", "starting"]
KINDS: tuple[Kind, ...] = ("playing", "commit", "thinking", "starting")
WEIGHTS = (30, 40, 20, 10)
PROCESSES, TABLES = 3, 8
THINKER = "engine:time=0.5"
COMMIT_WAIT = 2.0  # seconds to wait for a commit to aim at
END = 120.0  # seconds for clients to finish


@dataclass(frozen=True)
class Kill:
    """When the server dies: `delay` seconds after the moment its kind waits for."""

    number: int
    kind: Kind
    play: float  # seconds of undisturbed play before
    delay: float

    def __str__(self) -> str:
        return f"{self.kind:9} after {self.play:5.3f} s + {1000 * self.delay:7.3f} ms"


def schedule(seed: int, kills: int) -> list[Kill]:
    """The same seed, the same kills."""
    rng = random.Random(f"kills/{seed}")
    found = []
    for number in range(1, kills + 1):
        kind = rng.choices(KINDS, WEIGHTS)[0]
        span = {"playing": 0.05, "commit": 0.002, "thinking": 0.4, "starting": 1.0}[kind]
        found.append(Kill(number, kind, rng.uniform(0.05, 1.2), rng.uniform(0.0, span)))
    return found


@dataclass
class Campaign:
    """What was measured."""

    kills: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    torn: int = 0  # kills that left a half-written transaction in the log
    in_flight: int = 0
    in_flight_stored: int = 0
    bots_went_on: int = 0
    ready: list[float] = field(default_factory=list)
    first_move: list[float] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)
    faults: list[str] = field(default_factory=list)


class Conductor:
    """Runs a campaign on a house of its own."""

    def __init__(
        self, house: House, seed: int, say: Callable[[str], None], tables: int = TABLES
    ) -> None:
        self._house, self._seed, self._say, self._tables = house, seed, say, tables
        self.journals = house.home / "journals"
        self.journals.mkdir(exist_ok=True)
        self._replayer = Replayer(self.journals)
        self._clients: list[subprocess.Popen[bytes]] = []
        journal = Journal(self.journals / "conductor.journal")
        self._person = Person(house.address, journal, random.Random(seed), "conductor")
        self._own: HttpChair | None = None
        self._against_bot: HttpChair | None = None
        self._moving: asyncio.Task[None] | None = None
        self.campaign = Campaign()

    async def run(self, kills: list[Kill]) -> Campaign:
        """All kills, then a last comparison of everything from the beginning."""
        self._house.spawn()
        await self._house.ready()
        self._start_clients()
        try:
            for kill in kills:
                try:
                    await self._one(kill)
                except Wrong as fault:
                    self.campaign.faults.append(f"the conductor says: {fault}")
                    self._own = self._against_bot = None
            self._stop_clients()
        finally:
            for client in self._clients:
                client.kill()
                client.wait()
        self._replayer.compare(self._house.database)
        self.campaign.findings = Replayer(self.journals).compare(self._house.database)
        self.campaign.faults += self._replayer.findings.faults
        self.campaign.faults += self.campaign.findings.faults
        self._house.stop()
        self.campaign.faults += [f"verify: {fault}" for fault in self._house.verify()]
        log = self._house.log.read_text(errors="replace")
        if complaint := re.search(r"Traceback|ERROR", log):
            about = log[max(complaint.start() - 300, 0) :][:3000]
            self.campaign.faults.append(f"the server complained: {about}")
        return self.campaign

    async def _one(self, kill: Kill) -> None:
        campaign, house = self.campaign, self._house
        await asyncio.sleep(kill.play)
        await self._moment(kill)
        house.kill()
        campaign.kills[kill.kind] += 1
        torn = house.file is not None and _is_torn(house.file)
        campaign.torn += torn
        self._compare_as_it_lies()
        open_, stored = self._replayer.in_flight()
        campaign.in_flight += open_
        campaign.in_flight_stored += stored
        house.spawn()
        if kill.kind == "starting":
            await asyncio.sleep(kill.delay)
            house.kill()
            house.spawn()
        campaign.ready.append(await house.ready())
        moving, self._moving = self._moving, None
        await (moving or self._move_at_once())
        campaign.first_move.append(time.monotonic() - house.spawned)
        if kill.kind == "thinking":
            await self._bot_goes_on()
        findings = self._replayer.compare(house.database)
        self._check_clients()
        self._say(
            f"kill {kill.number:3}: {kill}; {open_:2} unanswered, {stored:2} of them stored"
            f"{', torn' if torn else ''}; back in {campaign.ready[-1]:.2f} s, first move"
            f" {campaign.first_move[-1]:.2f} s; {findings.acknowledged} acknowledged,"
            f" {len(findings.lost)} lost, {len(findings.duplicated)} duplicated"
        )

    # ---- The moment

    async def _moment(self, kill: Kill) -> None:
        if kill.kind == "thinking":
            await self._make_bot_think()
        elif kill.kind == "commit":
            if self._house.file:
                _wait_for_write(self._house.file.with_name(self._house.file.name + "-wal"))
            else:
                self._moving = asyncio.create_task(self._move_at_once())
                await asyncio.sleep(5 * kill.delay)
            _spin(kill.delay)
            return
        if kill.kind != "starting":
            await asyncio.sleep(kill.delay)

    async def _make_bot_think(self) -> None:
        chair = self._against_bot
        if chair is None or chair.is_over:
            seats = [{"kind": "here"}, {"kind": "bot", "bot": THINKER}]
            state = await self._person.create("othello", seats)
            chair = self._against_bot = HttpChair(self._person, state["game"])
        await chair.until(lambda: chair.turn == 0 or chair.is_over)
        if not chair.is_over:
            await chair.order("play", 0, move=chair.legal[0])

    async def _bot_goes_on(self) -> None:
        chair = self._against_bot
        assert chair
        try:
            await chair.until(lambda: chair.turn == 0 or chair.is_over)
            self.campaign.bots_went_on += 1
        except TimeoutError:
            self.campaign.faults.append(f"the bot of {chair.game} did not go on")

    async def _move_at_once(self) -> None:
        """One move in a game that both sides of which are ours."""
        chair = self._own
        if chair is None or chair.is_over:
            state = await self._person.create("othello", [{"kind": "here"}, {"kind": "here"}])
            chair = self._own = HttpChair(self._person, state["game"])
            chair.take_state(state)
        if not await chair.order("play", chair.turn, move=chair.legal[0]):
            self.campaign.faults.append(f"a move in {chair.game} was refused")

    # ---- What is there

    def _compare_as_it_lies(self) -> None:
        """Before anybody has opened it again. A copy: looking would already mend it."""
        file = self._house.file
        if file is None:
            time.sleep(0.05)  # PostgreSQL hears of a dead client a moment later
            self._replayer.compare(self._house.database)
            return
        place = self._house.home / "as-it-lies"
        place.mkdir(exist_ok=True)
        for each in place.iterdir():
            each.unlink()
        for end in ("", "-wal"):
            part = file.with_name(file.name + end)
            if part.exists():
                shutil.copyfile(part, place / part.name)
        self._replayer.compare(f"sqlite:///{place / file.name}")

    # ---- Clients

    def _start_clients(self) -> None:
        for number in range(PROCESSES):
            name = f"s{self._seed}c{number}"
            command = [sys.executable, "-m", "soak.players", str(self._house.address)]
            command += [str(self.journals / f"{name}.journal"), name, str(self._tables)]
            with open(self._house.home / f"{name}.log", "wb") as log:
                self._clients.append(subprocess.Popen(command, stdout=log, stderr=log))

    def _check_clients(self) -> None:
        for number, client in enumerate(self._clients):
            if client.poll() is not None:
                log = self._house.home / f"s{self._seed}c{number}.log"
                raise RuntimeError(f"a client gave up: {log.read_text()[-3000:]}")

    def _stop_clients(self) -> None:
        self._check_clients()
        for client in self._clients:
            client.terminate()
        for number, client in enumerate(self._clients):
            if client.wait(END) != 0:
                log = self._house.home / f"s{self._seed}c{number}.log"
                self.campaign.faults.append(f"a client failed: {log.read_text()[-3000:]}")


def _wait_for_write(log: Path) -> None:
    """Until the write-ahead log changes: then a commit is under way, written and not yet synced."""
    deadline = time.monotonic() + COMMIT_WAIT
    before = _state(log)
    while _state(log) == before and time.monotonic() < deadline:
        pass


def _state(log: Path) -> tuple[int, int]:
    try:
        found = os.stat(log)
    except FileNotFoundError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def _spin(seconds: float) -> None:
    """Wait exactly; to sleep would be too coarse."""
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        pass


def _is_torn(file: Path) -> bool:
    """Whether the write-ahead log ends with pages of a transaction that has no end."""
    log = file.with_name(file.name + "-wal")
    if not log.exists() or log.stat().st_size < 32:
        return False
    data = log.read_bytes()
    page, salts = int.from_bytes(data[8:12], "big"), data[16:24]
    ended, place = True, 32
    while place + 24 <= len(data) and data[place + 8 : place + 16] == salts:
        ended = any(data[place + 4 : place + 8])
        place += 24 + page
    return not ended
