"""A process of clients that play until they are told to stop, while the server dies under them:

    python -m soak.players HOST:PORT JOURNAL SEED TABLES

People against people by link, people against bots, both sides at one screen over HTTP; moves,
take-backs, redo, draw offers, resignations. SIGTERM: finish what was asked for, and end.
"""

import asyncio
import os
import random
import signal
import sys
from pathlib import Path

from .clients import Chair, HttpChair, Person, SocketChair, Wrong
from .journal import Journal
from .wire import Address

VARIANTS = ("othello", "reversi:size=6", "kalah", "relay")
BOTS = ("random", "greedy", "engine:depth=6", "engine:time=0.2")
PAUSE = 0.03  # seconds between commands at one table, at most
HERE, LINK = {"kind": "here", "name": "Ann"}, {"kind": "link", "name": "Bob"}


class Tables:
    """Several tables, one after the other game on each."""

    def __init__(self, address: Address, journal: Journal, seed: str) -> None:
        self._address, self._journal, self._seed = address, journal, seed
        self.is_closing = asyncio.Event()

    async def play(self, number: int) -> None:
        """Games at one table, until told to stop."""
        rng = random.Random(f"{self._seed}/{number}")
        people = [
            Person(self._address, self._journal, rng, f"{self._seed}-{number}-{who}")
            for who in "ab"
        ]
        games = 0
        while not self.is_closing.is_set():
            kind = (self._pair, self._bot, self._here)[(number + games) % 3]
            try:
                await kind(rng, rng.choice(VARIANTS), people)
            except Wrong as fault:  # that is what the campaign is for; the next game goes on
                self._journal.complain(str(fault))
            games += 1

    async def _pair(self, rng: random.Random, variant: str, people: list[Person]) -> None:
        """Two people, each at a socket of his own."""
        state = await people[0].create(variant, [HERE, LINK])
        await people[1].join(state["seats"][1]["link"])
        chairs = [SocketChair(person, state["game"]) for person in people]
        try:
            await self._game(rng, [*chairs])
        finally:
            for chair in chairs:
                chair.close()

    async def _here(self, rng: random.Random, variant: str, people: list[Person]) -> None:
        """Both sides at one screen, over HTTP."""
        state = await people[0].create(variant, [HERE, HERE])
        chair = HttpChair(people[0], state["game"])
        chair.take_state(state)
        await self._game(rng, [chair, chair])

    async def _bot(self, rng: random.Random, variant: str, people: list[Person]) -> None:
        """Against a bot, which must go on by itself after a restart."""
        bot = {"kind": "bot", "bot": rng.choice(BOTS)}
        own = rng.randrange(2)
        seats = [HERE, bot] if own == 0 else [bot, HERE]
        state = await people[0].create(variant, seats)
        chair = SocketChair(people[0], state["game"])
        try:
            await self._game(rng, [chair if seat == own else None for seat in (0, 1)])
        finally:
            chair.close()

    async def _game(self, rng: random.Random, chairs: list[Chair | None]) -> None:
        """One game, to its end or until told to stop."""
        known = next(chair for chair in chairs if chair)
        while not self.is_closing.is_set():
            await known.until(
                lambda: known.seq > 0 and (known.is_over or chairs[known.turn] is not None)
            )
            if known.is_over:
                return
            chair = chairs[known.turn]
            assert chair
            await _level(chair, known)
            # Who was behind may have caught up meanwhile, and the turn be another's.
            if chair.seq == known.seq and chair is chairs[known.turn]:
                await self._act(rng, chair, chairs)
            await asyncio.sleep(rng.random() * PAUSE)

    async def _act(self, rng: random.Random, chair: Chair, chairs: list[Chair | None]) -> None:
        seat, chance = chair.turn, rng.random()
        if chair.offers:
            subject = chair.offers[0]["subject"]
            await chair.order(rng.choice(["offer", "decline"]), seat, subject=subject)
        elif chance < 0.01:
            await chair.order("resign", seat)
        elif chance < 0.08 and chair.free_undo and chair.plies > 1:
            await chair.order("take-back", seat)
        elif chance < 0.5 and chair.free_undo and chair.redo:
            await chair.order("redo", seat)
        elif chance < 0.05 and not chair.free_undo and chair.plies > 1:
            await self._offer(rng, chairs, seat)
        else:
            await chair.order("play", seat, move=rng.choice(chair.legal))

    async def _offer(self, rng: random.Random, chairs: list[Chair | None], seat: int) -> None:
        """One asks, the other answers before anybody moves."""
        asking, answering = chairs[seat], chairs[1 - seat]
        subject = "draw" if rng.random() < 0.2 else "take-back"
        if asking and await asking.order("offer", seat, subject=subject) and answering:
            await _level(answering, asking)
            reply = rng.choice(["offer", "decline"])
            await answering.order(reply, 1 - seat, subject=subject)


async def _level(chair: Chair, other: Chair) -> None:
    """Until one knows at least what the other does."""
    await chair.until(lambda: chair.seq >= other.seq)


def _check_parent(parent: int) -> None:
    """A campaign that was killed itself leaves no clients behind."""
    if os.getppid() != parent:
        os._exit(1)
    asyncio.get_running_loop().call_later(1.0, _check_parent, parent)


async def main(address: str, path: str, seed: str, tables: str) -> None:
    """Play."""
    hall = Tables(Address.parse(address), Journal(Path(path)), seed)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, hall.is_closing.set)
    asyncio.get_running_loop().call_later(1.0, _check_parent, os.getppid())
    async with asyncio.TaskGroup() as group:
        for number in range(int(tables)):
            group.create_task(hall.play(number))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the campaign, which ends us
    asyncio.run(main(*sys.argv[1:]))
