"""The bots of the original designs, by hand and against plain searches written here."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnstone.players import classic
from turnstone.players.specs import bot
from turnstone.rules.position import Position
from turnstone.rules.variants import variant

from .boards import OUTWARD, board, counted, flipping, name, outward, place, wander

START = variant("othello").start()
BOARDS = ["reversi-4", "reversi-6", "othello", "octagon", "reversi:size=6,goal=fewest"]
COLOURS = ["reversi:size=4,colours=3", "reversi:size=6,colours=3", "reversi:size=6,colours=4"]


# By hand


def test_the_first_move_of_each_bot_in_othello() -> None:
    # d3, c4, f5 and e6 flip one disc each. From the bottom row up d3 is met last; looking outward,
    # the first own disc is e4, and west of it lies d4 and then c4.
    assert str(classic.greedy(START)) == "d3"
    assert str(classic.first(START)) == "c4"
    assert str(classic.most(START)) == "c4"
    assert str(classic.lookahead(START)) == "c4"


@pytest.mark.parametrize("open_from", range(8))
def test_first_looks_west_east_north_south_and_then_along_the_diagonals(open_from: int) -> None:
    order = list(OUTWARD.values())[open_from:]
    white = " ".join(name((4 + right, 4 + down)) for right, down in order)
    position = board("X", X="e5", O=white)
    landing = {name((4 + 2 * right, 4 + 2 * down)) for right, down in order}
    assert set(counted(position)) == landing

    expected = ["c5", "g5", "e3", "e7", "c3", "g7", "g3", "c7"][open_from]
    assert str(classic.first(position)) == expected
    assert str(classic.most(position)) == expected  # all flip one disc


@pytest.mark.parametrize("open_from", range(8))
def test_greedy_keeps_the_last_of_equals_from_the_bottom_row_up(open_from: int) -> None:
    order = list(OUTWARD.values())[open_from:]
    position = board("X", X="e5", O=" ".join(name((4 + r, 4 + d)) for r, d in order))
    expected = ["g3", "g3", "g3", "g3", "g3", "g3", "g3", "c7"][open_from]
    assert str(classic.greedy(position)) == expected


def test_greedy_goes_left_to_right_within_a_row() -> None:
    position = board("X", X="d5 f5", O="c5 g5")  # b5 and h5 flip one each
    assert str(classic.greedy(position)) == "h5"


def test_greedy_takes_the_most_wherever_it_is_met() -> None:
    position = board("X", X="a1 a8", O="b1 b8 c8")  # c1 flips one and is met last, d8 flips two
    assert str(classic.greedy(position)) == "d8"


def test_first_asks_its_discs_in_reading_order_and_most_asks_for_more() -> None:
    # From c2, the earlier disc, only the last direction works: over b3 to a4.
    position = board("X", X="c2 g6", O="b3 e6 f6")
    assert str(classic.first(position)) == "a4"
    assert str(classic.most(position)) == "d6"


def test_lookahead_declines_what_can_be_taken_back() -> None:
    # e3 flips two, but then a3 flips four back. c6 flips one, and a3 can then flip back only b3.
    position = board("X", X="b3 a6", O="c3 d3 f3 b6")
    assert counted(position) == {"e3": 2, "c6": 1}
    assert str(classic.most(position)) == "e3"
    assert str(classic.lookahead(position)) == "c6"


def chosen(spec: str, position: Position, tries: int = 80) -> set[str]:
    """What a bot of chance plays, over many seeds."""
    return {str(bot(spec, position.variant, str(n)).choose(position)) for n in range(tries)}


def test_corner_takes_any_legal_corner_before_anything_else() -> None:
    position = board("X", X="c3 f6 f3", O="b2 g7 e3")
    assert set(counted(position)) == {"a1", "h8", "d3"}
    assert chosen("corner", position) == {"a1", "h8"}


def test_corner_without_a_corner_plays_anything() -> None:
    assert chosen("corner", START) == {"d3", "c4", "f5", "e6"}
    assert chosen("random", START) == {"d3", "c4", "f5", "e6"}


def test_edges_of_an_owned_corner_count_as_corners_for_corner_edge_only() -> None:
    # c1 lies on an edge of a1, which Black owns; h4 on an edge of no corner of his; d6 inside.
    position = board("X", X="a1 f6 f4", O="b1 g7 e6 g4")
    assert set(counted(position)) == {"c1", "h8", "d6", "h4"}
    assert chosen("corner", position) == {"h8"}
    assert chosen("corner-edge", position) == {"c1", "h8"}


def test_edges_of_a_corner_the_other_owns_are_nothing_special() -> None:
    position = board("X", X="c1 f6", O="a1 d1 g7 e6")
    assert set(counted(position)) == {"e1", "h8", "d6"}
    assert chosen("corner-edge", position) == {"h8"}


def test_both_edges_of_a_corner_count_and_no_other() -> None:
    position = board("X", X="h8 c7", O="h7 g8 b7 c6")
    assert set(counted(position)) == {"h6", "f8", "a7", "c5"}
    assert chosen("corner-edge", position) == {"h6", "f8"}
    assert chosen("corner", position) == {"h6", "f8", "a7", "c5"}


def test_greedy_in_mancala_takes_the_most_gain() -> None:
    # Kalah: house 1 ends in an empty own house opposite 5 seeds and captures 6, house 5 banks one.
    rules = variant("kalah:houses=5,seeds=4")
    position = rules.position("<5,14,14,1,0,0,0,1,0,0,5,5,0> S")
    gains = {str(move): getattr(move, "gain", None) for move in position.legal_moves}
    assert gains == {"1": 1 + 5, "5": 1}
    assert str(classic.greedy(position)) == "1"


# Against the plain searches


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOARDS + COLOURS), st.randoms(use_true_random=False), st.integers(0, 60))
def test_bots_decide_as_they_say(spec: str, rng: Random, plies: int) -> None:
    position = wander(spec, rng, plies)
    moves = [str(move) for move in position.legal_moves]
    if not flipping(position):  # a pass, or discs put beside others
        assert str(classic.first(position)) == str(classic.most(position)) == moves[0]
        return
    counts = counted(position)
    met = list(dict.fromkeys(outward(position)))
    assert set(met) == set(counts) == set(moves)
    best = max(counts.values())
    richest = {square for square, count in counts.items() if count == best}

    assert str(classic.first(position)) == met[0]
    assert str(classic.most(position)) == next(square for square in met if square in richest)

    def from_the_bottom(square: str) -> tuple[int, int]:
        column, row = place(square)
        return -row, column

    assert str(classic.greedy(position)) == max(richest, key=from_the_bottom)

    def balance(square: str) -> int:
        after = position.play(square)
        return counts[square] - max(counted(after).values(), default=0)

    top = max(map(balance, met))
    assert str(classic.lookahead(position)) == next(s for s in met if balance(s) == top)


def plain_minimax(position: Position, depth: int) -> str:
    """The first of the moves with the best value; nothing is cut."""
    me = position.turn

    def value(here: Position, plies: int) -> int:
        if here.outcome:
            return here.outcome.margins[me]
        if plies == 0:
            return here.variant.margins(here.scores)[me]
        values = [value(here.play(move), plies - 1) for move in here.legal_moves]
        return max(values) if here.turn == me else min(values)

    values = {str(move): value(position.play(move), depth - 1) for move in position.legal_moves}
    return max(values, key=lambda move: values[move])


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(
        [
            "relay", "relay:houses=4,seeds=2", "kalah:houses=4,seeds=3", "oware:houses=3,seeds=3",
            "avalanche:houses=4", "reversi-4", "reversi:size=4,goal=fewest",
            "reversi:size=4,colours=3",
        ]
    ),
    st.randoms(use_true_random=False),
    st.integers(0, 30),
    st.integers(1, 4),
)  # fmt: skip
def test_minimax_plays_as_if_nothing_were_pruned(
    spec: str, rng: Random, plies: int, depth: int
) -> None:
    position: Position = variant(spec).start()
    for _ in range(plies):
        after = position.play(rng.choice(position.legal_moves))
        if after.outcome:
            break
        position = after
    assert str(classic.minimax(position, depth)) == plain_minimax(position, depth)


def test_bots_for_discs_say_so() -> None:
    for choose in (classic.first, classic.most, classic.lookahead):
        with pytest.raises(TypeError, match="needs discs"):
            choose(variant("kalah").start())
