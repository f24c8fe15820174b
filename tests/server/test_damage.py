"""Damaged games, and a database that cannot be used for a while: everything else goes on."""

import asyncio
import sqlite3
import time
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest

from turnstone.players.clock import TimeControl
from turnstone.players.referee import Started
from turnstone.server.bots import Bots, Job
from turnstone.server.identity import Identities
from turnstone.server.study import Study
from turnstone.server.tables import Tables
from turnstone.store import games, lists
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.errors import Unavailable

from .house import HERE, Client, Server

DAMAGES = [
    """UPDATE events SET event='{"type":"nonsense"}' WHERE game=? AND seq=2""",
    """UPDATE events SET event='{"type":"moved","seat":0,"move":"a1"}' WHERE game=? AND seq=2""",
    """UPDATE events SET at='abc' WHERE game=? AND seq=2""",
    """UPDATE games SET variant='nonsense' WHERE id=?""",
    """UPDATE games SET seq=99 WHERE id=?""",
    """DELETE FROM events WHERE game=? AND seq=1""",
    """DELETE FROM seats WHERE game=?""",
]


def test_damaged_games_do_not_keep_others_from_going_on(own_server: Server) -> None:
    """The server dies while bots think, and some of the older games are damaged."""
    thinker = {"kind": "bot", "bot": "engine:time=5"}
    with Client(own_server.url) as ann:
        begun = [ann.create(seats=[HERE, thinker])["game"] for _ in range(len(DAMAGES) + 2)]
        for game in begun:
            ann.play(ann.state(game), "f5")
        own_server.kill()
        broken, whole = begun[: len(DAMAGES)], begun[len(DAMAGES) :]
        with closing(sqlite3.connect(own_server.data / "turnstone.db")) as database:
            for damage, game in zip(DAMAGES, broken, strict=True):
                database.execute(damage, (game,))
            database.commit()
        own_server.start()
        for game in whole:
            ann.until(game, lambda state: len(state["moves"]) == 2, 60)
        for game in broken[:-1]:  # the last has no bot any more with which to go on
            assert f"game {game} is damaged" in own_server.text
        for game in broken:
            answer = ann.http.get(f"/api/games/{game}")
            assert (answer.status_code, answer.json()["code"]) == (409, "unreadable")
        assert _listed(ann)[0] >= set(whole)
        for game in broken:
            assert ann.http.delete(f"/api/games/{game}").status_code == 204
        assert _listed(ann) == (set(whole), set())


SEATS = [  # as SQLite lets them be
    "DELETE FROM seats WHERE game=? AND seat=1",
    "DELETE FROM seats WHERE game=? AND seat=0",
    "UPDATE seats SET player=x'ff' WHERE game=? AND seat=1",
    "UPDATE games SET title=x'ff' WHERE id=?",
    "UPDATE games SET brought=x'ff' WHERE id=?",
    "UPDATE games SET seq=99 WHERE id=?",
    "DELETE FROM events WHERE game=? AND seq=1",
]


