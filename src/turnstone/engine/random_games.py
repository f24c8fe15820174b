"""Random games from a position to the end: a quick look at who stands better."""

import os
from dataclasses import dataclass
from random import Random

from turnstone.rules.game import Game
from turnstone.rules.mancala import MancalaPosition
from turnstone.rules.position import Position
from turnstone.rules.reversi import ReversiPosition

from .limit import MOST_THREADS

MOST_GAMES = 10**12  # more than anybody waits for; sums of so many scores are exact


@dataclass(frozen=True, slots=True)
class Playouts:
    """How the games ended: wins by seat, draws (the first place shared), and what the seat to move
    won or lost by on average."""

    games: int
    wins: tuple[int, ...]
    draws: int
    margin: float


def playouts(position: Position, games: int, seed: int = 0, threads: int | None = None) -> Playouts:
    """Play random games from a position, every legal move as likely as the others.

    The same seed gives the same games with any number of threads, but others with and without the
    kernel. Without a number there are as many threads as this process has cores: only batches of
    some hundreds of games use more than one. Repetition is counted from the position on.

    >>> from turnstone import variant
    >>> playouts(variant("small").start(), 100).games
    100
    """
    from turnstone import kernel  # loaded with the first games, not with every start
    from turnstone.rules.native import plays, quick

    if threads is None:
        threads = _cores()
    if not isinstance(position, ReversiPosition | MancalaPosition):
        raise ValueError(f"games are played from positions, not from {position!r}")
    for name, value in (("games", games), ("seed", seed), ("threads", threads)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"{name} must be a whole number, not {value!r}")
    if games < 1:
        raise ValueError(f"at least one game must be played, not {games}")
    if games > MOST_GAMES:
        raise ValueError(f"{MOST_GAMES:,} games at most, not {games}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"there are 1 to {MOST_THREADS:,} threads, not {threads}")
    if kernel.native is None or not plays(position.variant):
        return _stepped(position, games, seed)
    south, north, draws, margin = kernel.native.playouts(quick(position), games, seed, threads)
    return Playouts(games, (south, north), draws, (margin, -margin)[position.turn] / games)


def _cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _stepped(position: Position, games: int, seed: int) -> Playouts:
    rng, mover = Random(seed), position.turn
    wins, draws, margin = [0] * len(position.variant.seats), 0, 0
    for _ in range(games):
        game = Game((position,))
        while not (outcome := game.outcome):
            game = game.play(rng.choice(game.position.legal_moves))
        margin += outcome.margins[mover]
        if outcome.winner is None:
            draws += 1
        else:
            wins[outcome.winner] += 1
    return Playouts(games, tuple(wins), draws, margin / games)
