"""Thinking: what a position is worth, exactly or as far as a limit allows, and random games.

>>> from turnstone import engine, variant
>>> engine.analyse(variant("small").start()).score
-10.0
>>> engine.playouts(variant("othello").start(), 1000, seed=1).games
1000
"""

from .analysis import Analysis, Value
from .limit import InvalidLimit, Limit
from .random_games import Playouts, playouts
from .search import EngineMissing, analyse, remember, stream

__all__ = [
    "Analysis",
    "EngineMissing",
    "InvalidLimit",
    "Limit",
    "Playouts",
    "Value",
    "analyse",
    "playouts",
    "remember",
    "stream",
]
