"""What the engine found out about a position."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Value:
    """What a move is worth to the mover, and what is expected after it (the move first)."""

    score: float
    exact: bool
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """Scores are final margins for the side to move: discs by the official count, or seeds.

    `exact` means proved: the best move is worth the score, and no move is worth more. Among more
    than two, that is if everybody plays for himself. `lower` and `upper` are what is proved so far;
    they may meet before it is known by which move. `moves` holds as many moves as were asked for,
    best first.
    """

    score: float
    exact: bool
    lower: float
    upper: float
    moves: Mapping[str, Value] = field(repr=False)
    depth: int
    nodes: int
    seconds: float
    table_use: float = 0.0

    @property
    def best(self) -> str | None:
        """The best move, or None when the game is over."""
        return next(iter(self.moves), None)

    @property
    def line(self) -> tuple[str, ...]:
        """Best play for both, as far as the engine sees."""
        return self.moves[self.best].line if self.best is not None else ()


def best_first(moves: Mapping[str, Value], top: int) -> dict[str, Value]:
    """The best moves, those that are proved before their equals; all of them if `top` is 0."""
    order = sorted(moves.items(), key=lambda item: (-item[1].score, not item[1].exact))
    return dict(order[: top or None])
