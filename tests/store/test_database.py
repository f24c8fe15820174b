"""The database itself: what is acknowledged is durable, and failures are told, not hidden."""

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from turnstone.store import schema, settings
from turnstone.store.database import Database
from turnstone.store.errors import Unavailable, UnusableStore


def put(name: str, value: str) -> Callable[[Connection], None]:
    return lambda connection: settings.put(connection, name, value)


def value(database: Database, name: str) -> str | None:
    with database.read() as connection:
        return settings.value(connection, name)


@contextmanager
def held(database: Database) -> Iterator[None]:
    """Keep the writer busy, so that what is asked for meanwhile becomes one batch."""
    gate, busy = threading.Event(), threading.Event()

    def wait(_: Connection) -> None:
        busy.set()
        gate.wait(30)

    waiting = database.write(wait)
    assert busy.wait(30)
    try:
        yield
    finally:
        gate.set()
        waiting.result()


def commits(database: Database) -> list[int]:
    """A list that grows by one with every commit."""
    counted: list[int] = []
    event.listen(database._engine, "commit", lambda _: counted.append(1))
    return counted


def test_sqlite_is_told_to_sync_every_commit(tmp_path: Path) -> None:
    with Database.open(f"sqlite:///{tmp_path / 'x.db'}") as database:

        def pragmas(connection: Connection) -> list[Any]:
            names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            return [connection.scalar(text(f"PRAGMA {name}")) for name in names]

        assert database.write(pragmas).result() == ["wal", 2, 1, 10_000]


def test_postgresql_is_told_to_sync_every_commit(postgresql_database: str) -> None:
    with Database.open(postgresql_database) as database:
        name = database.address.url.database
        database.write(
            lambda c: c.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = off"))
        ).result()
    with Database.open(postgresql_database) as database:
        shown = database.write(lambda c: c.scalar(text("SHOW synchronous_commit"))).result()
        assert shown == "on"


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    with Database.open(directory=tmp_path) as database:
        database.check().result()
        for path in tmp_path.iterdir():
            assert path.stat().st_mode & 0o077 == 0, path


def test_an_answer_comes_after_the_commit(database: Database, database_url: str) -> None:
    with Database.open(database_url) as other:
        for number in range(50):
            database.write(put("x", str(number))).result()
            assert value(other, "x") == str(number)


def test_no_answer_while_the_commit_cannot_happen(database: Database, database_url: str) -> None:
    with Database.open(database_url) as other:
        other.write(put("x", "0")).result()
        gate, busy = threading.Event(), threading.Event()

        def hold(connection: Connection) -> None:
            settings.put(connection, "x", "1")
            busy.set()
            gate.wait(30)

        holding = other.write(hold)
        assert busy.wait(30)
        waiting = database.write(put("x", "2"))
        time.sleep(0.2)
        assert not waiting.done()
        gate.set()
        holding.result()
        waiting.result(30)
    assert value(database, "x") == "2"


def test_what_arrives_together_is_committed_together(database: Database) -> None:
    counted = commits(database)
    with held(database):
        before = len(counted)
        futures = [database.write(put(f"n{number}", "x")) for number in range(30)]
    for each in futures:
        each.result()
    assert len(counted) - before == 2  # the one that was waited for, and all others
    assert all(value(database, f"n{number}") == "x" for number in range(30))


def test_a_job_that_fails_fails_alone(database: Database) -> None:
    def broken(connection: Connection) -> None:
        settings.put(connection, "broken", "half")
        raise ZeroDivisionError

    def doubled(connection: Connection) -> None:
        row = settings.insert(connection.dialect.name)(schema.settings)
        connection.execute(row.values(name="n1", value="again"))

    with held(database):
        futures: list[Future[None]] = [database.write(put("n1", "x"))]
        futures += [database.write(broken), database.write(doubled), database.write(put("n2", "y"))]
    futures[0].result()
    with pytest.raises(ZeroDivisionError):
        futures[1].result()
    with pytest.raises(Exception, match=r"(?i)unique"):
        futures[2].result()
    futures[3].result()
    assert [value(database, name) for name in ("n1", "n2", "broken")] == ["x", "y", None]
    with pytest.raises(ZeroDivisionError):  # and alone in its transaction as well
        database.write(broken).result()
    assert value(database, "broken") is None


def test_a_job_that_was_cancelled_in_time_is_not_done(database: Database) -> None:
    with held(database):
        unwanted = database.write(put("unwanted", "x"))
        assert unwanted.cancel()
    database.check().result()
    with pytest.raises(CancelledError):
        unwanted.result()
    assert value(database, "unwanted") is None


