"""The perfect player's databases: built behind everything else, and no move waits for one."""

import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from turnstone.engine import databases
from turnstone.rules.mancala import Mancala
from turnstone.rules.variants import variant
from turnstone.server import endgames, limits
from turnstone.server.endgames import Builder

from .house import HERE, Client, Server

PERFECT = {"kind": "bot", "bot": "perfect"}
AWAY = "<6,2,2,5,5,4,4,0,0,6,6,1,1,6,6> N"  # of Kalah, and no solved opening


@pytest.fixture
def builder() -> Iterator[Builder]:
    databases.forget()
    made = Builder()
    yield made
    made.close()
    made._thread.shutdown()
    databases.forget()


def rules(spec: str) -> Mancala:
    found = variant(spec)
    assert isinstance(found, Mancala)
    return found


def until_built(builder: Builder, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while builder._wanted:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_rules_of_ones_own_get_a_small_database_and_no_file(
    builder: Builder, data_directory: Path
) -> None:
    odd = rules("kalah:houses=4,seeds=2")
    builder.want(odd)
    until_built(builder)
    assert databases.is_loaded(odd, limits.DATABASE_SIZE)
    assert not list((data_directory / "databases").glob("*"))
    assert endgames.size(rules("kalah:houses=5")) == limits.DATABASE_SIZE
    assert endgames.size(rules("kalah:capture=always")) == limits.DATABASE_SIZE


def test_a_game_of_the_house_gets_the_usual_one_and_keeps_it(
    builder: Builder, data_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert endgames.size(rules("kalah")) == databases.usual_size(rules("kalah")) == 230
    assert endgames.size(rules("kalah:seeds=3")) == 230  # the same database
    monkeypatch.setenv(databases.CHOICE, "2")
    builder.want(rules("kalah"))
    until_built(builder)
    assert len(list((data_directory / "databases").iterdir())) == 1


def test_the_games_of_the_house_come_first_and_few_wait(
    builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(databases.CHOICE, "20")
    builder.want(rules("kalah:capture=always"))  # takes some seconds, so that the others wait
    for houses, seeds in product((2, 3), range(1, 11)):
        for _ in range(2):
            builder.want(rules(f"avalanche:houses={houses},seeds={seeds}"))
    assert len(set(builder._wanted)) == len(builder._wanted) == limits.DATABASES_WAITING + 1
    builder._wanted.pop()
    builder.want(rules("relay"))
    assert builder._wanted[1] == rules("relay")
    builder._wanted[1:] = []


def test_closing_ends_the_building(builder: Builder) -> None:
    builder.want(rules("relay"))
    time.sleep(0.3)
    began = time.monotonic()
    builder.close()
    builder._thread.shutdown()
    assert time.monotonic() - began < 5
    assert not databases.is_loaded(rules("relay"), endgames.size(rules("relay")))


def test_a_size_that_is_none_is_no_fault_of_the_builder(
    builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(databases.CHOICE, "much")
    builder.want(rules("relay"))
    assert not builder._wanted


def test_no_bot_waits_for_a_database(own_server: Server) -> None:
    """Somebody has perfect players in games whose databases take half a minute each."""
    began = time.monotonic()
    with (
        Client(own_server.url) as ann,
        Client(own_server.url) as bob,
        Client(own_server.url) as eve,
    ):
        games = [
            (client, client.create(name, [HERE, PERFECT], start={"position": AWAY})["game"])
            for client, name in ((ann, "kalah"), (ann, "kalah"), (eve, "kalah"), (eve, "kalah"))
        ]
        for _ in range(3):
            gone = ann.create("kalah", [HERE, PERFECT], start={"position": AWAY})
            ann.http.delete(f"/api/games/{gone['game']}")
        quick = bob.create(seats=[{"kind": "bot", "bot": "random"}, HERE])["game"]
        engine = bob.create(seats=[{"kind": "bot", "bot": "engine:depth=2"}, HERE])["game"]
        bob.until(quick, lambda each: each["moves"], 10)
        bob.until(engine, lambda each: each["moves"], 20)
        for client, game in games:
            after = client.until(game, lambda each: each["moves"], 60)
            assert after["moves"][0]["seconds"] < limits.BOT_SECONDS + 5
    assert time.monotonic() - began < 60


def test_perfect_minds_its_clock_without_a_database(own_server: Server) -> None:
    with Client(own_server.url) as ann:
        for name in ("kalah:houses=4,seeds=4", "kalah:houses=5,seeds=4"):
            state = ann.create(name, [PERFECT, HERE], clock="20")
            after = ann.until(state["game"], lambda each: each["moves"] or each["view"]["outcome"])
            assert after["view"]["outcome"] is None
            assert after["clock"]["left"][0] > 14
