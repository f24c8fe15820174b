"""Events of a stored game: the referee's, and those of the table that the referee does not fold.

Each has one JSON form, `{"type": "moved", "seat": 0, "move": "f5"}`, and `read` takes nothing else.
The time is not in it: `at` is a column of its own, in seconds on the game's own timeline, which
stands still while no server plays the game. So a restart costs nobody time: whoever goes on with a
game lets its time run on from the `at` of its last event.
"""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, get_args

from turnstone.players import referee
from turnstone.players.referee import (
    Agreed,
    Conceded,
    Declined,
    Moved,
    Offered,
    Redone,
    Started,
    TookBack,
)
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import read_json
from turnstone.rules.grammar import shorten


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody took a seat."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class RematchOffered:
    """A seat wants to play again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Rematched:
    """Another game followed; `game` is its id."""

    game: str


TableEvent = Joined | RematchOffered | Rematched
Event = referee.Event | TableEvent

_TYPES: dict[str, type[Any]] = {
    "started": Started,
    "moved": Moved,
    "took-back": TookBack,
    "redone": Redone,
    "offered": Offered,
    "declined": Declined,
    "conceded": Conceded,
    "agreed": Agreed,
    "joined": Joined,
    "rematch-offered": RematchOffered,
    "rematched": Rematched,
}
_NAMES = {kind: name for name, kind in _TYPES.items()}
_WORDS = {
    "subject": get_args(referee.Subject),
    "reason": ("resignation", "time", "forfeit"),
}


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event with its number in the game, from 1, and its time on the game's timeline."""

    seq: int
    at: float
    event: Event


def is_table_event(event: Event) -> bool:
    """Whether the referee knows nothing of it."""
    return isinstance(event, TableEvent)


def time_of(event: Event, at: float) -> float:
    """The event's own time, or else `at`."""
    own = getattr(event, "at", at)
    assert isinstance(own, float | int)
    return float(own)


def numbered(events: Iterable[Event], last: int, at: float) -> list[StoredEvent]:
    """Events as they are stored after the event `last`, decided `at` a time."""
    return [
        StoredEvent(seq, time_of(event, at), event) for seq, event in enumerate(events, last + 1)
    ]


def write(event: Event) -> str:
    """The JSON text of an event."""
    data = {"type": _NAMES[type(event)]}
    for each in fields(event):
        if each.name != "at":
            data[each.name] = getattr(event, each.name)
    return json.dumps(data)  # in ASCII: an event is stored whatever letters a name or a fault has


def read(text: str, at: float) -> Event:
    """Read an event back; InvalidRecord says what is wrong with it."""
    data = read_json(text)
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise InvalidRecord("an event is a JSON object with a type")
    name = data.pop("type")
    if name not in _TYPES:
        raise InvalidRecord(f"there is no event called {shorten(name)}")
    kind = _TYPES[name]
    wanted = {each.name for each in fields(kind)} - {"at"}
    if set(data) != wanted:
        raise InvalidRecord(f"{name} has exactly {', '.join(sorted(wanted)) or 'nothing'}")
    for field, value in data.items():
        _check(name, field, value)
    if not math.isfinite(at):
        raise InvalidRecord(f"{name} has no time")
    if any(each.name == "at" for each in fields(kind)):
        data["at"] = at
    event: Event = kind(**data)
    return event


def _check(name: str, field: str, value: object) -> None:
    if field in ("seat", "plies"):
        if type(value) is not int or value < (field == "plies") or value > 10_000:
            raise InvalidRecord(f"{name}: {field} must be a number of that kind")
    elif not isinstance(value, str):
        raise InvalidRecord(f"{name}: {field} must be a text")
    elif field in _WORDS and value not in _WORDS[field]:
        raise InvalidRecord(f"{name}: {field} cannot be {shorten(value)}")
