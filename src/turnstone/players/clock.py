"""Clocks as arithmetic: they are told the time and never look at it themselves."""

import re
from dataclasses import dataclass, replace

from turnstone.rules.grammar import shorten


@dataclass(frozen=True, slots=True)
class TimeControl:
    """So many seconds for the game, and so many more after each move."""

    seconds: float
    increment: float = 0.0

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read "300" or "300+2", in seconds.

        >>> TimeControl.parse("300+2")
        TimeControl(seconds=300.0, increment=2.0)
        """
        read = re.fullmatch(
            r"([0-9]{1,5}(?:\.[0-9]{1,3})?)(?:\+([0-9]{1,4}(?:\.[0-9]{1,3})?))?", text
        )
        if not read or float(read[1]) <= 0:
            raise ValueError(f"a clock is seconds or seconds+increment, not {shorten(text)}")
        return cls(float(read[1]), float(read[2] or 0))


@dataclass(frozen=True, slots=True)
class Clock:
    """What each seat has left, as of `since`, and whose time is running."""

    control: TimeControl
    left: tuple[float, ...]
    running: int | None = None
    since: float = 0.0

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> "Clock":
        """A clock that has not been started."""
        return cls(control, (control.seconds,) * seats)

    def remaining(self, seat: int, now: float) -> float:
        """Seconds a seat has left now; below zero once its flag has fallen."""
        spent = max(0.0, now - self.since) if seat == self.running else 0.0
        return self.left[seat] - spent

    def flagged(self, now: float) -> int | None:
        """The seat that has run out of time, or None."""
        if self.running is not None and self.remaining(self.running, now) <= 0:
            return self.running
        return None

    def press(self, next_seat: int | None, now: float, *, bonus: bool = True) -> "Clock":
        """Stop the running seat, credit its increment, and start the next (None: stand still)."""
        left = list(self.left)
        if self.running is not None:
            left[self.running] = self.remaining(self.running, now)
            left[self.running] += self.control.increment if bonus else 0.0
        return replace(self, left=tuple(left), running=next_seat, since=now)
