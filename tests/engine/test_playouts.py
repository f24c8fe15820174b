"""Random playouts: counted right, fair, repeatable, and the same by the kernel and by Python."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.games import mancala_rules, positions, two_colour_boards
from turnstone import Position, kernel, variant
from turnstone.engine.random_games import Playouts, _stepped, playouts
from turnstone.rules.native import plain

SMALL = ["reversi:size=4", "reversi:size=4,goal=fewest", "reversi:size=4,blocked=a1+d4"]


def expected(position: Position) -> tuple[float, ...]:
    """Chances of each seat and the mean margin of seat 0, every move equally likely."""
    if outcome := position.outcome:
        wins = [float(outcome.winner == seat) for seat in range(2)]
        return (*wins, float(outcome.margins[0]))
    children = [expected(position.play(move)) for move in position.legal_moves]
    return tuple(sum(each) / len(children) for each in zip(*children, strict=True))


@pytest.mark.parametrize("name", [*SMALL, "kalah:houses=2,seeds=2", "avalanche:houses=2,seeds=2"])
@pytest.mark.parametrize("ply", [0, 1])
def test_the_mean_of_many_is_the_mean_of_all(name: str, ply: int) -> None:
    position: Position = variant(name).start()
    if name.startswith("reversi"):  # near the end, where all games can be counted
        for _ in range(4):
            position = position.play(position.legal_moves[0])
    for _ in range(ply):
        position = position.play(position.legal_moves[-1])
    games = 40_000 if kernel.native else 400
    found, (first, second, margin) = playouts(position, games, 5), expected(position)
    near = 0.03 if kernel.native else 0.2
    assert found.wins[0] / games == pytest.approx(first, abs=near)
    assert found.wins[1] / games == pytest.approx(second, abs=near)
    sign = 1 if position.turn == 0 else -1
    assert found.margin == pytest.approx(sign * margin, abs=10 * near)


@settings(deadline=None, max_examples=80)
@given(position=positions(st.one_of(two_colour_boards(), mancala_rules()), longest=300))
def test_a_finished_game_is_counted_as_python_counts_it(position: Position) -> None:
    found = playouts(position, 20, 3)
    assert found.games == sum(found.wins) + found.draws == 20
    if outcome := position.outcome:
        assert found.margin == outcome.margins[position.turn]
        assert found.wins == tuple(20 * (outcome.winner == seat) for seat in range(2))
        assert found == playouts(plain(position), 20, 3) == _stepped(position, 20, 3)


@pytest.mark.parametrize("name", ["relay", "oware", "oware:leftovers=nobody"])
def test_games_that_repeat_come_to_an_end(name: str) -> None:
    start = variant(name).start()
    found = playouts(start, 300, 1)
    stepped = _stepped(start, 100, 1)
    assert found.margin == pytest.approx(stepped.margin, abs=6)


def test_a_forced_circle_ends_by_repetition() -> None:
    # One seed each, chasing the other round: nothing is captured, the owners keep what lies there.
    position = variant("oware").position("<6,24,22,1,0,0,0,0,0,0,0,0,1,0,0> S")
    assert playouts(position, 50, 2) == playouts(plain(position), 50, 2)


def test_the_seed_decides() -> None:
    start = variant("othello").start()
    games = 200 if kernel.native else 5
    assert playouts(start, games, 1) == playouts(start, games, 1)
    assert playouts(start, games, 1) != playouts(start, games, 2)


def test_python_plays_what_the_kernel_cannot() -> None:
    found = playouts(variant("reversi:size=4,colours=3").start(), 5)
    assert isinstance(found, Playouts)
    assert sum(found.wins) + found.draws == found.games == 5
    assert len(found.wins) == 3


@pytest.mark.parametrize("name", ["othello", "relay", "kalah"])
def test_threads_play_the_same_games(name: str) -> None:
    start = variant(name).start()
    games = 3000 if kernel.native else 3
    alone = playouts(start, games, 4, threads=1)
    assert playouts(start, games, 4, threads=3) == alone
    assert playouts(start, games, 4) == alone


@pytest.mark.parametrize("threads", [0, -1, 5000, 1.5])
def test_nonsense_threads_are_refused(threads: float) -> None:
    with pytest.raises(ValueError, match="threads"):
        playouts(variant("othello").start(), 10, threads=threads)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("games", "seed"),
    [(0, 0), (-1, 0), (1, -1), (1, 2**64), (2.5, 0), (1, 1.5), (2**70, 0), (True, 0)],
)
def test_nonsense_is_refused(games: float, seed: float) -> None:
    with pytest.raises(ValueError, match=r"game|seed"):
        playouts(variant("othello").start(), games, seed)  # type: ignore[arg-type]


def test_games_are_played_from_positions() -> None:
    with pytest.raises(ValueError, match="not from None"):
        playouts(None, 10)  # type: ignore[arg-type]
