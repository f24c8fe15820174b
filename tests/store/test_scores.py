"""The score table: best first, a seat scores once, the file of before is taken over once."""

import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from turnstone.store import games, legacy, lists, scores
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.score import Score, lines

ADA = Score("othello", "Ada", 12, 38, "greedy", "2024-05-01T10:00:00+00:00")


def add(database: Database, *wanted: Score) -> None:
    for score in wanted:
        database.write(lambda c, score=score: scores.add(c, score)).result()  # type: ignore[misc]


def table(database: Database, variant: str | None = None) -> list[Score]:
    with database.read() as connection:
        return scores.best(connection, variant)


def test_best_first_by_margin_then_own_count_then_age(database: Database) -> None:
    add(
        database,
        replace(ADA, name="d", margin=12, own=38, date="2024-05-02"),
        replace(ADA, name="f", margin=-4, own=30),
        replace(ADA, name="a", margin=64, own=64),
        replace(ADA, name="c", margin=12, own=38, date="2024-05-01"),
        replace(ADA, name="e", margin=12, own=37, date="2024-01-01"),
        replace(ADA, name="b", margin=12, own=39, date="2024-06-01"),
    )
    assert [score.name for score in table(database)] == list("abcdef")
    with database.read() as connection:
        assert [score.name for score in scores.best(connection, limit=2)] == ["a", "b"]


def test_variants_are_kept_apart(database: Database) -> None:
    add(database, ADA, replace(ADA, variant="kalah", margin=40), replace(ADA, margin=1))
    found = [(score.variant, score.margin) for score in table(database)]
    assert found == [("kalah", 40), ("othello", 12), ("othello", 1)]
    assert table(database, "kalah") == [replace(ADA, variant="kalah", margin=40)]
    with database.read() as connection:
        kept = [(score.variant, score.margin) for score in scores.best(connection, limit=1)]
    assert kept == [("kalah", 40), ("othello", 12)]


def test_a_seat_scores_once_and_a_score_outlives_its_game(database: Database) -> None:
    seats = [Seat("here", holder="ann"), Seat("here", holder="ann")]
    game = database.write(lambda c: games.create(c, "othello", seats, creator="ann")).result()
    bob = replace(ADA, name="Bob", margin=-12)
    database.write(lambda c: scores.add(c, ADA, game.id, 0)).result()
    database.write(lambda c: scores.add(c, bob, game.id, 1)).result()
    with pytest.raises(scores.AlreadyScored):
        database.write(lambda c: scores.add(c, replace(ADA, name="Eve"), game.id, 0)).result()
    database.write(lambda c: games.delete(c, game.id, "ann")).result()
    assert database.write(lambda c: games.purge(c, older_than=0)).result() == 1
    assert table(database) == [ADA, bob]


def test_taking_in_twice_adds_once(database: Database) -> None:
    some = [replace(ADA, name=f"n{n}", margin=-n) for n in range(5)]
    add(database, *some[:2])
    assert database.write(lambda c: scores.take_in(c, some)).result() == 3
    assert database.write(lambda c: scores.take_in(c, some)).result() == 0
    assert table(database) == some


def test_two_who_take_in_at_once_add_once(database_url: str) -> None:
    some = [replace(ADA, name=f"n{n}") for n in range(40)]
    gate = threading.Barrier(2)

    def take(database: Database) -> None:
        gate.wait()
        database.write(lambda c: scores.take_in(c, some)).result()

    with Database.open(database_url) as one, Database.open(database_url) as two:
        threads = [threading.Thread(target=take, args=(each,)) for each in (one, two)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert len(table(one)) == 40


# The file of before

BEFORE = [replace(ADA, name=f"n{n}", margin=-n) for n in range(5)] + [replace(ADA, margin=-9)] * 2


@pytest.fixture
def older(tmp_path: Path) -> Path:
    path = tmp_path / "scores.jsonl"
    path.write_text(lines(BEFORE))
    return path


def test_the_file_of_before_is_taken_over_once(tmp_path: Path, older: Path) -> None:
    text = older.read_text()
    for _ in range(2):
        with Database.open(directory=tmp_path) as database:
            assert table(database) == BEFORE
    assert not older.exists()
    assert (tmp_path / "scores.jsonl.taken-over").read_text() == text


def test_an_old_version_that_is_run_again_is_taken_over_again(tmp_path: Path, older: Path) -> None:
    Database.open(directory=tmp_path).close()
    older.write_text(lines([BEFORE[0], replace(ADA, name="later", margin=60)]))
    with Database.open(directory=tmp_path) as database:
        assert [score.name for score in table(database)] == [
            "later",
            *(score.name for score in BEFORE),
        ]
    assert (tmp_path / "scores.jsonl.taken-over.2").exists()


def test_lines_that_are_no_scores_are_told_of_and_kept(tmp_path: Path, older: Path) -> None:
    older.write_bytes(lines(BEFORE).encode() + b'{"variant": "oth')
    with Database.open(directory=tmp_path) as database:
        assert table(database) == BEFORE
        (complaint,) = database.complaints
    assert "line 8" in complaint
    assert b'"oth' in (tmp_path / "scores.jsonl.taken-over").read_bytes()
    with Database.open(directory=tmp_path) as database:
        assert database.complaints == []


DIES = """
import os, sys
from pathlib import Path
from turnstone.store import legacy
from turnstone.store.database import Database

step, real, count = int(sys.argv[2]), os.rename, 0

def rename(source, target):
    global count
    count += 1
    if count == step:
        os._exit(9)  # before it is renamed
    real(source, target)
    if count == step - 2:
        os._exit(9)  # after

os.rename = rename
if step == 5:  # in the transaction
    legacy.scores.take_in = lambda *_: os._exit(9)
Database.open(directory=Path(sys.argv[1]))
"""


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
def test_a_crash_at_any_step_loses_and_doubles_nothing(
    tmp_path: Path, older: Path, step: int
) -> None:
    assert older.exists()
    died = subprocess.run([sys.executable, "-c", DIES, str(tmp_path), str(step)], timeout=60)
    assert died.returncode == 9
    with Database.open(directory=tmp_path) as database:
        assert table(database) == BEFORE
    assert not legacy.is_there(tmp_path)


def test_games_of_before_survive_a_crash_between_storing_and_setting_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from turnstone.records.json import SavedGame
    from turnstone.rules.game import Game

    (tmp_path / "games").mkdir()
    for number in range(3):
        SavedGame(Game.new("small").play("d3")).write(tmp_path / "games" / f"{number}.json")

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", crash)
        with pytest.raises(KeyboardInterrupt):
            Database.open(directory=tmp_path)
    with Database.open(directory=tmp_path) as database, database.read() as connection:
        assert len(lists.by_origin(connection, "terminal", unfinished=True).games) == 3
    assert not (tmp_path / "games").exists()
