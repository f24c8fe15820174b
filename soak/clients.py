"""Clients that survive the server: they keep their identity, reconnect, catch up, and repeat what
was not answered. What they ask, are told and are shown goes into their journal.
"""

import asyncio
import json
import random
from collections.abc import Callable

from .journal import Journal
from .wire import Address, Answer, Gone, Message, Socket, request

AGAIN = 0.02  # seconds between tries to reach a server that is away
PATIENCE = 600.0  # seconds for an answer, restarts of the server included


class Wrong(AssertionError):
    """The server broke the protocol."""


class Person:
    """An identity over HTTP; every request is repeated until it is answered."""

    def __init__(self, address: Address, journal: Journal, rng: random.Random, name: str) -> None:
        self.address, self.journal, self.rng, self.name = address, journal, rng, name
        self.cookie = ""
        self._keys = 0

    def key(self) -> str:
        """A key that nobody had before."""
        self._keys += 1
        return f"{self.name}-{self._keys}"

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        """A request that may be repeated; whatever is refused here is a fault."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    answer = await request(self.address, method, path, body, self.cookie)
                    self.cookie = answer.cookie or self.cookie
                    if answer.status != 503:
                        return answer
                except Gone:
                    pass
                await asyncio.sleep(AGAIN)

    async def create(self, variant: str, seats: list[Message]) -> Message:
        """A new game, and only one, however often it had to be asked for."""
        if not self.cookie:  # without one, a repeat would come from somebody else
            await self.ask("GET", "/api/games")
        key = self.key()
        self.journal.wanted(key, variant)
        wanted = {"key": key, "variant": variant, "seats": seats}
        answer = await self.ask("POST", "/api/games", wanted)
        if answer.status != 201:
            raise Wrong(f"no game: {answer}")
        state: Message = answer.body
        self.journal.made(state["game"], key, variant)
        return state

    async def join(self, link: str) -> None:
        """Follow a link."""
        if not self.cookie:
            await self.ask("GET", "/api/games")
        answer = await self.ask("POST", f"/api{link}", {"name": self.name})
        if answer.status != 200:
            raise Wrong(f"not seated: {answer}")


class Chair:
    """A person at one game: what he knows of it, and how he gives commands."""

    def __init__(self, person: Person, game: str) -> None:
        self.person, self.game = person, game
        self.seq, self.turn, self.free_undo, self.redo = 0, 0, False, 0
        self.legal: list[str] = []
        self.offers: list[Message] = []
        self.plies = 0
        self.is_over = False

    async def order(self, kind: str, seat: int, **more: object) -> bool:
        """Give a command; whether it was done. It is repeated until there is an answer."""
        key = self.person.key()
        order = {"type": kind, "key": key, "seq": self.seq, "seat": seat, **more}
        self.person.journal.asked(self.game, order)
        answer = await self.answer(order)
        if answer["type"] == "refused":
            self.person.journal.refused(self.game, key, answer["code"])
            if answer["code"] not in ("stale", "not-your-turn", "not-allowed"):
                raise Wrong(f"{order}: {answer['code']} {answer['message']}")
            return False
        self.person.journal.acknowledged(self.game, key, answer["seq"])
        if self.person.rng.random() < 0.05:
            await self._repeat(order, answer["seq"])
        return True

    async def _repeat(self, order: Message, seq: int) -> None:
        """A double click: the same answer. The same key for something else: refused."""
        again = await self.answer(order)
        if again["type"] != "done" or again["seq"] != seq:
            raise Wrong(f"{order} was done as {seq}, and repeated {again}")
        other = {"type": "resign", "key": order["key"], "seq": seq, "seat": order["seat"]}
        if order["type"] != "resign":
            answer = await self.answer(other)
            if answer.get("code") != "key-reused":
                raise Wrong(f"the key of {order} was taken for a resignation: {answer}")

    async def answer(self, order: Message) -> Message:
        """What the server says to a command."""
        raise NotImplementedError

    async def until(self, ready: Callable[[], bool]) -> None:
        """Wait for the game to be as wanted."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave."""

    def take_state(self, state: Message) -> None:
        """All there is to know."""
        if state["seq"] < self.seq:
            raise Wrong(f"{self.game} went back from event {self.seq} to {state['seq']}")
        self.seq, self.free_undo = state["seq"], state["free_undo"]
        self.plies = len(state["moves"])
        self._look(state["view"], state)

    def _look(self, view: Message, rest: Message) -> None:
        self.turn, self.is_over = view["turn"], view["outcome"] is not None
        self.legal = [each["move"] for each in view["legal"]]
        self.offers, self.redo = rest["offers"], rest["redo"]


