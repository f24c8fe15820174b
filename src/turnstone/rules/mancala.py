"""Mancala: one ring of pits, one sowing function, and rule sets that are plain data.

The ring has 2h + 2 pits: houses 0 … h-1, a store at h, houses h+1 … 2h, a store at 2h+1. Rule sets
that sow no stores keep their captures there all the same. No seed leaves the ring: when a game
ends, what lies in the houses stays there and the outcome says who owns it. What positions of both
kinds, Python's and the kernel's, have in common is `MancalaPosition`; how Python finds and plays
moves is `PlainMancala`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from . import diagram, grammar
from .errors import IllegalMove, InvalidMove, InvalidPosition, InvalidVariant
from .position import Move, Outcome, Position, Reason, ranks
from .steps import Captured, Lifted, Sown, Step, Swapped

_CHOICES = {
    "leftovers": ("owner", "nobody"),
    "capture": ("opposite", "always"),
    "slam": ("cancelled", "illegal"),
    "pie": ("yes", "no"),
}


def _in_words(option: str, value: str, unit: str) -> str:
    if option in ("houses", "seeds"):
        noun = "house" if option == "houses" else unit
        return f"{value} {noun}" if value == "1" else f"{value} {noun}s"
    return {"pie": "swap rule", "leftovers": f"leftovers to {value}"}.get(
        option, f"{option} {value}"
    )


def _plain(rules: "Mancala", pits: tuple[int, ...], turn: int, swap: bool) -> "MancalaPosition":
    return PlainMancala(rules, pits, turn, swap)


@dataclass(frozen=True, repr=False)
class Mancala:
    """A Mancala rule set.

    `options` names what a player may change; everything else makes the game what it is. `make`
    is the kind of its positions: Python's, unless `turnstone.variant` chose.
    """

    name: str
    houses: int = 6
    seeds: int = 4
    ends: bool = False  # each player owns one end of the board, not one row
    relay: bool = False  # a last seed in a house that is not empty: its seeds are sown on
    sows_store: bool = True  # the own store; the opponent's is never sown
    skips_origin: bool = False  # a long sowing leaves out the house it started from
    again: bool = False  # a last seed in the own store gives another move
    capture: str = "none"  # none, opposite, always, twos-threes
    slam: str = "cancelled"  # a capture of all the opponent has: cancelled, or illegal
    feeds: bool = False  # an opponent without seeds must be given some
    finish: str = "row empty"  # or "houses empty", "majority"
    repetition: int = 0  # which occurrence of a position ends the game
    leftovers: str = "owner"  # seeds in houses at the end: owner, or nobody
    pie: bool = False  # the second player's first move may be to swap sides
    options: tuple[str, ...] = field(default=(), repr=False, compare=False)
    make: Callable[["Mancala", tuple[int, ...], int, bool], "MancalaPosition"] = field(
        default=_plain, repr=False, compare=False
    )
    family: Literal["mancala"] = field(default="mancala", init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.houses <= 10:
            raise InvalidVariant(f"houses must be a number from 1 to 10, not {self.houses}")
        if self.ends and self.houses % 2:
            raise InvalidVariant(f"{self.name} needs an even number of houses, not {self.houses}")
        if not 1 <= self.seeds <= 10:
            raise InvalidVariant(f"seeds must be a number from 1 to 10, not {self.seeds}")

    def read_option(self, option: str, text: str) -> tuple[str, object]:
        """Turn one written option into a field and its value."""
        if option not in self.options:
            raise InvalidVariant(
                f"{self.name} has no option {option!r}; it takes {', '.join(self.options)}"
            )
        if option in ("houses", "seeds"):
            return option, grammar.integer(text, option, 1, 10)
        if text not in _CHOICES[option]:
            allowed = ", ".join(_CHOICES[option])
            raise InvalidVariant(f"{option} must be one of {allowed}, not {grammar.shorten(text)}")
        return option, text == "yes" if option == "pie" else text

    def __repr__(self) -> str:
        return f"variant({self.spec!r})"

    @cached_property
    def spec(self) -> str:
        """The canonical spelling."""
        usual = GAMES[self.name]
        changed = {
            each: getattr(self, each)
            for each in self.options
            if getattr(self, each) != getattr(usual, each)
        }
        if "pie" in changed:
            changed["pie"] = "yes"
        return grammar.spell(self.name, changed)

    @property
    def title(self) -> str:
        """The name people use: Kalah, Kalah (3 seeds), Relay Mancala (3 pebbles) …"""
        plain = {"relay": "Relay Mancala"}.get(self.name, self.name.capitalize())
        _, options = grammar.parse(self.spec)
        details = [_in_words(option, value, self.unit) for option, value in options.items()]
        return f"{plain} ({', '.join(details)})" if details else plain

    seats = ("South", "North")

    @property
    def unit(self) -> Literal["seed", "pebble"]:
        """What one of the things on its board is called: the upright board has pebbles."""
        return "pebble" if self.ends else "seed"

    @property
    def material(self) -> int:
        """All seeds."""
        return 2 * self.houses * self.seeds

    @cached_property
    def stores(self) -> tuple[int, int]:
        """The pit of each seat's store."""
        middle, end = self.houses, 2 * self.houses + 1
        return (end, middle) if self.ends else (middle, end)

    @cached_property
    def owned(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The houses of each seat, ascending."""
        h = self.houses
        if self.ends:
            half = h // 2
            return (*range(half), *range(2 * h + 1 - half, 2 * h + 1)), (
                *range(half, h),
                *range(h + 1, 2 * h + 1 - half),
            )
        return tuple(range(h)), tuple(range(h + 1, 2 * h + 1))

    def number(self, house: int) -> int:
        """What a house is called: its pit, or where each owns a row its place from 1."""
        return house if self.ends else house % (self.houses + 1) + 1

    def start(self) -> "MancalaPosition":
        """The position before the first move; seat 0 begins."""
        row = (self.seeds,) * self.houses
        return self.make(self, (*row, 0, *row, 0), 0, self.pie)

    def setup(self, text: str) -> "MancalaSetup":
        """Read an arrangement without asking whether it makes sense."""
        if len(text) > 400:
            raise InvalidPosition(f"{grammar.shorten(text)} is not a position of {self.title}")
        words = text.replace("<", " ").replace(">", " ").replace(",", " ").split()
        swap = bool(words) and words[-1].lower() == "swap"
        words = words[:-1] if swap else words
        side = words.pop().upper() if words else ""
        if side not in ("S", "N"):
            raise InvalidPosition(
                f"{grammar.shorten(text)} does not end in the side to move, S or N"
            )
        literal = text.lstrip().startswith("<")
        if literal == self.ends:
            raise InvalidPosition(
                f"a position of {self.title} is written like {self.start().text()}"
            )
        for word in words:
            if not (word.isascii() and word.isdigit() and len(word) <= 4):
                raise InvalidPosition(f"{grammar.shorten(word)} is not a number of {self.unit}s")
        numbers = [int(word) for word in words]
        if literal:
            if numbers[:1] != [self.houses]:
                raise InvalidPosition(f"the first number must be the houses a side, {self.houses}")
            south, north, *houses = numbers[1:] if len(numbers) > 2 else (0, 0)
            numbers = [*houses[: self.houses], south, *houses[self.houses :], north]
        return MancalaSetup(self, tuple(numbers), ("S", "N").index(side), swap)

    def position(self, text: str) -> "MancalaPosition":
        """Read a position as `text()` writes it, or with spaces between the numbers."""
        return self.setup(text).position()

    def margins(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        """Own seeds minus the other's."""
        south, north = counts
        return south - north, north - south

    def recurrence_key(self, position: Position) -> object:
        """The houses and the side to move; neither the stores matter nor whether one may swap."""
        assert isinstance(position, MancalaPosition)
        houses = tuple(position.pits[house] for row in self.owned for house in row)
        return houses, position.turn

    def repeated(self, position: Position) -> Outcome:
        """Repetition stops the game: leftovers are counted as the rules say."""
        assert isinstance(position, MancalaPosition)
        return position.counted("repetition")


_COMMON = ("houses", "seeds", "leftovers", "pie")
GAMES = {
    game.name: game
    for game in (
        Mancala(
            "relay",
            ends=True,
            relay=True,
            finish="houses empty",
            repetition=3,
            leftovers="nobody",
            options=_COMMON,
        ),
        Mancala("kalah", again=True, capture="opposite", options=(*_COMMON, "capture")),
        Mancala("avalanche", again=True, relay=True, options=_COMMON),
        Mancala(
            "oware",
            sows_store=False,
            skips_origin=True,
            capture="twos-threes",
            feeds=True,
            finish="majority",
            repetition=2,
            options=(*_COMMON, "slam"),
        ),
    )
}


@dataclass(frozen=True)
class MancalaSetup:
    """Any arrangement of seeds, not yet known to be a position."""

    variant: Mancala
    pits: tuple[int, ...]
    turn: int
    swap: bool

    def position(self) -> "MancalaPosition":
        """The checked position, or InvalidPosition."""
        rules = self.variant
        if len(self.pits) != 2 * rules.houses + 2:
            raise InvalidPosition(
                f"{rules.title} has {2 * rules.houses} houses and 2 stores,"
                f" not {len(self.pits)} pits"
            )
        if min(self.pits) < 0:
            raise InvalidPosition(f"a pit cannot hold a negative number of {rules.unit}s")
        if sum(self.pits) != rules.material:
            raise InvalidPosition(
                f"{rules.title} has {rules.material} {rules.unit}s, not {sum(self.pits)}"
            )
        if self.swap and not rules.pie:
            raise InvalidPosition(f"{rules.spec} has no swap rule")
        there = [any(self.pits[house] for house in row) for row in rules.owned]
        if rules.finish == "houses empty" and not there[self.turn] and there[1 - self.turn]:
            name, other = rules.seats[self.turn], rules.seats[1 - self.turn]
            raise InvalidPosition(f"{name} has no {rules.unit}s, so it is {other}'s turn")
        return rules.make(rules, self.pits, self.turn, self.swap)


@dataclass(frozen=True)
class Sowing:
    """One move carried out: laps of (house lifted, pits sown), captured houses, pits after it."""

    laps: tuple[tuple[int, tuple[int, ...]], ...]
    captured: tuple[int, ...]
    slam: bool
    pits: tuple[int, ...]

    @property
    def path(self) -> tuple[int, ...]:
        """The pits that got a seed, in order, over all laps."""
        return sum((drops for _, drops in self.laps), ())

    @property
    def last(self) -> int:
        """Where the last seed fell."""
        return self.laps[-1][1][-1]


def sow(rules: Mancala, before: tuple[int, ...], seat: int, house: int) -> Sowing:
    """Sow a house for a seat: the one function behind every rule set."""
    pits, laps, origin = list(before), [], house
    skipped = {rules.stores[1 - seat]} | (set() if rules.sows_store else {rules.stores[seat]})
    if rules.skips_origin:
        skipped.add(origin)
    own_store = rules.stores[seat]
    while True:
        hand, pits[house] = pits[house], 0
        drops, pit = [], house
        while hand:
            pit = (pit + 1) % len(pits)
            if pit not in skipped:
                pits[pit] += 1
                hand -= 1
                drops.append(pit)
        laps.append((house, tuple(drops)))
        if not rules.relay or pit == own_store or pits[pit] == 1:
            break
        house = pit
    captured, slam = _captures(rules, pits, seat, pit)
    for each in captured:
        pits[own_store] += pits[each]
        pits[each] = 0
    return Sowing(tuple(laps), captured, slam, tuple(pits))


def _captures(
    rules: Mancala, pits: list[int], seat: int, last: int
) -> tuple[tuple[int, ...], bool]:
    """Which houses the mover empties, and whether a capture was cancelled as a grand slam."""
    if rules.capture in ("opposite", "always"):
        facing = 2 * rules.houses - last
        if last not in rules.owned[seat] or pits[last] != 1:
            return (), False
        if pits[facing]:
            return (last, facing), False
        return ((last,) if rules.capture == "always" else ()), False
    if rules.capture == "twos-threes":
        theirs = rules.owned[1 - seat]
        taken = []
        while last in theirs and pits[last] in (2, 3):
            taken.append(last)
            last -= 1
        if taken and sum(pits[house] for house in theirs) == sum(pits[house] for house in taken):
            return (), True
        return tuple(taken), False
    return (), False


class MancalaPosition:
    """The pits and who is to move. `swap` tells whether the swap rule is still open.

    A kind of position keeps the four facts below, finds `legal_moves`, and plays.
    """

    __slots__ = ()
    variant: Mancala
    pits: tuple[int, ...]
    turn: int
    swap: bool

    @property
    def legal_moves(self) -> Sequence["MancalaMove"]:
        """All moves allowed here: houses in the order of the ring, last the swap."""
        raise NotImplementedError

    def play(self, move: Move | str, /) -> "MancalaPosition":
        """The position after a move, given as a move or its text."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MancalaPosition):
            return NotImplemented
        mine = self.pits, self.turn, self.swap
        return mine == (other.pits, other.turn, other.swap) and self.variant == other.variant

    def __hash__(self) -> int:
        return hash((self.pits, self.turn, self.swap))

    def __reduce__(self) -> tuple[object, ...]:
        # As text: the other side of a pickle may have another kernel, or none.
        return self.variant.position, (self.text(),)

    def text(self) -> str:
        """The pits, the side to move, and `swap` while the swap rule is open."""
        rules, pits = self.variant, self.pits
        side = rules.seats[self.turn][0] + (" swap" if self.swap else "")
        if rules.ends:
            return f"{','.join(map(str, pits))} {side}"
        h = rules.houses
        numbers = (h, pits[h], pits[2 * h + 1], *pits[:h], *pits[h + 1 : 2 * h + 1])
        return f"<{','.join(map(str, numbers))}> {side}"

    def __repr__(self) -> str:
        return f"variant({self.variant.spec!r}).position({self.text()!r})"

    def __str__(self) -> str:
        return diagram.mancala(self.pits, upright=self.variant.ends)

    def _repr_svg_(self) -> str:
        from .. import picture  # loaded with the first picture, not with every start

        rules = self.variant
        legal = [move.house for move in self.legal_moves if move.house is not None]
        return picture.mancala(
            self.pits, houses=rules.houses, upright=rules.ends, legal=legal, title=rules.title
        )

    def _row(self, seat: int) -> int:
        return sum(self.pits[house] for house in self.variant.owned[seat])

    @property
    def _finished(self) -> Reason | None:
        """Why the game is over, as far as the pits tell; no legal move is the other reason."""
        rules = self.variant
        rows = self._row(0), self._row(1)
        if rules.finish == "houses empty":
            return None if any(rows) else "houses empty"
        if rules.finish == "row empty":
            return None if all(rows) else "row empty"
        if 2 * max(self.banked) > rules.material:
            return "majority"
        return "half each" if self.banked == (rules.material // 2,) * 2 else None

    @property
    def banked(self) -> tuple[int, int]:
        """The seeds in each seat's store."""
        south, north = self.variant.stores
        return self.pits[south], self.pits[north]

    def move(self, text: str) -> "MancalaMove":
        """Read a move: the number of a house, or swap."""
        rules, written = self.variant, text.strip().lower()
        house: int | None = None
        if written != "swap":
            highest = 2 * rules.houses if rules.ends else rules.houses
            lowest = 0 if rules.ends else 1
            if not (written.isascii() and written.isdigit() and len(written) <= 2):
                raise InvalidMove(f"{grammar.shorten(text)} is not the number of a house")
            number = int(written)
            if not lowest <= number <= highest or (rules.ends and number == rules.houses):
                what = "is a store" if number in rules.stores and rules.ends else "is no house"
                raise InvalidMove(f"{number} {what}; houses are {lowest} to {highest}")
            house = number if rules.ends else rules.owned[self.turn][number - 1]
        for move in self.legal_moves:
            if move.house == house:
                return move
        raise IllegalMove(self._why_not(house))

    def _why_not(self, house: int | None) -> str:
        if not self.legal_moves:
            return "the game is over"
        if house is None:
            return "the swap rule is not open"
        rules, name = self.variant, self.variant.seats[self.turn]
        number = rules.number(house)
        if house not in rules.owned[self.turn]:
            return f"house {number} is not one of {name}'s"
        if not self.pits[house]:
            return f"house {number} is empty"
        if rules.feeds and not self._row(1 - self.turn):
            other = rules.seats[1 - self.turn]
            path = sow(rules, self.pits, self.turn, house).path
            if not set(rules.owned[1 - self.turn]) & set(path):
                return f"{other} has no {rules.unit}s: {name} must play a house that feeds {other}"
        return f"house {number} would capture everything, which slam=illegal forbids"

    def _own(self, move: Move | str) -> "MancalaMove":
        if isinstance(move, MancalaMove) and move.position is self:
            return move
        return self.move(str(move))

    def steps(self, move: Move | str) -> tuple[Step, ...]:
        """Lap by lap: the lift, each seed, and what was captured."""
        own = self._own(move)
        if own.house is None:
            ring = range(len(self.pits))
            half = len(ring) // 2
            return (Swapped(self.turn, (*ring[half:], *ring[:half])),)
        found: list[Step] = []
        pits, sowing = list(self.pits), own.sowing
        for house, drops in sowing.laps:
            found.append(Lifted(house, pits[house]))
            pits[house] = 0
            for pit in drops:
                pits[pit] += 1
                found.append(Sown(pit))
        store = self.variant.stores[self.turn]
        found += [Captured(house, pits[house], store) for house in sowing.captured]
        return tuple(found)

    @property
    def scores(self) -> tuple[int, ...]:
        """Seeds in the stores; at the end of the game the final count."""
        outcome = self.outcome
        return outcome.scores if outcome else self.banked

    def counted(self, reason: Reason) -> Outcome:
        """The outcome if the game ends here, leftovers given to their owners or to nobody."""
        scores = self.banked
        if self.variant.leftovers == "owner" and reason not in ("majority", "half each"):
            scores = scores[0] + self._row(0), scores[1] + self._row(1)
        margins = self.variant.margins(scores)
        return Outcome(reason, scores, scores, margins, ranks(margins))

    @property
    def outcome(self) -> Outcome | None:
        """The seeds counted, once the game is over; repetition is the game's business."""
        return None if self.legal_moves else self._counted()

    def _counted(self) -> Outcome:
        return self.counted(self._finished or "cannot feed")


class MancalaMove:
    """A house to sow, or a swap (`house` None), with what it would do."""

    __slots__ = ()
    position: MancalaPosition
    house: int | None

    @property
    def seat(self) -> int:
        """Who moves."""
        return self.position.turn

    @property
    def sowing(self) -> Sowing:
        """The move carried out."""
        if self.house is None:
            raise ValueError("a swap sows nothing")
        return sow(self.position.variant, self.position.pits, self.seat, self.house)

    @property
    def path(self) -> tuple[int, ...]:
        """The pits that get a seed, in order, over all laps."""
        return () if self.house is None else self.sowing.path

    @property
    def gain(self) -> int:
        """How many seeds the own store gains."""
        if self.house is None:
            south, north = self.position.banked
            return south - north
        store = self.position.variant.stores[self.seat]
        return self.sowing.pits[store] - self.position.pits[store]

    def __str__(self) -> str:
        return "swap" if self.house is None else str(self.position.variant.number(self.house))

    def __repr__(self) -> str:
        return f"<{self.position.variant.seats[self.seat]} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MancalaMove):
            return NotImplemented
        return self.house == other.house and self.seat == other.seat

    def __hash__(self) -> int:
        return hash((self.house, self.seat))

    def __reduce__(self) -> tuple[object, ...]:
        return self.position.move, (str(self),)


@dataclass(frozen=True, eq=False, repr=False)
class PlainMancala(MancalaPosition):
    """A position that Python plays."""

    variant: Mancala
    pits: tuple[int, ...]
    turn: int
    swap: bool = False

    def _playable(self) -> tuple["PlainMove", ...]:
        """The houses that may be sown, feeding and slam rules applied, in that order."""
        moves = [
            PlainMove(self, house) for house in self.variant.owned[self.turn] if self.pits[house]
        ]
        if self.variant.feeds and not self._row(1 - self.turn):
            theirs = set(self.variant.owned[1 - self.turn])
            moves = [move for move in moves if theirs & set(move.path)]
        if self.variant.slam == "illegal":
            moves = [move for move in moves if not move.sowing.slam] or moves
        return tuple(moves)

    @cached_property
    def legal_moves(self) -> tuple["PlainMove", ...]:
        """The houses to sow, in sowing order; last, if it is open, the swap."""
        houses = () if self._finished else self._playable()
        if houses and self.swap and self.turn == 1:
            return (*houses, PlainMove(self, None))
        return houses

    def play(self, move: Move | str, /) -> "PlainMancala":
        """The seeds sown and captured; whose turn it is by extra moves and empty rows."""
        own, rules, seat = self._own(move), self.variant, self.turn
        turn = 1 - seat
        if own.house is None:
            half = rules.houses + 1
            pits = self.pits[half:] + self.pits[:half]
        else:
            pits = own.sowing.pits
            if rules.again and own.sowing.last == rules.stores[seat]:
                turn = seat
        if rules.finish == "houses empty" and not any(pits[house] for house in rules.owned[turn]):
            turn = seat
        return PlainMancala(rules, pits, turn, self.swap and seat == 0)


@dataclass(frozen=True, eq=False, repr=False)
class PlainMove(MancalaMove):
    """A move that Python found; it remembers its sowing."""

    position: PlainMancala
    house: int | None

    @cached_property
    def sowing(self) -> Sowing:
        """The move carried out, once."""
        return super().sowing
