"""The kernel against the Python rules, ply by ply, on random games of every rule set it plays."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnstone import kernel
from turnstone.rules.mancala import MancalaPosition, PlainMancala
from turnstone.rules.native import bits, native_mancala, plain
from turnstone.rules.perft import perft, plain_perft
from turnstone.rules.position import Position
from turnstone.rules.reversi import DISCS, EMPTY, PlainReversi, ReversiPosition
from turnstone.rules.variants import RuleSet

from .games import mancala_rules, positions, two_colour_boards

pytestmark = pytest.mark.skipif(kernel.native is None, reason="no compiled kernel here")
native = kernel.native


def kernel_index(position: ReversiPosition, square: int) -> int:
    size = position.variant.size
    return 8 * (square // size) + square % size


def assert_reversi_agrees(found: Position) -> None:
    position = plain(found)
    assert native is not None
    assert isinstance(position, PlainReversi)
    size, cells = position.variant.size, position.cells
    own = bits(size, cells, DISCS[position.turn])
    other = bits(size, cells, DISCS[1 - position.turn])
    squares = [move for move in position.legal_moves if move.index is not None]
    expected = sum(1 << kernel_index(position, move.index or 0) for move in squares)
    assert native.reversi_moves(own, other, bits(size, cells, EMPTY + DISCS)) == expected
    for square, symbol in enumerate(cells):
        if symbol == EMPTY:
            flips = sum(
                1 << kernel_index(position, each)
                for _, run in position.runs(square, DISCS[position.turn])
                for each in run
            )
            assert native.reversi_flips(own, other, kernel_index(position, square)) == flips


@settings(deadline=None, max_examples=150)
@given(position=positions(two_colour_boards()))
def test_reversi_moves_and_flips(position: ReversiPosition) -> None:
    assert_reversi_agrees(position)


@settings(deadline=None, max_examples=60)
@given(rules=two_colour_boards(), seed=st.integers(0, 10**9), density=st.floats(0.2, 1.0))
def test_reversi_positions_that_no_game_reaches(rules: RuleSet, seed: int, density: float) -> None:
    rng = random.Random(seed)
    start = rules.start()
    assert isinstance(start, ReversiPosition)
    cells = "".join(
        symbol if symbol == "#" else rng.choice("XO") if rng.random() < density else "-"
        for symbol in start.cells
    )
    if "X" in cells or "O" in cells:
        for side in "XO":
            assert_reversi_agrees(rules.position(f"{cells} {side}"))


@settings(deadline=None, max_examples=150)
@given(position=positions(mancala_rules()))
def test_mancala_moves_and_sowing(position: Position) -> None:
    position = plain(position)
    assert isinstance(position, PlainMancala)
    rules = native_mancala(position.variant)
    state = list(position.pits), position.turn, position.swap
    legal = [-1 if move.house is None else move.house for move in position.legal_moves]
    assert rules.moves(*state) == legal
    for move, house in zip(position.legal_moves, legal, strict=True):
        after = position.play(move)
        assert rules.play(*state, house) == (list(after.pits), after.turn, after.swap)


@settings(deadline=None, max_examples=60)
@given(rules=mancala_rules(), data=st.data())
def test_mancala_positions_that_no_game_reaches(rules: RuleSet, data: st.DataObject) -> None:
    start = rules.start()
    assert isinstance(start, MancalaPosition)
    pits = [0] * len(start.pits)
    for _ in range(rules.material):
        pits[data.draw(st.integers(0, len(pits) - 1))] += 1
    native_rules = native_mancala(start.variant)
    for turn in (0, 1):
        position = PlainMancala(start.variant, tuple(pits), turn)
        legal = [move.house for move in position.legal_moves]
        assert native_rules.moves(pits, turn, False) == legal


@settings(deadline=None, max_examples=60)
@given(position=positions(st.one_of(two_colour_boards(), mancala_rules())))
def test_perft_agrees_from_anywhere(
    position: ReversiPosition | MancalaPosition,
) -> None:
    assert perft(position, 2) == plain_perft(position, 2)
