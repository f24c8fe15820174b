"""Deleted games go for good after their 30 days, and not before; memory is cleared."""

import asyncio
import gc
import time
import weakref
from collections.abc import Iterator

import pytest
from sqlalchemy import update

from turnstone.server import housekeeping
from turnstone.server.housekeeping import clear_memory, keep_house, spare
from turnstone.store import games, schema
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.errors import NoSuchGame

SEATS = (Seat("here", holder="ann"), Seat("bot", bot="greedy"))
MONTH = 30 * 24 * 3600 * 1_000_000


async def _cleaned(database: Database) -> None:
    house = asyncio.create_task(keep_house(database))
    await asyncio.sleep(0)
    await asyncio.wrap_future(database.check())  # what was asked for before it has been done
    assert not house.done()
    house.cancel()
    with pytest.raises(asyncio.CancelledError):
        await house


def test_games_go_thirty_days_after_they_were_deleted(database_url: str) -> None:
    with Database.open(database_url) as database:
        made = [
            database.write(lambda c: games.create(c, "small", SEATS, creator="ann")).result().id
            for _ in range(3)
        ]
        kept, fresh, old = made
        for game, age in ((fresh, MONTH - 10**9), (old, MONTH + 10**9)):
            database.write(lambda c, game=game: games.delete(c, game, "ann")).result()  # type: ignore[misc]
            gone = schema.deletions
            aged = update(gone).where(gone.c.game == game).values(at=gone.c.at - age)
            database.write(lambda c, aged=aged: c.execute(aged)).result()  # type: ignore[misc]
        asyncio.run(_cleaned(database))
        with database.read() as connection:
            for game in (kept, fresh):
                assert games.load(connection, game).id == game
            with pytest.raises(NoSuchGame):
                games.load(connection, old)


def test_a_database_that_cannot_be_written_does_not_end_it(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database.open(database_url)
    database.close()

    async def look() -> None:
        house = asyncio.create_task(keep_house(database))
        await asyncio.sleep(0.1)
        assert not house.done()
        house.cancel()

    asyncio.run(look())
    assert "could not be removed" in caplog.text


class Ring:
    """Something that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def spared() -> Iterator[None]:
    """The collector as the server sets it, and afterwards as it was."""
    before = gc.get_threshold()
    spare()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


async def _cleared(gone: "weakref.ref[Ring]", *, alone: bool, seconds: float) -> bool:
    """Whether something is freed within so many seconds."""
    chore = asyncio.create_task(clear_memory(lambda: alone, 0.01))
    until = time.monotonic() + seconds
    while gone() is not None and time.monotonic() < until:
        await asyncio.sleep(0.01)
    chore.cancel()
    return gone() is None


@pytest.mark.usefixtures("spared")
def test_rings_are_freed_when_much_has_come_and_what_stays_is_not_looked_at_again() -> None:
    ring = Ring()
    gc.collect(1)  # it is no longer new
    gone, kept = weakref.ref(ring), [[number] for number in range(100_000)]
    del ring
    assert asyncio.run(_cleared(gone, alone=False, seconds=5))
    assert not any(each is kept[0] for each in gc.get_objects())


@pytest.mark.usefixtures("spared")
def test_what_was_set_aside_is_looked_through_while_nobody_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(housekeeping, "QUARTER", 0)
    ring = Ring()
    gc.freeze()
    gone = weakref.ref(ring)
    del ring
    assert not asyncio.run(_cleared(gone, alone=False, seconds=0.3))
    assert asyncio.run(_cleared(gone, alone=True, seconds=5))
