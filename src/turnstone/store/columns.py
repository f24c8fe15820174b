"""What a column holds, in both directions: outcomes, clocks, moments, seats."""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from sqlalchemy import Connection

from turnstone.players.clock import TimeControl
from turnstone.players.referee import State
from turnstone.players.specs import HUMAN
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import read_json
from turnstone.rules.grammar import shorten
from turnstone.rules.position import Outcome, Reason

from . import schema
from .rows import as_stored, column_faults

Kind = Literal["here", "link", "bot"]
Origin = Literal["terminal", "server"]


@dataclass(frozen=True)
class Seat:
    """Who plays there. `holder` is the hash of an identity; None: a bot, or still free."""

    kind: Kind
    player: str = ""
    bot: str | None = None
    holder: str | None = None

    @property
    def is_free(self) -> bool:
        """Whether whoever has the link may sit down here."""
        return self.kind == "link" and self.holder is None


def takes_back_freely(seats: Sequence[Seat]) -> bool:
    """Whether moves may be taken back without asking: all people sit at one screen, or there is but
    one, by link. Bots do not mind."""
    links = sum(seat.kind == "link" for seat in seats)
    return links + any(seat.kind == "here" for seat in seats) <= 1


def seat_of(player: str) -> Seat:
    """The seat of a player as the command line names one: human, or a bot's spec."""
    return Seat("here") if player == HUMAN else Seat("bot", bot=player)


def seats_of(connection: Connection, wanted: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """The seats of several games, by game: those before one that is missing or damaged."""
    table = schema.seats.c
    rows = connection.execute(
        as_stored(schema.seats).where(table.game.in_(wanted)).order_by(table.game, table.seat)
    )
    found: dict[str, tuple[Seat, ...]] = dict.fromkeys(wanted, ())
    for row in rows:
        before = found[row.game]
        if row.seat == len(before) and not any(column_faults(schema.seats, row)):
            found[row.game] = (*before, Seat(row.kind, row.player, row.bot, row.holder))
    return found


def derived(state: State) -> dict[str, Any]:
    """What the table of games copies from a state."""
    return {
        "plies": len(state.game.moves),
        "turn": state.turn,
        "position": state.game.position.text(),
        "outcome": state.outcome and spell_outcome(state.outcome),
    }


def spell_outcome(outcome: Outcome) -> str:
    """An outcome as its column holds it."""
    return json.dumps(asdict(outcome))


def read_outcome(text: str) -> Outcome:
    """Read an outcome back; InvalidRecord if it is none."""
    data = read_json(text)
    if not isinstance(data, dict) or set(data) != {each.name for each in fields(Outcome)}:
        raise InvalidRecord("that is no outcome")
    reason = data.pop("reason")
    if reason not in get_args(Reason):
        raise InvalidRecord(f"no game ends by {shorten(reason)}")
    for name, value in data.items():
        if not isinstance(value, list) or not all(type(each) is int for each in value):
            raise InvalidRecord(f"{name} of an outcome are whole numbers")
    if len({len(value) for value in data.values()}) != 1:
        raise InvalidRecord("an outcome has a number for every seat")
    return Outcome(reason, **{name: tuple(value) for name, value in data.items()})


def spell_clock(control: TimeControl) -> str:
    """A time control as `TimeControl.parse` reads it."""
    extra = f"+{control.increment:.10g}" if control.increment else ""
    return f"{control.seconds:.10g}{extra}"


def now() -> int:
    """This moment, as columns hold it: microseconds since 1970."""
    return time.time_ns() // 1000
