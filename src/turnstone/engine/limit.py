"""How long the engine may think."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """Plies, seconds and nodes; None is no limit, and no limit at all means: until it is exact."""

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "seconds", "nodes"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be above 0, not {value}")
