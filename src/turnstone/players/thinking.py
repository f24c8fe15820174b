"""Players that ask the engine."""

import logging
from collections.abc import Callable

from turnstone.engine.limit import Limit
from turnstone.engine.search import stream
from turnstone.rules.mancala import Mancala
from turnstone.rules.position import Move, Position, Variant
from turnstone.rules.reversi import Reversi

SECOND = 1.0
SQUARES = 36  # a larger board takes more than a person's time
HOUSES, SEEDS = 6, 48

log = logging.getLogger(__name__)


def engine(position: Position, depth: int, time: float, nodes: int) -> Move:
    """Our engine: searches `depth` plies, `time` seconds or `nodes` positions; one second if
    nothing is said."""
    found = choice(position, limit(depth, time, nodes))
    assert found is not None
    return found


def perfect(position: Position) -> Move:
    """Our solver: the move that no play can better, however long it takes to prove."""
    if len(position.legal_moves) == 1:
        return position.legal_moves[0]
    prepare_perfect(position.variant)
    found = choice(position, Limit(), threads=2)
    assert found is not None
    return found


def limit(depth: int = 0, time: float = 0.0, nodes: int = 0) -> Limit:
    """What an engine's options mean."""
    return Limit(depth or None, time or (None if depth or nodes else SECOND), nodes or None)


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


def prepare_perfect(
    variant: Variant, on_progress: Callable[[int, int], object] | None = None
) -> None:
    """Have the endgame database that quick answers need; the first time it is built, which takes
    half a minute. `on_progress` gets positions done and in all; without it, one line says so."""
    if not isinstance(variant, Mancala):
        return
    from turnstone.engine import databases

    databases.database(variant, threads=2, on_progress=on_progress or _Told(variant.title))


class _Told:
    """Says once that something is being built."""

    def __init__(self, title: str) -> None:
        self.title = title

    def __call__(self, _done: int, _total: int) -> None:
        if self.title:
            log.warning("building the endgame database of %s, once", self.title)
            self.title = ""


def why_no_engine(_: Variant) -> str:
    """Nothing, where there is an engine."""
    from turnstone import kernel  # loaded with the first bot, not with every start

    return "" if kernel.native else "there is no compiled kernel here"


def why_not_perfect(variant: Variant) -> str:
    """Nothing, where games can be solved in a person's time."""
    if isinstance(variant, Mancala):
        if variant.finish == "majority" or (variant.repetition and variant.leftovers == "owner"):
            return "what a repetition is worth there depends on the whole game"
        most = SEEDS // 2 if variant.pie else SEEDS  # with a swap every first turn is solved
        small = variant.houses <= HOUSES and variant.material <= most
    else:
        if len(variant.seats) > 2:
            return "among more than two there is no best move that nobody can better"
        small = isinstance(variant, Reversi) and variant.material <= SQUARES
    return why_no_engine(variant) or ("" if small else "that is too large to be solved")
