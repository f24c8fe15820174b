"""The kernel's positions beside Python's: equal in everything a caller can see, ply by ply."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnstone import Game, Position, kernel, variant
from turnstone.rules.mancala import Mancala, MancalaMove, MancalaPosition, PlainMancala
from turnstone.rules.native import plain, plays, quick
from turnstone.rules.position import Move, Variant
from turnstone.rules.reversi import PlainReversi, Reversi, ReversiMove, ReversiPosition
from turnstone.rules.variants import PRESETS, RuleSet
from turnstone.rules.words import told

from .games import games, mancala_rules, many_colours, positions, two_colour_boards

pytestmark = pytest.mark.skipif(kernel.native is None, reason="no compiled kernel here")
kernel_rules = st.one_of(two_colour_boards(), mancala_rules())


def is_plain(position: Position) -> bool:
    return isinstance(position, PlainReversi | PlainMancala)


def answer(call: Callable[[], object]) -> object:
    """What a call returns, or the class and the words of its error."""
    try:
        return call()
    except ValueError as error:
        return type(error), str(error)


def assert_same_move(position: Position, native: Move, python: Move) -> None:
    assert native == python
    assert python == native
    assert hash(native) == hash(python)
    assert (str(native), repr(native), native.seat) == (str(python), repr(python), python.seat)
    assert position.steps(native) == position.steps(python)
    assert told(position, native) == told(position, python)
    if isinstance(native, ReversiMove):
        assert isinstance(python, ReversiMove)
        assert (native.index, native.square) == (python.index, python.square)
        assert native.flipped == python.flipped
        assert (native.flips, native.lines) == (python.flips, python.lines)
    else:
        assert isinstance(native, MancalaMove)
        assert isinstance(python, MancalaMove)
        assert (native.house, native.path, native.gain) == (python.house, python.path, python.gain)


def texts(rules: Variant) -> list[str]:
    """Everything that might be typed as a move, and some that may not."""
    if isinstance(rules, Reversi):
        return [*rules.squares, "pass", "PA", "z9", "", "a0", "a17"]
    assert isinstance(rules, Mancala)
    return [*map(str, range(2 * rules.houses + 2)), "swap", "-1", "x", "", "100"]


def assert_same(native: Position, python: Position, *, deep: bool) -> None:
    assert not is_plain(native)
    assert is_plain(python)
    assert native == python
    assert python == native
    assert [native].count(python) == [python].count(native) == 1
    assert hash(native) == hash(python)
    assert (native.text(), repr(native), str(native)) == (python.text(), repr(python), str(python))
    assert (native.turn, native.scores) == (python.turn, python.scores)
    assert native.outcome == python.outcome
    assert native.legal_moves == python.legal_moves
    assert python.legal_moves == native.legal_moves
    for one, other in zip(native.legal_moves, python.legal_moves, strict=True):
        assert_same_move(native, one, other)
        assert native.play(one) == python.play(other)
        assert native.play(other) == native.play(one) == native.play(str(one))
    if deep:
        assert native._repr_svg_() == python._repr_svg_()
        for text in texts(native.variant):
            assert answer(lambda: native.move(text)) == answer(lambda: python.move(text))  # noqa: B023
            assert answer(lambda: native.play(text)) == answer(lambda: python.play(text))  # noqa: B023
    if isinstance(native, ReversiPosition):
        assert isinstance(python, ReversiPosition)
        assert (native.cells, native.phase) == (python.cells, python.phase)
    else:
        assert isinstance(native, MancalaPosition)
        assert isinstance(python, MancalaPosition)
        assert (native.pits, native.swap, native.banked) == (
            python.pits,
            python.swap,
            python.banked,
        )
        rules = native.variant
        assert rules.recurrence_key(native) == rules.recurrence_key(python)
        assert rules.repeated(native) == rules.repeated(python)


@settings(deadline=None, max_examples=60)
@given(rules=kernel_rules, rng=st.randoms(use_true_random=False))
def test_whole_games(rules: RuleSet, rng: Random) -> None:
    native: Position = rules.start()
    python = plain(native)
    for ply in range(80):
        assert_same(native, python, deep=ply % 16 == 0)
        if not native.legal_moves:
            break
        native = native.play(rng.choice(native.legal_moves))
        python = plain(native)
    assert_same(native, python, deep=True)


@settings(deadline=None, max_examples=60)
@given(position=positions(kernel_rules))
def test_positions_from_anywhere(position: Position) -> None:
    assert_same(position, plain(position), deep=True)
    assert_same(quick(plain(position)), plain(position), deep=False)
    assert quick(position) is position


@settings(deadline=None, max_examples=60)
@given(rules=two_colour_boards(), seed=st.integers(0, 10**9), density=st.floats(0.1, 1.0))
def test_boards_that_no_game_reaches(rules: RuleSet, seed: int, density: float) -> None:
    rng, start = Random(seed), rules.start()
    assert isinstance(start, ReversiPosition)
    cells = "".join(
        symbol if symbol == "#" else rng.choice("XO") if rng.random() < density else "-"
        for symbol in start.cells
    )
    if "X" in cells or "O" in cells:
        position = rules.position(f"{cells} {rng.choice('XO')}")
        assert_same(position, plain(position), deep=True)


@settings(deadline=None, max_examples=100)
@given(position=positions(kernel_rules))
def test_legal_moves_are_a_sequence(position: Position) -> None:
    moves, expected = position.legal_moves, plain(position).legal_moves
    assert isinstance(expected, tuple)
    assert isinstance(moves, Sequence)
    assert len(moves) == len(expected)
    assert bool(moves) == bool(expected)
    assert list(moves) == list(expected)
    assert list(reversed(moves)) == list(reversed(expected))
    assert (repr(moves), hash(moves)) == (repr(expected), hash(expected))
    assert moves == position.legal_moves
    assert moves != list(expected)
    assert moves != expected[1:] or not expected
    for part in (slice(None), slice(1, 3), slice(None, None, -2), slice(-2, None)):
        assert moves[part] == expected[part]
    for index, move in enumerate(expected):
        assert moves[index] == moves[index - len(moves)] == move
        assert move in moves
        assert moves.index(move) == index
        assert moves.count(move) == 1
    for index in (len(expected), -len(expected) - 1, 10**30):
        with pytest.raises(IndexError):
            moves[index]
    with pytest.raises(TypeError):
        moves["f5"]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match=r"^$"):
        moves.index("f5")


def test_random_choice_is_the_same_from_both() -> None:
    native: Position = variant("othello").start()
    python = plain(native)
    ours, theirs = Random(7), Random(7)
    while native.legal_moves:
        native = native.play(ours.choice(native.legal_moves))
        python = python.play(theirs.choice(python.legal_moves))
    assert native == python


@settings(deadline=None, max_examples=60)
@given(position=positions(kernel_rules))
def test_copies_and_pickles(position: Position) -> None:
    for each in (position, plain(position)):
        for again in (copy.copy(each), copy.deepcopy(each), pickle.loads(pickle.dumps(each))):
            assert again == position
            assert hash(again) == hash(position)
            assert type(again) is type(each)
        for move in each.legal_moves:
            same = pickle.loads(pickle.dumps(move))
            assert (same, type(same)) == (move, type(move))
            assert copy.deepcopy(move) == move
            assert same.position.play(same) == position.play(move)


@settings(deadline=None, max_examples=30)
@given(game=games(kernel_rules))
def test_games_travel(game: Game) -> None:
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game
        assert again.outcome == game.outcome
        assert again.variant == game.variant


@pytest.mark.parametrize("name", ["othello", "kalah:pie=yes"])
def test_pickles_cross_to_a_process_without_the_kernel(name: str) -> None:
    position = Game.new(name).play_all(["f5"] if name == "othello" else ["3"]).position
    program = (
        "import pickle, sys\n"
        "position, moves = pickle.load(sys.stdin.buffer)\n"
        "assert type(position).__name__.startswith('Plain'), type(position)\n"
        "assert moves == position.legal_moves\n"
        "sys.stdout.buffer.write(pickle.dumps(position.play(moves[0])))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps((position, tuple(position.legal_moves))),
        env=os.environ | {"TURNSTONE_KERNEL": "python"},
        capture_output=True,
        check=True,
    )
    back = pickle.loads(ran.stdout)
    assert back == position.play(position.legal_moves[0])
    assert not is_plain(back)


@pytest.mark.parametrize("name", PRESETS)
def test_the_kernel_is_used_wherever_it_can(name: str) -> None:
    for rules in (PRESETS[name].rules, variant(name)):
        assert is_plain(rules.start()) != plays(rules)
        assert is_plain(rules.start().play(rules.start().legal_moves[0])) != plays(rules)
    known = not name.startswith(("reversi-1", "octagon", "three", "four"))
    assert plays(variant(name)) == known


@settings(deadline=None, max_examples=20)
@given(position=positions(many_colours()))
def test_more_colours_stay_with_python(position: Position) -> None:
    assert is_plain(position)
    assert quick(position) == position


def test_rule_sets_made_by_hand_are_pythons() -> None:
    start: Position = Reversi().start()
    assert is_plain(start)
    assert start == variant("othello").start()
    assert len({start, variant("othello").start()}) == 1


def test_different_rules_are_different_positions() -> None:
    one, other = variant("othello").start(), variant("anti-othello").start()
    assert one != other
    assert one != plain(other)
    assert one != variant("kalah").start()
    assert one != one.text()
    moves = variant("kalah").start().legal_moves
    assert moves[0] != variant("othello").start().legal_moves[0]


def test_positions_cannot_be_made_or_changed_by_hand() -> None:
    position = variant("othello").start()
    for each in (position, position.legal_moves, position.legal_moves[0]):
        with pytest.raises(TypeError):
            type(each)()
        with pytest.raises(TypeError):
            object.__new__(type(each))
        with pytest.raises(AttributeError):
            each.anything = 1  # type: ignore[union-attr]
    with pytest.raises(AttributeError):
        position.turn = 1  # type: ignore[misc]


@pytest.mark.parametrize(("square", "disc"), [(-1, "X"), (64, "X"), (0, "A"), (0, "-")])
def test_runs_refuse_nonsense(square: int, disc: str) -> None:
    position = variant("othello").start()
    assert isinstance(position, ReversiPosition)
    with pytest.raises(ValueError, match="runs takes"):
        position.runs(square, disc)
    with pytest.raises(TypeError):
        position.runs("a1", disc)  # type: ignore[arg-type]


def test_a_kernel_that_is_not_there_is_named_with_the_first_position() -> None:
    program = "import turnstone\nrules = turnstone.variant('othello')\nrules.start()"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"TURNSTONE_KERNEL": "quantum"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "line 3" in ran.stderr
    assert ran.stderr.splitlines()[-1].startswith("ImportError: TURNSTONE_KERNEL=quantum")


def test_boards_are_not_shared_between_the_kinds() -> None:
    assert isinstance(quick(Reversi(size=6).start()), ReversiPosition)  # the plain kind comes first
    native = variant("reversi-6").start()
    assert type(native.variant.start()) is type(native)
    assert type(pickle.loads(pickle.dumps(native))) is type(native)


def test_legal_moves_travel_as_a_tuple() -> None:
    moves = variant("othello").start().legal_moves
    assert pickle.loads(pickle.dumps(moves)) == copy.deepcopy(moves) == tuple(moves)
