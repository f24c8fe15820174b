"""Mancala a second time, as plainly as it can be written: a yardstick for the solver.

It shares no code with the package: the games are written down from their rules, one by one, and
solved by a memo where nothing comes back and by iteration where positions do. A board is always
seen by the player to move; values are what he will still bank, less what the other will.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

Board = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Move:
    """A move by its number, what it banks, where it leads, whose turn is next; or the end."""

    number: int
    gain: int
    after: Board | None
    again: bool = False


Game = Callable[[Board], Iterator[Move]]


# ---- the games -------------------------------------------------------------------------------


def kalah(capture: str = "opposite", leftovers: str = "owner", *, laps: bool = False) -> Game:
    """Kalah, or with laps Avalanche; a board is the own row and the other."""

    def moves(board: Board) -> Iterator[Move]:
        mine, theirs = board
        houses = len(mine)
        for house in range(houses):
            if not mine[house]:
                continue
            ring = [*mine, 0, *theirs]  # the other's store is left out, so it is never sown
            at = house
            while True:
                hand, ring[at] = ring[at], 0
                for _ in range(hand):
                    at = (at + 1) % len(ring)
                    ring[at] += 1
                if not laps or at == houses or ring[at] == 1:
                    break
            facing = 2 * houses - at
            captures = capture != "none" and at < houses and ring[at] == 1
            if captures and (ring[facing] or capture == "always"):
                ring[houses] += 1 + ring[facing]
                ring[at] = ring[facing] = 0
            own, gain, other = tuple(ring[:houses]), ring[houses], tuple(ring[houses + 1 :])
            if not any(own) or not any(other):
                share = sum(own) - sum(other) if leftovers == "owner" else 0
                yield Move(house, gain + share, None)
            elif at == houses:
                yield Move(house, gain, (own, other), again=True)
            else:
                yield Move(house, gain, (other, own))

    return moves


def relay(board: Board) -> Iterator[Move]:
    """The relay game; a board is its ring without seeds in the stores."""
    (ring,) = board
    houses = len(ring) // 2 - 1
    ours = [*range(houses // 2), *range(2 * houses + 1 - houses // 2, 2 * houses + 1)]
    for house in ours:
        if not ring[house]:
            continue
        pits, at = list(ring), house
        while True:
            hand, pits[at] = pits[at], 0
            while hand:
                at = (at + 1) % len(pits)
                if at != houses:  # the other's store
                    pits[at] += 1
                    hand -= 1
            if at == len(pits) - 1 or pits[at] == 1:
                break
        gain, pits[-1] = pits[-1], 0
        theirs = sum(pits) - sum(pits[own] for own in ours)
        if not any(pits):
            yield Move(house, gain, None)
        elif theirs:
            yield Move(house, gain, (tuple(pits[houses + 1 :] + pits[: houses + 1]),))
        else:
            yield Move(house, gain, (tuple(pits),), again=True)


def oware(*, slam: str = "nothing") -> Game:
    """Oware; a board is the own row, the other, and what both have in store."""

    def sown(row: tuple[int, ...], other: tuple[int, ...], house: int) -> tuple[list[int], int]:
        ring, at = [*row, *other], house
        hand, ring[house] = ring[house], 0
        while hand:
            at = (at + 1) % len(ring)
            if at != house:
                ring[at] += 1
                hand -= 1
        return ring, at

    def taken(ring: list[int], last: int, houses: int) -> list[int]:
        pits = []
        while last >= houses and ring[last] in (2, 3):
            pits.append(last)
            last -= 1
        return pits

    def moves(board: Board) -> Iterator[Move]:
        mine, theirs, (own, other) = board
        houses = len(mine)
        tries = {house: sown(mine, theirs, house) for house in range(houses) if mine[house]}
        if not any(theirs):
            tries = {house: each for house, each in tries.items() if any(each[0][houses:])}
        captures = {house: taken(*each, houses) for house, each in tries.items()}
        slams = {
            house
            for house, pits in captures.items()
            if pits and sum(tries[house][0][pit] for pit in pits) == sum(tries[house][0][houses:])
        }
        if slam == "illegal" and set(tries) - slams:
            tries = {house: each for house, each in tries.items() if house not in slams}
        for house, (ring, _) in tries.items():
            gain = 0
            for pit in () if house in slams else captures[house]:
                gain += ring[pit]
                ring[pit] = 0
            rows = tuple(ring[houses:]), tuple(ring[:houses])
            total = sum(mine) + sum(theirs) + own + other
            if 2 * (own + gain) > total or not any(ring):
                yield Move(house, gain, None)
            else:
                yield Move(house, gain, (*rows, (other, own + gain)))

    return moves


# ---- their solutions ---------------------------------------------------------------------------


def stuck(board: Board) -> int:
    """What a mover without a move gets: his own row, less the other's (Oware)."""
    return sum(board[0]) - sum(board[1])


