"""The one facade to thinking: bots, hints, the solver and the page all come here.

The kernel thinks on threads of its own, without the GIL; any number of analyses may run at once.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from turnstone.rules.mancala import Mancala, MancalaPosition
from turnstone.rules.position import Position
from turnstone.rules.reversi import Reversi, ReversiPosition

from . import openings as book
from . import pie
from .analysis import Analysis, Value, best_first
from .limit import MOST_THREADS, InvalidLimit, Limit

if TYPE_CHECKING:
    from turnstone import kernel

LOOK = 0.02  # seconds between looks at Python's signals while the kernel thinks
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
    up, unless `openings` says no, or depth or nodes are limited. Several `threads` serve exact
    solving; a search that is cut short before the end of the game uses one.

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

    `stopped` is asked some fifty times a second, and ends the series when it says so: for
    those who are waiting for the next result in another thread.
    """
    if not isinstance(position, ReversiPosition | MancalaPosition):
        raise InvalidLimit(f"the engine thinks about positions, not {position!r}")
    if not isinstance(limit, Limit | None):
        raise InvalidLimit(f"limit must be a Limit, such as Limit(seconds=1), not {limit!r}")
    _check("multi_pv", multi_pv, 0)
    _check("threads", threads, 1, MOST_THREADS)
    if endgames is not None:
        _check("endgames", endgames, 0)
    if position.outcome:
        margin = float(position.outcome.margins[position.turn])
        yield Analysis(margin, True, margin, margin, {}, 0, 0, 0.0)
        return
    limit = limit or Limit()
    native = _native()
    if not isinstance(memory, cast(type, native.Memory)):
        _check("memory", memory, 1)
    if isinstance(position, MancalaPosition) and position.swap:
        shared = native.Memory(memory) if isinstance(memory, int) else memory
        think = partial(
            stream,
            multi_pv=multi_pv if position.turn == 1 else 1,
            threads=threads,
            winner_only=winner_only,
            memory=shared,
            endgames=endgames,
            openings=openings,
            stopped=stopped,
        )
        yield from pie.weigh(position, limit, think, multi_pv, stopped)
        return
    moves = position.legal_moves
    known = None
    if openings and limit.depth is None and limit.nodes is None:
        known = book.look_up(position)
        if known is not None:
            yield known
            if multi_pv == 1:
                return
    began, database = time.monotonic(), None
    if isinstance(position, MancalaPosition):
        database = _database(position.variant, endgames, limit, stopped)
        if stopped():
            return
    waited = time.monotonic() - began
    settings = native.Settings(
        depth=limit.depth or 0,
        seconds=max(limit.seconds - waited, 0.001) if limit.seconds else 0.0,
        nodes=limit.nodes or 0,
        threads=threads,
        top=min(multi_pv or len(moves), len(moves)),
        winner_only=winner_only,
        megabytes=memory if isinstance(memory, int) else MEMORY,
    )
    lent = None if isinstance(memory, int) else memory
    task = _task(native, position, settings, lent, database)
    names = _names(position)
    try:
        while True:
            news = task.next(LOOK)
            if news is not None:
                found = _analysis(news, names, waited)
                yield _with_known(found, known, multi_pv) if known else found
            if task.is_over() or stopped():
                return
    except MemoryError:
        raise InvalidLimit("there is not that much memory to be had") from None
    finally:
        task.stop()


def remember(megabytes: int) -> "kernel.Memory":
    """A table for the `memory` of several analyses of one game, which then know the earlier ones.

    Analyses of Reversi may share it at the same time; in Mancala one waits for the other, but with
    a limit of seconds for half of them at most.
    """
    _check("memory", megabytes, 1)
    return _native().Memory(megabytes)


def _check(name: str, value: object, least: int, most: int = 2**31 - 1) -> None:
    if not isinstance(value, int):
        raise InvalidLimit(f"{name} must be a whole number, not {value!r}")
    if not least <= value <= most:
        said = f"{least} or more" if value < least else f"at most {most:,}"
        raise InvalidLimit(f"{name} must be {said}, not {value}")


def _native() -> "kernel.Kernel":
    from turnstone import kernel  # loaded with the first thought, not with every start

    if kernel.native is None:
        raise EngineMissing("the engine needs the compiled kernel; this is pure Python")
    return kernel.native


def _database(
    rules: Mancala, endgames: int | None, limit: Limit, stopped: Callable[[], bool]
) -> "kernel.Database | None":
    """The database to think with. Who has little time waits for half of it at most, and does
    without."""
    from . import databases  # it loads the kernel too

    began = time.monotonic()
    coming = databases.soon(rules, endgames)
    while not stopped():
        if limit.seconds is not None and time.monotonic() - began > limit.seconds / 2:
            break
        with suppress(TimeoutError):
            return coming.result(LOOK)
    return None


def _task(
    native: "kernel.Kernel",
    position: Position,
    settings: "kernel.Thinking",
    memory: "kernel.Memory | None",
    database: "kernel.Database | None",
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
        from turnstone.rules.native import native_mancala  # it loads the kernel too

        return native.think_mancala(
            rules=native_mancala(position.variant),
            pits=position.pits,
            turn=position.turn,
            database=database,
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


def _with_known(found: Analysis, known: Analysis, top: int) -> Analysis:
    """What was found, of a position whose best move and worth are known."""
    worth = known.score
    moves = {
        move: value if value.exact else replace(value, score=min(value.score, worth))
        for move, value in found.moves.items()
    }
    # The known move first: sorting leaves equals in their order.
    moves = {**known.moves, **{move: moves[move] for move in moves if move != known.best}}
    return replace(
        found, score=worth, exact=True, lower=worth, upper=worth, moves=best_first(moves, top)
    )


def _analysis(news: "kernel.News", names: Callable[[int], str], waited: float) -> Analysis:
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
        seconds=waited + news.seconds,
        table_use=news.table_use,
    )
