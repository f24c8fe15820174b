"""The swap rule: what a first turn is worth when the other may take it over."""

import threading
import time

import pytest

from turnstone import kernel, variant
from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse, stream
from turnstone.rules.game import Game
from turnstone.rules.mancala import MancalaPosition

from .rule_sets import mancala

pytestmark = pytest.mark.skipif(kernel.native is None, reason="the engine is compiled")


def worth(position: MancalaPosition) -> int:
    """Seat 0's margin under best play, by looking at everything."""
    if position.outcome:
        return position.outcome.margins[0]
    values = [worth(position.play(move)) for move in position.legal_moves]
    return max(values) if position.turn == 0 else min(values)


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


@pytest.mark.parametrize("capture", ["opposite", "always"])
@pytest.mark.parametrize("houses", [1, 2, 3])
@pytest.mark.parametrize("seeds", [1, 2, 3])
def test_what_is_proved_with_the_swap_is_true(houses: int, seeds: int, capture: str) -> None:
    rules = variant("kalah", houses=houses, seeds=seeds, capture=capture, pie="yes")
    news = list(stream(rules.start()))
    assert all(each.lower <= news[-1].score <= each.upper for each in news)


@pytest.mark.parametrize(
    "spec",
    [
        "avalanche:houses=2,seeds=2,pie=yes",
        "avalanche:houses=2,seeds=3,pie=yes",
        "kalah:houses=2,seeds=2,pie=yes",
        "kalah:houses=3,seeds=1,pie=yes",
    ],
)
def test_every_first_move_by_the_definition(spec: str) -> None:
    start = mancala(spec).start()
    truth = {str(move): worth(start.play(move)) for move in start.legal_moves}
    for limit in (Limit(), Limit(nodes=2_000), Limit(seconds=0.05), Limit(depth=3)):
        for found in stream(start, limit, multi_pv=0):
            assert found.lower <= max(truth.values()) <= found.upper
            for move, value in found.moves.items():
                assert not value.exact or value.score == truth[move]
            listed = [value.score for value in found.moves.values()]
            assert listed == sorted(listed, reverse=True)
            assert found.score == listed[0]
    found = analyse(start, multi_pv=0)
    assert {move: value.score for move, value in found.moves.items()} == truth
    assert found.exact


@pytest.mark.parametrize("moves", ["", "1"])
def test_as_many_moves_as_were_asked_for(moves: str) -> None:
    position = mancala("kalah:houses=3,seeds=2,pie=yes").start()
    for move in moves:
        position = position.play(move)
    every = analyse(position, multi_pv=0)
    assert "swap" in every.moves or not moves
    for top in (1, 2):
        found = analyse(position, multi_pv=top)
        assert len(found.moves) == top
        assert found.score == every.score
        assert [value.score for value in found.moves.values()] == [
            value.score for value in every.moves.values()
        ][:top]


@pytest.mark.parametrize("spec", ["avalanche:pie=yes", "avalanche:houses=8,seeds=6,pie=yes"])
def test_a_limit_holds_for_all_ways_together(spec: str) -> None:
    start = mancala(spec).start()  # of which there are tens of thousands, or millions
    for limit in (Limit(seconds=0.5), Limit(nodes=1_000), Limit(nodes=50_000)):
        began = time.perf_counter()
        found = analyse(start, limit, multi_pv=0)
        took = time.perf_counter() - began
        assert set(found.moves) <= {str(move) for move in start.legal_moves}
        assert not found.exact
        if limit.seconds:
            assert took < limit.seconds + 2  # a machine may be busy
        else:
            assert limit.nodes
            assert found.nodes < 1.2 * limit.nodes + 3_000


@pytest.mark.parametrize("spec", ["avalanche:pie=yes", "oware:pie=yes", "kalah:seeds=6,pie=yes"])
def test_cancelled_at_once(spec: str) -> None:
    start, took = mancala(spec).start(), []
    for _ in range(12):  # a machine may be busy: one quiet moment is enough
        stopped = threading.Event()
        at = [0.0]

        def stop(stopped: threading.Event = stopped, at: list[float] = at) -> None:
            at[0] = time.perf_counter()
            stopped.set()

        threading.Timer(0.3, stop).start()
        for _each in stream(start, openings=False, endgames=0, stopped=stopped.is_set):
            pass
        took.append(time.perf_counter() - at[0])
        if took[-1] < 0.05:
            break
    assert min(took) < 0.05, took


@pytest.mark.parametrize("slam", ["cancelled", "illegal"])
@pytest.mark.parametrize("seeds", range(1, 7))
def test_coming_back_counts_whether_or_not_one_could_swap_before(seeds: int, slam: str) -> None:
    """One house a side: nothing can be captured, and the first position comes back soon."""
    rules = variant(f"oware:houses=1,seeds={seeds},slam={slam},pie=yes")
    found = analyse(rules.start(), multi_pv=0)
    game = Game.new(rules)
    for move in found.line:
        assert game.outcome is None
        game = game.play(move)
    assert game.outcome is not None
    assert found.exact
    assert game.outcome.margins[0] == found.score
