"""Reversi: starts, moves, passes, ends, results and every refusal."""

import gc
import random
import weakref

import pytest
from hypothesis import given, settings

from turnstone import IllegalMove, InvalidMove, InvalidPosition, InvalidVariant, variant
from turnstone.rules.game import Game
from turnstone.rules.position import Position, conceded
from turnstone.rules.reversi import DIRECTIONS, Reversi, ReversiPosition, rays
from turnstone.rules.steps import Flipped, Passed, Placed
from turnstone.rules.words import result

from .games import many_colours, positions, two_colour_boards


def at(position: Position, square: str) -> str:
    assert isinstance(position, ReversiPosition)
    return position.cells[position.variant.squares.index(square)]


def board(rules: Reversi, discs: dict[str, str], side: str = "X") -> ReversiPosition:
    """A position with these discs alone."""
    cells = [discs.get(name, "#" if name in rules.blocked else "-") for name in rules.squares]
    return rules.position("".join(cells) + side)


def test_the_figure_of_the_winner_comes_first() -> None:
    position = variant("small").position("X" * 6 + "O" * 10 + "X")
    assert position.outcome
    assert result(position.variant, position.outcome) == "White wins 10-6, by 4."
    position = variant("small").position("X" * 5 + "O" * 9 + "--X")
    assert result(position.variant, conceded(position, "resignation", 0)) == (
        "Black resigned. White wins; it stood 9-5."
    )


@pytest.mark.parametrize(
    ("name", "discs"),
    [
        ("othello", {"d4": "O", "e5": "O", "e4": "X", "d5": "X"}),
        ("parallel", {"d4": "O", "e4": "O", "d5": "X", "e5": "X"}),
        ("mirrored", {"d4": "X", "e5": "X", "e4": "O", "d5": "O"}),
        ("four-colour", {"d4": "X", "e4": "O", "e5": "A", "d5": "B"}),
        ("three-colour", {"d4": "X", "e4": "O", "e5": "A", "d5": "N"}),
        ("reversi-4", {"b2": "O", "c3": "O", "c2": "X", "b3": "X"}),
        ("reversi-16", {"h8": "O", "i9": "O", "i8": "X", "h9": "X"}),
    ],
)
def test_starts(name: str, discs: dict[str, str]) -> None:
    start = variant(name).start()
    assert isinstance(start, ReversiPosition)
    assert start == board(start.variant, discs)


def test_first_moves_of_othello() -> None:
    start = variant("othello").start()
    assert [str(move) for move in start.legal_moves] == ["d3", "c4", "f5", "e6"]
    after = start.play("f5")
    assert after.turn == 1
    assert after.scores == (4, 1)
    assert at(after, "e5") == "X"


def test_a_move_knows_what_it_does() -> None:
    rules = Reversi()
    position = board(rules, {"b4": "O", "c4": "O", "d4": "X", "a5": "O", "a6": "X", "b3": "O"})
    move = position.move("A4")
    assert move.square == "a4"
    assert move.lines == ("e", "s")
    assert move.flips == ("b4", "c4", "a5")
    assert position.steps(move) == (
        Placed("a4", 0),
        Flipped("b4", 0),  # ring by ring: first the neighbours
        Flipped("a5", 0),
        Flipped("c4", 0),
    )


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_every_direction_from_every_square_stops_at_the_edge(size: int) -> None:
    for square, around in enumerate(rays(size)):
        row, column = divmod(square, size)
        for (down, right), ray in zip(DIRECTIONS.values(), around, strict=True):
            room = [
                size - 1 - row if down > 0 else row if down < 0 else size,
                size - 1 - column if right > 0 else column if right < 0 else size,
            ]
            assert len(ray) == min(room)
            expected = [(row + down * i, column + right * i) for i in range(1, len(ray) + 1)]
            assert [divmod(other, size) for other in ray] == expected


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_longest_run_in_every_direction_flips(size: int, direction: str) -> None:
    rules = Reversi(size=size)
    which = list(DIRECTIONS).index(direction)
    for square, around in enumerate(rays(size)):
        ray = around[which]
        if len(ray) < 2:
            continue
        names = [rules.squares[index] for index in ray]
        discs = dict.fromkeys(names[:-1], "O") | {names[-1]: "X"}
        move = board(rules, discs).move(rules.squares[square])
        assert move.lines == (direction,)
        assert move.flips == tuple(names[:-1])
        # Without the own disc at its end, or with a gap in it, the run does not flip.
        open_end = {**discs, names[-1]: "O"}
        with pytest.raises(IllegalMove):
            board(rules, open_end).move(rules.squares[square])


