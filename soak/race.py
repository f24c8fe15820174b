"""The race: several clients go for one move at the same moment, over sockets and over HTTP, each
with a key of its own. Exactly one must win, every time.
"""

import asyncio
import json
import random
from dataclasses import dataclass, field

from .clients import Person
from .journal import Journal
from .wire import Address, Gone, Message, Socket, request

CLIENTS = 16
BY_HTTP = 2  # of them; the others have sockets
PATIENCE = 30.0


@dataclass
class Race:
    """How the races ended."""

    clients: int = CLIENTS
    races: int = 0
    winners: dict[int, int] = field(default_factory=dict)  # how many races had so many winners
    faults: list[str] = field(default_factory=list)

    @property
    def one_winner(self) -> int:
        return self.winners.get(1, 0)


class Racer:
    """One of those who want to move: a tab of the same person."""

    def __init__(self, person: Person, game: str) -> None:
        self._person, self._game = person, game
        self._socket: Socket | None = None
        self._answer: asyncio.Future[Message] | None = None

    async def sit(self) -> None:
        """Open a socket; without one it races over HTTP."""
        path = f"/api/games/{self._game}/socket?since=1"
        address, cookie = self._person.address, self._person.cookie
        self._socket = await Socket.open(address, path, cookie, self._hear)

    async def go(self, order: Message) -> Message:
        """Ask, and hear what came of it."""
        if self._socket is None:
            path = f"/api/games/{self._game}/commands"
            answer = await request(self._person.address, "POST", path, order, self._person.cookie)
            message: Message = answer.body
            return message
        self._answer = asyncio.get_running_loop().create_future()
        self._socket.send(order)
        async with asyncio.timeout(PATIENCE):
            return await self._answer

    def _hear(self, text: bytes) -> None:
        if text.startswith((b'{"type":"done"', b'{"type":"refused"')) and self._answer:
            self._answer.set_result(json.loads(text))

    def leave(self) -> None:
        if self._socket:
            self._socket.close()


class Track:
    """Games raced in, one after the other, as each ends."""

    def __init__(self, address: Address, journal: Journal, seed: int) -> None:
        self._address, self._journal = address, journal
        self._rng = random.Random(f"race/{seed}")
        self._people = 0
        self.race = Race()

    async def run(self, races: int) -> None:
        """So many races."""
        while self.race.races < races:
            self._people += 1
            name = f"racer{self._people}"
            person = Person(self._address, self._journal, self._rng, name)
            state = await person.create("othello", [{"kind": "here"}, {"kind": "here"}])
            racers = [Racer(person, state["game"]) for _ in range(CLIENTS)]
            for racer in racers[BY_HTTP:]:
                await racer.sit()
            try:
                while self.race.races < races and not state["view"]["outcome"]:
                    await self._one(person, state, racers)
                    state = (await person.ask("GET", f"/api/games/{state['game']}")).body
            finally:
                for racer in racers:
                    racer.leave()

    async def _one(self, person: Person, state: Message, racers: list[Racer]) -> None:
        view, game = state["view"], state["game"]
        orders = []
        for _ in racers:
            move = self._rng.choice(view["legal"])["move"]
            common = {"key": person.key(), "seq": state["seq"], "seat": view["turn"]}
            orders.append({"type": "play", **common, "move": move})
            self._journal.asked(game, orders[-1])
        pairs = list(zip(racers, orders, strict=True))
        self._rng.shuffle(pairs)
        answers = await asyncio.gather(
            *(racer.go(order) for racer, order in pairs), return_exceptions=True
        )
        won = 0
        for (_, order), answer in zip(pairs, answers, strict=True):
            if isinstance(answer, BaseException):
                self.race.faults.append(f"no answer: {answer!r}")
            elif answer["type"] == "done":
                won += 1
                self._journal.acknowledged(game, order["key"], answer["seq"])
            else:
                self._journal.refused(game, order["key"], answer["code"])
                if answer["code"] not in ("stale", "not-your-turn"):
                    self.race.faults.append(f"refused for {answer['code']}: {answer['message']}")
        self.race.races += 1
        self.race.winners[won] = self.race.winners.get(won, 0) + 1


async def race(address: Address, journal: Journal, *, seed: int, races: int) -> Race:
    """Race on a running server."""
    track = Track(address, journal, seed)
    try:
        await track.run(races)
    except (Gone, TimeoutError) as error:
        track.race.faults.append(f"the races ended early: {error!r}")
    return track.race
