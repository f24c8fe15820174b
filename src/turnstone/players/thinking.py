"""Players that ask the engine."""

from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse
from turnstone.rules.position import Move, Position
from turnstone.rules.reversi import Reversi

SECOND = 1.0


def engine(position: Position, depth: int, time: float) -> Move:
    """Our engine: searches `depth` plies or `time` seconds, one second if neither is given."""
    seconds = time or (None if depth else SECOND)
    found = analyse(position, Limit(depth or None, seconds))
    return position.move(found.best or "")


def perfect(position: Position) -> Move:
    """Our solver: the move that no play can better, however long it takes to prove."""
    return position.move(analyse(position, threads=2).best or "")


def is_solvable(variant: object) -> bool:
    """Whether `perfect` may be asked: 8×8 from the start would take longer than anybody lives."""
    return isinstance(variant, Reversi) and variant.colours == 2 and variant.material <= 36
