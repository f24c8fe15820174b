"""The engine on Reversi: exact values against plain minimax, limits, cancelling, threads."""

import threading
import time
from collections.abc import Generator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings

from tests.rules.games import many_colours, positions, two_colour_boards
from turnstone import Position, kernel, variant
from turnstone.engine.analysis import Analysis
from turnstone.engine.limit import InvalidLimit, Limit
from turnstone.engine.search import EngineMissing, analyse, stream
from turnstone.records.obf import problems
from turnstone.rules.reversi import EMPTY, Reversi, ReversiPosition

pytestmark = pytest.mark.skipif(kernel.native is None, reason="no compiled kernel here")
ENDGAMES = Path(__file__).parents[2] / "bench" / "endgames.obf"


@cache
def minimax(position: ReversiPosition) -> int:
    """The official margin for the side to move, by looking at everything."""
    if position.outcome:
        return position.outcome.margins[position.turn]
    return max(-minimax(position.play(move)) for move in position.legal_moves)


def late(position: ReversiPosition, empties: int) -> bool:
    return position.cells.count(EMPTY) <= empties and not position.outcome


@settings(deadline=None, max_examples=60)
@given(position=positions(two_colour_boards(), longest=64))
def test_exact_scores_of_every_move(position: ReversiPosition) -> None:
    if not late(position, 7):
        return
    found = analyse(position, multi_pv=0)
    assert found.exact
    assert found.score == minimax(position)
    assert {move: value.score for move, value in found.moves.items()} == {
        str(move): -minimax(position.play(move)) for move in position.legal_moves
    }


@settings(deadline=None, max_examples=60)
@given(position=positions(two_colour_boards(), longest=64))
def test_the_line_leads_to_the_score(position: ReversiPosition) -> None:
    if not late(position, 10):
        return
    found = analyse(position)
    seat, end = position.turn, position
    for move in found.line:
        end = end.play(move)
    assert end.outcome is not None
    assert end.outcome.margins[seat] == found.score


@settings(deadline=None, max_examples=40)
@given(position=positions(two_colour_boards(), longest=64))
def test_who_wins_without_by_how_much(position: ReversiPosition) -> None:
    if not late(position, 8):
        return
    value = minimax(position)
    for moves in (1, 0):
        found = analyse(position, winner_only=True, multi_pv=moves)
        score = found.score
        assert (score > 0) - (score < 0) == (value > 0) - (value < 0)
        assert found.lower <= value <= found.upper


def test_what_is_proved_of_a_winner_is_true() -> None:
    found = analyse(variant("small").start(), winner_only=True, multi_pv=0)
    assert found.lower <= -10 <= found.upper < 0


def test_as_many_moves_as_were_asked_for() -> None:
    problem = next(problems(ENDGAMES, Reversi()))
    every = analyse(problem.position, multi_pv=0)
    some = analyse(problem.position, multi_pv=3)
    assert len(every.moves) == len(problem.position.legal_moves) > 3
    assert [value.score for value in some.moves.values()] == [
        value.score for value in every.moves.values()
    ][:3]


def test_the_best_move_is_not_lost_to_hopes_of_others() -> None:
    cells = "OXXXXXX-OOXX-XXO-XOXXXO-OXOOXOOOXXOXOXOO-XXOXOOO-XXXXX---OOOXXX-"
    position = variant("othello").position(f"{cells} X")
    for top in (1, 2, 3, 0):
        found = analyse(position, multi_pv=top)
        assert (found.best, found.score, found.exact) == ("a3", -28.0, True)


@pytest.mark.parametrize("spec", ["othello", "reversi:goal=fewest", "octagon"])
def test_some_moves_are_the_best_of_all(spec: str) -> None:
    rng = Random(spec)
    for _ in range(12):
        position: Position = variant(spec).start()
        while not position.outcome:
            assert isinstance(position, ReversiPosition)
            if position.cells.count(EMPTY) <= 10 and len(position.legal_moves) > 3:
                break
            position = position.play(rng.choice(position.legal_moves))
        if position.outcome:
            continue
        every = analyse(position, multi_pv=0)
        scores = {move: value.score for move, value in every.moves.items()}
        for top in (1, 2, 3):
            for found in stream(position, multi_pv=top):
                _agrees_with_itself(found, top)
            assert found.exact
            assert [value.score for value in found.moves.values()] == list(scores.values())[:top]
            assert all(value.score == scores[move] for move, value in found.moves.items())


def _agrees_with_itself(found: Analysis, top: int) -> None:
    listed = [value.score for value in found.moves.values()]
    assert len(listed) <= top
    assert found.score == listed[0] == max(listed)
    assert found.lower <= found.score <= found.upper
    if found.exact:
        assert found.lower == found.upper


@pytest.mark.parametrize("nodes", [200, 1_000, 5_000, 20_000])
@pytest.mark.parametrize("top", [1, 2, 0])
def test_what_a_limit_leaves_agrees_with_itself(nodes: int, top: int) -> None:
    for number, problem in enumerate(problems(ENDGAMES, Reversi())):
        if number % 4 == 0:
            for found in stream(problem.position, Limit(nodes=nodes), multi_pv=top):
                _agrees_with_itself(found, top or 64)


