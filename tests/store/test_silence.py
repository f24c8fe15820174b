"""A PostgreSQL that is there and does not answer: whoever waits is told, and nothing is doubled."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import Connection

from turnstone.players.referee import Started
from turnstone.server.bots import Bots
from turnstone.server.identity import Identities
from turnstone.server.refusals import Refuse
from turnstone.server.requests import Play
from turnstone.server.study import Study
from turnstone.server.tables import Tables, arrival
from turnstone.store import games, settings
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.errors import Unavailable
from turnstone.store.verify import verify


def put(name: str, value: str) -> Callable[[Connection], None]:
    return lambda connection: settings.put(connection, name, value)


def value(database: Database, name: str) -> str | None:
    with database.read() as connection:
        return settings.value(connection, name)


@contextmanager
def frozen(server: str, name: str) -> Iterator[None]:
    """The processes of PostgreSQL that serve a database now, stopped."""
    query = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND backend_type LIKE 'client%%'"
    with psycopg.connect(server, autocommit=True) as connection:
        stopped = [pid for (pid,) in connection.execute(query, [name])]
    assert stopped
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)


def test_a_server_that_says_nothing_is_given_up_and_outlived(
    postgresql_server: str, postgresql_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnstone.store.engines.WAIT", 2)
    with Database.open(postgresql_database) as database:
        database.write(put("x", "0")).result()
        value(database, "x")
        with frozen(postgresql_server, str(database.address.url.database)):
            began = time.monotonic()
            asked = [database.write(put("x", str(number))) for number in (1, 2)]
            for each in asked:
                with pytest.raises(Unavailable, match="does not answer"):
                    each.result(60)
            assert 2 < time.monotonic() - began < 8
            database.write(put("y", "3")).result(60)  # with a new connection
            assert value(database, "y") == "3"
        assert value(database, "x") == "0"


SLOW_COMMIT = """
CREATE FUNCTION doze() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_sleep(1);
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER dozing AFTER INSERT ON receipts
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION doze();
"""


def test_a_commit_without_an_answer_is_played_once(
    postgresql_server: str, postgresql_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is stored after its player was told that it may not be: his key tells the truth."""
    monkeypatch.setattr("turnstone.store.engines.WAIT", 2)
    with Database.open(postgresql_database) as database:
        database.write(settings.secret).result()
        database.write(lambda c: c.exec_driver_sql(SLOW_COMMIT)).result()
        asyncio.run(_played_once(database, postgresql_server))
        assert verify(database).faults == []


async def _played_once(database: Database, server: str) -> None:
    bots = Bots()
    tables = Tables(database, Identities(b"x" * 32), bots, Study())
    seats = [Seat("here", holder="ann")] * 2
    table = await tables.create(
        lambda connection: games.create(connection, "othello", seats, events=[Started(0.0)])
    )
    order = Play(type="play", key="k", seq=table.seq, seat=0, move="f5")
    thaw = threading.Event()

    def freeze() -> None:
        time.sleep(0.5)  # it dozes before its commit
        with frozen(server, str(database.address.url.database)):
            thaw.wait(60)

    freezing = asyncio.create_task(asyncio.to_thread(freeze))
    began = time.monotonic()
    with pytest.raises(Refuse, match="cannot be stored"):
        await tables.order(table, "ann", order, arrival())
    assert time.monotonic() - began < 8
    assert table.seq == 1
    thaw.set()
    await freezing
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        stored = await tables.archive.read(lambda connection: games.load(connection, table.id))
        if stored.seq > 1:
            break
        await asyncio.sleep(0.1)
    assert stored.seq == 2
    assert (await tables.order(table, "ann", order, arrival()))["seq"] == 2
    assert [str(move) for move in table.state.game.moves] == ["f5"]
    await tables.close()
    bots.close()
