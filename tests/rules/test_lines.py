"""The line finder of the second Othello design against the eight-direction search of the rules.

The design walks along each row, column and diagonal once in each sense, remembering two things: the
last empty square seen and whether only other colours' discs have come since. When an own disc comes
after such a run, the square before the run is a move.
"""

from collections.abc import Iterator

from hypothesis import given, settings

from turnstone.rules.native import plain
from turnstone.rules.reversi import BLOCKED, DISCS, EMPTY, ReversiPosition

from .games import many_colours, positions, two_colour_boards


def lines(size: int) -> Iterator[list[int]]:
    """Every row, column and diagonal."""
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    yield from rows
    yield from ([row[column] for row in rows] for column in range(size))
    for total in range(2 * size - 1):
        yield [r * size + total - r for r in range(size) if 0 <= total - r < size]
    for difference in range(1 - size, size):
        yield [r * size + r - difference for r in range(size) if 0 <= r - difference < size]


def moves_by_lines(position: ReversiPosition, disc: str) -> dict[int, set[int]]:
    """From each square that flips something to what it flips."""
    found: dict[int, set[int]] = {}
    for line in lines(position.variant.size):
        for walk in (line, line[::-1]):
            opened: int | None = None  # the empty square before the run
            run: list[int] = []
            for square in walk:
                symbol = position.cells[square]
                if symbol == disc:
                    if opened is not None and run:
                        found.setdefault(opened, set()).update(run)
                    opened, run = None, []
                elif symbol in (EMPTY, BLOCKED):
                    opened, run = (square if symbol == EMPTY else None), []
                else:
                    run.append(square)
    return found


def assert_same_moves(position: ReversiPosition) -> None:
    for disc in DISCS[: position.variant.colours]:
        by_directions = {
            square: {each for _, run in position.runs(square, disc) for each in run}
            for square, symbol in enumerate(position.cells)
            if symbol == EMPTY and any(position.runs(square, disc))
        }
        assert moves_by_lines(position, disc) == by_directions


@settings(deadline=None, max_examples=80)
@given(position=positions(two_colour_boards()))
def test_two_colours(position: ReversiPosition) -> None:
    assert_same_moves(position)
    by_python = plain(position)
    assert isinstance(by_python, ReversiPosition)
    assert_same_moves(by_python)


@settings(deadline=None, max_examples=60)
@given(position=positions(many_colours()))
def test_three_and_four_colours(position: ReversiPosition) -> None:
    assert_same_moves(position)