def test_a_run_does_not_cross_a_blocked_square() -> None:
    rules = Reversi(blocked=frozenset({"c1"}))
    position = board(rules, {"b1": "O", "d1": "O", "e1": "X", "a4": "O", "a5": "X"})
    assert [str(move) for move in position.legal_moves] == ["a3"]
    with pytest.raises(IllegalMove, match="flips nothing"):
        position.move("a1")
    with pytest.raises(IllegalMove, match="c1 is blocked"):
        position.move("c1")


def test_pass_is_forced_and_a_ply() -> None:
    # Black surrounds nothing; White can take a1-b1.
    position = board(Reversi(size=4), {"b1": "X", "a1": "O", "d4": "O"}, "X")
    (only,) = position.legal_moves
    assert str(only) == "pass"
    assert only.square is None
    assert only.flips == ()
    assert position.steps("pass") == (Passed(0),)
    with pytest.raises(IllegalMove, match="cannot move and must pass"):
        position.play("c2")
    after = position.play("pass")
    assert after.turn == 1
    assert [str(move) for move in after.legal_moves] == ["c1"]
    with pytest.raises(IllegalMove, match="White can move and may not pass"):
        after.play("pass")


def test_passes_may_be_written_as_other_programs_do() -> None:
    position = board(Reversi(size=4), {"b1": "X", "a1": "O", "d4": "O"}, "X")
    assert position.play("PA") == position.play("ps") == position.play(" Pass ")


@pytest.mark.parametrize(
    ("text", "why"),
    [("d4", "d4 is occupied"), ("a1", "a1 flips nothing"), ("pass", "may not pass")],
)
def test_illegal_moves_say_why(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        variant("othello").start().play(text)


@pytest.mark.parametrize("text", ["", "z9", "a0", "a9", "i1", "f55", "5f", "f٥", "a1b1", "\x00"])
def test_unreadable_moves(text: str) -> None:
    with pytest.raises(InvalidMove, match="not a square of this board"):
        variant("othello").start().play(text)


def test_two_digit_rows() -> None:
    position = board(Reversi(size=16), {"p15": "O", "p14": "X"})
    assert position.play("p16").scores == (3, 0)


def test_nothing_can_be_played_after_the_end() -> None:
    over = variant("reversi-4").position("X" * 15 + "- X")
    assert over.outcome is not None
    assert len(over.legal_moves) == 0
    for text in ("d4", "pass", "a1"):
        with pytest.raises(IllegalMove, match="the game is over"):
            over.play(text)


@pytest.mark.parametrize(
    ("goal", "margins", "winner"), [("most", (44, -44), 0), ("fewest", (-44, 44), 1)]
)
def test_the_larger_side_takes_the_empties(
    goal: str, margins: tuple[int, int], winner: int
) -> None:
    # 40 black, 10 white, 14 empty, and nobody can move.
    position = Reversi(goal=goal).position("X" * 40 + "-" * 14 + "O" * 10 + "X")
    outcome = position.outcome
    assert outcome is not None
    assert outcome.scores == (40, 10)
    assert outcome.official == (54, 10)
    assert outcome.margins == margins
    assert outcome.winner == winner


def test_equal_discs_share_the_empties() -> None:
    position = variant("reversi-4").position("XXXX" + "----" + "----" + "OOOO" + "X")
    assert position.outcome is not None
    assert position.outcome.official == (8, 8)
    assert position.outcome.winner is None
    assert position.outcome.winners == (0, 1)


def test_a_wiped_out_colour_wins_when_fewest_count() -> None:
    position = variant("reversi:size=4,goal=fewest").position("XX" + "-" * 14 + "O")
    assert position.outcome is not None
    assert position.outcome.winner == 1
    assert position.outcome.margins == (-16, 16)


def test_a_run_may_mix_other_colours_and_the_neutral_disc() -> None:
    rules = Reversi(colours=3)
    position = board(rules, {"a1": "X", "b1": "O", "c1": "A", "d1": "N"})
    assert position.play("e1").scores == (5, 0, 0)


def test_who_cannot_flip_among_many_puts_a_disc_beside_any_other() -> None:
    rules = Reversi(size=4, colours=3)
    position = board(rules, {"a1": "O", "d4": "A"}, "X")
    names = {str(move) for move in position.legal_moves}
    assert names == {"b1", "a2", "b2", "c3", "d3", "c4"}
    assert position.play("b2").scores == (1, 1, 1)
    with pytest.raises(IllegalMove, match="touches no disc"):
        position.play("d1")


def test_ranks_share_ties_and_the_neutral_disc_counts_for_nobody() -> None:
    full = Reversi(size=4, colours=3).position("XXXXXX" + "OOOO" + "AAAA" + "NN" + "X")
    assert full.outcome is not None
    assert full.outcome.scores == (6, 4, 4)
    assert full.outcome.ranks == (1, 2, 2)
    assert full.outcome.margins == (2, -2, -2)


def test_snake_order_reverses_each_round() -> None:
    position: Position = variant("reversi:colours=4,order=snake").start()
    rng, turns = random.Random(5), []
    for _ in range(10):
        turns.append(position.turn)
        position = position.play(rng.choice(position.legal_moves))
    assert turns == [0, 1, 2, 3, 3, 2, 1, 0, 0, 1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("X" * 64, "64 squares and the side to move"),
        ("X" * 65 + "XO", "side to move"),
        ("-" * 64 + "X", "at least one disc"),
        ("0" + "X" * 63 + "X", "'0' at a1"),
        ("A" + "X" * 63 + "X", "'A' at a1"),
        ("N" + "X" * 63 + "X", "'N' at a1"),
        ("#" + "X" * 63 + "X", "a1 is not blocked"),
        ("X" * 64 + "Z", "one of X, O"),
        ("", "not 0 symbols"),
        ("é" * 64 + "X", "not a position"),
        ("X" * 1000, "not a position"),
    ],
)
def test_impossible_positions(text: str, why: str) -> None:
    with pytest.raises(InvalidPosition, match=why):
        variant("othello").position(text)