def test_closing_finishes_what_was_asked_for(database_url: str) -> None:
    database = Database.open(database_url)
    futures = [database.write(put(f"n{number}", "x")) for number in range(100)]
    database.close()
    assert all(each.done() for each in futures)
    for each in futures:
        each.result()
    with pytest.raises(Unavailable, match="closed"):
        database.write(put("late", "x"))
    with Database.open(database_url) as again:
        assert value(again, "n99") == "x"


def test_reading_sees_one_moment(database: Database) -> None:
    database.write(put("x", "old")).result()
    with database.read() as connection:
        assert settings.value(connection, "x") == "old"
        database.write(put("x", "new")).result()
        assert settings.value(connection, "x") == "old"
    assert value(database, "x") == "new"


def test_reading_cannot_write(database: Database) -> None:
    with pytest.raises(Unavailable, match=r"(?i)read-?only"), database.read() as connection:
        settings.put(connection, "x", "y")
    assert value(database, "x") is None


def test_the_secret_is_made_once(database: Database, database_url: str) -> None:
    with Database.open(database_url) as other:
        futures = [each.write(settings.secret) for each in (database, other) for _ in range(5)]
        found = {each.result() for each in futures}
    assert len(found) == 1
    assert len(found.pop()) == 32


# Failures


def test_a_full_disk_is_told_and_outlived(tmp_path: Path) -> None:
    with Database.open(f"sqlite:///{tmp_path / 'x.db'}") as database:
        database.write(put("before", "x")).result()
        pages = database.write(lambda c: c.scalar(text("PRAGMA page_count"))).result()
        database.write(lambda c: c.execute(text(f"PRAGMA max_page_count = {pages + 2}"))).result()
        with held(database):
            mate = database.write(put("mate", "y"))
            large = database.write(put("large", "x" * 1_000_000))
        mate.result()  # it shared the transaction that failed, and was stored by itself
        # The job is tried once more, on a new connection, for which there is room again.
        large.result()
        assert value(database, "large") == "x" * 1_000_000

        def small_disk(connection: Connection) -> None:
            connection.execute(text(f"PRAGMA max_page_count = {pages}"))
            settings.put(connection, "larger", "x" * 2_000_000)

        with pytest.raises(Unavailable, match=r"x\.db cannot be written: database or disk is full"):
            database.write(small_disk).result()
        assert value(database, "larger") is None
        database.check().result()


LIMITED = """
import resource, sys
from turnstone.store import settings
from turnstone.store.database import Database
from turnstone.store.errors import Unavailable

with Database.open(sys.argv[1]) as database:
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
    number = 0
    while True:
        value = str(number) + "x" * 50_000
        try:
            database.write(lambda c: settings.put(c, f"n{number}", value)).result()
        except Unavailable as error:
            print("refused", error)
            break
        number += 1
    try:
        database.check().result()
    except Unavailable:
        print("still full")
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    database.check().result()
    print("stored", number)
"""


ALMOST_FULL = """
import os, resource, sys
from turnstone.store import schema, settings
from turnstone.store.database import Database
from turnstone.store.errors import Unavailable
from sqlalchemy import select

LIMIT = 1_000_000
with Database.open(sys.argv[1]) as database, database.read() as reading:
    database.check().result()
    reading.execute(select(schema.settings)).all()  # while somebody reads, the log only grows
    log = database.address.path.with_name("x.db-wal")
    while log.stat().st_size < LIMIT - 60_000:
        database.write(lambda c: settings.put(c, "x", str(log.stat().st_size))).result()
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, resource.RLIM_INFINITY))
    database.write(lambda c: settings.put(c, "x", "room for this")).result()
    try:
        database.check().result()
    except Unavailable as error:
        print(error)
"""


