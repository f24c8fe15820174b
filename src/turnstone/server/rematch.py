"""Another game with the seats turned round, once all people have asked for it."""

from itertools import takewhile

from turnstone.players.referee import Moved, Started
from turnstone.store.columns import Seat
from turnstone.store.events import Event

from .live import Table
from .refusals import Refuse


def rematch_seats(table: Table, seat: int) -> tuple[Seat, ...] | None:
    """The seats of the next game if this seat is the last to ask, else None; or Refuse."""
    if not table.outcome:
        raise Refuse("not-allowed", "the game is not over yet")
    if table.rematch:
        raise Refuse("not-allowed", "another game has followed already")
    if seat in table.rematch_offers:
        raise Refuse("not-allowed", "you have asked for that already")
    asked = {table.seats[place].holder for place in (*table.rematch_offers, seat)}
    if table.people() - asked:
        return None
    last = len(table.seats) - 1
    return tuple(table.seats[place - 1 if place else last] for place in range(len(table.seats)))


def opening(table: Table) -> list[Event]:
    """The moves a game began with, and its rematch too. A file brings its own beginning along: what
    was played in it is no opening."""
    before = list(takewhile(lambda each: not isinstance(each.event, Started), table.events))
    if len(before) < table.stored.brought:
        return []
    return [each.event for each in before if isinstance(each.event, Moved)]
