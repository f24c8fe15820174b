"""Counting the leaves of the game tree: the fingerprint by which rules and kernel are compared."""

from collections.abc import Iterator

from .. import kernel
from .mancala import Mancala, MancalaPosition
from .position import Position
from .reversi import DISCS, EMPTY, Reversi, ReversiPosition


def perft(position: Position, depth: int) -> int:
    """Leaves after `depth` plies, counted by the kernel where it knows the game.

    A pass is a ply, a finished game is one leaf, repetition is ignored.
    """
    return _native(position, depth) if in_kernel(position) else plain_perft(position, depth)


def in_kernel(position: Position) -> bool:
    """Whether the compiled kernel plays this game."""
    rules = position.variant
    if isinstance(rules, Reversi):
        return kernel.native is not None and rules.colours == 2 and rules.size <= 8
    return kernel.native is not None


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """The same count, move by move."""
    for move in position.legal_moves if depth > 0 else ():
        yield str(move), perft(position.play(move), depth - 1)


def plain_perft(position: Position, depth: int) -> int:
    """The count by the Python rules alone."""
    if depth == 0:
        return 1
    moves = position.legal_moves
    if not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(plain_perft(position.play(move), depth - 1) for move in moves)


def bits(position: ReversiPosition, symbols: str) -> int:
    """The squares that hold one of the symbols, as the kernel sees them: bit 8·row + column."""
    size = position.variant.size
    return sum(
        1 << 8 * (square // size) + square % size
        for square, symbol in enumerate(position.cells)
        if symbol in symbols
    )


_FINISH = {"houses empty": "all_empty", "row empty": "row_empty", "majority": "majority"}


def native_mancala(rules: Mancala) -> kernel.Mancala:
    """The kernel's own copy of a Mancala rule set."""
    assert kernel.native is not None
    return kernel.native.Mancala(
        houses=rules.houses,
        ends=rules.ends,
        relay=rules.relay,
        sow_store=rules.sows_store,
        skip_origin=rules.skips_origin,
        again=rules.again,
        capture=rules.capture.replace("-", "_"),
        slam_illegal=rules.slam == "illegal",
        feed=rules.feeds,
        finish=_FINISH[rules.finish],
        pie=rules.pie,
    )


def _native(position: Position, depth: int) -> int:
    assert kernel.native is not None
    if isinstance(position, ReversiPosition):
        own, other = DISCS[position.turn], DISCS[1 - position.turn]
        mask = bits(position, EMPTY + DISCS)
        return kernel.native.reversi_perft(bits(position, own), bits(position, other), mask, depth)
    assert isinstance(position, MancalaPosition)
    rules = native_mancala(position.variant)
    return rules.perft(list(position.pits), position.turn, position.swap, depth)