def test_positions_are_read_in_the_spellings_of_other_programs() -> None:
    start = variant("othello").start()
    other = "........ ........ ........ ...WB... ...*o... ........ ........ ........ b"
    assert variant("othello").position(other) == start


@pytest.mark.parametrize(
    "spec",
    [
        "reversi:size=5",
        "reversi:size=2",
        "reversi:size=18",
        "reversi:colours=5",
        "reversi:colours=1",
        "reversi:goal=some",
        "reversi:start=odd",
        "reversi:order=snake",
        "reversi:colours=3,start=parallel",
        "reversi:blocked=z9",
        "reversi:size=4,blocked=e5",
        "reversi:wings=2",
        "reversi:size",
        "reversi:size=",
        "reversi:",
        "reversi:size=4,size=6",
        "no-such-game",
        "",
        "Ω",
    ],
)
def test_wrong_rule_sets(spec: str) -> None:
    with pytest.raises(InvalidVariant):
        variant(spec)


def test_a_board_whose_centre_is_blocked_has_no_start_but_has_positions() -> None:
    rules = variant("reversi", size=4, blocked=["b2", "c2", "b3", "c3"])
    with pytest.raises(InvalidPosition, match="no usual start: its centre is blocked"):
        rules.start()
    game = Game.new(rules, "OX-- -##- -##- ---- O").play("c1")
    assert game.position.scores == (0, 3)
    assert Game.from_json(game.to_json()) == game


def symmetries(size: int) -> list[list[int]]:
    """Where each square goes under the eight symmetries of the square."""
    last = size - 1
    squares = [divmod(square, size) for square in range(size * size)]
    turned = [[(c, last - r) for r, c in squares], squares]
    turned += [[(last - c, r) for r, c in squares], [(last - r, last - c) for r, c in squares]]
    mirrored = [[(r, last - c) for r, c in places] for places in turned]
    return [[r * size + c for r, c in places] for places in turned + mirrored]


def test_there_are_eight_symmetries() -> None:
    assert len({tuple(places) for places in symmetries(4)}) == 8


@settings(deadline=None, max_examples=40)
@given(position=positions(two_colour_boards()))
def test_the_eight_symmetries(position: ReversiPosition) -> None:
    rules, size = position.variant, position.variant.size
    for moved in symmetries(size):
        names = {rules.squares[i]: rules.squares[moved[i]] for i in range(size * size)}
        cells = [""] * len(moved)
        for square, target in enumerate(moved):
            cells[target] = position.cells[square]
        turned = Reversi(
            size=size, goal=rules.goal, blocked=frozenset(names[name] for name in rules.blocked)
        ).position("".join(cells) + position.text()[-1])
        expected = {names.get(str(move), "pass"): move for move in position.legal_moves}
        assert {str(move) for move in turned.legal_moves} == set(expected)
        for move in turned.legal_moves:
            assert set(move.flips) == {names[each] for each in expected[str(move)].flips}
        assert turned.outcome == position.outcome


@settings(deadline=None, max_examples=60)
@given(position=positions(many_colours()))
def test_nobody_passes_among_many(position: ReversiPosition) -> None:
    assert all(move.index is not None for move in position.legal_moves)
    flips = [bool(move.flips) for move in position.legal_moves]
    assert all(flips) or not any(flips)


def test_a_position_leaves_no_ring_of_references() -> None:
    """A server looks for these seldom, and long games on large boards would fill its memory."""
    position = variant("reversi:size=16,colours=4").start()
    assert position.legal_moves
    gone = weakref.ref(position)
    gc.disable()
    try:
        del position
        assert gone() is None
    finally:
        gc.enable()
