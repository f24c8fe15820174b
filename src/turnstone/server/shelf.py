"""The tables that are kept in memory, by game: as many as there is room for."""

from collections.abc import Iterator
from weakref import WeakValueDictionary

from .live import Table

ROOM = 1_000_000  # squares and pits, of all positions of all tables; some 40 bytes each
LEAST = 500  # what a table takes in which nothing has happened


class Shelf:
    """Tables. Those that were asked for last stay when there are too many; one at which somebody
    watches, a bot thinks or a clock runs stays in any case: its time is here."""

    def __init__(self) -> None:
        # A table that somebody still has in hand is found again even when it is not kept any more:
        # there are never two of one game, of which one would hear nothing of the other's moves.
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._kept: dict[str, Table] = {}  # whichever was asked for last is the last
        self._added = 0  # since there was a look for those that can go

    def find(self, game: str) -> Table | None:
        """The table of a game, if it is here."""
        if found := self._tables.get(game):
            self._keep(found)
        return found

    def add(self, table: Table) -> Table:
        """A table to be kept; if somebody else was quicker, his."""
        table = self._tables.setdefault(table.id, table)
        self._keep(table)
        return table

    def remove(self, table: Table) -> None:
        """Let somebody who asks for it again find another one."""
        self._tables.pop(table.id, None)
        self._kept.pop(table.id, None)

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def _keep(self, table: Table) -> None:
        if self._kept.pop(table.id, None) is None:
            self._added += _weight(table)
        self._kept[table.id] = table
        if self._added > ROOM // 4:
            self._make_room()

    def _make_room(self) -> None:
        self._added = 0
        weights = {game: _weight(table) for game, table in self._kept.items()}
        over = sum(weights.values()) - ROOM
        for game, weight in weights.items():
            if over <= 0:
                return
            if _is_idle(self._kept[game]):
                del self._kept[game]
                over -= weight


def _weight(table: Table) -> int:
    """What a table takes: a board after each event."""
    return LEAST + len(table.events) * len(table.state.game.position.text())


def _is_idle(table: Table) -> bool:
    busy = table.watchers or table.lock.locked() or table.thinking is not None
    return not busy and table.time_left is None
