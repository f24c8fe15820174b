"""Tables: what is stored is known to them, whoever went away or wrote it."""

import asyncio
import gc
import json
import socket
import sqlite3
import threading
import time
import weakref
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from fastapi import WebSocket
from sqlalchemy import Connection

from turnstone.players.clock import TimeControl
from turnstone.players.referee import Moved, Redone, Started, State, TookBack
from turnstone.rules.game import Game
from turnstone.rules.variants import variant
from turnstone.server import limits, shelf
from turnstone.server import tables as tables_module
from turnstone.server.bots import Bots
from turnstone.server.doors import Sockets
from turnstone.server.identity import Identities
from turnstone.server.live import Replay, Table
from turnstone.server.refusals import Refuse
from turnstone.server.requests import Play, Rematch, Resign, TakeBack
from turnstone.server.socket import socket as game_socket
from turnstone.server.study import Study
from turnstone.server.tables import Tables, arrival
from turnstone.store import games, lists
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.events import Event
from turnstone.store.games import StoredGame

from .house import HERE, Client, Server


def test_a_move_whose_player_is_cut_off_is_played(own_server: Server) -> None:
    """The connection is lost while the move is being stored; the bot answers all the same."""
    with Client(own_server.url) as ann, Client(own_server.url) as bob:
        state = ann.create(seats=[HERE, {"kind": "bot", "bot": "random"}])
        game, seq = state["game"], state["seq"]
        order = {"type": "play", "key": "cut-off", "seq": seq, "seat": 0, "move": "f5"}
        other = sqlite3.connect(own_server.data / "turnstone.db", isolation_level=None)
        with closing(other), ann.connected(f"/api/games/{game}/socket") as cut:
            other.execute("BEGIN IMMEDIATE")
            cut.send(json.dumps(order))
            time.sleep(0.3)
            cut.socket.shutdown(socket.SHUT_RDWR)
            time.sleep(0.2)
            with bob.socket(game) as watching:  # news for Ann: now the server sees she is gone
                time.sleep(0.3)
                other.execute("ROLLBACK")
                assert watching.next("moved")["move"] == "f5"
                assert watching.next("moved")["seat"] == 1
        assert ann.state(game)["seq"] == seq + 2
        with ann.socket(game, since=seq) as again:
            again.send(**order)
            assert again.next("done")["seq"] == seq + 1


def test_a_move_stored_behind_the_servers_back_is_caught_up(tmp_path: Path) -> None:
    """As another server would on the same database: a repeated command brings the table up."""
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        asyncio.run(_repeat_elsewhere(database))


def _at_one_screen(connection: Connection) -> StoredGame:
    seats = [Seat("here", holder="ann", player="Ann")] * 2
    return games.create(connection, "othello", seats, creator="ann", events=[Started(0.0)])


async def _repeat_elsewhere(database: Database) -> None:
    bots, identities = Bots(), Identities(b"x" * 32)
    here, there = (Tables(database, identities, bots, Study()) for _ in range(2))
    table = await here.create(_at_one_screen)
    order = Play(type="play", key="k", seq=table.seq, seat=0, move="f5")
    done = await there.order(await there.table(table.id), "ann", order, arrival())
    assert table.seq == done["seq"] - 1
    assert await here.order(table, "ann", order, arrival()) == done
    assert table.seq == done["seq"]
    for each in (here, there):
        await each.close()
    bots.close()


