"""Analysis: streamed, cancelled at once, bounded, and out of everybody's way."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from turnstone.engine.search import analyse
from turnstone.rules.variants import variant
from turnstone.server import limits

from .house import Client, Server, Socket


@pytest.fixture
def ann(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


@contextmanager
def desk(client: Client) -> Iterator[Socket]:
    with client.connected("/api/analysis") as connection:
        yield Socket(connection)


def test_small_boards_are_solved(ann: Client) -> None:
    with desk(ann) as socket:
        socket.send(type="analyse", id="a", variant="small", seconds=20, lines=0)
        while not (found := socket.next("analysis"))["done"]:
            assert found["id"] == "a"
        exact = analyse(variant("small").start(), multi_pv=0)
        assert (found["score"], found["exact"]) == (exact.score, True)
        assert {each["move"]: each["score"] for each in found["moves"]} == {
            move: value.score for move, value in exact.moves.items()
        }


@pytest.mark.parametrize(
    "name", ["othello", "reversi-10", "three-colour", "relay", "kalah", "oware"]
)
def test_every_game_is_analysed(ann: Client, name: str) -> None:
    with desk(ann) as socket:
        socket.send(type="analyse", id="a", variant=name, seconds=0.3, lines=2)
        while not (found := socket.next("analysis"))["done"]:
            pass
        legal = {str(move) for move in variant(name).start().legal_moves}
        assert {each["move"] for each in found["moves"]} <= legal
        assert found["nodes"] > 0


def test_cancelling_frees_the_core(ann: Client, sqlite_server: Server) -> None:
    with desk(ann) as socket:
        for id_ in "ab":
            socket.send(type="analyse", id=id_, variant="othello", seconds=60)
        assert socket.next("analysis")["done"] is False
        assert _cpu(sqlite_server, 0.5) > 0.02
        for id_ in "ab":
            socket.send(type="cancel", id=id_)
            assert socket.next("cancelled")["id"] == id_
        time.sleep(1)
        assert _cpu(sqlite_server, 1.0) < 0.2


def test_cancelling_at_once_gives_the_place_back(ann: Client) -> None:
    with desk(ann) as socket:
        for turn in range(2 * limits.ANALYSES):
            socket.send(type="analyse", id=f"a{turn}", variant="othello", seconds=60)
            socket.send(type="cancel", id=f"a{turn}")
        for _ in range(2 * limits.ANALYSES):
            while (answer := socket.next())["type"] == "analysis":
                pass
            assert answer["type"] == "cancelled", answer
        socket.send(type="analyse", id="b", variant="small", seconds=60)
        while (answer := socket.next())["type"] == "analysis" and not answer["done"]:
            pass
        assert answer["type"] == "analysis", answer


def test_a_sign_of_life_also_while_it_thinks(ann: Client) -> None:
    with desk(ann) as socket:
        socket.send(type="analyse", id="a", variant="othello", seconds=20)
        socket.next("analysis")
        socket.send(type="ping", id="p")
        assert socket.next("pong")["id"] == "p"
        assert not socket.next("analysis")["done"]  # nothing was withdrawn


def test_bytes_are_refused(ann: Client) -> None:
    with desk(ann) as socket:
        socket.connection.send(b"\x00\xff")
        assert socket.next("refused")["code"] == "invalid"
        socket.send(type="cancel", id="a")
        assert socket.next("cancelled")["id"] == "a"


def test_leaving_frees_the_core(ann: Client, sqlite_server: Server) -> None:
    with desk(ann) as socket:
        socket.send(type="analyse", id="a", variant="othello", seconds=60)
        socket.next("analysis")
    time.sleep(1)
    assert _cpu(sqlite_server, 1.0) < 0.2


def test_a_new_question_replaces_the_old(ann: Client) -> None:
    with desk(ann) as socket:
        socket.send(type="analyse", id="a", variant="othello", seconds=60)
        socket.next("analysis")
        socket.send(type="analyse", id="a", variant="small", seconds=60)
        while not (found := socket.next("analysis"))["done"]:
            pass
        assert found["score"] == -10


def test_moves_do_not_wait_for_analyses(ann: Client) -> None:
    """With every thread analysing, moves are stored as usual."""
    with desk(ann) as socket:
        for number in range(limits.ANALYSES):
            socket.send(type="analyse", id=str(number), variant="othello", seconds=60)
        socket.next("analysis")
        state = ann.create()
        before = time.monotonic()
        ann.play(state, "f5", "d6", "c3")
        assert time.monotonic() - before < 5
        socket.send(type="analyse", id="more", variant="othello")
        refused = socket.next("refused")
        assert (refused["id"], refused["code"]) == ("more", "too-many")


def test_a_review_finds_the_mistake(ann: Client) -> None:
    rules = variant("small")
    start = rules.start()
    first = str(start.legal_moves[0])
    values = analyse(start.play(first), multi_pv=0).moves
    worst = min(values, key=lambda move: values[move].score)
    moves = [first, worst]
    with desk(ann) as socket:
        socket.send(type="review", id="r", variant="small", moves=moves, seconds=2)
        answers = [socket.next("reviewed") for _ in range(3)]
    assert [each["ply"] for each in answers] == [0, 1, 2]
    assert [each["done"] for each in answers] == [False, False, True]
    assert answers[0]["cost"] == 0
    best = max(value.score for value in values.values())
    assert answers[1]["score"] == best
    assert answers[1]["played"] == values[worst].score
    assert answers[1]["cost"] == best - values[worst].score
    assert [each["cost_exact"] for each in answers] == [True, True, False]
    assert answers[2]["played"] is None
    for each in answers:
        sign = 1 if each["turn"] == 0 else -1
        assert each["values"] == [sign * each["score"], -sign * each["score"]]


def test_a_review_of_three_colours(ann: Client) -> None:
    moves, position = [], variant("three-colour").start()
    for _ in range(3):
        moves.append(str(position.legal_moves[0]))
        position = position.play(moves[-1])
    with desk(ann) as socket:
        socket.send(type="review", id="r", variant="three-colour", moves=moves, seconds=0.1)
        answers = [socket.next("reviewed") for _ in range(4)]
    assert all(each["cost"] is None or each["cost"] >= 0 for each in answers)
    assert not any(each["cost_exact"] for each in answers)
    for each in answers:
        assert each["values"][each["turn"]] == each["score"]
        assert [value for seat, value in enumerate(each["values"]) if seat != each["turn"]] == [
            None,
            None,
        ]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("{", "invalid"),
        ("[]", "invalid"),
        ("[" * 30_000, "invalid"),
        ({"type": "think", "id": "a"}, "invalid"),
        ({"type": "analyse", "id": "a"}, "invalid"),
        ({"type": "analyse", "id": "a", "variant": "chess"}, "not-found"),
        ({"type": "analyse", "id": "a", "variant": "othello", "position": "X"}, "invalid"),
        ({"type": "analyse", "id": "a", "variant": "othello", "seconds": 1e9}, "invalid"),
        ({"type": "analyse", "id": "a", "variant": "othello", "seconds": -1}, "invalid"),
        ({"type": "analyse", "id": "a", "variant": "othello", "lines": 10**30}, "invalid"),
        ({"type": "analyse", "id": "\ud800", "variant": "othello"}, "invalid"),
        ({"type": "review", "id": "a", "variant": "othello", "moves": ["a1"]}, "illegal-move"),
        ({"type": "review", "id": "a", "variant": "othello", "moves": ["??"]}, "invalid-move"),
        ({"type": "review", "id": "a", "variant": "othello", "moves": ["f5"] * 2000}, "invalid"),
    ],
)
def test_questions_that_cannot_be_answered(ann: Client, question: object, code: str) -> None:
    with desk(ann) as socket:
        text = question if isinstance(question, str) else json.dumps(question)
        socket.connection.send(text)
        refused = socket.next()
        assert (refused["type"], refused["code"]) == ("refused", code)
        socket.send(type="analyse", id="b", variant="small", seconds=5)
        assert socket.next("analysis")["id"] == "b"


def test_a_game_that_is_over_has_its_result(ann: Client) -> None:
    position = "XXXXXXXXXXXXXXXO X"
    with desk(ann) as socket:
        socket.send(type="analyse", id="a", variant="small", position=position)
        found = socket.next("analysis")
        assert (found["score"], found["exact"], found["moves"]) == (14, True, [])


def _cpu(server: Server, seconds: float) -> float:
    """How much of a core the server used over a while."""

    def used() -> float:
        fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    before = used()
    time.sleep(seconds)
    return (used() - before) / seconds
