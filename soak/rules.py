"""The rules once more, for checking what a server stored: Othello on any board, Kalah and the relay
game. Written from their description, and from nothing else in this project.

A position is a plain value (`Discs`, `Seeds`); `play` gives the next one or raises Illegal.
"""

from dataclasses import dataclass, replace

COLUMNS = "abcdefghijklmnop"
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class Illegal(ValueError):
    """A move that the rules do not allow."""


@dataclass(frozen=True)
class Discs:
    """Othello: a dict would be slower, a string is enough."""

    board: str
    turn: int
    size: int

    @classmethod
    def start(cls, size: int) -> "Discs":
        half, board = size // 2, ["-"] * size * size
        for x, y, disc in ((-1, -1, "O"), (0, -1, "X"), (-1, 0, "X"), (0, 0, "O")):
            board[(half + y) * size + half + x] = disc
        return cls("".join(board), 0, size)

    @property
    def text(self) -> str:
        return f"{self.board} {'XO'[self.turn]}"

    def flips(self, square: int, seat: int) -> list[int]:
        """What a disc there would turn over."""
        size, own, found = self.size, "XO"[seat], list[int]()
        if self.board[square] != "-":
            return found
        for right, down in AROUND:
            x, y, run = square % size + right, square // size + down, list[int]()
            while 0 <= x < size and 0 <= y < size and self.board[y * size + x] not in ("-", own):
                run.append(y * size + x)
                x, y = x + right, y + down
            if 0 <= x < size and 0 <= y < size and self.board[y * size + x] == own:
                found += run
        return found

    def can_move(self, seat: int) -> bool:
        return any(self.flips(square, seat) for square in range(self.size**2))

    @property
    def scores(self) -> list[int]:
        return [self.board.count("X"), self.board.count("O")]

    @property
    def is_over(self) -> bool:
        return not self.can_move(0) and not self.can_move(1)

    def play(self, move: str) -> "Discs":
        other = 1 - self.turn
        if move == "pass":
            if self.can_move(self.turn) or not self.can_move(other):
                raise Illegal("pass, though there is a move or the game is over")
            return replace(self, turn=other)
        square = (int(move[1:]) - 1) * self.size + COLUMNS.index(move[0])
        turned = self.flips(square, self.turn)
        if not turned:
            raise Illegal(f"{move} flips nothing")
        board = list(self.board)
        for each in (square, *turned):
            board[each] = "XO"[self.turn]
        return Discs("".join(board), other, self.size)


@dataclass(frozen=True)
class Seeds:
    """Kalah and relay on the usual board of fourteen pits: two kinds of one ring."""

    pits: tuple[int, ...]
    turn: int
    relay: bool
    before: tuple[tuple[tuple[int, ...], int], ...] = ()  # relay: the game stops at the third time

    @classmethod
    def start(cls, *, relay: bool) -> "Seeds":
        return cls((4, 4, 4, 4, 4, 4, 0) * 2, 0, relay)._seen()

    def _seen(self) -> "Seeds":
        key = (self.pits[:6] + self.pits[7:13], self.turn)
        return replace(self, before=(*self.before, key)) if self.relay else self

    @property
    def text(self) -> str:
        if self.relay:
            return f"{','.join(map(str, self.pits))} {'SN'[self.turn]}"
        houses = ",".join(map(str, self.pits[:6] + self.pits[7:13]))
        return f"<6,{self.pits[6]},{self.pits[13]},{houses}> {'SN'[self.turn]}"

    def own(self, seat: int) -> list[int]:
        if self.relay:
            return [0, 1, 2, 10, 11, 12] if seat == 0 else [3, 4, 5, 7, 8, 9]
        return list(range(6)) if seat == 0 else list(range(7, 13))

    def store(self, seat: int) -> int:
        return 13 if (seat == 0) == self.relay else 6

    @property
    def scores(self) -> list[int]:
        """The stores; at the end of Kalah each side also keeps what lies on its side."""
        left = [] if self.relay or not self.is_over else [self.own(0), self.own(1)]
        kept = [sum(self.pits[each] for each in own) for own in left] or [0, 0]
        return [self.pits[self.store(seat)] + kept[seat] for seat in (0, 1)]

    @property
    def is_over(self) -> bool:
        if self.relay:
            repeated = self.before.count(self.before[-1]) >= 3
            return repeated or not any(self.pits[:6] + self.pits[7:13])
        return not any(self.pits[:6]) or not any(self.pits[7:13])

    def play(self, move: str) -> "Seeds":
        seat, pits = self.turn, list(self.pits)
        house = int(move) if self.relay else self.own(seat)[0] + int(move) - 1
        if house not in self.own(seat) or not pits[house] or self.is_over:
            raise Illegal(f"{move} cannot be sown")
        last = self._sow(pits, house)
        if self.relay:
            turn = 1 - seat if any(pits[each] for each in self.own(1 - seat)) else seat
            return replace(self, pits=tuple(pits), turn=turn)._seen()
        if last in self.own(seat) and pits[last] == 1 and pits[12 - last]:
            pits[self.store(seat)] += 1 + pits[12 - last]
            pits[last] = pits[12 - last] = 0
        turn = seat if last == self.store(seat) else 1 - seat
        return replace(self, pits=tuple(pits), turn=turn)

    def _sow(self, pits: list[int], house: int) -> int:
        """Sow, and in the relay game sow on; the pit of the last seed."""
        seat = self.turn
        while True:
            hand, pits[house] = pits[house], 0
            while hand:
                house = (house + 1) % 14
                if house != self.store(1 - seat):
                    pits[house] += 1
                    hand -= 1
            if not self.relay or house == self.store(seat) or pits[house] == 1:
                return house


def start(variant: str) -> Discs | Seeds:
    """The start of a rule set, as its spec names it."""
    if variant == "othello":
        return Discs.start(8)
    if variant.startswith("reversi:size="):
        return Discs.start(int(variant.partition("=")[2]))
    return Seeds.start(relay={"kalah": False, "relay": True}[variant])