def test_everybody_at_a_table_is_answered_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be stored, and commands queue at one table: each waits as long as the first."""
    monkeypatch.setattr("turnstone.store.engines.WAIT", 2)
    path = tmp_path / "games.db"
    with Database.open(f"sqlite:///{path}") as database:
        waits = asyncio.run(_refused_for_a_lock(database, path))
    assert len(waits) == 4
    assert max(waits) < 2.9


async def _refused_for_a_lock(database: Database, path: Path) -> list[float]:
    bots = Bots()
    tables = Tables(database, Identities(b"x" * 32), bots, Study())
    table = await tables.create(_at_one_screen)
    waits = []

    async def refused(number: int) -> None:
        await asyncio.sleep(0.4 * number)
        began = arrival()
        order = Play(type="play", key=f"k{number}", seq=table.seq, seat=0, move="f5")
        with pytest.raises(Refuse, match="cannot be stored"):
            await tables.order(table, "ann", order, began)
        waits.append(arrival() - began)

    with closing(sqlite3.connect(path, isolation_level=None)) as greedy:
        greedy.execute("BEGIN IMMEDIATE")
        await asyncio.gather(*(refused(number) for number in range(4)))
    await tables.close()
    bots.close()
    return waits


def test_a_server_may_stop_before_the_store_has_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    slow = threading.Event()
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:

        async def stopped() -> None:
            bots = Bots()
            tables = Tables(database, Identities(b"x" * 32), bots, Study())
            writing = asyncio.create_task(tables.archive.write(lambda _: slow.wait(20)))
            await asyncio.sleep(0.1)
            writing.cancel()
            bots.close()

        asyncio.run(stopped())
        slow.set()
        database.check().result()
    assert caplog.text == ""


def test_clocks_stand_still_until_a_start_is_over(tmp_path: Path) -> None:
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        for _ in range(200):
            database.write(_with_clock).result()
        asyncio.run(_resumed(database))


def _with_clock(connection: Connection) -> None:
    seats = [Seat("here", holder="ann")] * 2
    control = TimeControl(60)
    games.create(
        connection, "othello", seats, control=control, creator="ann", events=[Started(0.0)]
    )


async def _resumed(database: Database) -> None:
    bots = Bots()
    tables = Tables(database, Identities(b"x" * 32), bots, Study())
    with database.read() as connection:
        waiting = lists.awaiting_server(connection)
    begun = time.monotonic()
    await tables.begin()
    took = time.monotonic() - begun
    opened = [await tables.table(game) for game in waiting]
    left = [table.time_left for table in opened]
    assert len(left) == 200
    assert all(each is not None and 60 - each < took / 2 for each in left), (took, left[0])
    await tables.close()
    bots.close()


def test_a_game_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EVENTS", 6)
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        asyncio.run(_long(database))


async def _long(database: Database) -> None:
    bots = Bots()
    tables = Tables(database, Identities(b"x" * 32), bots, Study())
    seats = [Seat("here", holder="ann")] * 2
    back_and_forth: list[Event] = [TookBack(1, 0.0), Redone(1, 0.0)]
    events: list[Event] = [Started(0.0), Moved(0, "f5", 0.0), *back_and_forth, *back_and_forth]
    table = await tables.create(
        lambda connection: games.create(connection, "othello", seats, events=events)
    )
    back = TakeBack(type="take-back", key="b", seq=table.seq, seat=0)
    with pytest.raises(Refuse, match="played on"):
        await tables.order(table, "ann", back, arrival())
    move = Play(type="play", key="m", seq=table.seq, seat=1, move="d6")
    assert (await tables.order(table, "ann", move, arrival()))["seq"] == 7
    await tables.close()
    bots.close()


def test_moves_leave_nothing_for_the_garbage_collector(tmp_path: Path) -> None:
    """Rings of references hold everybody up when the collector looks for them."""
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        asyncio.run(_played_without_rings(database))


async def _played_without_rings(database: Database) -> None:
    bots = Bots()
    tables = Tables(database, Identities(b"x" * 32), bots, Study())
    seats = [Seat("here", holder="ann")] * 2
    table = await tables.create(
        lambda connection: games.create(connection, "othello", seats, events=[Started(0.0)])
    )
    rings = 0
    gc.disable()
    try:
        for ply in range(20):
            move = str(table.state.game.position.legal_moves[0])
            order = Play(type="play", key=f"{ply}", seq=table.seq, seat=table.state.turn, move=move)
            if ply == 10:  # the first moves also make what is made once
                gc.collect()
            await tables.order(table, "ann", order, arrival())
        rings = gc.collect()
    finally:
        gc.enable()
    assert rings < 10
    await tables.close()
    bots.close()


def test_a_long_game_is_caught_up_with_from_near_its_end(tmp_path: Path) -> None:
    """The same is told as by a replay from the beginning, and in a fraction of the time."""
    back_and_forth: list[Event] = [TookBack(2, 0.0), Redone(1, 0.0), Moved(1, "d6", 0.0)]
    events: list[Event] = [Started(0.0), Moved(0, "f5", 0.0), Moved(1, "d6", 0.0)]
    events += back_and_forth * 1_000
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        stored = database.write(
            lambda c: games.create(c, "othello", [Seat("here")] * 2, events=events)
        ).result()
    table = Table(stored)
    begun = time.monotonic()
    whole = list(Replay(table, 0).tell(table.seq))
    middle = time.monotonic()
    last = list(Replay(table, table.seq - 20).tell(table.seq))
    ended = time.monotonic()
    assert [each["seq"] for each in whole] == list(range(1, len(events) + 1))
    assert last == whole[-20:]
    assert (ended - middle) * 3 < middle - begun
    for since in (99, 100, 101, table.seq - 1):
        assert next(iter(Replay(table, since).tell(table.seq))) == whole[since]


class Doorstep:
    """A socket between the handshake and its acceptance, during which something else happens."""

    def __init__(self, tables: Tables, who: str, meanwhile: Callable[[], Awaitable[None]]) -> None:
        self.app = SimpleNamespace(
            state=SimpleNamespace(tables=tables, sockets=Sockets(), study=Study())
        )
        self.state = SimpleNamespace(identity=SimpleNamespace(id=who))
        self.scope: dict[str, object] = {}
        self.heard: list[dict[str, object]] = []
        self.gone = asyncio.Event()
        self._meanwhile = meanwhile

    async def accept(self, **_: object) -> None:
        await self._meanwhile()

    async def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def receive(self) -> dict[str, object]:
        await self.gone.wait()
        return {"type": "websocket.disconnect"}


def test_a_table_in_use_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others crowd it out of memory while somebody comes in, and while a move is on its way."""
    monkeypatch.setattr(shelf, "ROOM", 1)
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        asyncio.run(asyncio.wait_for(_crowded_out(database), 30))


