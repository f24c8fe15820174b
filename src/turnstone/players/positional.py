"""The bot of the second Othello design: ranks of squares and of outcomes, looked ahead.

It plays every move on a copy, as the design says, and keeps the ranks of squares: after a move only
those are counted anew that share a row, column or diagonal with a disc that changed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import inf

from turnstone.rules.position import Move, Position
from turnstone.rules.reversi import DISCS, EMPTY, Reversi, ReversiMove, ReversiPosition, rays

from . import pruned
from .classic import discs

CORNER, EDGE, BESIDE_EDGE, BESIDE_CORNER = 60, 12, -8, -30


@cache
def square_ranks(rules: Reversi) -> tuple[int, ...]:
    """Corners best, then edges; squares beside corners worst, then those beside edges. A corner
    that is blocked is none."""
    size, last = rules.size, rules.size - 1

    def rank(row: int, column: int) -> int:
        near = min(row, last - row), min(column, last - column)
        corner = rules.squares[last * (2 * row > last) * size + last * (2 * column > last)]
        if max(near) <= 1 and corner not in rules.blocked:
            return CORNER if near == (0, 0) else BESIDE_CORNER
        return EDGE if min(near) == 0 else BESIDE_EDGE if min(near) == 1 else 0

    return tuple(rank(*divmod(square, size)) for square in range(size * size))


@cache
def sharing_lines(size: int) -> tuple[frozenset[int], ...]:
    """For each square, itself and all squares on its row, column and diagonals."""
    return tuple(
        frozenset((square, *(other for ray in around for other in ray)))
        for square, around in enumerate(rays(size))
    )


@dataclass(frozen=True)
class Flips:
    """How many discs each colour would flip on each square, kept from move to move."""

    position: ReversiPosition
    counts: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, position: ReversiPosition) -> "Flips":
        """Counted from nothing."""
        everywhere = range(len(position.cells))
        colours = range(position.variant.colours)
        none = ((0,) * len(position.cells),) * len(colours)
        return cls(position, _recount(position, none, everywhere))

    def after(self, move: ReversiMove) -> "Flips":
        """The counts one move later: only squares whose lines changed are counted anew."""
        child = self.position.play(move)
        if move.index is None:
            return Flips(child, self.counts)
        lines = sharing_lines(self.position.variant.size)
        changed = lines[move.index].union(*(lines[square] for square in move.flipped))
        return Flips(child, _recount(child, self.counts, changed))

    def mobility(self, seat: int) -> int:
        """On how many squares a seat could flip."""
        return sum(map(bool, self.counts[seat]))


def _recount(
    position: ReversiPosition,
    counts: tuple[tuple[int, ...], ...],
    squares: frozenset[int] | range,
) -> tuple[tuple[int, ...], ...]:
    fresh, cells = [], position.cells
    for disc, old in zip(DISCS, counts, strict=False):
        row = list(old)
        for square in squares:
            row[square] = (
                sum(len(run) for _, run in position.runs(square, disc))
                if cells[square] == EMPTY
                else 0
            )
        fresh.append(tuple(row))
    return tuple(fresh)


def positional(position: Position, depth: int, fill: float) -> Move:
    """Second Othello design: ranks squares (corners, then edges; not beside corners, then not
    beside edges) and outcomes (fewest flips until the board is filled to `fill`, then most; more
    own moves than the next player's), each tried on a copy, to any depth."""
    board = discs(position)
    me = board.turn

    def ranked(flips: Flips) -> list[tuple[int, ReversiMove, Flips]]:
        here = flips.position
        filled = 1 - here.cells.count(EMPTY) / here.variant.material
        taste = -1 if filled < fill else 1
        found = []
        for move in here.legal_moves:
            child = flips.after(move)
            square = 0 if move.index is None else square_ranks(here.variant)[move.index]
            rank = square + taste * len(move.flipped)
            rank += child.mobility(here.turn) - child.mobility(child.position.turn)
            found.append((rank, move, child))
        return sorted(found, key=lambda each: -each[0])

    def branches(flips: Flips) -> Iterator[tuple[float, Flips]]:
        sign = 1 if flips.position.turn == me else -1
        return ((sign * rank, child) for rank, _, child in ranked(flips))

    chosen, best = None, -inf
    for rank, move, child in ranked(Flips.of(board)):
        reached = rank + pruned.value(
            child,
            depth - 1,
            best - rank,
            inf,
            branches=branches,
            is_mine=lambda flips: flips.position.turn == me,
            worth=lambda _: 0,
        )
        if chosen is None or reached > best:
            chosen, best = move, reached
    assert chosen is not None, "a bot is asked only while the game goes on"
    return chosen
