"""Load: many games on many sockets at a steady rate; how many moves a second are acknowledged, and
how long each takes.

The rate is kept from outside: each game has its moments to move, whatever the server does, and
latency counts from that moment. A server that falls behind cannot slow its clients down and look
quick.
"""

import asyncio
import gc
import json
import random
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field

from .house import House
from .journal import Journal
from .wire import Address, Gone, Message, Socket, request

VARIANTS = ("othello", "othello", "othello", "relay")
RAMP = 1.5  # seconds over which the first moves are spread, not measured
BOTS = 4  # games against bots, begun when all sockets are open
LATE = 10.0  # seconds after which an answer counts as an error


@dataclass
class Load:
    """What was measured."""

    games: int = 0
    sockets: int = 0
    rate: float = 0.0
    seconds: float = 0.0
    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    cpu: float = 0.0  # seconds the server used

    @property
    def per_second(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    def percentile(self, part: float) -> float:
        """Milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


class Person:
    """A client with an identity of its own."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self.cookie = ""

    async def post(self, path: str, body: object) -> Message:
        answer = await request(self._address, "POST", path, body, self.cookie)
        self.cookie = answer.cookie or self.cookie
        if answer.status not in (200, 201):
            raise Gone(f"{path}: {answer.status} {answer.body}")
        message: Message = answer.body
        return message


class Match:
    """Two people, two sockets, and moves at their times."""

    def __init__(self, hall: "Hall", number: int) -> None:
        self._hall, self._number = hall, number
        self._rng = random.Random(f"{hall.seed}/{number}")
        self._people = [Person(hall.address), Person(hall.address)]
        self._sockets: list[Socket] = []
        self._games = 0
        self._count = 0
        self._key = ""
        self._due = 0.0
        self._settled = 0
        self.seq, self.turn, self.legal, self.is_over = 0, 0, list[str](), False

    async def open(self) -> None:
        """A new game, and both sit down to it."""
        for socket in self._sockets:
            socket.close()
        self._games += 1
        self.seq = self._settled = 0
        self._ready = asyncio.Event()
        variant = self._rng.choice(VARIANTS)
        wanted = {
            "key": f"{self._hall.run}/{self._number}/{self._games}",
            "variant": variant,
            "seats": [{"kind": "here", "name": "Ann"}, {"kind": "link", "name": "Bob"}],
        }
        ann, bob = self._people
        state = await ann.post("/api/games", wanted)
        self.game: str = state["game"]
        self._hall.journal.made(self.game, str(wanted["key"]), variant)
        await bob.post(f"/api{state['seats'][1]['link']}", {"name": "Bob"})
        path = f"/api/games/{self.game}/socket"
        self._sockets = [
            await Socket.open(self._hall.address, path, ann.cookie, self._hear, self._lost),
            await Socket.open(self._hall.address, path, bob.cookie, self._overhear, self._lost),
        ]
        async with asyncio.timeout(LATE):
            await self._ready.wait()

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()

    def schedule(self, due: float) -> None:
        """Move at a moment."""
        self._due = due
        asyncio.get_running_loop().call_at(due, self._move)

    def _move(self) -> None:
        hall = self._hall
        if hall.is_closing:
            return
        if self.seq < self._settled:  # Bob has his answer, Ann has not heard of it yet
            asyncio.get_running_loop().call_later(0.001, self._move)
            return
        if self.is_over:
            hall.spawn(self._again())
            return
        self._count += 1
        self._key = f"{hall.run}/{self._number}-{self._count}"
        move = self._rng.choice(self.legal)
        order = {"type": "play", "key": self._key, "seq": self.seq, "seat": self.turn, "move": move}
        hall.journal.asked(self.game, order)
        try:
            self._sockets[self.turn].send(order)
        except Gone as error:
            hall.failed(str(error))

    async def _again(self) -> None:
        try:
            await self.open()
        except (Gone, TimeoutError) as error:
            self._hall.failed(f"no new game: {error}")
            return
        self.schedule(max(time.monotonic(), self._due) + self._rng.random() * self._hall.period)

    def _hear(self, text: bytes) -> None:
        message = json.loads(text)
        self._answered(message)
        kind = message["type"]
        if kind == "state":
            self._follow(message["seq"], message["view"])
            self._ready.set()
        elif "seq" in message and kind != "done":
            if message["seq"] != self.seq + 1:
                self._hall.failed(f"event {message['seq']} after {self.seq}")
            self._follow(message["seq"], message)

    def _overhear(self, text: bytes) -> None:
        """Bob's socket: Ann's tells the same events, so only the answers are read."""
        if text.startswith((b'{"type":"done"', b'{"type":"refused"')):
            self._answered(json.loads(text))

    def _follow(self, seq: int, view: Message) -> None:
        self.seq, self.turn, self.is_over = seq, view["turn"], view["outcome"] is not None
        self.legal = [each["move"] for each in view["legal"]]

    def _answered(self, message: Message) -> None:
        hall = self._hall
        if message["type"] == "refused":
            hall.failed(f"refused: {message['code']}")
            hall.journal.refused(self.game, message["key"], message["code"])
        elif message["type"] != "done":
            return
        elif message["key"] != self._key:
            hall.failed("an answer to no question")
        else:
            now = time.monotonic()
            hall.journal.acknowledged(self.game, self._key, message["seq"])
            hall.moved(self._due, now)
            self._settled = message["seq"]
            self.schedule(self._due + hall.period)

    def _lost(self) -> None:
        if not self._hall.is_closing and not self.is_over:
            self._hall.failed("a socket was lost")


class Hall:
    """All matches of one run."""

    def __init__(
        self, address: Address, journal: Journal, run: str, seed: int, games: int, rate: float
    ) -> None:
        self.address, self.journal, self.run, self.seed = address, journal, run, seed
        self.period = games / rate
        self.is_closing = False
        self.load = Load(games, 2 * games, rate)
        self._from = self._until = 0.0
        self._tasks = set[asyncio.Task[None]]()
        self._matches = [Match(self, number) for number in range(games)]

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def failed(self, why: str) -> None:
        self.load.errors[why] += 1

    def moved(self, due: float, now: float) -> None:
        if self._from <= due < self._until:
            self.load.moves += 1
            self.load.latencies.append(now - due)

    async def open(self) -> None:
        """All games, a few at a time."""
        gate = asyncio.Semaphore(8)

        async def one(match: Match) -> None:
            async with gate:
                await match.open()

        await asyncio.gather(*(one(match) for match in self._matches))
        for number in range(BOTS):
            await self._bot_moves(number)

    async def _bot_moves(self, number: int) -> None:
        """Beside all these sockets bots still find their moves."""
        person, answered = Person(self.address), asyncio.Event()
        wanted = {
            "key": f"{self.run}/bot-{number}",
            "variant": "othello",
            "seats": [{"kind": "bot", "bot": "greedy"}, {"kind": "here", "name": "Ann"}],
        }
        state = await person.post("/api/games", wanted)
        self.journal.made(state["game"], str(wanted["key"]), "othello")

        def hear(text: bytes) -> None:
            message = json.loads(text)
            moves = message["type"] == "moved" or len(message.get("moves", ())) > 0
            if moves or message["type"] == "conceded":
                if not moves:
                    self.failed("a bot gave up")
                answered.set()

        path = f"/api/games/{state['game']}/socket"
        socket = await Socket.open(self.address, path, person.cookie, hear, lambda: None)
        try:
            await asyncio.wait_for(answered.wait(), LATE)
        except TimeoutError:
            self.failed("a bot did not move")
        finally:
            socket.close()

    async def play(self, seconds: float, house: House) -> None:
        """Keep the rate for so long, and measure all but the first moments."""
        begin = time.monotonic() + 0.1
        self._from = begin + self.period + RAMP
        self._until = self._from + seconds
        rng = random.Random(self.seed)
        for match in self._matches:
            match.schedule(begin + rng.random() * self.period)
        await asyncio.sleep(self._from - time.monotonic())
        used = house.cpu_seconds()
        await asyncio.sleep(self._until - time.monotonic())
        self.load.cpu = house.cpu_seconds() - used
        self.load.seconds = seconds
        self.is_closing = True
        await asyncio.sleep(0.5)
        for match in self._matches:
            match.close()
        for task in list(self._tasks):
            task.cancel()


async def load(
    house: House, journal: Journal, *, seed: int, games: int, rate: float, seconds: float, run: str
) -> Load:
    """Play games at a rate for so many seconds on a running server."""
    hall = Hall(house.address, journal, run, seed, games, rate)
    await hall.open()
    gc.collect()
    gc.freeze()  # the clients' own pauses are not to be measured
    await hall.play(seconds, house)
    return hall.load
