"""Clocks: the server's time alone counts, flags fall by themselves, restarts cost nobody time."""

import time
from collections.abc import Iterator

import pytest

from .house import HERE, LINK, Client, Message, Server


@pytest.fixture
def ann(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


@pytest.fixture
def bob(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


def test_a_flag_falls_within_a_tenth_of_a_second(ann: Client) -> None:
    """Several flags, the best of them: others may keep this machine busy for a moment."""
    late: list[float] = []
    while len(late) < 8 and not any(each < 0.1 for each in late):
        began = time.monotonic()
        state = ann.create(clock="1.5")
        with ann.socket(state["game"]) as table:
            clock = table.next("state")["clock"]
            before = time.monotonic()
            if clock["running"] is None:
                continue  # it took that long to come here
            ended = table.next("ended")
            late.append(time.monotonic() - before - clock["left"][0])
            assert time.monotonic() - began >= 1.5
            assert (ended["seat"], ended["reason"]) == (0, "time")
            assert ended["clock"]["left"][0] == 0
            assert ended["outcome"]["winner"] == 1
            assert ended["clock"]["running"] is None
    assert min(late) < 0.1, late


def test_time_runs_for_whoever_is_to_move(ann: Client) -> None:
    state = ann.create(clock="60+5")
    time.sleep(0.3)
    state = ann.play(state, "f5")
    spent = state["moves"][0]["seconds"]
    assert 0.3 <= spent < 10
    assert state["clock"]["left"][0] == pytest.approx(65 - spent, abs=0.01)
    assert state["clock"]["running"] == 1
    time.sleep(0.2)
    later = ann.state(state["game"])
    assert later["clock"]["left"][1] <= state["clock"]["left"][1] - 0.2
    assert later["clock"]["left"][0] == state["clock"]["left"][0]


def test_the_clock_starts_when_all_are_there(ann: Client, bob: Client) -> None:
    state = ann.create("othello", [HERE, LINK], clock="1")
    time.sleep(1.2)
    assert ann.state(state["game"])["clock"] == {
        "seconds": 1.0,
        "increment": 0.0,
        "left": [1.0, 1.0],
        "running": None,
    }
    bob.join(state["seats"][1]["link"])
    assert ann.state(state["game"])["clock"]["running"] == 0
    over = ann.until(state["game"], lambda each: each["view"]["outcome"])
    assert over["view"]["outcome"]["reason"] == "time"


def test_times_of_clients_are_not_believed(ann: Client) -> None:
    state = ann.create(clock="30")
    for forged in ({"at": 0}, {"now": -1e9}, {"seconds": 0}, {"clock": {"left": [9e9, 0]}}):
        answer = ann.order(state, "play", 0, move="f5", **forged)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    time.sleep(0.3)
    assert ann.state(state["game"])["clock"]["left"][0] <= 29.7


def test_a_move_after_the_flag_is_too_late(ann: Client) -> None:
    state = ann.create(clock="0.3")
    time.sleep(0.5)
    answer = ann.order(state, "play", 0, move="f5")
    assert answer.status_code == 409
    assert answer.json()["code"] in ("not-allowed", "stale")
    assert answer.json()["state"]["view"]["outcome"]["reason"] == "time"
    assert answer.json()["state"]["moves"] == []


def test_a_restart_costs_nobody_time(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        state = ann.play(ann.create(clock="60"), "f5", "d6")
        before = state["clock"]["left"]
        own_server.kill()
        time.sleep(2)
        own_server.start()
        after: Message = ann.state(state["game"])
        assert after["clock"]["running"] == 0
        assert after["clock"]["left"][1] == before[1]
        # What White thought since his last stored move is given back, the time without a server
        # does not count, and the time since the start does.
        assert before[0] - 30 < after["clock"]["left"][0] <= before[0] + 2
        assert [move["move"] for move in after["moves"]] == ["f5", "d6"]


def test_a_flag_falls_after_a_restart_with_nobody_there(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        state = ann.create(clock="3")
        own_server.kill()
        own_server.start()
        time.sleep(3.5)
        own_server.kill()
        own_server.start()
        # Had it not fallen by itself, the clock would have begun anew.
        outcome = ann.state(state["game"])["view"]["outcome"]
        assert outcome is not None
        assert outcome["reason"] == "time"
