"""Places to think in: quick bots never wait for slow ones, and waiting costs a bot no time."""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from turnstone.players.specs import KINDS, PlayerSpec
from turnstone.rules.position import Position
from turnstone.rules.variants import variant
from turnstone.server import worker
from turnstone.server.bots import WORKERS, Job, Worker, is_quick
from turnstone.server.characters import bots

from .house import HERE, Client, Message, Server


def bot(spec: str) -> Message:
    return {"kind": "bot", "bot": spec}


@pytest.fixture
def ann(own_server: Server) -> Iterator[Client]:
    with Client(own_server.url) as client:
        yield client


@pytest.fixture
def crowd(own_server: Server) -> Iterator[list[tuple[Client, str]]]:
    """Others, whose engines have all places for some ten seconds."""
    with ExitStack() as opened:
        others = [opened.enter_context(Client(own_server.url)) for _ in range(WORKERS // 2)]
        games = [
            (other, other.create("reversi-16", [bot("engine:time=10"), HERE])["game"])
            for other in others
            for _ in range(2)
        ]
        yield games


def test_quick_bots_are_those_that_do_not_look_ahead() -> None:
    slow = {"positional", "minimax", "engine", "perfect"}
    assert {name for name in KINDS if not is_quick(name)} == slow


def test_a_quick_bot_does_not_wait_for_slow_ones(
    ann: Client, crowd: list[tuple[Client, str]]
) -> None:
    other, game = crowd[0]
    for client in (ann, other):
        state = client.create(seats=[bot("random"), HERE], clock="5")
        after = client.until(state["game"], lambda each: each["moves"], 5)
        assert after["view"]["outcome"] is None
    assert not other.state(game)["moves"]  # they were still thinking


def test_waiting_for_a_place_costs_no_time(
    own_server: Server, ann: Client, crowd: list[tuple[Client, str]]
) -> None:
    began = time.monotonic()
    state = ann.create(seats=[bot("engine:depth=1"), HERE], clock="3")
    with ann.socket(state["game"]) as table:
        waits = table.next("state")["clock"]
        assert waits["running"] is None
        assert waits["left"][0] > 2.8
        assert table.next("thinking")["clock"] == waits
        time.sleep(4)
        assert ann.state(state["game"])["clock"] == waits
        for other, game in crowd:
            other.http.delete(f"/api/games/{game}")
        thinks = table.next("thinking")
        assert thinks["clock"]["running"] == 0
        assert thinks["clock"]["left"][0] > 2.5
        moved = table.next("moved")
    assert time.monotonic() - began > 4
    assert moved["outcome"] is None
    assert moved["seconds"] < 1
    assert moved["clock"]["left"][0] > 2
    own_server.kill()  # what is stored gives the same clock
    own_server.start()
    again = ann.state(state["game"])["clock"]
    assert again["left"][0] == moved["clock"]["left"][0]
    assert again["running"] == 1


def test_a_game_may_end_while_its_bot_waits(ann: Client, crowd: list[tuple[Client, str]]) -> None:
    state = ann.create(seats=[HERE, bot("engine:depth=1")], clock="3")
    assert ann.order(state, "play", 0, move="f5").status_code == 200
    waits = ann.until(state["game"], lambda each: each["clock"]["running"] is None, 3)
    time.sleep(1)
    assert ann.order(waits, "resign", 0).status_code == 200
    over = ann.state(state["game"])
    assert over["view"]["outcome"]["reason"] == "resignation"
    assert over["clock"]["left"][1] >= waits["clock"]["left"][1]
    # The next turn of a person is timed as ever.
    other = ann.create(seats=[HERE, bot("engine:depth=1")], clock="1")
    late = ann.until(other["game"], lambda each: each["view"]["outcome"], 5)
    assert late["view"]["outcome"]["reason"] == "time"
    assert crowd


def busiest(name: str) -> Position:
    """The position with the most moves of a random game."""
    chance, found = random.Random(1), []
    position: Position = variant(name).start()
    while position.outcome is None:
        found.append(position)
        position = position.play(chance.choice(position.legal_moves))
    return max(found, key=lambda each: len(each.legal_moves))


def test_taking_back_ends_the_waiting(ann: Client, crowd: list[tuple[Client, str]]) -> None:
    state = ann.create(seats=[HERE, bot("engine:depth=1")], clock="3")
    with ann.socket(state["game"]) as table:
        table.send(type="play", key="a", seq=state["seq"], seat=0, move="f5")
        assert table.next("moved")["clock"]["running"] == 1
        while table.next("thinking")["clock"]["running"] is not None:
            pass
        table.send(type="take-back", key="b", seq=state["seq"] + 1, seat=0)
        assert table.next("took-back")["clock"]["running"] == 0
        assert table.next("ended", 8)["reason"] == "time"
    assert crowd


@pytest.mark.parametrize(
    "name",
    [
        *("othello", "three-colour", "reversi-10", "reversi-12", "reversi-14", "reversi-16"),
        *("reversi:size=16,colours=4", "relay:houses=10,seeds=10", "oware:houses=10,seeds=10"),
    ],
)
def test_who_is_offered_for_a_board_can_play_it(name: str) -> None:
    """In processor seconds of the deepest look of each bot: others may be at work here."""
    position = busiest(name)
    rules = position.variant
    offered = {}
    for each in bots(rules):
        kind = PlayerSpec.parse(each["bot"]).name
        if kind in ("positional", "minimax"):
            assert each["options"]["depth"]["usual"] <= each["options"]["depth"]["high"]
            offered[kind] = int(each["options"]["depth"]["high"])
    assert offered
    for kind, depth in offered.items():
        player = PlayerSpec.parse(f"{kind}:depth={depth}").bot(rules)
        began = time.process_time()
        player.choose(position)
        assert time.process_time() - began < 6, (kind, depth)


def test_large_boards_have_other_bounds(ann: Client) -> None:
    def specs(name: str) -> set[str]:
        found = ann.http.get("/api/bots", params={"variant": name}).json()["bots"]
        return {each["bot"] for each in found}

    deep = {"minimax:depth=6", "positional:depth=4"}
    assert deep <= specs("othello")
    assert not deep & specs("reversi-16")
    assert {"minimax:depth=3", "positional:depth=2"} <= specs("reversi-14")
    for spec in ("minimax:depth=6", "minimax"):
        wanted = {"key": spec, "variant": "reversi-16", "seats": [bot(spec), HERE]}
        answer = ann.http.post("/api/games", json=wanted)
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_a_bot_plays_what_it_has_when_its_time_is_up() -> None:
    position = busiest("reversi-16")
    process = Worker()
    try:
        began = time.monotonic()
        job = Job("minimax:depth=8", position, "seed", seconds=1.0)
        move = process.choose(job, lambda: False)
        assert position.move(move)
        assert time.monotonic() - began < 15
        # The process goes on, and has time again.
        job = Job("positional:depth=1", position, "seed", seconds=0.05)
        assert position.move(process.choose(job, lambda: False))
    finally:
        process.kill()


def test_looking_one_ply_further_each_time_ends_with_the_bots_own_move() -> None:
    rules = variant("othello")
    position = rules.start().play("f5").play("d6")
    for text in ("minimax:depth=4", "positional:depth=2,fill=0.5", "greedy", "random:seed=3"):
        spec = PlayerSpec.parse(text)
        assert str(worker.looks(spec)[-1]) == text
        own = spec.bot(rules, "s").choose(position)
        process = Worker()
        try:
            assert process.choose(Job(text, position, "s"), lambda: False) == str(own)
        finally:
            process.kill()
    assert len(worker.looks(PlayerSpec.parse("minimax"))) == 6