def memo(game: Game, start: Board) -> dict[Board, int]:
    """Values of everything that can follow, where no position comes back."""
    known: dict[Board, int] = {}

    def value(board: Board) -> int:
        if board not in known:
            known[board] = max(worth(move, value) for move in game(board))
        return known[board]

    value(start)
    return known


def worth(move: Move, value: Callable[[Board], int]) -> int:
    """What a move is worth to the one who makes it."""
    if move.after is None:
        return move.gain
    return move.gain + (value(move.after) if move.again else -value(move.after))


def limit(game: Game, start: Board) -> dict[Board, int]:
    """Values where a game that goes round is worth nothing more: from 0, until nothing moves."""
    lists = _moves(game, start)
    known = dict.fromkeys(lists, 0)
    while True:
        newer = {
            board: max(worth(move, known.__getitem__) for move in moves)
            for board, moves in lists.items()
        }
        if newer == known:
            return known
        known = newer


def span(game: Game, start: Board) -> dict[Board, tuple[int, int]]:
    """Bounds of values that hold whatever a game that goes round is worth."""
    lists = _moves(game, start)
    seeds = {board: sum(board[0]) + sum(board[1]) for board in lists}
    known = {board: (-held, held) for board, held in seeds.items()}

    def bounds(board: Board, moves: list[Move]) -> tuple[int, int]:
        if not moves:
            return stuck(board), stuck(board)
        each = [
            (move.gain, move.gain)
            if move.after is None
            else (move.gain - known[move.after][1], move.gain - known[move.after][0])
            for move in moves
        ]
        return max(low for low, _ in each), max(high for _, high in each)

    while True:
        newer = {board: bounds(board, moves) for board, moves in lists.items()}
        if newer == known:
            return known
        known = newer


class GaveUp(Exception):
    """More positions than were to be looked at."""


class Paths:
    """Values of Oware by its whole history: a position that comes back ends the game, and each side
    takes its own row. What a capture leads to has no past that can come back, so it is remembered.
    """

    def __init__(self, game: Game, budget: int) -> None:
        self.game, self.budget = game, budget
        self.known: dict[Board, int] = {}

    def value(self, board: Board) -> int:
        """What a board is worth that nothing came before."""
        if board not in self.known:
            self.known[board] = self._search(board, 0, -99, 99, set())
        return self.known[board]

    def move(self, board: Board, number: int) -> int:
        """What a move of it is worth."""
        (move,) = (each for each in self.game(board) if each.number == number)
        return self._worth(move, 0, -99, 99, {(board, 0)})

    def _search(
        self, board: Board, side: int, low: int, high: int, path: set[tuple[Board, int]]
    ) -> int:
        self.budget -= 1
        if self.budget < 0 or len(path) > 200:
            raise GaveUp
        moves = list(self.game(board))
        if not moves or (board, side) in path:
            return stuck(board)
        path.add((board, side))
        best = -99
        for move in sorted(moves, key=lambda move: -move.gain):
            best = max(best, self._worth(move, side, max(low, best), high, path))
            if best >= high:
                break
        path.remove((board, side))
        return best

    def _worth(
        self,
        move: Move,
        side: int,
        low: int,
        high: int,
        path: set[tuple[Board, int]],
    ) -> int:
        if move.after is None:
            return move.gain
        if move.gain:
            return move.gain - self.value(move.after)
        return -self._search(move.after, 1 - side, -high, -low, path)


def _moves(game: Game, start: Board) -> dict[Board, list[Move]]:
    """Everything that can follow, and its moves."""
    lists: dict[Board, list[Move]] = {}
    waiting: list[Board] = [start]
    while waiting:
        board = waiting.pop()
        if board not in lists:
            lists[board] = list(game(board))
            waiting.extend(_after(lists[board]))
    return lists


def _after(moves: Iterable[Move]) -> Iterator[Board]:
    return (move.after for move in moves if move.after is not None)
