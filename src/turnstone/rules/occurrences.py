"""How often each position of a game has come up, for the rules about repetition."""

from collections import Counter
from collections.abc import Iterable

Layer = dict[object, int]


class Occurrences:
    """Counts by key. Immutable, and the next one is made without copying them all.

    They lie in layers, a newer count above an older one, each layer at least twice as large as the
    next: a change copies the small layers on top and shares the large ones below, so that a line of
    n moves costs n·log n, taking back and branching off included.

    >>> once = Occurrences(["a"])
    >>> once.changed("a", 1).count("a"), once.count("a")
    (2, 1)
    """

    __slots__ = ("_layers",)

    def __init__(self, keys: Iterable[object]) -> None:
        self._layers: tuple[Layer, ...] = (dict(Counter(keys)),)

    def count(self, key: object) -> int:
        """How often it has come up."""
        return next((layer[key] for layer in reversed(self._layers) if key in layer), 0)

    def changed(self, key: object, by: int) -> "Occurrences":
        """The counts with one of them larger, or smaller."""
        layers, top = self._layers, {key: self.count(key) + by}
        while layers and len(layers[-1]) < 2 * len(top):
            top = layers[-1] | top
            layers = layers[:-1]
        found = Occurrences.__new__(Occurrences)
        found._layers = (*layers, top)
        return found
