"""Clocks: the server's time alone counts, flags fall by themselves, restarts cost nobody time."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from turnstone.players.clock import TimeControl
from turnstone.players.referee import Moved, Started
from turnstone.rules.variants import variant
from turnstone.store import games
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.events import Event

from .house import HERE, LINK, Client, Message, Server, serving


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


@pytest.mark.parametrize("how", ["resign", "draw"])
def test_a_clock_stands_where_the_game_was_given_up(ann: Client, how: str) -> None:
    state = ann.create(clock="60")
    game = state["game"]
    time.sleep(0.6)
    if how == "resign":
        assert ann.order(state, "resign", 0).is_success
    else:
        for seat in (0, 1):
            assert ann.order(ann.state(game), "offer", seat, subject="draw").is_success
    then = ann.state(game)
    assert then["view"]["outcome"]
    assert 58 < then["clock"]["left"][0] < 59.45
    assert then["clock"]["left"][1] == 60
    time.sleep(0.3)
    assert ann.state(game)["clock"] == then["clock"]


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


def test_a_clock_that_was_shown_is_true_while_many_games_are_read(tmp_path: Path) -> None:
    """Others' games take a second or two to read, and these flags fall meanwhile."""
    position = variant("othello").start()
    moves: list[Event] = [Started(0.0)]
    for ply in range(40):
        move = str(position.legal_moves[0])
        moves.append(Moved(position.turn, move, float(ply)))
        position = position.play(move)

    def store(connection: Connection, clock: str, events: list[Event]) -> str:
        control, seats = TimeControl.parse(clock), [Seat("here", holder="ann")] * 2
        return games.create(
            connection, "othello", seats, control=control, creator="ann", events=events
        ).id

    with Database.open(None, tmp_path) as database:
        soon = database.write(
            lambda connection: [store(connection, "0.3", [Started(0.0)]) for _ in range(6)]
        ).result()
        database.write(
            lambda connection: [store(connection, "3600", moves) for _ in range(800)]
        ).result()
    late = []
    with serving(tmp_path) as server, Client(server.url) as eve:
        for game in soon:
            with eve.socket(game) as table:
                clock, before = table.next("state")["clock"], time.monotonic()
                if clock["running"] is None:
                    continue  # all have been read, and its flag has fallen
                assert table.next()["type"] == "present"
                assert table.next()["type"] == "ended"
                late.append(time.monotonic() - before - clock["left"][0])
    assert min(late, default=0) < 0.1, late


def test_deleting_and_restoring_is_no_pause(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        state = ann.create(clock="60")
        game = state["game"]
        time.sleep(1)
        for restart in (False, True):
            before = ann.state(game)["clock"]["left"][0]
            assert ann.http.delete(f"/api/games/{game}").status_code == 204
            time.sleep(1)  # to think it over
            if restart:
                own_server.kill()
                own_server.start()
            answer = ann.http.post(f"/api/games/{game}/restore").json()
            assert answer["clock"]["running"] == 0
            assert before - 20 < answer["clock"]["left"][0] <= before - 1
        own_server.kill()
        own_server.start()
        assert ann.state(game)["clock"]["left"][0] <= before
        assert ann.play(ann.state(game), "f5")["moves"][0]["seconds"] >= 1


def test_who_deletes_a_game_and_thinks_for_too_long_has_lost_it(ann: Client) -> None:
    game = ann.create(seats=(HERE, {"kind": "bot", "bot": "greedy"}), clock="1")["game"]
    assert ann.http.delete(f"/api/games/{game}").status_code == 204
    time.sleep(1.2)
    assert ann.http.post(f"/api/games/{game}/restore").status_code == 200
    over = ann.until(game, lambda each: each["view"]["outcome"], seconds=2)
    assert over["view"]["outcome"]["reason"] == "time"
    assert over["view"]["outcome"]["winner"] == 1


def test_a_bot_loses_no_time_while_its_game_is_gone(ann: Client) -> None:
    bot = {"kind": "bot", "bot": "engine:time=10"}
    game = ann.create(seats=(bot, HERE), clock="60")["game"]
    assert ann.http.delete(f"/api/games/{game}").status_code == 204
    time.sleep(1.2)
    clock = ann.http.post(f"/api/games/{game}/restore").json()["clock"]
    assert clock["left"][0] > 59


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
