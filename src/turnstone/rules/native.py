"""Positions backed by the kernel where it plays the game, and by the Python rules elsewhere.

The kernel derives its classes from ours: facts, `legal_moves` and `play` are its own; words,
pictures and errors are inherited.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from .. import kernel
from .mancala import Mancala, MancalaMove, MancalaPosition, PlainMancala
from .position import Position
from .reversi import DISCS, EMPTY, PlainReversi, Reversi, ReversiMove, ReversiPosition


@Sequence.register
class Moves:
    """What a list of legal moves can do beyond length, items and slices: as a tuple does it."""

    __slots__ = ()
    index = Sequence.index
    count = Sequence.count

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves | tuple):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type, tuple[tuple[Any, ...]]]:
        return tuple, (tuple(self),)


if kernel.native is not None:
    kernel.native.derive_reversi(ReversiPosition, ReversiMove, Moves)
    kernel.native.derive_mancala(MancalaPosition, MancalaMove, Moves)


def plays(rules: object) -> bool:
    """Whether the kernel plays these rules."""
    if isinstance(rules, Reversi):
        return kernel.native is not None and rules.colours == 2 and rules.size <= 8
    return kernel.native is not None


def bits(size: int, cells: str, symbols: str) -> int:
    """The squares that hold one of the symbols, as the kernel sees them: bit 8·row + column."""
    return sum(
        1 << 8 * (square // size) + square % size
        for square, symbol in enumerate(cells)
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
        keep=rules.leftovers == "owner",
        pie=rules.pie,
    )


@lru_cache(maxsize=256)
def _reversi_board(rules: Reversi) -> kernel.Board:
    assert kernel.native is not None
    there = "".join("#" if name in rules.blocked else EMPTY for name in rules.squares)
    mask = bits(rules.size, there, EMPTY)
    # A board makes positions of its own kind, whichever kind asked for it first.
    own = replace(rules, make=reversi)
    return kernel.native.reversi_board(own, rules.size, mask, rules.goal == "fewest")


@lru_cache(maxsize=256)
def _mancala_board(rules: Mancala) -> kernel.Board:
    return native_mancala(rules).board(replace(rules, make=mancala), rules.repetition)


def reversi(rules: Reversi, cells: str, phase: int) -> ReversiPosition:
    """A position of the best kind there is for these rules."""
    if kernel.native is None or not plays(rules):
        return PlainReversi(rules, cells, phase)
    black, white = (bits(rules.size, cells, disc) for disc in DISCS[:2])
    made = kernel.native.reversi_position(_reversi_board(rules), black, white, phase)
    return cast(ReversiPosition, made)


def mancala(rules: Mancala, pits: tuple[int, ...], turn: int, swap: bool) -> MancalaPosition:
    """A position of the best kind there is for these rules."""
    if kernel.native is None:
        return PlainMancala(rules, pits, turn, swap)
    made = kernel.native.mancala_position(_mancala_board(rules), pits, turn, swap)
    return cast(MancalaPosition, made)


def plain(position: Position) -> Position:
    """The same position, played by the Python rules."""
    rules = position.variant
    if isinstance(rules, Reversi):
        return replace(rules, make=PlainReversi).position(position.text())
    assert isinstance(rules, Mancala)
    return replace(rules, make=PlainMancala).position(position.text())


def quick(position: Position) -> Position:
    """The same position, played by the kernel where it can."""
    if isinstance(position, PlainReversi):
        return reversi(position.variant, position.cells, position.phase)
    if isinstance(position, PlainMancala):
        return mancala(position.variant, position.pits, position.turn, position.swap)
    return position
