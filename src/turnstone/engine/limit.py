"""How long the engine may think."""

from dataclasses import dataclass

MOST_THREADS = 1024


class InvalidLimit(ValueError):
    """More than the engine can take, less than it needs, or not a number."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Plies, seconds and nodes; None is no limit, and no limit at all means: until it is exact.

    The nodes are those of all moves and threads together. They are kept within an eighth and a few
    thousand for each thread; in Mancala with the swap open, for each first move.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name, most in _MOST.items():
            value = getattr(self, name)
            if value is None:
                continue
            numbers = (int, float) if name == "seconds" else int
            if not isinstance(value, numbers) or isinstance(value, bool):
                kind = "a number" if name == "seconds" else "a whole number"
                raise InvalidLimit(f"{name} must be {kind}, not {value!r}")
            if not 0 < value <= most:
                raise InvalidLimit(f"{name} must be above 0 and at most {most:,}, not {value}")


_MOST = {"depth": 1_000, "seconds": 1e9, "nodes": 2**63 - 1}
