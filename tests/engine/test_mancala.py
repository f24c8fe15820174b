"""The Mancala engine against a plain minimax, and what else its facade promises."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from turnstone import kernel, variant
from turnstone.engine import databases
from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse, remember, stream
from turnstone.rules.mancala import Mancala, MancalaPosition

from .rule_sets import mancala

pytestmark = pytest.mark.skipif(kernel.native is None, reason="the engine is compiled")


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
        assert found.exact or (shares and rules.name == "relay")
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


@pytest.mark.parametrize("spec", ["relay:houses=4,seeds=3", "kalah:seeds=2", "avalanche:seeds=2"])
@pytest.mark.parametrize("limit", [Limit(), Limit(nodes=20_000), Limit(depth=5)], ids=str)
def test_every_move_has_a_line_that_can_be_played(spec: str, limit: Limit) -> None:
    for position in some_positions(mancala(spec), 5):
        found = analyse(position, limit, multi_pv=0)
        longest = max(len(value.line) for value in found.moves.values())
        for move, value in found.moves.items():
            assert value.line[0] == move
            at = position
            for name in value.line:
                at = at.play(name)
            if at.outcome and value.exact and not mancala(spec).repetition:
                assert at.outcome.margins[position.turn] == value.score
        assert longest > 1
        assert sum(len(value.line) > 1 for value in found.moves.values()) > len(found.moves) / 2


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


@pytest.mark.parametrize(
    ("spec", "text", "nodes"),
    [
        ("kalah:capture=always", "<6,13,8,0,2,2,1,1,1,1,1,1,11,4,2> N", 60_000),
        ("avalanche", "<6,20,10,0,0,1,0,0,3,1,1,3,5,1,3> N", 20_696),
        ("relay", "0,7,1,2,0,0,17,0,2,0,1,2,2,14 S", 31_346),
    ],
)
@pytest.mark.parametrize("moves", [0, 1])
def test_nothing_told_on_the_way_is_called_exact_that_is_not(
    spec: str, text: str, nodes: int, moves: int
) -> None:
    position = variant(spec).position(text)
    every = analyse(position, multi_pv=0)
    for limit in (Limit(nodes=nodes), Limit(nodes=nodes // 3), Limit()):
        for found in stream(position, limit, multi_pv=moves):
            listed = [value.score for value in found.moves.values()]
            assert listed[0] == max(listed) == found.score
            assert found.lower <= every.score <= found.upper
            for move, value in found.moves.items():
                assert not value.exact or value.score == every.moves[move].score
            if found.exact:
                assert found.best is not None
                assert every.moves[found.best].score == every.score == found.score


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("relay:seeds=3", "0,1,1,1,0,0,17,0,0,1,1,0,0,14 N"),
        ("avalanche:houses=5,seeds=4", "<5,23,11,0,0,3,0,2,0,1,0,0,0> S"),
    ],
)
def test_who_wins_calls_no_move_exact_that_is_not(spec: str, text: str) -> None:
    position = variant(spec).position(text)
    worth = {move: each.score for move, each in analyse(position, multi_pv=0).moves.items()}
    for moves in (0, 1):
        found = analyse(position, multi_pv=moves, winner_only=True)
        for move, each in found.moves.items():
            assert each.score == worth[move] or not each.exact
            assert each.score * worth[move] > 0 or each.score == worth[move]


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


def test_without_time_for_a_database_there_is_still_a_thought() -> None:
    position, random = mancala("oware").start(), Random(1)
    while not any(move.gain for move in position.legal_moves):
        position = position.play(random.choice(position.legal_moves))
    greedy = max(position.legal_moves, key=lambda move: move.gain)
    for _ in range(3):
        databases.forget()
        found = analyse(position, Limit(seconds=1e-6))
        assert found.nodes > 0
        # On a quick machine even the thousandth of a second is enough to look further.
        assert found.depth > 1 or found.best == str(greedy)


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


def test_nobody_waits_for_a_database_who_has_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    position = mancala("oware").start()
    reading, read = threading.Event(), databases._read_or_build

    def slow(rules: Mancala, size: int) -> kernel.Database:
        assert reading.wait(20)
        return read(rules, size)

    monkeypatch.setattr(databases, "_read_or_build", slow)
    began = time.perf_counter()
    found = analyse(position, Limit(seconds=0.2))
    assert found.best is not None
    assert 0.05 < found.seconds < time.perf_counter() - began < 1
    began = time.perf_counter()
    assert not list(stream(position, stopped=lambda: time.perf_counter() - began > 0.1))
    assert time.perf_counter() - began < 1
    reading.set()


@pytest.mark.parametrize("spec", ["avalanche:houses=8,seeds=8", "avalanche:houses=10,seeds=10"])
def test_a_turn_of_many_moves_is_not_one_ply(spec: str) -> None:
    found = analyse(mancala(spec).start(), Limit(depth=1), multi_pv=0)
    assert len(found.moves) == mancala(spec).houses
    assert found.nodes < 100_000


def test_a_limit_holds_also_for_who_waits_for_a_lent_memory() -> None:
    position, memory = mancala("kalah:seeds=6").start(), remember(16)
    busy = stream(position, memory=memory, endgames=1)
    next(busy)
    began = time.perf_counter()
    found = analyse(position, Limit(seconds=0.2), memory=memory, endgames=1)
    assert found.best is not None
    assert time.perf_counter() - began < 1.5
    busy.close()  # type: ignore[attr-defined]


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


def test_what_died_while_it_saved_is_cleared_away(data_directory: Path) -> None:
    rules = mancala("kalah:houses=2,seeds=2")
    built(rules, 1)
    (file,) = kept(data_directory)
    gone = file.with_name(f"{file.name}.part{2**22 + 7}")  # no process has such a number
    here = file.with_name(f"{file.name}.part{os.getppid()}")
    for part in (gone, here):
        part.write_bytes(b"half of it")
    file.unlink()
    databases.forget()
    built(rules, 1)
    assert file.exists()
    assert not gone.exists()
    assert here.exists()


def test_a_file_under_another_size_is_built_again(data_directory: Path) -> None:
    rules = mancala("kalah")
    large = built(rules, 3).seeds
    databases.forget()
    small = built(rules, 1).seeds
    files = {int(file.stem.rpartition("_")[2]): file for file in kept(data_directory)}
    files[large].write_bytes(files[small].read_bytes())
    databases.forget()
    assert built(rules, 3).seeds == large


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


def test_memory_has_room_for_so_much(data_directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "IN_MEMORY", 3)
    games = [mancala(f"kalah:houses={houses},seeds=6") for houses in (4, 5, 6)]
    first = databases.database(games[0], 1, keep=False)
    assert first
    for rules in [*games[1:], games[0], mancala("relay"), mancala("relay:leftovers=owner")]:
        assert databases.at_hand(rules)
        assert sum(each.bytes for each in databases._loaded.values()) <= 3 << 20
    assert databases.at_hand(games[0]) is first  # it was used after the others
    assert not databases.is_loaded(games[1], 1)
    assert kept(data_directory) == []


def test_one_that_is_larger_than_the_room_is_kept_until_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(databases, "IN_MEMORY", 0)
    first, second = mancala("kalah"), mancala("relay")
    assert databases.at_hand(first) is databases.at_hand(first)
    databases.at_hand(second)
    assert databases.is_loaded(second, 1)
    assert not databases.is_loaded(first, 1)