async def _crowded_out(database: Database) -> None:
    bots = Bots()
    tables = Tables(database, Identities(b"x" * 32), bots, Study())

    def begun(connection: Connection) -> games.StoredGame:
        seats = [Seat("here", holder="ann")] * 2
        return games.create(connection, "othello", seats, events=[Started(0.0)])

    async def crowd() -> None:
        for _ in range(3):
            await tables.create(begun)

    game = (await tables.create(begun)).id
    door = Doorstep(tables, "bob", crowd)
    watching = asyncio.create_task(game_socket(cast(WebSocket, door), game))
    while not door.heard:
        await asyncio.sleep(0.001)
    in_hand = await tables.table(game)
    await crowd()
    order = Play(type="play", key="k", seq=in_hand.seq, seat=0, move="f5")
    done = await tables.order(in_hand, "ann", order, arrival())
    assert (await tables.table(game)).seq == done["seq"]
    while len(door.heard) < 3:
        await asyncio.sleep(0.001)
    assert [each["type"] for each in door.heard] == ["state", "present", "moved"]
    door.gone.set()
    await watching
    forgotten = weakref.ref(in_hand)
    del in_hand
    await crowd()
    assert forgotten() is None
    await tables.close()
    bots.close()


def test_long_games_are_not_all_kept(tmp_path: Path) -> None:
    """What is kept is bounded by what it takes, not by how many there are."""
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        kept = asyncio.run(_many_long_games(database))
    assert kept[-5:] == [True] * 5
    assert sum(kept) <= 20


async def _many_long_games(database: Database) -> list[bool]:
    """Which are still in memory, the first to be made first."""
    rules = variant("reversi:size=16,colours=4")
    game = Game.new(rules)
    while not game.outcome:
        game = game.play(str(game.position.legal_moves[0]))
    events: list[Event] = [Moved(move.seat, str(move), 0.0) for move in game.moves]
    after, bots = State(game), Bots()
    tables = Tables(database, Identities(b"x" * 32), bots, Study())

    def finished(connection: Connection) -> StoredGame:
        seats = [Seat("here", holder="ann")] * 4
        return games.create(connection, rules.spec, seats, events=events, after=after)

    made = [weakref.ref(await tables.create(finished)) for _ in range(26)]
    kept = [each() is not None for each in made]
    await tables.close()
    bots.close()
    return kept


def test_a_rematch_keeps_long_openings_from_the_thread_that_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is gone through there, everybody waits for."""
    gone_through: list[tuple[str, int]] = []

    def folded(state: State, happened: Iterable[Event]) -> State:
        listed = list(happened)
        gone_through.append((threading.current_thread().name, len(listed)))
        return games_folded(state, listed)

    games_folded = games.folded
    for place in (games, tables_module):
        monkeypatch.setattr(place, "folded", folded)
    with Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database:
        moves = asyncio.run(_rematch_of_a_long_opening(database))
    assert moves == 100
    assert max(many for _, many in gone_through) >= 100
    writing = [many for thread, many in gone_through if thread == "turnstone-writer"]
    assert max(writing, default=0) < 10


async def _rematch_of_a_long_opening(database: Database) -> int:
    game = Game.new("reversi:size=16")
    for _ in range(100):
        game = game.play(str(game.position.legal_moves[0]))
    opening: list[Event] = [Moved(move.seat, str(move), 0.0) for move in game.moves]
    events = [*opening, Started(0.0)]
    after, bots = games.folded(State(Game.new("reversi:size=16")), events), Bots()
    tables = Tables(database, Identities(b"x" * 32), bots, Study())

    def begun(connection: Connection) -> StoredGame:
        seats, brought = [Seat("here", holder="ann")] * 2, len(opening)
        return games.create(
            connection, "reversi:size=16", seats, events=events, brought=brought, after=after
        )

    table = await tables.create(begun)
    for number, kind in enumerate((Resign, Rematch)):
        name = "resign" if kind is Resign else "rematch"
        order = kind(type=name, key=f"k{number}", seq=table.seq, seat=0)
        await tables.order(table, "ann", order, arrival())
    assert table.rematch is not None
    next_one = await tables.table(table.rematch)
    moves = len(next_one.state.game.moves)
    await tables.close()
    bots.close()
    return moves