@pytest.mark.parametrize(
    "wrong", [{"multi_pv": -1}, {"threads": 0}, {"memory": 0}, {"memory": -1}], ids=str
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        analyse(variant("small").start(), **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"nodes": 2**70},
        {"depth": 1.5},
        {"seconds": float("inf")},
        {"seconds": "1"},
        {"depth": True},
    ],
    ids=str,
)
def test_limits_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Limit(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("spec", "score"), [("small", -10), ("reversi:size=4,start=parallel", -4)])
def test_four_by_four_from_the_start(spec: str, score: int) -> None:
    found = analyse(variant(spec).start(), threads=2)
    assert (found.score, found.exact) == (score, True)


def test_the_shipped_endgames() -> None:
    rules = variant("othello")
    assert isinstance(rules, Reversi)
    for number, problem in enumerate(problems(ENDGAMES, rules)):
        if number % 3 == 0:
            found = analyse(problem.position, multi_pv=0, threads=1 + number % 2)
            assert {move: value.score for move, value in found.moves.items()} == problem.scores


def test_one_and_two_threads_agree() -> None:
    rng = Random(7)
    for _ in range(30):
        position: Position = variant("othello").start()
        while not position.outcome:
            assert isinstance(position, ReversiPosition)
            if position.cells.count(EMPTY) == 13:
                break
            position = position.play(rng.choice(position.legal_moves))
        one, two = analyse(position), analyse(position, threads=2)
        assert (one.score, one.exact) == (two.score, two.exact)


@pytest.mark.parametrize(
    "name", ["othello", "octagon", "three-colour", "four-colour", "reversi-16"]
)
def test_limits_are_kept_and_the_answer_is_legal(name: str) -> None:
    start = variant(name).start()
    names = [str(move) for move in start.legal_moves]
    by_depth = analyse(start, Limit(depth=3))
    assert by_depth.depth == 3
    assert not by_depth.exact
    began = time.perf_counter()
    by_time = analyse(start, Limit(seconds=0.3))
    assert time.perf_counter() - began < 2
    by_nodes = analyse(start, Limit(nodes=3000))
    assert by_nodes.nodes < 10_000
    for found in (by_depth, by_time, by_nodes):
        assert found.best in names
        assert found.lower <= found.score <= found.upper


def after(spec: str, plies: int) -> Position:
    """A random position of a game that is not over."""
    rng = Random(plies)
    position: Position = variant(spec).start()
    for _ in range(plies):
        position = position.play(rng.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        ("othello", 44),
        ("othello", 20),
        ("octagon", 10),
        ("four-colour", 10),
        ("three-colour", 52),
        ("relay", 10),
        ("oware", 10),
    ],
)
def test_a_limit_of_nodes_is_for_all_moves_together(spec: str, plies: int, threads: int) -> None:
    position = after(spec, plies)
    for nodes in (1_000, 100_000):
        found = analyse(position, Limit(nodes=nodes), multi_pv=0, threads=threads)
        assert found.nodes <= nodes + nodes / 8 + 4_000 * threads
        assert found.best in [str(move) for move in position.legal_moves]


@pytest.mark.parametrize(
    ("spec", "plies"), [("othello", 0), ("othello", 34), ("octagon", 0), ("relay", 0), ("oware", 0)]
)
def test_thinking_stops_at_once_on_a_large_table(spec: str, plies: int) -> None:
    position, rng = after(spec, plies), Random(spec)
    for pause in (0.0, 0.003, 0.03, rng.uniform(0, 0.5)):
        waited = []
        for _ in range(3):  # the best counts: others may want the processor too
            found = stream(position, threads=2, memory=2000, openings=False)
            assert isinstance(found, Generator)
            next(found)
            time.sleep(pause)
            began = time.perf_counter()
            found.close()
            waited.append(time.perf_counter() - began)
        assert min(waited) < 0.05


@settings(deadline=None, max_examples=40)
@given(position=positions(many_colours(), longest=60))
def test_many_colours_see_the_end(position: ReversiPosition) -> None:
    if not late(position, 4):
        return
    found = analyse(position)
    assert found.exact
    end, seat = position, position.turn
    for move in found.line:
        end = end.play(move)
    assert end.outcome is not None
    assert end.outcome.margins[seat] == found.score


def test_results_improve_and_closing_the_stream_stops_the_work() -> None:
    start = variant("othello").start()
    found = stream(start)
    assert isinstance(found, Generator)
    first = next(found)
    assert first.best is not None
    threads = threading.active_count()
    began = time.perf_counter()
    found.close()
    assert time.perf_counter() - began < 1
    assert threading.active_count() <= threads


