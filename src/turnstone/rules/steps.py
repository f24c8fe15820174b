"""What happens on the board during one move, in order: drawn, printed and spoken from one list."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Placed:
    """A disc of this seat was put on an empty square."""

    square: str
    seat: int


@dataclass(frozen=True, slots=True)
class Flipped:
    """A disc turned over and now belongs to this seat."""

    square: str
    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """This seat had no move."""

    seat: int


@dataclass(frozen=True, slots=True)
class Lifted:
    """All seeds of a pit were taken into the hand: the start of a turn, or of another lap."""

    pit: int
    seeds: int


@dataclass(frozen=True, slots=True)
class Sown:
    """One seed of the hand fell into this pit."""

    pit: int


@dataclass(frozen=True, slots=True)
class Captured:
    """The seeds of a house went to a store."""

    pit: int
    seeds: int
    store: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """This seat used the swap rule: the sides exchanged houses and stores. `pits` says of each pit
    where its seeds went."""

    seat: int
    pits: tuple[int, ...]


Step = Placed | Flipped | Passed | Lifted | Sown | Captured | Swapped
