"""The bots of the original designs, as functions from a position to a move.

They are kept exactly as they were thought up, weaknesses included: they are the first rungs of the
ladder, and the easiest code to learn bot writing from.
"""

from collections.abc import Iterator
from math import inf
from random import Random

from turnstone.rules.mancala import MancalaMove
from turnstone.rules.position import Move, Position
from turnstone.rules.reversi import DISCS, EMPTY, ReversiMove, ReversiPosition, rays

from . import pruned

OUTWARD = (6, 2, 0, 4, 7, 3, 1, 5)  # w, e, n, s, nw, se, ne, sw among n, ne, e, se, s, sw, w, nw


def discs(position: Position) -> ReversiPosition:
    """The position as one with discs; the specs see to it that it is."""
    if not isinstance(position, ReversiPosition):
        raise TypeError(f"this bot needs discs, not {position.variant.title}")
    return position


def profit(move: Move) -> int:
    """What a move takes at once: discs flipped, or seeds banked."""
    if isinstance(move, ReversiMove):
        return len(move.flipped)
    if isinstance(move, MancalaMove):
        return move.gain
    raise TypeError(f"{move!r} is no move of this house")


def greedy(position: Position) -> Move:
    """First Othello design: the move with the longest list of flips; among equals the last one met
    when squares are scanned left to right from the bottom row up. In Mancala the most gain."""
    if not isinstance(position, ReversiPosition):
        return max(reversed(position.legal_moves), key=profit)
    size = position.variant.size

    def met(move: ReversiMove) -> tuple[int, int]:
        row, column = divmod(move.index or 0, size)
        return -row, column

    return max(sorted(position.legal_moves, key=met, reverse=True), key=profit)


def met_outward(position: ReversiPosition) -> list[ReversiMove]:
    """The legal moves in the order in which the Reversi program met them: from each own disc, a1
    first, outward west, east, north, south, then nw, se, ne, sw."""
    cells, own = position.cells, DISCS[position.turn]
    others = set(cells) - {own, EMPTY, "#"}
    met: list[int] = []
    for square, around in enumerate(rays(position.variant.size)):
        if cells[square] != own:
            continue
        for direction in OUTWARD:
            for length, reached in enumerate(around[direction]):
                if cells[reached] not in others:
                    if length and cells[reached] == EMPTY:
                        met.append(reached)
                    break
    legal = {move.index: move for move in position.legal_moves}
    order = {square: place for place, square in reversed(list(enumerate(met)))}
    # Moves that flip nothing (a pass, a disc beside others) are never met: they keep their order.
    return sorted(legal.values(), key=lambda move: order.get(move.index or 0, 0))


def first(position: Position) -> Move:
    """Easy AI of the Reversi program: the first token of its own from which some opponent token
    can be flipped."""
    return met_outward(discs(position))[0]


def most(position: Position) -> Move:
    """Hard AI of the Reversi program: of all such places the one with the most flips; among equals
    the first one met."""
    return max(met_outward(discs(position)), key=profit)


def lookahead(position: Position) -> Move:
    """A wish of the Reversi program: most flips now minus the most the next player can then flip
    back; among equals the first one met."""

    def balance(move: ReversiMove) -> int:
        after = discs(position).play(move)
        return profit(move) - max((profit(reply) for reply in after.legal_moves), default=0)

    return max(met_outward(discs(position)), key=balance)


def corner(position: Position, rng: Random, *, edges: bool = False) -> Move:
    """Third Othello design: a random legal corner if there is one, else a random legal move. Its
    wish (`edges`): once it owns a corner, the squares of that corner's edges count as corners."""
    board = discs(position)
    size, own = board.variant.size, DISCS[board.turn]
    last = size - 1
    wanted: set[int] = set()
    for row, column in ((0, 0), (0, last), (last, 0), (last, last)):
        wanted.add(row * size + column)
        if edges and board.cells[row * size + column] == own:
            wanted.update(row * size + i for i in range(size))
            wanted.update(i * size + column for i in range(size))
    moves = board.legal_moves
    return rng.choice([move for move in moves if move.index in wanted] or moves)


def random(position: Position, rng: Random) -> Move:
    """A random legal move."""
    return rng.choice(position.legal_moves)


def minimax(position: Position, depth: int) -> Move:
    """Relay Mancala: minimax on the store difference after so many plies; in Reversi on the disc
    difference. Among equals the first. Pruned, which changes the time and not the choice."""
    me = position.turn

    def standing(here: Position) -> float:
        margins = here.outcome.margins if here.outcome else here.variant.margins(here.scores)
        return margins[me]

    def branches(here: Position) -> Iterator[tuple[float, Position]]:
        return ((0, here.play(move)) for move in here.legal_moves)

    chosen, best = position.legal_moves[0], -inf
    for move in position.legal_moves:
        reached = pruned.value(
            position.play(move),
            depth - 1,
            best,
            inf,
            branches=branches,
            is_mine=lambda here: here.turn == me,
            worth=standing,
        )
        if reached > best:
            chosen, best = move, reached
    return chosen
