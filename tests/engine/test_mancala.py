"""The Mancala engine against a plain minimax, and what else its facade promises."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from turnstone import kernel, variant
from turnstone.engine import databases
from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse, stream
from turnstone.rules.mancala import Mancala, MancalaPosition
from turnstone.rules.variants import RuleSet

pytestmark = pytest.mark.skipif(kernel.native is None, reason="the engine is compiled")


def mancala(spec: str) -> Mancala:
    rules: RuleSet = variant(spec)
    assert isinstance(rules, Mancala)
    return rules


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    databases.forget()


class GaveUp(Exception):
    """The plain minimax has seen too much."""


class Minimax:
    """Seat 0's margin under best play, by the definition: every game with its whole history."""

    def __init__(self, rules: Mancala, budget: int = 4000) -> None:
        self.rules, self.budget = rules, budget
        self.seen: dict[object, int] = {}
        self.known: dict[MancalaPosition, float] = {}

    def margin(self, position: MancalaPosition) -> float:
        if position.outcome:
            return position.outcome.margins[0]
        if not self.rules.repetition:
            if position not in self.known:
                self.known[position] = self._best(position)
            return self.known[position]
        key = self.rules.recurrence_key(position)
        times = self.seen.get(key, 0) + 1
        if times == self.rules.repetition:
            return self.rules.repeated(position).margins[0]
        self.seen[key] = times
        try:
            return self._best(position)
        finally:
            self.seen[key] = times - 1

    def _best(self, position: MancalaPosition) -> float:
        self.budget -= 1
        if self.budget < 0:
            raise GaveUp
        values = [self.margin(position.play(move)) for move in position.legal_moves]
        return max(values) if position.turn == 0 else min(values)


def judged(position: MancalaPosition) -> float | None:
    """What the mover gets by the definition, if that can be found soon."""
    try:
        return (1, -1)[position.turn] * Minimax(position.variant).margin(position)
    except GaveUp:
        return None


def some_positions(rules: Mancala, count: int) -> Iterator[MancalaPosition]:
    rng = Random(rules.spec)
    for _ in range(count):
        position = rules.start()
        for _ in range(rng.randrange(3 * rules.houses)):
            if position.outcome:
                break
            position = position.play(rng.choice(position.legal_moves))
        if not position.outcome:
            yield position


SMALL = [
    "kalah:houses=2,seeds=3",
    "kalah:houses=3,seeds=2",
    "kalah:houses=2,seeds=2,capture=always",
    "kalah:houses=2,seeds=2,leftovers=nobody",
    "avalanche:houses=2,seeds=3",
    "avalanche:houses=3,seeds=1",
    "relay:houses=2,seeds=1",
    "relay:houses=2,seeds=2",
    "relay:houses=2,seeds=2,leftovers=owner",
    "oware:houses=2,seeds=2",
    "oware:houses=3,seeds=1",
    "oware:houses=2,seeds=2,slam=illegal",
    "kalah:houses=2,seeds=2,pie=yes",
    "avalanche:houses=2,seeds=2,pie=yes",
    "relay:houses=2,seeds=1,pie=yes",
]


@pytest.mark.parametrize("spec", SMALL)
def test_values_are_those_of_the_definition(spec: str) -> None:
    rules = mancala(spec)
    compared = 0
    for position in (rules.start(), *some_positions(rules, 6)):
        expected = judged(position)
        if expected is None:
            continue
        found = analyse(position, multi_pv=0)
        compared += 1
        assert found.lower <= expected <= found.upper
        # Where a repetition shares out the seeds, a value may depend on what was played before.
        shares = rules.repetition and rules.leftovers == "owner"
        assert found.exact or shares
        if not found.exact:
            continue
        assert found.score == expected
        assert set(found.moves) == {str(move) for move in position.legal_moves}
        assert next(iter(found.moves)) == found.best
        for name, value in found.moves.items():
            after = position.play(name)
            worth = judged(after)
            if worth is not None and value.exact:
                sign = 1 if after.turn == position.turn else -1
                if not shares:
                    assert value.score == sign * worth, (position, name)
    assert compared


@pytest.mark.parametrize("spec", ["kalah:houses=3,seeds=2", "avalanche:houses=2,seeds=3"])
def test_the_line_leads_to_the_score(spec: str) -> None:
    for position in some_positions(mancala(spec), 5):
        found, at = analyse(position), position
        for name in found.line:
            at = at.play(name)
        assert at.outcome
        assert at.outcome.margins[position.turn] == found.score


@pytest.mark.parametrize(
    ("text", "margin"),
    [
        ("1,1,0,0,1,0,22,0,0,0,0,1,0,22 S", -2),  # 0, 4, 2, 7, 11, 9 come back to it
        ("1,1,0,0,1,0,22,0,0,0,0,0,0,23 S", -2),
        ("0,0,1,0,0,0,23,0,0,1,0,0,0,23 S", 0),
        ("1,0,0,0,1,0,23,0,0,0,0,0,0,23 S", -2),
    ],
)
def test_relay_positions_that_may_go_round(text: str, margin: int) -> None:
    # The margins are those of `Minimax` with a budget of two million positions.
    found = analyse(mancala("relay").position(text), multi_pv=0)
    assert found.exact
    assert found.score == margin == max(value.score for value in found.moves.values())


def test_oware_in_the_database_plays_the_move_that_holds() -> None:
    rules = mancala("oware:houses=3,seeds=2")
    for position in some_positions(rules, 8):
        found = analyse(position, multi_pv=0)
        if found.exact and found.best is not None:
            after = analyse(position.play(found.best))
            if after.exact:
                assert -after.score == found.score


