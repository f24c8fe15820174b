"""Turnstone: a home for Reversi and Mancala.

>>> import turnstone
>>> turnstone.variant("othello").start().play("f5").scores
(4, 1)
"""

from .players.player import Bot, play_out
from .players.specs import bot
from .rules.errors import IllegalMove, InvalidMove, InvalidPosition, InvalidRecord, InvalidVariant
from .rules.game import Game
from .rules.position import Move, Outcome, Position, Variant
from .rules.variants import variant

__version__ = "0.1.0"
__all__ = [
    "Bot",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidVariant",
    "Move",
    "Outcome",
    "Position",
    "Variant",
    "bot",
    "play_out",
    "variant",
]
