"""Turnstone: a home for Reversi and Mancala.

>>> import turnstone
>>> turnstone.variant("othello").start().play("f5").scores
(4, 1)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .players.player import Bot, play_out
    from .players.specs import bot
    from .rules.errors import (
        IllegalMove,
        InvalidMove,
        InvalidPosition,
        InvalidRecord,
        InvalidVariant,
    )
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

# Loaded when first asked for: `turnstone --help` and the server's start want few of them.
_HOMES = {
    "players.player": ("Bot", "play_out"),
    "players.specs": ("bot",),
    "rules.errors": (
        "IllegalMove",
        "InvalidMove",
        "InvalidPosition",
        "InvalidRecord",
        "InvalidVariant",
    ),
    "rules.game": ("Game",),
    "rules.position": ("Move", "Outcome", "Position", "Variant"),
    "rules.variants": ("variant",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
