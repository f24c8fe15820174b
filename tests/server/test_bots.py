"""Bots at the table: they answer, can be stopped, and go on after a crash of the server."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from turnstone.players.specs import KINDS, PlayerSpec
from turnstone.rules.variants import variant
from turnstone.server import bots, files
from turnstone.server.bots import BotFailed, Job, NotWanted, Worker
from turnstone.server.characters import CHARACTERS

from .house import HERE, Client, Server


@pytest.fixture
def ann(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


def bot(spec: str) -> dict[str, str]:
    return {"kind": "bot", "bot": spec}


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda each: each.spec)
def test_every_character_answers(ann: Client, character: object) -> None:
    spec: str = character.spec  # type: ignore[attr-defined]
    name = "small"
    state = ann.create(name, [HERE, bot(spec)])
    assert state["seats"][1]["player"] == character.name  # type: ignore[attr-defined]
    ann.order(state, "play", 0, move=state["view"]["legal"][0]["move"])
    after = ann.until(state["game"], lambda each: len(each["moves"]) >= 2, 60)
    assert after["moves"][1]["seat"] == 1


def test_every_bot_has_a_character() -> None:
    assert {PlayerSpec.parse(each.spec).name for each in CHARACTERS} == set(KINDS)
    assert len({each.name for each in CHARACTERS}) == len(CHARACTERS)


def test_bots_are_listed_by_game(ann: Client) -> None:
    everything = ann.http.get("/api/bots").json()["bots"]
    assert [each["bot"] for each in everything] == [each.spec for each in CHARACTERS]
    kalah = ann.http.get("/api/bots", params={"variant": "kalah"}).json()["bots"]
    assert (
        {"greedy", "random"}
        <= {each["bot"] for each in kalah}
        < {each["bot"] for each in everything}
    )
    engine = next(each for each in everything if each["bot"].startswith("engine"))
    assert engine["options"]["depth"]["high"] == 24
    assert engine["options"]["time"]["high"] == 10


def test_bots_play_each_other(ann: Client) -> None:
    state = ann.create("small", [bot("greedy"), bot("random")])
    assert state["mine"] is True
    over = ann.until(state["game"], lambda each: each["view"]["outcome"], 60)
    assert over["view"]["outcome"]["reason"] == "no moves"


def test_thinking_is_said_and_taking_back_stops_it(ann: Client) -> None:
    state = ann.create("othello", [HERE, bot("engine:time=10")])
    with ann.socket(state["game"]) as table:
        table.send(type="play", key="a", seq=state["seq"], seat=0, move="f5")
        assert table.next("thinking") == {"type": "thinking", "seat": 1, "clock": None}
        with ann.socket(state["game"]) as late:
            assert late.next("thinking")["seat"] == 1
        before = time.monotonic()
        seq = state["seq"] + 1
        assert table.order("take-back", seq, 0)["type"] == "done"
        assert table.order("play", seq + 1, 0, move="d3")["type"] == "done"
        assert table.order("resign", seq + 2, 0)["type"] == "done"
        assert time.monotonic() - before < 5
    time.sleep(0.5)
    assert [move["move"] for move in ann.state(state["game"])["moves"]] == ["d3"]


def test_an_engine_with_a_clock_minds_it(ann: Client) -> None:
    state = ann.create("othello", [bot("engine:time=10"), HERE], clock="8")
    after = ann.until(state["game"], lambda each: len(each["moves"]) == 1, 8)
    assert after["view"]["outcome"] is None
    assert after["clock"]["left"][0] > 4


def test_bots_of_others_do_not_wait_for_the_many_of_one(ann: Client, sqlite_server: Server) -> None:
    slow = [ann.create(seats=[bot("engine:time=8"), HERE])["game"] for _ in range(12)]
    try:
        with Client(sqlite_server.url) as bob:
            state = bob.create(seats=[bot("engine:depth=2"), HERE], clock="30")
            after = bob.until(state["game"], lambda each: each["moves"], 6)
            assert after["clock"]["left"][0] > 25
    finally:
        for game in slow:
            ann.http.delete(f"/api/games/{game}")


def test_a_bot_goes_on_after_the_server_died(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        thinking = ann.create("othello", [HERE, bot("engine:time=2")])
        waiting = ann.create("othello", [HERE, bot("minimax:depth=5")])
        for state in (thinking, waiting):
            assert ann.order(state, "play", 0, move="f5").status_code == 200
        own_server.kill()
        own_server.start()
        for state in (thinking, waiting):
            after = ann.until(state["game"], lambda each: len(each["moves"]) == 2, 60)
            assert after["moves"][0]["move"] == "f5"
            assert after["moves"][1]["seat"] == 1


def test_chance_is_the_same_after_a_restart(own_server: Server) -> None:
    """The same game, seat and ply: the same move, in whichever process."""
    with Client(own_server.url) as ann:
        state = ann.create("othello", [HERE, bot("random")])
        ann.order(state, "play", 0, move="f5")
        first = ann.until(state["game"], lambda each: len(each["moves"]) == 2)
        own_server.kill()
        own_server.start()
        assert ann.order(first, "take-back", 0).status_code == 200
        again = ann.state(state["game"])
        ann.order(again, "play", 0, move="f5")
        second = ann.until(state["game"], lambda each: len(each["moves"]) == 2)
        assert second["moves"][1]["move"] == first["moves"][1]["move"]


def test_no_process_outlives_the_server(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        state = ann.create("small", [bot("greedy"), bot("greedy")])
        ann.until(state["game"], lambda each: each["view"]["outcome"], 60)
        workers = _children(own_server.process.pid)
        assert workers
        own_server.kill()
        deadline = time.monotonic() + 10
        while any(_is_running(pid) for pid in workers):
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_a_worker_that_dies_is_replaced(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        state = ann.create("small", [bot("greedy"), HERE])
        state = ann.until(state["game"], lambda each: len(each["moves"]) == 1, 60)
        for pid in _children(own_server.process.pid):
            os.kill(pid, signal.SIGKILL)
        ann.order(state, "play", 1, move=state["view"]["legal"][0]["move"])
        after = ann.until(state["game"], lambda each: len(each["moves"]) >= 3, 60)
        assert after["view"]["outcome"] is None


def test_a_worker_whose_server_is_gone_ends_without_a_word() -> None:
    job: dict[str, object] = {"spec": "first", "variant": "othello", "seed": "1", "seconds": 1}
    job["position"] = variant("othello").start().text()
    worker = subprocess.Popen(
        [sys.executable, "-m", "turnstone.server.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert worker.stdin
    assert worker.stdout
    assert worker.stderr
    worker.stdout.close()  # nobody reads the answer; the input is still open
    worker.stdin.write(json.dumps(job).encode() + b"\n")
    worker.stdin.flush()
    assert worker.wait(20) == 0
    assert worker.stderr.read() == b""
    worker.stdin.close()
    worker.stderr.close()


def test_a_worker_can_be_stopped_in_the_middle_of_a_thought() -> None:
    worker = Worker()
    position = variant("reversi-10").start().play("e4")
    began = time.monotonic()
    with pytest.raises(NotWanted):
        worker.choose(
            Job("minimax:depth=8", position, "seed"), lambda: time.monotonic() - began > 2
        )
    worker.kill()
    assert time.monotonic() - began < 10


def test_a_bot_that_is_too_slow_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "PATIENCE", 1.0)
    worker = Worker()
    position = variant("reversi-10").start().play("e4")
    with pytest.raises(BotFailed, match="no move within 1 s"):
        worker.choose(Job("minimax:depth=8", position, "seed"), lambda: False)
    worker.kill()


def test_bots_are_asked_however_many_files_are_open() -> None:
    """A thousand sockets, say."""
    files.allow_all()
    if files.connections() < 1500:
        pytest.skip("this system lets nobody open more than 1,500 files")
    many = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        worker = Worker()
        job = Job("greedy", variant("othello").start(), "seed")
        found = worker.choose(job, lambda: False)
        worker.kill()
    finally:
        for each in many:
            os.close(each)
    assert variant("othello").start().move(found)


def test_a_bot_whose_process_died_says_so() -> None:
    worker = Worker()
    worker._process.kill()
    worker._process.wait()
    with pytest.raises(BotFailed) as failed:
        worker.choose(Job("greedy", variant("othello").start(), "seed"), lambda: False)
    worker.kill()
    assert str(failed.value) == "the bot's process died"


def _children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"
