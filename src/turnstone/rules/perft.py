"""Counting the leaves of the game tree: the fingerprint by which rules and kernel are compared."""

from collections.abc import Iterator

from .. import kernel
from .mancala import MancalaPosition
from .native import bits, native_mancala, plain, plays
from .position import Position
from .reversi import DISCS, EMPTY, ReversiPosition


def perft(position: Position, depth: int) -> int:
    """Leaves after `depth` plies, counted by the kernel where it knows the game.

    A pass is a ply, a finished game is one leaf, repetition is ignored.
    """
    if depth < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    return _native(position, depth) if in_kernel(position) else plain_perft(position, depth)


def in_kernel(position: Position) -> bool:
    """Whether the compiled kernel plays this game."""
    return plays(position.variant)


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """The same count, move by move."""
    for move in position.legal_moves if depth > 0 else ():
        yield str(move), perft(position.play(move), depth - 1)


def plain_perft(position: Position, depth: int) -> int:
    """The count by the Python rules alone."""
    return _leaves(plain(position), depth)


def _leaves(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    moves = position.legal_moves
    if not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(_leaves(position.play(move), depth - 1) for move in moves)


def _native(position: Position, depth: int) -> int:
    assert kernel.native is not None
    if isinstance(position, ReversiPosition):
        size, cells, turn = position.variant.size, position.cells, position.turn
        own, other = bits(size, cells, DISCS[turn]), bits(size, cells, DISCS[1 - turn])
        mask = bits(size, cells, EMPTY + DISCS)
        return kernel.native.reversi_perft(own, other, mask, depth)
    assert isinstance(position, MancalaPosition)
    rules = native_mancala(position.variant)
    return rules.perft(position.pits, position.turn, position.swap, depth)