def test_many_analyses_at_once() -> None:
    small = variant("small").start()
    scores: list[float] = []
    workers = [
        threading.Thread(target=lambda: scores.append(analyse(small, threads=2).score))
        for _ in range(6)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert scores == [-10.0] * 6


def test_a_finished_game_is_its_own_result() -> None:
    over = variant("small").position("X" * 16 + "O")
    found = analyse(over)
    assert (found.score, found.exact, found.best, found.line) == (-16, True, None, ())


@pytest.mark.parametrize("wrong", [{"depth": 0}, {"seconds": 0}, {"nodes": -1}])
def test_limits_must_be_above_nought(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must be above 0"):
        Limit(**wrong)


def test_the_python_rules_do_not_think(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "native", None)
    with pytest.raises(EngineMissing, match="compiled kernel"):
        analyse(variant("small").start())


@pytest.mark.parametrize("top", [0, 1, 3])
def test_bounds_close_in_on_the_score(top: int) -> None:
    position = variant("large").position("---------X---OXX-O-OXXO-OOOO--X----- X")
    lower, upper, news = -36.0, 36.0, 0
    for found in stream(position, openings=False, multi_pv=top):
        assert lower <= found.lower <= found.score <= found.upper <= upper
        lower, upper, news = found.lower, found.upper, news + 1
    assert found.exact
    assert lower == upper == found.score == 30
    assert news > 2


def test_a_long_proof_tells_what_it_has_so_far() -> None:
    position = variant("large").position("---------X----OXO---OOO---OOOX-----O X")
    told = [(found.lower > -36, found.upper < 36) for found in stream(position, openings=False)]
    assert told[-1] == (True, True)
    assert {(True, False), (False, True)} & set(told[:-1])


EIGHT_LEFT = "XOOOOOOOXXOOXOOXXXXXOXO-XOXOOXO-XXOOXOO-XOOXOXO---XOXXXXOOOO-XXX O"


def test_a_move_that_is_called_exact_is_worth_its_score() -> None:
    position = variant("othello").position(EIGHT_LEFT)
    worth = {move: each.score for move, each in analyse(position, multi_pv=0).moves.items()}
    exact = 0
    for nodes in range(100, 3000, 25):
        found = analyse(position, Limit(nodes=nodes))
        if found.exact:
            assert found.best is not None
            assert found.score == worth[found.best] == max(worth.values())
            exact += 1
    assert 0 < exact < 116  # some limits are too tight


def some_middle_games(empty: int, number: int) -> list[Position]:
    found: list[Position] = []
    for seed in range(number):
        random = Random(seed)
        position: Position = variant("othello").start()
        for _ in range(60 - empty):
            position = position.play(random.choice(position.legal_moves))
        if not position.outcome and len(position.legal_moves) > 1:
            found.append(position)
    return found


def test_a_proof_that_is_not_finished_leaves_a_deep_search() -> None:
    for position in some_middle_games(15, 12):
        found = analyse(position, Limit(nodes=400_000))
        assert found.exact or found.depth >= 6


def test_moves_that_were_solved_in_time_keep_their_scores() -> None:
    partly = 0
    for position in some_middle_games(12, 6):
        whole = analyse(position, multi_pv=0)
        for share in (0.2, 0.4, 0.6, 0.8):
            limit = Limit(nodes=max(40_000, int(whole.nodes * share)))
            found = analyse(position, limit, multi_pv=0)
            assert found.lower <= whole.score <= found.upper
            solved = {move: each.score for move, each in found.moves.items() if each.exact}
            assert solved.items() <= {m: each.score for m, each in whole.moves.items()}.items()
            partly += 0 < len(solved) < len(whole.moves)
    assert partly


def test_bounds_and_nodes_of_every_move_stream_too() -> None:
    position = some_middle_games(16, 1)[0]
    news = list(stream(position, multi_pv=0))
    score = news[-1].score
    assert [each.nodes for each in news] == sorted(each.nodes for each in news)
    assert all(each.lower <= score <= each.upper for each in news)
    assert any(each.lower > -64 and not each.exact for each in news)


def test_the_line_of_the_best_move_goes_to_the_end() -> None:
    """Also where two are equally good, and all moves were asked for."""
    ties = 0
    for position in some_middle_games(10, 40):
        found = analyse(position, multi_pv=0)
        at = position
        for move in found.line:
            at = at.play(move)
        assert at.outcome is not None
        assert at.outcome.margins[position.turn] == found.score
        ties += sum(value.score == found.score for value in found.moves.values()) > 1
    assert ties


@pytest.mark.parametrize("spec", ["small", "octagon", "kalah:houses=5"])
def test_more_memory_than_there_can_be_is_refused(spec: str) -> None:
    with pytest.raises(InvalidLimit, match="not that much memory"):
        analyse(variant(spec).start(), Limit(seconds=1), memory=2**31 - 1)


@pytest.mark.parametrize(
    ("position", "limit", "memory", "said"),
    [
        (None, None, 64, "positions, not None"),
        ("start", 5, 64, "limit must be a Limit"),
        ("start", None, "x", "memory must be a whole number, not 'x'"),
        ("start", None, 1.5, "memory must be a whole number"),
        ("start", None, 0, "memory must be 1 or more"),
    ],
)
def test_what_is_no_position_limit_or_memory_is_named(
    position: Any, limit: Any, memory: Any, said: str
) -> None:
    asked = variant("small").start() if position else None
    with pytest.raises(InvalidLimit, match=said):
        analyse(cast(Any, asked), limit, memory=memory)
