"""Looking ahead with pruning, for bots that add up what each move is worth on the way."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Node = TypeVar("Node")
# What a move adds from the view of whoever asked, and what it leads to.
Branches = Callable[[Node], Iterable[tuple[float, Node]]]


def value(
    node: Node,
    plies: int,
    low: float,
    high: float,
    *,
    branches: Branches[Node],
    is_mine: Callable[[Node], bool],
    worth: Callable[[Node], float],
) -> float:
    """Minimax of the sums along a line plus what its end is worth; exact between low and high."""
    best: float | None = None
    mine = is_mine(node)
    for gain, child in branches(node) if plies else ():
        reached = gain + value(
            child,
            plies - 1,
            low - gain,
            high - gain,
            branches=branches,
            is_mine=is_mine,
            worth=worth,
        )
        if best is None or (reached > best) == mine:
            best = reached
        if mine:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            break
    return worth(node) if best is None else best
