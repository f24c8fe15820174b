"""Connections that have not asked for anything yet, or have been answered: so many are kept, and
the one that has waited longest goes first. Whoever has a request, however slow the line, is quicker
than somebody who only holds the door."""

from collections import OrderedDict
from typing import Protocol

from . import files, limits
from .seldom import seldom


class Visitor(Protocol):
    """A connection."""

    def make_room(self) -> None:
        """Go, so that another can come."""


class Lobby:
    """Those who wait, the longest first."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Visitor, None] = OrderedDict()
        self._room = files.connections()
        self._crowded = seldom(
            f"more than {limits.WAITING:,} connections without a request;"
            " the one that has waited longest is closed"
        )
        self._full = seldom(
            f"more than {self._room:,} connections, as many as there may be open files"
            " (ulimit -n); the one that has waited longest without a request is closed"
        )

    def enter(self, visitor: Visitor, connections: int) -> None:
        """Somebody waits, of so many who are connected."""
        self._waiting[visitor] = None
        self._waiting.move_to_end(visitor)
        if connections > self._room:
            self._full()
        elif len(self._waiting) > limits.WAITING:
            self._crowded()
        else:
            return
        longest, _ = self._waiting.popitem(last=False)
        longest.make_room()

    def leave(self, visitor: Visitor) -> None:
        """Somebody has come to the point, or is gone."""
        self._waiting.pop(visitor, None)
