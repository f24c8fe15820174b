"""Damaged games, and a database that cannot be used for a while: everything else goes on."""

import asyncio
import sqlite3
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest

from turnstone.players.clock import TimeControl
from turnstone.players.referee import Started
from turnstone.server.bots import Bots
from turnstone.server.identity import Identities
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
        listed = ann.http.get("/api/games").json()["games"]
        assert {each["game"] for each in listed} >= set(whole)


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

        def unwritable(_: object) -> "Future[None]":
            refused: Future[None] = Future()
            refused.set_exception(Unavailable("the disk is full"))
            return refused

        monkeypatch.setattr(lists, "awaiting_server", awaiting)
        monkeypatch.setattr(database, "write", unwritable)
        asyncio.run(_resumed_for(database, 1.5))
    assert "a flag could not fall" in caplog.text


async def _resumed_for(database: Database, seconds: float) -> None:
    bots = Bots()
    tables = Tables(database, Identities(b"x" * 32), bots)
    await tables.begin()
    await asyncio.sleep(seconds)
    await tables.close()
    bots.close()
