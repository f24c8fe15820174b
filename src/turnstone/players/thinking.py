"""Players that ask the engine."""

from collections.abc import Callable

from turnstone.engine.limit import Limit
from turnstone.engine.search import stream
from turnstone.rules.position import Move, Position, Variant
from turnstone.rules.reversi import Reversi

SECOND = 1.0


def engine(position: Position, depth: int, time: float) -> Move:
    """Our engine: searches `depth` plies or `time` seconds, one second if neither is given."""
    found = choice(position, limit(depth, time))
    assert found is not None
    return found


def perfect(position: Position) -> Move:
    """Our solver: the move that no play can better, however long it takes to prove."""
    found = choice(position, Limit(), threads=2)
    assert found is not None
    return found


def limit(depth: int, time: float) -> Limit:
    """What an engine's options mean."""
    return Limit(depth or None, time or (None if depth else SECOND))


def choice(
    position: Position,
    within: Limit,
    *,
    threads: int = 1,
    stopped: Callable[[], bool] = lambda: False,
) -> Move | None:
    """The best move found, or None when it was stopped before there was one."""
    best: str | None = None
    for found in stream(position, within, threads=threads, stopped=stopped):
        best = found.best
    return None if best is None else position.move(best)


def why_no_engine(_: Variant) -> str:
    """Nothing, where there is an engine."""
    from turnstone import kernel  # loaded with the first bot, not with every start

    return "" if kernel.native else "there is no compiled kernel here"


def why_not_perfect(variant: Variant) -> str:
    """Nothing, where games can be solved in a person's time."""
    small = isinstance(variant, Reversi) and variant.colours == 2 and variant.material <= 36
    return why_no_engine(variant) or ("" if small else "that is too large to be solved")