def test_room_for_one_page_is_not_room_for_a_move(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ALMOST_FULL, f"sqlite:///{tmp_path / 'x.db'}"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.stderr == ""
    assert "cannot be written" in ran.stdout


def test_a_disk_that_takes_no_more_loses_nothing_acknowledged(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    command = [sys.executable, "-c", LIMITED, url]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.stderr == ""
    refused, *_, stored = ran.stdout.splitlines()
    assert "cannot be written" in refused
    count = int(stored.removeprefix("stored "))
    assert count > 3
    with Database.open(url) as database:
        for number in range(count):
            assert value(database, f"n{number}") == str(number) + "x" * 50_000
        assert value(database, f"n{count}") is None


def test_a_lock_that_is_never_released_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnstone.store.engines.WAIT", 2)
    path = tmp_path / "x.db"
    with Database.open(f"sqlite:///{path}") as database:
        database.check().result()
        greedy = sqlite3.connect(path, isolation_level=None)
        greedy.execute("BEGIN IMMEDIATE")
        for _ in range(2):  # with a connection, and with one that is made anew
            began = time.monotonic()
            asked = [database.check(), database.check()]
            for each in asked:
                with pytest.raises(Unavailable, match="locked"):
                    each.result()
            assert 1.9 < time.monotonic() - began < 5.9  # both together, or one after the other
        greedy.close()
        database.check().result()


def test_nobody_waits_longer_for_queueing_behind_those_who_wait_for_a_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnstone.store.engines.WAIT", 2)
    path = tmp_path / "x.db"
    with Database.open(f"sqlite:///{path}") as database:
        database.check().result()
        with closing(sqlite3.connect(path, isolation_level=None)) as greedy:
            greedy.execute("BEGIN IMMEDIATE")
            assert min(_waits_of_many(database, 1.8)) < 0.9
        database.check().result()


def test_what_somebody_has_waited_before_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnstone.store.engines.WAIT", 4)
    path = tmp_path / "x.db"
    with Database.open(f"sqlite:///{path}") as database:
        database.check().result()
        with closing(sqlite3.connect(path, isolation_level=None)) as greedy:
            greedy.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            with pytest.raises(Unavailable, match="locked"):
                database.write(put("late", "x"), asked=began - 3).result()
            assert 0.8 < time.monotonic() - began < 2.5
        with held(database):
            late = database.write(put("late", "x"), asked=began - 3)  # too late, but it is free
        late.result()
        assert value(database, "late") == "x"


def test_many_who_wait_for_locks_of_postgresql_wait_together(
    postgresql_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnstone.store.engines.WAIT", 2)
    names = ("a", "b", "c", "d")
    with (
        Database.open(postgresql_database) as database,
        Database.open(postgresql_database) as other,
    ):
        for name in (*names, "free"):
            database.write(put(name, "0")).result()
        with other._engine.begin() as greedy:
            for name in names:
                put(name, "1")(greedy)
            with held(database):
                began = time.monotonic()
                asked = [database.write(put(name, "2")) for name in names]
                free = database.write(put("free", "2"))
            for each in asked:
                with pytest.raises(Unavailable, match="lock timeout"):
                    each.result()
            free.result()
            assert time.monotonic() - began < 3.5


def _waits_of_many(database: Database, seconds: float) -> list[float]:
    """How long each of those who ask, one after the other for so many seconds, waits in vain."""
    asked, waits = [], []
    stop = time.monotonic() + seconds
    while time.monotonic() < stop:
        asked.append((time.monotonic(), database.check()))
        time.sleep(0.1)
    for began, each in asked:
        with pytest.raises(Unavailable, match="locked"):
            each.result()
        waits.append(time.monotonic() - began)
    assert max(waits) < 2.9
    return waits


def test_a_file_that_cannot_be_written_is_told_and_outlived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Root may write everywhere: what SQLite says of a read-only file is said for it.
    def read_only(_: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    url = f"sqlite:///{tmp_path / 'x.db'}"
    with Database.open(url) as database:
        with monkeypatch.context() as patch:
            patch.setattr("turnstone.store.engines._write_ahead", read_only)
            with pytest.raises(Unavailable, match=r"x\.db cannot be opened: .* readonly"):
                Database.open(url)
            with pytest.raises(Unavailable, match=r"x\.db cannot be written: .* readonly"):
                database.check().result()
        database.check().result()


def test_whatever_happens_to_the_writer_somebody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Database.open(f"sqlite:///{tmp_path / 'x.db'}") as database:
        with monkeypatch.context() as patch:
            patch.setattr(database._writer, "_transaction", lambda *_: 1 / 0)
            with pytest.raises(Unavailable, match="division by zero"):
                database.check().result(10)
        database.check().result(10)


@pytest.mark.parametrize(
    "content", [b"not a database, but long enough to be one " * 100, b"some notes"]
)
def test_what_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(content)
    with pytest.raises(UnusableStore, match=r"x\.db is there and is not a database"):
        Database.open(f"sqlite:///{path}")
    assert path.read_bytes() == content


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="cannot be opened"):
        Database.open(f"sqlite:///{tmp_path}")
    with pytest.raises(UnusableStore, match="no database here"):
        Database.open(f"sqlite:///{tmp_path / 'nothing'}", create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def others(postgresql_server: str) -> Iterator[Any]:
    """Another connection to the server, to make trouble with."""
    import psycopg

    with psycopg.connect(postgresql_server, autocommit=True) as connection:
        yield connection


def cut(others: Any, name: str) -> None:
    """End all connections to a database but this one."""
    others.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = %s AND pid <> pg_backend_pid()",
        [name],
    )


def test_a_connection_that_was_cut_is_made_again(postgresql_database: str, others: Any) -> None:
    with Database.open(postgresql_database) as database:
        name = str(database.address.url.database)
        for number in range(3):
            database.write(put("x", str(number))).result()
            cut(others, name)
            database.write(put("y", str(number))).result()
            assert value(database, "y") == str(number)
        busy = threading.Event()

        def slow(connection: Connection) -> None:
            settings.put(connection, "slow", "x")
            if not busy.is_set():
                busy.set()
                connection.execute(text("SELECT pg_sleep(30)"))

        writing = database.write(slow)
        assert busy.wait(30)
        time.sleep(0.2)
        cut(others, name)  # in the middle of the work, which is then done again
        writing.result(30)
        assert value(database, "slow") == "x"


def test_a_server_that_is_gone_is_told_and_outlived(postgresql_database: str, others: Any) -> None:
    with Database.open(postgresql_database) as database:
        name = str(database.address.url.database)
        database.check().result()
        others.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        cut(others, name)
        with held_or_lost(database):
            futures = [database.write(put(f"n{number}", "x")) for number in range(5)]
        for each in futures:
            with pytest.raises(Unavailable, match="cannot be written"):
                each.result()
        with pytest.raises(Unavailable, match="cannot be read"):
            value(database, "n1")
        others.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        database.check().result()
        assert value(database, "n1") is None


@contextmanager
def held_or_lost(database: Database) -> Iterator[None]:
    try:
        with held(database):
            yield
    except (Unavailable, AssertionError):
        pass


def test_a_commit_that_breaks_is_not_acknowledged(postgresql_database: str) -> None:
    with Database.open(postgresql_database) as database:
        database.write(
            lambda c: c.exec_driver_sql(
                """
                CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF NEW.name = 'deadly' THEN
                        PERFORM pg_terminate_backend(pg_backend_pid());
                    END IF;
                    RETURN NULL;
                END $$;
                CREATE CONSTRAINT TRIGGER dying AFTER INSERT ON settings
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die();
                """
            )
        ).result()
        with held(database):
            deadly = database.write(put("deadly", "x"))
            mate = database.write(put("mate", "x"))
        for each in (deadly, mate):
            with pytest.raises(Unavailable):
                each.result()
        assert value(database, "deadly") is None
        database.write(put("mate", "x")).result()


def test_servers_that_deadlock_both_get_their_way(postgresql_database: str) -> None:
    with Database.open(postgresql_database) as one, Database.open(postgresql_database) as two:
        for name in ("a", "b"):
            one.write(put(name, "0")).result()
        both = threading.Barrier(2)

        def meet(_: Connection) -> None:
            if not both.broken:
                try:
                    both.wait(5)
                except threading.BrokenBarrierError:
                    return
                both.abort()

        with held(one), held(two):
            futures = [one.write(put("a", "1")), one.write(meet), one.write(put("b", "1"))]
            futures += [two.write(put("b", "2")), two.write(meet), two.write(put("a", "2"))]
        for each in futures:
            each.result(60)


def test_a_batch_of_servers_races_for_each_name_once(database_url: str) -> None:
    first, second = Database.open(database_url), Database.open(database_url)

    def claim(name: str) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            row = settings.insert(connection.dialect.name)(schema.settings)
            connection.execute(row.values(name=name, value="mine"))

        return work

    with first, second:
        futures = [
            (number, each.write(claim(f"n{number}")))
            for number in range(40)
            for each in (first, second)
        ]
        won: dict[int, int] = dict.fromkeys(range(40), 0)
        for number, each in futures:
            won[number] += each.exception() is None
    assert set(won.values()) == {1}


def test_opening_leaves_no_thread_when_it_fails(tmp_path: Path) -> None:
    before = threading.active_count()
    (tmp_path / "turnstone.db").write_bytes(b"x" * 5000)
    with pytest.raises(UnusableStore):
        Database.open(directory=tmp_path)
    assert threading.active_count() == before


def test_a_relative_file_is_where_the_program_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Database.open("sqlite:///here.db").close()
    assert os.path.exists(tmp_path / "here.db")
