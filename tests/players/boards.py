"""Reversi once more, by coordinates and as plainly as possible: what the bots are judged by."""

from collections.abc import Iterator
from random import Random

from turnstone.rules.reversi import ReversiMove, ReversiPosition
from turnstone.rules.variants import variant

Square = tuple[int, int]  # column, row, from the top left

OUTWARD = {
    "w": (-1, 0), "e": (1, 0), "n": (0, -1), "s": (0, 1),
    "nw": (-1, -1), "se": (1, 1), "ne": (1, -1), "sw": (-1, 1),
}  # fmt: skip


def name(square: Square) -> str:
    return "abcdefghijklmnop"[square[0]] + str(square[1] + 1)


def place(text: str) -> Square:
    return "abcdefghijklmnop".index(text[0]), int(text[1:]) - 1


def board(turn: str, *, size: int = 8, colours: int = 2, **discs: str) -> ReversiPosition:
    """A position from the squares of each colour: board("X", X="a1 c3", O="b2")."""
    cells = dict.fromkeys(((c, r) for r in range(size) for c in range(size)), "-")
    for disc, squares in discs.items():
        for square in squares.split():
            cells[place(square)] = disc
    rules = variant("reversi", size=size, colours=colours)
    position = rules.position("".join(cells.values()) + " " + turn)
    assert isinstance(position, ReversiPosition)
    return position


def read(position: ReversiPosition) -> dict[Square, str]:
    size = position.variant.size
    return {(i % size, i // size): symbol for i, symbol in enumerate(position.cells)}


def flips(cells: dict[Square, str], disc: str, square: Square) -> int:
    """How many discs a disc on an empty square would flip."""
    total = 0
    for right, down in OUTWARD.values():
        run, (column, row) = 0, square
        while True:
            column, row = column + right, row + down
            there = cells.get((column, row), "#")
            if there in "-#":
                break
            if there == disc:
                total += run
                break
            run += 1
    return total


def counted(position: ReversiPosition) -> dict[str, int]:
    """Each square on which the side to move flips, with how many."""
    cells, disc = read(position), "XOAB"[position.turn]
    found = {square: flips(cells, disc, square) for square in cells if cells[square] == "-"}
    return {name(square): count for square, count in found.items() if count}


def outward(position: ReversiPosition) -> Iterator[str]:
    """Squares met by walking from each own disc, a1, b1, … first, over other colours to a gap."""
    cells, disc = read(position), "XOAB"[position.turn]
    size = position.variant.size
    for row in range(size):
        for column in range(size):
            if cells[column, row] != disc:
                continue
            for right, down in OUTWARD.values():
                steps, here = 1, (column + right, row + down)
                while cells.get(here, "#") not in ("-", "#", disc):
                    steps, here = steps + 1, (here[0] + right, here[1] + down)
                if steps > 1 and cells.get(here) == "-":
                    yield name(here)


def wander(spec: str, rng: Random, plies: int) -> ReversiPosition:
    """A position some random moves into a game, with a move left in it."""
    position = variant(spec).start()
    assert isinstance(position, ReversiPosition)
    for _ in range(plies):
        after = position.play(rng.choice(position.legal_moves))
        if after.outcome:
            break
        position = after
    return position


def flipping(position: ReversiPosition) -> bool:
    """Whether the side to move has a move that flips."""
    move = position.legal_moves[0]
    assert isinstance(move, ReversiMove)
    return bool(move.flips)
