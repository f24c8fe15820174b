"""The swap rule of Mancala, weighed on top of analyses that know nothing of it.

After a swap the same arrangement lies there turned round, with the other side to move: what was
worth v to the one is worth -v to the other who swapped. So while the swap is open to the side to
move its position is worth max(v, -v).
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from turnstone.rules.mancala import MancalaPosition

from .analysis import Analysis, Value
from .limit import Limit

Think = Callable[[MancalaPosition, Limit], Iterator[Analysis]]


def weigh(position: MancalaPosition, limit: Limit, think: Think) -> Iterator[Analysis]:
    """Analyses of a position whose swap is open; `think` analyses those where it is not."""
    if position.turn == 1:
        for found in think(_closed(position), limit):
            yield _with_swap(position, found)
    else:
        yield from _opening(position, limit, think)


def _closed(position: MancalaPosition) -> MancalaPosition:
    rules = position.variant
    return rules.make(rules, position.pits, position.turn, False)


def _with_swap(position: MancalaPosition, found: Analysis) -> Analysis:
    swap = Value(-found.score, found.exact, ("swap", *_turned(position, found.line)))
    moves = dict(found.moves)
    if found.score < 0:
        moves = {"swap": swap, **moves}
    else:
        moves["swap"] = swap
    bounds = sorted((abs(found.lower), abs(found.upper)))
    if found.lower <= 0 <= found.upper:
        bounds[0] = 0.0  # it may be anything between, and who may swap never stands worse than even
    return replace(found, score=abs(found.score), lower=bounds[0], upper=bounds[1], moves=moves)


def _turned(position: MancalaPosition, line: tuple[str, ...]) -> tuple[str, ...]:
    """A line as it is written after the swap: where each owns a row, the same."""
    rules = position.variant
    if not rules.ends:
        return line
    return tuple(str((int(move) + rules.houses + 1) % len(position.pits)) for move in line)


def _opening(position: MancalaPosition, limit: Limit, think: Think) -> Iterator[Analysis]:
    # The swap makes the first turn unlike all others: its worth is not the negated worth of what
    # follows but minus its distance from even. The kernel's search knows no such turn, so every way
    # to end the first turn is followed here and analysed by itself.
    ways = list(_first_turns(position))
    share = Limit(
        depth=limit.depth,
        seconds=limit.seconds and limit.seconds / len(ways),
        nodes=limit.nodes and max(1, limit.nodes // len(ways)),
    )
    material = float(position.variant.material)
    best: dict[str, Value] = {}
    nodes, seconds, exact = 0, 0.0, True
    for at, (line, after) in enumerate(ways):
        rival = best.get(line[0])  # a first move with several ways on keeps its best
        shown, found = best, None
        for found in _ended(after, share, think):
            value = Value(-found.score, found.exact, (*line, *found.line))
            if rival is not None and rival.score >= value.score:
                value = rival
            shown = _best_first({**best, line[0]: value})
            done = exact and found.exact and at == len(ways) - 1
            score = next(iter(shown.values())).score
            yield Analysis(
                score=score,
                exact=done,
                lower=score if done else -material,
                upper=score if done else 0.0,
                moves=shown,
                depth=found.depth,
                nodes=nodes + found.nodes,
                seconds=seconds + found.seconds,
                table_use=found.table_use,
            )
        if found is None:  # stopped before the first result
            return
        best, exact = shown, exact and found.exact
        nodes, seconds = nodes + found.nodes, seconds + found.seconds


def _first_turns(
    position: MancalaPosition, line: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], MancalaPosition]]:
    """Every way to play the first turn, extra moves included, and where it leads."""
    for move in position.legal_moves:
        after = position.play(move)
        played = (*line, str(move))
        if after.turn == 0 and not after.outcome:
            yield from _first_turns(after, played)
        else:
            yield played, after


def _ended(after: MancalaPosition, limit: Limit, think: Think) -> Iterator[Analysis]:
    """Analyses of where a first turn led, for the second player."""
    if after.outcome:
        margin = float(after.outcome.margins[1])
        yield Analysis(margin, True, margin, margin, {}, 0, 0, 0.0)
    else:
        yield from weigh(after, limit, think)


def _best_first(moves: dict[str, Value]) -> dict[str, Value]:
    return dict(sorted(moves.items(), key=lambda item: -item[1].score))
