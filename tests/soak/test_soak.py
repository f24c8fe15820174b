"""A small soak, so that it cannot rot: it finds nothing, and finds what is broken on purpose."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from soak.crash import KINDS, schedule
from soak.journal import Journal
from soak.replay import Replayer

from turnstone.players import referee
from turnstone.store import games
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.errors import Receipt

ROOT = Path(__file__).parents[2]


def test_a_short_soak_finds_nothing() -> None:
    short = "--seed 5 --kills 2 --tables 2 --races 10 --games 10 --rates 20 --seconds 1 --json"
    done = subprocess.run(
        [sys.executable, "-m", "soak", *short.split()], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode in (0, 1), done.stderr
    figures = json.loads(done.stdout)
    crash, race, load = figures["crash"], figures["race"], figures["load"][0]
    assert crash["faults"] == []
    assert sum(crash["kills"].values()) == 2
    assert crash["findings"]["acknowledged"] > 0
    assert crash["bots_went_on"] == crash["kills"]["thinking"]
    assert race["winners"] == {"1": 10}
    assert load["errors"] == {}
    assert [figures["afterwards"][fault] for fault in ("lost", "duplicated", "wrong")] == [[]] * 3
    assert load["moves_per_second"] > 0
    # How quick it is depends on what else the machine does; all else does not.
    speed = ("ready to store moves again", "a first move stored", "moves a second", " ms")
    slow = [each for each in figures["broken"] if any(word in each for word in speed)]
    assert figures["broken"] == slow


def test_it_shares_no_code_with_the_server() -> None:
    look = "import sys, soak.__main__, soak.players; print('turnstone' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


def test_a_seed_gives_a_schedule() -> None:
    assert schedule(7, 200) == schedule(7, 200) != schedule(8, 200)
    assert {kill.kind for kill in schedule(7, 200)} == set(KINDS)


class Told:
    """A game of three moves in a database, and a journal of a client who played it."""

    def __init__(self, home: Path) -> None:
        self.file, self.home = home / "told.db", home
        self.journal = Journal(home / "told.journal")
        with Database.open(self.url) as database:
            seats = [Seat("here", holder="ann"), Seat("here", holder="ann")]
            game = database.write(lambda c: games.create(c, "othello", seats)).result()
            self.game, state, events = game.id, game.state, referee.start(game.state, 0.0)
            self.journal.made(game.id, "new", "othello")
            for seq, move in enumerate(("", "f5", "d6", "c3")):
                if move:
                    order = {"type": "play", "key": move, "seq": seq, "seat": state.turn}
                    self.journal.asked(game.id, {**order, "move": move})
                    events = referee.decide(state, referee.Play(state.turn, move), 0.0)
                state = referee.fold(state, events)
                receipt = Receipt("ann", move, move, str(seq + 1)) if move else None
                work = (game.id, seq, events, state, receipt)
                database.write(lambda c, w=work: games.append(c, *w[:4], at=0.0, receipt=w[4]))  # type: ignore[misc]
                if move:
                    self.journal.acknowledged(game.id, move, seq + 1)
                    shown = {"type": "moved", "seq": seq + 1, "seat": (seq + 1) % 2, "move": move}
                    self.journal.saw(game.id, shown)

    @property
    def url(self) -> str:
        return f"sqlite:///{self.file}"

    def damage(self, *statements: str) -> None:
        with closing(sqlite3.connect(self.file)) as rows:
            for statement in statements:
                rows.execute(statement)
            rows.commit()

    def faults(self) -> str:
        return "\n".join(Replayer(self.home).compare(self.url).faults)


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    made = Told(tmp_path)
    yield made
    made.journal.close()


def test_what_is_right_is_right(told: Told) -> None:
    findings = Replayer(told.home).compare(told.url)
    assert findings.faults == []
    assert (findings.acknowledged, findings.shown, findings.events) == (3, 3, 4)


def test_a_lost_move_is_found(told: Told) -> None:
    told.damage("DELETE FROM events WHERE seq = 4", "UPDATE games SET seq = 3, plies = 2, turn = 0")
    assert "lost: " in told.faults()


def test_a_lost_game_is_found(told: Told) -> None:
    told.damage("DELETE FROM events", "DELETE FROM games")
    assert "was acknowledged" in told.faults()


def test_a_changed_move_is_found(told: Told) -> None:
    told.damage("UPDATE events SET event = replace(event, 'c3', 'c5') WHERE seq = 4")
    assert "is stored" in told.faults()


def test_a_move_that_nobody_asked_for_is_found(told: Told) -> None:
    event = '{"type": "moved", "seat": 1, "move": "d3"}'
    told.damage(
        f"INSERT INTO events SELECT id, 5, 0.0, '{event}' FROM games",
        "UPDATE games SET seq = 5, plies = 4, turn = 0",
    )
    assert "nobody asked for" in told.faults()


def test_an_illegal_move_is_found(told: Told) -> None:
    told.damage("UPDATE events SET event = replace(event, 'c3', 'a1') WHERE seq = 4")
    assert "a1 flips nothing" in told.faults()


def test_a_second_answer_that_differs_is_found(told: Told) -> None:
    told.journal.acknowledged(told.game, "c3", 5)
    assert "duplicated: " in told.faults()


def test_a_list_that_tells_something_else_is_found(told: Told) -> None:
    told.damage("UPDATE games SET position = 'another'")
    assert "is listed as another" in told.faults()
