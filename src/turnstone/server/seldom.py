"""Log lines that strangers cause: one a second at most, however many cause them."""

import logging
import time
from collections.abc import Callable

EVERY = 1.0  # seconds


class Seldom:
    """A warning, and how often it was due since it was last written.

    >>> heard = []
    >>> moments = iter([0.0, 0.1, 0.2, 5.0])
    >>> warn = Seldom(heard.append, "no", now=lambda: next(moments))
    >>> for _ in range(4):
    ...     warn()
    >>> heard
    ['no', 'no (3 times)']
    """

    def __init__(
        self, write: Callable[[str], None], text: str, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._write, self._text, self._now = write, text, now
        self._due, self._then = 0, -EVERY

    def __call__(self) -> None:
        """It is due once more."""
        self._due += 1
        now = self._now()
        if now - self._then < EVERY:
            return
        times = f" ({self._due:,} times)" if self._due > 1 else ""
        self._then, self._due = now, 0
        self._write(self._text + times)


def seldom(text: str) -> Seldom:
    """A warning in the server's log."""
    return Seldom(logging.getLogger("turnstone.server").warning, text)
