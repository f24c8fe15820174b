"""The protocol that every game of the house speaks, and the result it ends in.

Positions are immutable and have no history: `position.play(move)` returns a new one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from .steps import Step

Reason = Literal[
    "no moves",
    "houses empty",
    "row empty",
    "majority",
    "half each",
    "cannot feed",
    "repetition",
    "resignation",
    "time",
    "agreement",
    "forfeit",
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `scores` are the discs or seeds that lie there, `official` the count by the rules of
    tournaments (Reversi with two colours: the winner takes the empty squares), `margins` what each
    seat won or lost by, `ranks` the places, 1 the best, ties shared.
    """

    reason: Reason
    scores: tuple[int, ...]
    official: tuple[int, ...]
    margins: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def winner(self) -> int | None:
        """The seat that won alone, or None."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def on_board(self) -> bool:
        """The board decided, and not those who sit at it or their clocks."""
        return self.reason not in ("resignation", "time", "agreement", "forfeit")

    def __str__(self) -> str:
        return f"{'-'.join(map(str, self.scores))} ({self.reason})"


def ranks(values: Sequence[int]) -> tuple[int, ...]:
    """Places by value, the highest first, ties shared.

    >>> ranks([10, 30, 10])
    (2, 1, 2)
    """
    return tuple(1 + sum(other > value for other in values) for value in values)


class Move(Protocol):
    """A move of one position; `str(move)` is how people write it."""

    @property
    def seat(self) -> int:
        """Who makes it."""
        ...

    def __str__(self) -> str: ...


class Position(Protocol):
    """What every position of every game can do."""

    @property
    def variant(self) -> "Variant":
        """The rule set it belongs to."""
        ...

    @property
    def turn(self) -> int:
        """The seat to move; `variant.seats` names it."""
        ...

    @property
    def legal_moves(self) -> Sequence[Move]:
        """All moves allowed here; empty when the game is over."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """Discs or banked seeds of each seat."""
        ...

    def move(self, text: str) -> Move:
        """Read a move; InvalidMove or IllegalMove tell what is wrong with it."""
        ...

    def play(self, move: "Move | str", /) -> "Position":
        """The position after a move."""
        ...

    def steps(self, move: "Move | str") -> tuple[Step, ...]:
        """What a move does, one thing after the other."""
        ...

    def text(self) -> str:
        """One line that `variant.position` reads back."""
        ...

    def _repr_svg_(self) -> str: ...


class Variant(Protocol):
    """A rule set: frozen data that makes positions."""

    @property
    def family(self) -> Literal["reversi", "mancala"]:
        """Discs on squares, or seeds in pits."""
        ...

    @property
    def unit(self) -> Literal["disc", "seed", "pebble"]:
        """What one of the things on its board is called."""
        ...

    @property
    def spec(self) -> str:
        """The canonical spelling, which `turnstone.variant` reads back."""
        ...

    @property
    def title(self) -> str:
        """The name people use."""
        ...

    @property
    def seats(self) -> tuple[str, ...]:
        """What the players are called, in the order of their seats."""
        ...

    @property
    def material(self) -> int:
        """All squares or seeds there are: what is at stake."""
        ...

    @property
    def repetition(self) -> int:
        """Which occurrence of a position ends the game; 0 if none does."""
        ...

    def start(self) -> Position:
        """The position before the first move."""
        ...

    def position(self, text: str) -> Position:
        """Read a position; InvalidPosition tells what is wrong with it."""
        ...

    def margins(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        """What each seat is ahead by, given what each has."""
        ...

    def recurrence_key(self, position: Position) -> object:
        """What must be equal for two positions to count as a repetition."""
        ...

    def repeated(self, position: Position) -> Outcome:
        """The outcome of a game that repetition stops here."""
        ...


def conceded(position: Position, reason: Reason, loser: int) -> Outcome:
    """The outcome when a seat resigns, oversteps its time or forfeits.

    Between two seats the other one takes everything. Among more, the loser is last and the others
    are ranked as they stand.
    """
    variant, scores = position.variant, position.scores
    others = [seat for seat in range(len(scores)) if seat != loser]
    margins = [0] * len(scores)
    if len(others) == 1:
        margins[others[0]] = variant.material
    else:
        ahead = variant.margins(tuple(scores[seat] for seat in others))
        for seat, margin in zip(others, ahead, strict=True):
            margins[seat] = margin
    margins[loser] = -variant.material
    official = tuple(variant.material * (m > 0) for m in margins) if len(others) == 1 else scores
    return Outcome(reason, scores, official, tuple(margins), ranks(margins))


def agreed(position: Position) -> Outcome:
    """The outcome of a draw by agreement: all share the first place."""
    scores = position.scores
    even = (0,) * len(scores)
    return Outcome("agreement", scores, scores, even, (1,) * len(scores))
