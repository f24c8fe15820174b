"""The one facade to thinking: bots, hints, the solver and the page all come here.

The kernel thinks on threads of its own, without the GIL; any number of analyses may run at once.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from turnstone.rules.mancala import Mancala, MancalaPosition
from turnstone.rules.position import Position
from turnstone.rules.reversi import Reversi, ReversiPosition

from . import openings as book
from . import pie
from .analysis import Analysis, Value
from .limit import InvalidLimit, Limit

if TYPE_CHECKING:
    from turnstone import kernel

LOOK = 0.05  # seconds between looks at Python's signals while the kernel thinks
MEMORY = 64  # megabytes for what was found so far


class EngineMissing(ValueError):
    """There is no compiled kernel here, and the Python rules do not think."""


def analyse(
    position: Position,
    limit: Limit | None = None,
    *,
    multi_pv: int = 1,
    threads: int = 1,
    winner_only: bool = False,
    memory: "int | kernel.Memory" = MEMORY,
    endgames: int | None = None,
    openings: bool = True,
    on_progress: Callable[[Analysis], object] | None = None,
) -> Analysis:
    """What a position is worth and how to play it; without a limit, exactly.

    `multi_pv` is how many moves get a score of their own, 0 for all. `winner_only` asks who wins
    and not by how much: the score is then only good for its sign. `memory` is in megabytes, or
    what `remember` gave, which one analysis leaves to the next. `endgames` is how many more a
    database of Mancala may take, of those that were built; 0 is none. A solved opening is looked
    up, unless `openings` says no, or depth or nodes are limited.

    >>> import turnstone
    >>> analyse(turnstone.variant("small").start()).score
    -10.0
    """
    found: Analysis | None = None
    for found in stream(
        position,
        limit,
        multi_pv=multi_pv,
        threads=threads,
        winner_only=winner_only,
        memory=memory,
        endgames=endgames,
        openings=openings,
    ):
        if on_progress:
            on_progress(found)
    assert found is not None
    return found


def stream(
    position: Position,
    limit: Limit | None = None,
    *,
    multi_pv: int = 1,
    threads: int = 1,
    winner_only: bool = False,
    memory: "int | kernel.Memory" = MEMORY,
    endgames: int | None = None,
    openings: bool = True,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Analysis]:
    """The same, as a series of better and better results; closing the series stops the thinking.

    `stopped` is asked about twenty times a second, and ends the series when it says so: for
    those who are waiting for the next result in another thread.
    """
    _check("multi_pv", multi_pv, 0)
    _check("threads", threads, 1)
    if isinstance(memory, int):
        _check("memory", memory, 1)
    if position.outcome:
        margin = float(position.outcome.margins[position.turn])
        yield Analysis(margin, True, margin, margin, {}, 0, 0, 0.0)
        return
    limit = limit or Limit()
    native = _native()
    if isinstance(position, MancalaPosition) and position.swap:
        yield from pie.weigh(
            position,
            limit,
            lambda other, share: stream(
                other,
                share,
                multi_pv=multi_pv,
                threads=threads,
                winner_only=winner_only,
                memory=memory,
                endgames=endgames,
                openings=openings,
                stopped=stopped,
            ),
        )
        return
    moves = position.legal_moves
    if openings and multi_pv == 1 and limit.depth is None and limit.nodes is None:
        known = book.look_up(position)
        if known is not None:
            yield known
            return
    settings = native.Settings(
        depth=limit.depth or 0,
        seconds=limit.seconds or 0.0,
        nodes=limit.nodes or 0,
        threads=threads,
        top=min(multi_pv or len(moves), len(moves)),
        winner_only=winner_only,
        megabytes=memory if isinstance(memory, int) else MEMORY,
    )
    lent = None if isinstance(memory, int) else memory
    task = _task(native, position, settings, lent, endgames)
    names = _names(position)
    try:
        while True:
            news = task.next(LOOK)
            if news is not None:
                yield _analysis(news, names)
            elif task.is_over() or stopped():
                return
    finally:
        task.stop()


def remember(megabytes: int) -> "kernel.Memory":
    """A table for the `memory` of several analyses of one game, which then know the earlier ones.

    Analyses of Reversi may share it at the same time; in Mancala one waits for the other.
    """
    return _native().Memory(megabytes)


def _check(name: str, value: int, least: int) -> None:
    if not least <= value < 2**31:
        raise InvalidLimit(f"{name} must be {least} or more, not {value}")


def _native() -> "kernel.Kernel":
    from turnstone import kernel  # loaded with the first thought, not with every start

    if kernel.native is None:
        raise EngineMissing("the engine needs the compiled kernel; this is pure Python")
    return kernel.native


def _task(
    native: "kernel.Kernel",
    position: Position,
    settings: "kernel.Thinking",
    memory: "kernel.Memory | None",
    endgames: int | None,
) -> "kernel.Task":
    if isinstance(position, ReversiPosition):
        rules = position.variant
        return native.think_reversi(
            size=rules.size,
            colours=rules.colours,
            fewest=rules.goal == "fewest",
            snake=rules.order == "snake",
            cells=position.cells,
            phase=position.phase,
            settings=settings,
            memory=memory,
        )
    if isinstance(position, MancalaPosition):
        from turnstone.rules.native import native_mancala  # these load the kernel too

        from . import databases

        return native.think_mancala(
            rules=native_mancala(position.variant),
            pits=position.pits,
            turn=position.turn,
            database=databases.at_hand(position.variant, endgames),
            settings=settings,
            memory=memory,
        )
    raise EngineMissing(f"the engine does not know {position.variant.title}")


def _names(position: Position) -> Callable[[int], str]:
    """How the kernel's numbers of moves are written."""
    rules = position.variant
    if isinstance(rules, Reversi):
        squares = rules.squares
        return lambda move: "pass" if move < 0 else squares[move]
    if isinstance(rules, Mancala):
        number = rules.number
        return lambda house: str(number(house))
    raise EngineMissing(f"the engine does not know {rules.title}")


def _analysis(news: "kernel.News", names: Callable[[int], str]) -> Analysis:
    moves = {}
    for each in news.moves:
        line = tuple(names(move) for move in each.line)
        moves[line[0]] = Value(each.score, each.exact, line)
    return Analysis(
        score=news.score,
        exact=news.exact,
        lower=news.lower,
        upper=news.upper,
        moves=moves,
        depth=news.depth,
        nodes=news.nodes,
        seconds=news.seconds,
        table_use=news.table_use,
    )