class HttpChair(Chair):
    """Commands by POST; the state is fetched."""

    async def answer(self, order: Message) -> Message:
        path = f"/api/games/{self.game}/commands"
        message: Message = (await self.person.ask("POST", path, order)).body
        await self.look()
        return message

    async def look(self) -> None:
        """Fetch the state."""
        answer = await self.person.ask("GET", f"/api/games/{self.game}")
        if answer.status != 200:
            raise Wrong(f"the game {self.game} cannot be fetched: {answer}")
        self.take_state(answer.body)

    async def until(self, ready: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.look()
            while not ready():
                await asyncio.sleep(AGAIN)
                await self.look()


class SocketChair(Chair):
    """Commands and events by socket; after a loss it catches up from the last event it saw."""

    def __init__(self, person: Person, game: str) -> None:
        super().__init__(person, game)
        self._socket: Socket | None = None
        self._news = asyncio.Event()
        self._answers: dict[str, Message] = {}
        self._fault: Wrong | None = None

    async def answer(self, order: Message) -> Message:
        key = order["key"]
        self._answers.pop(key, None)
        sent: Socket | None = None
        async with asyncio.timeout(PATIENCE):
            while key not in self._answers:
                if sent is None or sent is not self._socket:
                    sent = await self._connected()
                    self._send(sent, order)
                await self._wait()
        found = self._answers.pop(key)
        if found["type"] == "refused" and found["code"] == "unavailable":
            await asyncio.sleep(AGAIN)
            return await self.answer(order)
        return found

    def _send(self, socket: Socket, order: Message) -> None:
        try:
            socket.send(order)
        except Gone:
            self._gone()

    async def until(self, ready: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._connected()
            while not ready():
                await self._connected()
                if not ready():
                    await self._wait()

    async def _connected(self) -> Socket:
        while self._socket is None:
            query = f"?since={self.seq}" if self.seq else ""
            path = f"/api/games/{self.game}/socket{query}"
            person = self.person
            try:
                socket = await Socket.open(
                    person.address, path, person.cookie, self._hear, self._gone
                )
                if socket.is_open:
                    self._socket = socket
                while not self.seq and self._socket is socket:
                    await self._wait()
            except Gone:
                await asyncio.sleep(AGAIN)
        return self._socket

    async def _wait(self) -> None:
        self._news.clear()
        await self._news.wait()
        if self._fault:
            raise self._fault

    def _gone(self) -> None:
        self._socket = None
        self._news.set()

    def _hear(self, text: bytes) -> None:
        try:
            self._take(json.loads(text))
        except Wrong as fault:  # raised where the table waits, not in the reader
            self._fault = fault
        self._news.set()

    def _take(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("done", "refused"):
            self._answers[message["key"]] = message
        elif kind == "state":
            self.take_state(message)
        elif "seq" in message:
            if message["seq"] != self.seq + 1:
                raise Wrong(f"{self.game}: event {message['seq']} came after {self.seq}")
            self.seq = message["seq"]
            self.person.journal.saw(self.game, message)
            self.plies += {"moved": 1, "redone": message.get("plies", 0)}.get(kind, 0)
            self.plies -= message["plies"] if kind == "took-back" else 0
            self._look(message, message)

    def close(self) -> None:
        socket, self._socket = self._socket, None
        if socket:
            socket.close()
