"""Token buckets: so many things a second, and a few more at once."""

import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """One client's allowance.

    >>> bucket = Bucket(rate=1.0, burst=2, now=lambda: 0.0)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    """

    __slots__ = ("_burst", "_left", "_now", "_rate", "_then")

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left, self._then = burst, now()

    def take(self, count: int = 1) -> bool:
        """Use one up, or several, if there are so many."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < count:
            return False
        self._left -= count
        return True


class Buckets:
    """A bucket for every client; those not seen for long are forgotten first."""

    def __init__(self, rate: float, burst: float, clients: int = 20_000) -> None:
        self._rate, self._burst, self._clients = rate, burst, clients
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Use one of a client's up, if there is one."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._clients:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket.take()