def test_a_game_without_a_seat_stops_no_clock_of_others(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        broken = [ann.create(clock="600")["game"] for _ in SEATS]
        for game in broken:
            ann.play(ann.state(game), "f5")
        timed = ann.create(clock="1")["game"]
        ann.play(ann.state(timed), "f5")
        own_server.kill()
        with closing(sqlite3.connect(own_server.data / "turnstone.db")) as database:
            for damage, game in zip(SEATS, broken, strict=True):
                database.execute(damage, (game,))
            database.commit()
        own_server.start()
        ended = ann.until(timed, lambda state: state["view"]["outcome"])
        assert ended["view"]["outcome"]["reason"] == "time"
        for game in broken:
            assert ann.http.get(f"/api/games/{game}").json()["code"] == "unreadable"
            order = {"type": "play", "key": game, "seq": 2, "seat": 1, "move": "d6"}
            answer = ann.http.post(f"/api/games/{game}/commands", json=order)
            assert (answer.status_code, answer.json()["code"]) == (409, "unreadable")


def test_a_game_that_is_damaged_while_its_clock_runs_is_left_alone(own_server: Server) -> None:
    """Nobody asks for it again and again, and everything else goes on."""
    with Client(own_server.url) as ann:
        broken, whole = ann.create(clock="2")["game"], ann.create(clock="2")["game"]
        for game in (broken, whole):
            ann.play(ann.state(game), "f5")
        before = ann.state(broken)
        with closing(sqlite3.connect(own_server.data / "turnstone.db")) as database:
            database.execute("UPDATE games SET seq=99 WHERE id=?", (broken,))
            database.commit()
        ended = ann.until(whole, lambda state: state["view"]["outcome"])
        assert ended["view"]["outcome"]["reason"] == "time"
        time.sleep(1)
        answer = ann.order(before, "play", 1, move="d6")
        assert (answer.status_code, answer.json()["code"]) == (409, "unreadable")
    assert own_server.text.count("a flag could not fall") == 1


def test_nothing_is_acknowledged_into_a_file_that_is_gone(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        state = ann.create()
        for file in own_server.data.glob("turnstone.db*"):
            file.unlink()
        answer = ann.order(state, "play", 0, move="f5")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        time.sleep(2.1)  # for so long an answer that it is ready holds
        assert ann.http.get("/healthz").status_code == 503


def test_nothing_is_acknowledged_into_a_log_that_is_gone(own_server: Server) -> None:
    """And what was acknowledged before is kept when the server is stopped."""
    with Client(own_server.url) as ann:
        state = ann.play(ann.create(), "f5")
        (own_server.data / "turnstone.db-wal").unlink()
        answer = ann.order(state, "play", 1, move="d6")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        time.sleep(2.1)  # for so long an answer that it is ready holds
        assert ann.http.get("/healthz").status_code == 503
        own_server.stop()
        own_server.start()
        assert ann.play(state, "d6")["moves"][0]["move"] == "f5"


LINES = {  # of the list of games
    "outcome": "'garbage'",
    "variant": "'nonsense'",
    "title": "x'ff'",
    "position": "'nowhere'",
    "turn": "7",
    "plies": "'many'",
    "free_undo": "'perhaps'",
    "updated": "'yesterday'",
    "created": "9e17",
}


def test_damaged_games_are_listed_apart_and_can_be_deleted(own_server: Server) -> None:
    with Client(own_server.url) as ann, Client(own_server.url) as bob:
        whole = ann.create(title="whole")["game"]
        broken = [ann.create(title=column)["game"] for column in LINES]
        own_server.kill()
        with closing(sqlite3.connect(own_server.data / "turnstone.db")) as database:
            for (column, value), game in zip(LINES.items(), broken, strict=True):
                database.execute(f"UPDATE games SET {column} = {value} WHERE id = ?", (game,))
            database.execute("DELETE FROM seats WHERE game = ?", (broken[0],))
            database.commit()
        own_server.start()
        assert _listed(ann) == ({whole}, set(broken))
        assert _listed(ann, limit=1) == ({whole}, set(broken))
        assert bob.http.delete(f"/api/games/{broken[0]}").status_code == 403
        for game in broken:
            assert ann.http.delete(f"/api/games/{game}").status_code == 204
        assert _listed(ann) == ({whole}, set())
        restored = ann.http.post(f"/api/games/{broken[0]}/restore", json={})
        assert (restored.status_code, restored.json()["code"]) == (409, "unreadable")
        assert _listed(ann) == ({whole}, {broken[0]})


def _listed(client: Client, limit: int = 20) -> tuple[set[str], set[str]]:
    """Own games of all pages, and the damaged ones among them."""
    games: set[str] = set()
    damaged: set[str] = set()
    before: dict[str, str] = {}
    while True:
        answer = client.http.get("/api/games", params={"limit": limit, **before})
        assert answer.status_code == 200, answer.text
        page = answer.json()
        games |= {each["game"] for each in page["games"]}
        damaged |= {each["game"] for each in page["damaged"]}
        if page["next"] is None:
            return games, damaged
        before = {"before": page["next"]}


def test_a_start_waits_for_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing can be written, the first question is not answered: clocks run on all the same."""
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        game = database.write(
            lambda connection: games.create(
                connection,
                "othello",
                [Seat("here", holder="ann")] * 2,
                control=TimeControl(1),
                events=[Started(0.0)],
            )
        ).result()
        asked = []

        def awaiting(_: object) -> list[str]:
            asked.append("once more")
            if len(asked) == 1:
                raise Unavailable("not now")
            return [game.id]

        def unwritable(*_: object) -> "Future[None]":
            refused: Future[None] = Future()
            refused.set_exception(Unavailable("the disk is full"))
            return refused

        monkeypatch.setattr(lists, "awaiting_server", awaiting)
        monkeypatch.setattr(database, "write", unwritable)
        asyncio.run(_resumed_for(database, 1.5))
    assert "a flag could not fall" in caplog.text


async def _resumed_for(database: Database, seconds: float, bots: Bots | None = None) -> None:
    bots = bots or Bots()
    tables = Tables(database, Identities(b"x" * 32), bots, Study())
    await tables.begin()
    await asyncio.sleep(seconds)
    await tables.close()
    bots.close()


def test_a_bot_that_cannot_be_asked_loses_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """There is no room for its process, say; then there is."""

    class Crowded(Bots):
        asked = 0

        async def choose(self, job: Job) -> str:
            self.asked += 1
            if self.asked == 1:
                raise OSError("Cannot allocate memory")
            return await super().choose(job)

    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        game = database.write(
            lambda connection: games.create(
                connection,
                "othello",
                [Seat("bot", bot="greedy"), Seat("here", holder="ann")],
                control=TimeControl(30),
                events=[Started(0.0)],
                creator="ann",
            )
        ).result()
        asyncio.run(_resumed_for(database, 4, Crowded()))
        with database.read() as connection:
            after = games.load(connection, game.id).state
    assert after.outcome is None
    assert [move.seat for move in after.game.moves] == [0]
    assert after.clock
    assert after.clock.left[0] > 29  # its time stood still
    assert "cannot be asked" in caplog.text
