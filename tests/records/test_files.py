"""Files: all or nothing, and nothing too large."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from turnstone.records import files
from turnstone.rules.errors import InvalidRecord


def test_writes_and_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "a file.json"
    files.write(path, "Grün ×\n")
    assert files.read(path) == "Grün ×\n".encode()
    files.write(path, "shorter")
    assert files.read(path) == b"shorter"
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, failure: BaseException
) -> None:
    path = tmp_path / "game.json"
    files.write(path, "old")

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(type(failure)):
        files.write(path, "new, and never to be seen")
    monkeypatch.undo()
    assert files.read(path) == b"old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_text_is_on_the_disk_before_it_takes_the_old_ones_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    sync, replace = os.fsync, os.replace

    def watched_sync(handle: int) -> None:
        happened.append("sync directory" if os.path.isdir(f"/proc/self/fd/{handle}") else "sync")
        sync(handle)

    def watched_replace(source: str, target: Path) -> None:
        assert Path(source).read_text() == "text"
        happened.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", watched_sync)
    monkeypatch.setattr(os, "replace", watched_replace)
    files.write(tmp_path / "x", "text")
    assert [step.split()[0] for step in happened] == ["sync", "rename", "sync"]


def test_a_failing_write_names_the_file_itself(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "such" / "x.json"
    with pytest.raises(FileNotFoundError) as error:
        files.write(missing, "text")
    assert error.value.filename == str(missing)
    with pytest.raises(InvalidRecord, match=f"{tmp_path} is not a plain file"):
        files.write(tmp_path, "text")


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    path.write_bytes(b" " * files.LIMIT)
    assert len(files.read(path)) == files.LIMIT
    with open(path, "r+b") as file:
        file.truncate(10 * files.LIMIT)
    with pytest.raises(InvalidRecord, match=r"huge\.json is too large"):
        files.read(path)


def test_an_endless_file_is_refused_too() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no /dev/zero here")
    with pytest.raises(InvalidRecord, match="too large"):
        files.read(Path("/dev/zero"))


def test_only_plain_files_are_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InvalidRecord, match="not a plain file"):
        files.write(pipe, "x")
    assert pipe.is_fifo()


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    files.write(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_new_files_have_the_usual_rights(tmp_path: Path) -> None:
    plain, ours = tmp_path / "plain", tmp_path / "ours"
    plain.write_text("x")
    files.write(ours, "x")
    assert ours.stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal", ".server"])
def test_a_database_is_not_written_over(tmp_path: Path, end: str) -> None:
    database = tmp_path / "x.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE t (c)")
    before = database.read_bytes()
    with pytest.raises(InvalidRecord, match="belongs to a database; nothing was written"):
        files.write(tmp_path / f"x.db{end}", "text")
    assert database.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["x.db"]
    files.write(tmp_path / "y.db-wal", "of no database")
