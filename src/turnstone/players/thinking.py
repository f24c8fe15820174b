"""Players that ask the engine."""

from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse
from turnstone.rules.position import Move, Position, Variant
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


def why_no_engine(_: Variant) -> str:
    """Nothing, where there is an engine."""
    from turnstone import kernel  # loaded with the first bot, not with every start

    return "" if kernel.native else "there is no compiled kernel here"


def why_not_perfect(variant: Variant) -> str:
    """Nothing, where games can be solved in a person's time."""
    small = isinstance(variant, Reversi) and variant.colours == 2 and variant.material <= 36
    return why_no_engine(variant) or ("" if small else "that is too large to be solved")
