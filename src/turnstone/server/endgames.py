"""Endgame databases for the perfect player: built behind everything else, one at a time.

No move waits for one. Until it is there the perfect player searches with what is at hand, for as
long as a bot may.
"""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from turnstone.engine import databases
from turnstone.engine.limit import InvalidLimit
from turnstone.rules.mancala import Mancala
from turnstone.rules.position import Variant as RuleSet
from turnstone.rules.variants import PRESETS

from . import limits
from .analysis import give_way

LAST = 19  # of all threads: it has the time that nobody else wants
log = logging.getLogger("turnstone.server")


class Closed(Exception):
    """The server stops."""


class Builder:
    """The thread that builds, and what it is asked for."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "database", initializer=give_way, initargs=(LAST,))
        self._wanted: list[Mancala] = []  # the first is being built, or is next
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def want(self, rules: RuleSet) -> None:
        """Have the database of a game built, unless it is there or many others wait: then the next
        move asks again. The games of the house come before rule sets that somebody put together."""
        if not isinstance(rules, Mancala) or is_at_hand(rules):
            return
        with self._lock:
            if rules in self._wanted or len(self._wanted) > limits.DATABASES_WAITING:
                return
            behind = [each for each in self._wanted[1:] if is_ours(each) or not is_ours(rules)]
            self._wanted.insert(min(1, len(self._wanted)) + len(behind), rules)
        self._thread.submit(self._build_next)

    def _build_next(self) -> None:
        rules = self._wanted[0]
        try:
            databases.database(
                rules, size(rules), threads=1, keep=is_ours(rules), on_progress=self._go_on
            )
        except Closed:
            pass
        except Exception:
            log.exception("the endgame database of %s cannot be built", rules.spec)
        finally:
            with self._lock:
                self._wanted.remove(rules)

    def _go_on(self, _done: int, _total: int) -> None:
        if self._closed.is_set():
            raise Closed

    def close(self) -> None:
        """Stop building; what is not whole is not kept."""
        self._closed.set()
        self._thread.shutdown(wait=False, cancel_futures=True)


def size(rules: Mancala) -> int:
    """The megabytes a game's database may take here: rule sets that anybody can put together, by
    the dozen, get one that is built in seconds, and none of them a file."""
    usual = databases.usual_size(rules)
    return usual if is_ours(rules) else min(usual, limits.DATABASE_SIZE)


def is_at_hand(rules: Mancala) -> bool:
    """Whether there is nothing to build, or to be said of a size that cannot be."""
    try:
        return databases.is_loaded(rules, size(rules))
    except InvalidLimit:  # the search says so
        return True


def is_ours(rules: Mancala) -> bool:
    """Whether the database is one of a preset's."""
    return databases.key_of(rules) in _ours()


@cache
def _ours() -> frozenset[str]:
    games = (preset.rules for preset in PRESETS.values())
    return frozenset(databases.key_of(rules) for rules in games if isinstance(rules, Mancala))