def test_pie_is_worth_the_distance_from_even() -> None:
    rules = mancala("kalah:houses=3,seeds=2,pie=yes")
    plain = mancala("kalah:houses=3,seeds=2")
    after = rules.start().play("1")
    assert after.swap
    assert after.turn == 1
    without = analyse(plain.position(after.text().removesuffix(" swap")))
    found = analyse(after, multi_pv=0)
    assert found.exact
    assert found.score == abs(without.score)
    assert found.moves["swap"].score == -without.score
    assert (found.best == "swap") == (without.score < 0)
    first = analyse(rules.start(), multi_pv=0)
    assert first.exact
    assert first.score <= 0
    assert set(first.moves) == {"1", "2", "3"}


@pytest.mark.parametrize(
    "spec", ["relay", "kalah", "avalanche", "oware", "kalah:houses=10,seeds=10"]
)
def test_a_moment_is_enough_for_a_legal_move(spec: str) -> None:
    position = mancala(spec).start()
    for limit in (Limit(seconds=0.01), Limit(nodes=1), Limit(depth=1), Limit(nodes=5000)):
        found = analyse(position, limit, openings=False)
        assert found.best in {str(move) for move in position.legal_moves}
        assert found.lower <= found.score <= found.upper
        assert not found.exact


def test_cancelled_at_once() -> None:
    position = mancala("kalah:houses=6,seeds=6").start()
    databases.at_hand(position.variant)
    took = []
    for _ in range(5):
        results = stream(position, threads=2)
        next(results)
        time.sleep(0.05)
        began = time.perf_counter()
        results.close()  # type: ignore[attr-defined]
        del results
        took.append(time.perf_counter() - began)
    assert min(took) < 0.05, took


def test_two_at_once() -> None:
    specs = ["kalah:houses=4,seeds=3", "relay:houses=4,seeds=2"] * 2
    alone = {spec: analyse(mancala(spec).start()).score for spec in specs}
    databases.forget()
    found: list[tuple[str, float]] = []

    def work(spec: str) -> None:
        found.append((spec, analyse(mancala(spec).start()).score))

    threads = [threading.Thread(target=work, args=(spec,)) for spec in specs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted((spec, alone[spec]) for spec in specs)


def built(rules: Mancala, size: int) -> kernel.Database:
    found = databases.database(rules, size)
    assert found is not None
    return found


def kept(directory: Path) -> list[Path]:
    return sorted((directory / "databases").iterdir())


def test_a_damaged_database_is_built_again(data_directory: Path) -> None:
    rules = mancala("relay:houses=4,seeds=3")
    steps: list[tuple[int, int]] = []
    databases.database(rules, 1, on_progress=lambda done, of: steps.append((done, of)))
    first = built(rules, 1)
    (file,) = kept(data_directory)
    good = file.read_bytes()
    assert len(good) > first.bytes > 100_000
    for damage in (good[:-7], good[:5000] + bytes([good[5000] ^ 1]) + good[5001:], b"", b"x" * 99):
        file.write_bytes(damage)
        databases.forget()
        again = built(rules, 1)
        assert again is not first
        assert again.bytes == first.bytes
        assert file.read_bytes() == good
    assert kept(data_directory) == [file]
    databases.forget()
    at_hand = databases.at_hand(rules)
    assert at_hand
    assert at_hand.seeds == first.seeds


def test_building_can_be_given_up(data_directory: Path) -> None:
    def enough(done: int, of: int) -> None:
        assert 0 <= done <= of
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        databases.database(mancala("relay"), 90, on_progress=enough)
    assert kept(data_directory) == []


def test_a_data_directory_that_cannot_be_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TURNSTONE_DATA_DIR", str(tmp_path / "file"))
    assert built(mancala("kalah:houses=2,seeds=2"), 1).seeds == 8
    assert analyse(mancala("kalah:houses=2,seeds=2").start()).exact


@pytest.mark.parametrize("size", [-1, 5000])
def test_sizes_that_are_none(size: int) -> None:
    with pytest.raises(ValueError, match="megabytes"):
        databases.database(mancala("relay"), size)


def test_the_largest_database_that_is_allowed_is_taken(
    data_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = mancala("kalah")

    def taken(size: int | None = None) -> int:
        databases.forget()
        found = databases.at_hand(rules, size)
        return found.seeds if found else 0

    quick, large = taken(), built(rules, 3).seeds
    assert 0 < quick < large
    assert [taken(), taken(100), taken(3), taken(2), taken(0)] == [large] * 3 + [quick, 0]
    assert len(kept(data_directory)) == 1
    monkeypatch.setenv("TURNSTONE_ENDGAMES", "2")
    assert [taken(), taken(3)] == [quick, large]
    monkeypatch.setenv("TURNSTONE_ENDGAMES", "0")
    assert taken() == 0
    assert databases.database(rules) is None
    monkeypatch.setenv("TURNSTONE_ENDGAMES", "much")
    with pytest.raises(ValueError, match=r"TURNSTONE_ENDGAMES is megabytes.*'much'"):
        databases.database(rules)


def test_a_damaged_file_is_passed_over_until_it_is_built_again(data_directory: Path) -> None:
    rules = mancala("kalah")
    large = built(rules, 3).seeds
    (file,) = kept(data_directory)
    file.write_bytes(file.read_bytes()[:-1])
    databases.forget()
    for _ in range(2):
        found = databases.at_hand(rules)
        assert found
        assert found.seeds < large
    assert built(rules, 3).seeds == large
    databases.forget()
    again = databases.at_hand(rules)
    assert again
    assert again.seeds == large
