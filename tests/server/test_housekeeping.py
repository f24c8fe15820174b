"""Deleted games go for good after their 30 days, and not before; memory is cleared."""

import asyncio
import gc
import weakref

import pytest
from sqlalchemy import update

from turnstone.server.housekeeping import clear_memory, keep_house
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


def test_rings_of_references_are_freed() -> None:
    class Ring:
        def __init__(self) -> None:
            self.itself = self

    async def look() -> None:
        old = weakref.ref(Ring())
        chore = asyncio.create_task(clear_memory(0.01))
        async with asyncio.timeout(5):
            while old() is not None:
                await asyncio.sleep(0.01)
        chore.cancel()

    gc.disable()
    try:
        asyncio.run(look())
    finally:
        gc.enable()
