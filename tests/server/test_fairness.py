"""Nobody is shut out by what another client asks for within its limits."""

import asyncio
import json
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest
from fastapi import WebSocket
from websockets.exceptions import ConnectionClosed

from turnstone.rules.variants import variant
from turnstone.server import limits
from turnstone.server.analysis import Thinkers
from turnstone.server.doors import Pace, Sockets
from turnstone.server.refusals import Refuse
from turnstone.server.study import Study

from .house import HERE, Client, Server, Socket

WIDE = "reversi:size=16,colours=4"


@pytest.fixture
def ann(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


@pytest.fixture
def bob(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


@contextmanager
def desk(client: Client) -> Iterator[Socket]:
    with client.connected("/api/analysis") as connection:
        yield Socket(connection)


@cache
def long_game() -> tuple[str, ...]:
    """To the end, on a board that takes long."""
    position, chance = variant(WIDE).start(), random.Random(1)
    moves: list[str] = []
    while not position.outcome:
        moves.append(chance.choice([str(move) for move in position.legal_moves]))
        position = position.play(moves[-1])
    return tuple(moves)


def test_games_to_review_that_are_none_keep_nobody_from_his_own(ann: Client, bob: Client) -> None:
    bob.create()
    question = {"type": "review", "id": "r", "variant": WIDE, "moves": [*long_game(), "a1"]}
    text = json.dumps(question)
    with ExitStack() as opened:
        sockets = [opened.enter_context(desk(ann)) for _ in range(60)]
        for socket in sockets * 2:
            socket.connection.send(text)
        before = time.monotonic()
        assert len(bob.http.get("/api/games").json()["games"]) == 1
        bob.create(start={"moves": ["f5", "d6"]})
        assert time.monotonic() - before < 2.5
        codes = {socket.next("refused")["code"] for socket in sockets}
        assert codes <= {"too-many", "illegal-move"}


def test_however_many_positions_are_asked_for_one_thread_replays(
    ann: Client, sqlite_server: Server
) -> None:
    def threads() -> int:
        return len(os.listdir(f"/proc/{sqlite_server.process.pid}/task"))

    def ask(codes: list[int]) -> None:
        with Client(ann.url, cookie) as client:
            wanted = {"variant": WIDE, "moves": long_game()}
            codes.append(client.http.post("/api/positions", json=wanted).status_code)

    codes: list[int] = []
    cookie = ann.cookie
    ask([])  # what the first question starts is there before the many
    before = threads()
    asking = [threading.Thread(target=ask, args=(codes,)) for _ in range(20)]
    for each in asking:
        each.start()
    most = 0
    while any(each.is_alive() for each in asking):
        most = max(most, threads())
        time.sleep(0.02)
    assert codes == [200] * 20
    assert most < before + 10


def test_what_is_to_be_gone_through_is_taken_in_turn() -> None:
    done: list[str] = []

    async def asked() -> None:
        study, at_once = Study(), 0

        def work(client: str) -> None:
            nonlocal at_once
            at_once += 1
            time.sleep(0.01)
            assert at_once == 1
            at_once -= 1
            done.append(client)

        reading = [
            asyncio.create_task(study.read(client, lambda client=client: work(client)))  # type: ignore[misc]
            for client in ["ann"] * (limits.READINGS + 1) + ["bob"]
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refuse, match="at a time"):
            await study.read("ann", lambda: None)
        await asyncio.gather(*reading)
        study.close()

    asyncio.run(asked())
    assert done.index("bob") <= 2


def test_whoever_leaves_keeps_the_thread_until_it_is_free() -> None:
    """Nobody else is sent to a thread that is still busy."""
    begun, over = threading.Event(), threading.Event()

    def stuck() -> None:
        begun.set()
        over.wait(5)

    async def asked() -> list[str]:
        study, said = Study(), []
        first = asyncio.create_task(study.read("ann", stuck))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        first.cancel()
        second = asyncio.create_task(
            study.run("bob", lambda: said.append("read"), lambda: said.append("waits"))
        )
        await asyncio.sleep(0.01)
        over.set()
        await second
        study.close()
        return said

    assert asyncio.run(asked()) == ["waits", "read"]


def test_long_analyses_give_way_to_another_client(ann: Client, bob: Client) -> None:
    with desk(ann) as hers, desk(bob) as his:
        for number in range(limits.ANALYSES):
            hers.send(type="analyse", id=str(number), variant="othello", seconds=120)
        waiting = {hers.next("waiting")["id"] for _ in range(2)}
        assert waiting == {"2", "3"}
        time.sleep(limits.SECOND_SHARE)
        before = time.monotonic()
        his.send(type="analyse", id="q", variant="othello", seconds=0.5)
        assert his.next() == {"type": "waiting", "id": "q"}
        while not (answer := his.next())["done"]:
            assert answer["type"] == "analysis"
        assert time.monotonic() - before < 5
        # One of the two that ran has ended with what it found; the other goes on.
        while not (answer := hers.next("analysis"))["done"]:
            pass
        assert answer["id"] in "01"
        assert answer["moves"]


def test_reviews_give_way_after_every_position(ann: Client, bob: Client) -> None:
    moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"]
    with desk(ann) as hers, desk(bob) as his:
        for id_ in "rs":
            hers.send(type="review", id=id_, variant="othello", moves=moves, seconds=1)
        hers.next("reviewed")
        before = time.monotonic()
        his.send(type="analyse", id="q", variant="othello", seconds=0.3)
        while his.next()["type"] != "analysis":
            pass
        assert time.monotonic() - before < 5


def test_with_one_place_each_an_analysis_ends_after_its_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "SHARE", 0.3)
    over = threading.Event()

    def think(has_had_its_share: Callable[[], bool]) -> bool:
        while not has_had_its_share() and not over.wait(0.01):
            pass
        return False

    async def asked() -> tuple[float, int]:
        thinkers, before = Thinkers(), time.monotonic()
        long = [
            asyncio.create_task(thinkers.think(client, think, lambda: None))
            for client in ("ann", "bob")
        ]
        await asyncio.sleep(0.05)
        await asyncio.wait_for(thinkers.think("eve", lambda _: False, lambda: None), 5)
        waited, ended = time.monotonic() - before, sum(each.done() for each in long)
        over.set()
        await asyncio.gather(*long)
        thinkers.close()
        return waited, ended

    waited, ended = asyncio.run(asked())
    assert waited > 0.2
    assert ended >= 1


def test_who_hammers_at_the_analysis_is_cut_off(ann: Client) -> None:
    def hammer(socket: Socket) -> None:
        for number in range(limits.MESSAGE_BURST + 500):
            socket.send(type="cancel", id=str(number))
        while True:
            socket.next()

    with desk(ann) as socket, pytest.raises(ConnectionClosed) as closed:
        hammer(socket)
    heard = closed.value.rcvd  # nothing, if the line was cut while frames were on their way
    assert heard is None or heard.code == 1008


def test_many_sockets_are_no_way_to_say_more() -> None:
    """Each within its own limit, all of them together beyond that of a client."""
    app = SimpleNamespace(state=SimpleNamespace(sockets=Sockets()))
    socket = cast("WebSocket", SimpleNamespace(app=app))

    def speak(most: int) -> None:
        for number in range(most):
            if number % limits.MESSAGE_BURST == 0:
                pace = Pace(socket, "ann")
            pace.check()

    speak(limits.ALL_MESSAGE_BURST)
    with pytest.raises(Refuse, match="all sockets"):
        speak(limits.ALL_MESSAGE_BURST)
    Pace(socket, "bob").check()


def _waits(socket: Socket, times: int = 40) -> list[float]:
    """How long somebody else waits for an answer, the shortest first."""
    waits = []
    for number in range(times):
        began = time.monotonic()
        socket.send(type="ping", key=f"p{number}")
        socket.next("pong")
        waits.append(time.monotonic() - began)
        time.sleep(0.02)
    return sorted(waits)


@contextmanager
def busy(times: int, work: Callable[[Callable[[], bool]], None]) -> Iterator[None]:
    """Threads that do some work until the block is left."""
    stop = threading.Event()
    threads = [threading.Thread(target=work, args=[stop.is_set]) for _ in range(times)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_whoever_catches_up_with_a_large_board_holds_nobody_up(ann: Client, bob: Client) -> None:
    game = ann.create(WIDE, seats=(HERE,) * 4, start={"moves": long_game()[:120]})
    seq, catching = game["seq"], []

    def catch_up(stopped: Callable[[], bool]) -> None:
        with Client(ann.url, ann.cookie) as client:
            while not stopped():
                with client.socket(game["game"], since=seq - 100) as socket:
                    catching.append(socket.next()["seq"])

    own = bob.create()
    with bob.socket(own["game"]) as socket, busy(4, catch_up):
        waits = _waits(socket)
    assert catching
    assert waits[len(waits) // 2] < 0.1, waits  # it was 0.4 s
