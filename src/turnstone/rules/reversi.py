"""Reversi for two to four colours on any even board: the definition; the kernel follows it.

A board is a string of symbols, a1 first, row by row from the top. Moves are found by looking in
eight directions from each empty square. What positions of both kinds, Python's and the kernel's,
have in common is `ReversiPosition`; how Python finds and plays moves is `PlainReversi`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Literal

from . import diagram, grammar
from .errors import IllegalMove, InvalidMove, InvalidPosition, InvalidVariant
from .position import Move, Outcome, Position, ranks
from .steps import Flipped, Passed, Placed, Step

DISCS = "XOAB"
NEUTRAL, BLOCKED, EMPTY = "N#-"
DIRECTIONS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
_LETTERS = "abcdefghijklmnop"
_NAMES = ("Black", "White", "Amber", "Blue")
_CALLED = {
    "reversi:colours=3": "Three colours",
    "reversi:colours=4": "Four colours",
    "reversi:size=10,blocked=octagon": "Octagon",
}
_CHOICES = {
    "goal": ("most", "fewest"),
    "start": ("cross", "parallel", "mirrored"),
    "order": ("round", "snake"),
}
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")
_PASSES = ("pass", "pa", "ps")


@cache
def square_names(size: int) -> tuple[str, ...]:
    """a1, b1, … in the order of the board string."""
    return tuple(f"{_LETTERS[i % size]}{i // size + 1}" for i in range(size * size))


@cache
def rays(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each square, the squares one after the other in each of the eight directions."""

    def ray(square: int, down: int, right: int) -> tuple[int, ...]:
        row, column = divmod(square, size)
        found = []
        while 0 <= (row := row + down) < size and 0 <= (column := column + right) < size:
            found.append(row * size + column)
        return tuple(found)

    return tuple(
        tuple(ray(square, *step) for step in DIRECTIONS.values()) for square in range(size * size)
    )


@cache
def corner_cuts(size: int) -> frozenset[str]:
    """The squares that make an octagon of a square board: three at each corner."""
    last = size - 1
    corners = [(r, c) for r in (0, last) for c in (0, last)]
    names = square_names(size)
    return frozenset(
        names[row * size + column]
        for row in range(size)
        for column in range(size)
        if any(abs(row - r) + abs(column - c) <= 1 for r, c in corners)
    )


def _plain(rules: "Reversi", cells: str, phase: int) -> "ReversiPosition":
    return PlainReversi(rules, cells, phase)


@dataclass(frozen=True, repr=False)
class Reversi:
    """A Reversi rule set. `blocked` names the squares that are not there, `make` the kind of its
    positions: Python's, unless `turnstone.variant` chose.

    >>> Reversi(size=6).spec
    'reversi:size=6'
    """

    size: int = 8
    colours: int = 2
    goal: str = "most"
    centre: str = field(default="cross", metadata={"option": "start"})
    order: str = "round"
    blocked: frozenset[str] = frozenset()
    make: Callable[["Reversi", str, int], "ReversiPosition"] = field(
        default=_plain, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if self.size % 2 or not 4 <= self.size <= 16:
            raise InvalidVariant(f"size must be an even number from 4 to 16, not {self.size}")
        if not 2 <= self.colours <= 4:
            raise InvalidVariant(f"colours must be 2, 3 or 4, not {self.colours}")
        for option, value in (("goal", self.goal), ("start", self.centre), ("order", self.order)):
            if value not in _CHOICES[option]:
                allowed = ", ".join(_CHOICES[option])
                raise InvalidVariant(f"{option} must be one of {allowed}, not {value!r}")
        if self.colours > 2 and self.centre != "cross":
            raise InvalidVariant(f"start={self.centre} is for two colours only")
        if self.colours == 2 and self.order != "round":
            raise InvalidVariant("order=snake is for three or four colours only")
        if unknown := sorted(self.blocked - set(square_names(self.size))):
            raise InvalidVariant(f"blocked square {unknown[0]} is not on a board of {self.size}")

    @classmethod
    def read_option(cls, option: str, text: str, size: int) -> tuple[str, object]:
        """Turn one written option into a field and its value."""
        if option == "size":
            return "size", grammar.integer(text, "size", 4, 16)
        if option == "colours":
            return "colours", grammar.integer(text, "colours", 2, 4)
        if option == "blocked":
            if text == "octagon":
                return "blocked", corner_cuts(size)
            none = text in ("none", "")
            return "blocked", frozenset() if none else frozenset(text.lower().split("+"))
        if option in _CHOICES:
            return ("centre" if option == "start" else option), text
        raise InvalidVariant(
            f"reversi has no option {option!r}; it takes size, colours, goal, start, order, blocked"
        )

    family: Literal["reversi"] = field(default="reversi", init=False, repr=False, compare=False)

    @property
    def unit(self) -> Literal["disc"]:
        """What one of the things on its board is called."""
        return "disc"

    def __repr__(self) -> str:
        return f"variant({self.spec!r})"

    @cached_property
    def spec(self) -> str:
        """The canonical spelling."""
        options: dict[str, object] = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.compare and value != each.default:
                options[each.metadata.get("option", each.name)] = value
        if self.blocked:
            cut = self.blocked == corner_cuts(self.size)
            names = [name for name in square_names(self.size) if name in self.blocked]
            options["blocked"] = "octagon" if cut else "+".join(names)
        return grammar.spell("reversi", options) if options else "othello"

    @property
    def title(self) -> str:
        """The name people use: Othello, Reversi 6×6, Three colours, Anti-Reversi 4×4 …"""
        if called := _CALLED.get(self.spec):
            return called
        name = "Anti-" if self.goal == "fewest" else ""
        if self.blocked:
            cut = self.blocked == corner_cuts(self.size)
            name += "Octagon Reversi" if cut else "Reversi with blocked squares"
        else:
            name += "Othello" if self.size == 8 and self.colours == 2 else "Reversi"
        if self.size != 8 or self.colours > 2 or self.blocked:
            name += f" {self.size}×{self.size}"
        details = [f"{self.colours} colours"] if self.colours > 2 else []
        details += ["snake order"] if self.order == "snake" else []
        details += [f"{self.centre} start"] if self.centre != "cross" else []
        return f"{name} ({', '.join(details)})" if details else name

    @property
    def seats(self) -> tuple[str, ...]:
        """Black, White, Amber, Blue, as many as play."""
        return _NAMES[: self.colours]

    @cached_property
    def squares(self) -> tuple[str, ...]:
        """All names a1, b1, … in the order of `position.cells`."""
        return square_names(self.size)

    @property
    def material(self) -> int:
        """How many squares there are to win."""
        return self.size * self.size - len(self.blocked)

    @property
    def symbols(self) -> str:
        """The discs there are: one a seat, and for three a neutral one that fills the start."""
        return DISCS[: self.colours] + NEUTRAL[: self.colours == 3]

    @property
    def repetition(self) -> int:
        """A disc is added by every move, so nothing ever repeats."""
        return 0

    @cached_property
    def phases(self) -> tuple[int, ...]:
        """The seats in the order in which they move, over one whole cycle."""
        there = tuple(range(self.colours))
        return there + there[::-1] if self.order == "snake" else there

    def start(self) -> "ReversiPosition":
        """The position before the first move; InvalidPosition if the whole centre is blocked."""
        upper_left = (self.size // 2 - 1) * (self.size + 1)
        centre = (upper_left, upper_left + 1, upper_left + self.size + 1, upper_left + self.size)
        if self.colours == 2:  # clockwise from the top left
            discs = {"cross": "OXOX", "parallel": "OOXX", "mirrored": "XOXO"}[self.centre]
        else:
            discs = self.symbols
        cells = [BLOCKED if name in self.blocked else EMPTY for name in self.squares]
        for square, disc in zip(centre, discs, strict=True):
            if cells[square] == EMPTY:
                cells[square] = disc
        if not any(disc in cells for disc in DISCS):
            raise InvalidPosition("that board has no usual start: its centre is blocked")
        return ReversiSetup(self, "".join(cells), 0).position()

    def setup(self, text: str) -> "ReversiSetup":
        """Read an arrangement without asking whether it makes sense."""
        symbols = "".join(text.split())
        if len(symbols) > 2 * self.size * self.size or not symbols.isascii():
            raise InvalidPosition(f"{grammar.shorten(text)} is not a position of {self.title}")
        count = self.size * self.size
        cells, side = symbols[:count], symbols[count:]
        if len(cells) < count or not 0 < len(side) <= max(map(len, self.sides)):
            raise InvalidPosition(
                f"a position of {self.title} is {count} squares and the side to move,"
                f" not {len(symbols)} symbols"
            )
        aliases = {"x": "X", "*": "X", "o": "O", "w": "O", "W": "O", ".": EMPTY}
        aliases |= {"b": "X", "B": "X"} if self.colours == 2 else {"b": "B", "a": "A", "n": NEUTRAL}
        read = "".join(aliases.get(symbol, symbol) for symbol in cells)
        known = self.symbols + BLOCKED + EMPTY
        for name, symbol in zip(self.squares, read, strict=True):
            if symbol not in known:
                raise InvalidPosition(f"{symbol!r} at {name} is none of the symbols {known}")
        return ReversiSetup(self, read, self._read_side(side, aliases))

    def _read_side(self, side: str, aliases: dict[str, str]) -> int:
        for phase, name in enumerate(self.sides):
            if aliases.get(side[0], side[0]) + side[1:] == name:
                return phase
        allowed = ", ".join(self.sides)
        raise InvalidPosition(f"the side to move must be one of {allowed}, not {side!r}")

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """How the side to move is written in each phase; in snake order with its direction."""
        if self.order == "round":
            return tuple(DISCS[: self.colours])
        return tuple(
            DISCS[seat] + (">" if phase < self.colours else "<")
            for phase, seat in enumerate(self.phases)
        )

    def position(self, text: str) -> "ReversiPosition":
        """Read a position: the squares from a1, row by row, and the side to move."""
        return self.setup(text).position()

    def margins(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        """Own discs minus the best other's; with goal=fewest the fewest other's minus own."""
        sign = 1 if self.goal == "most" else -1
        good = [sign * count for count in counts]
        return tuple(
            own - max(other for seat, other in enumerate(good) if seat != me)
            for me, own in enumerate(good)
        )

    def recurrence_key(self, position: Position) -> object:
        """The whole position."""
        return position

    def repeated(self, position: Position) -> Outcome:
        """Never called: Reversi cannot repeat."""
        raise NotImplementedError


@dataclass(frozen=True)
class ReversiSetup:
    """Any arrangement of discs, not yet known to be a position."""

    variant: Reversi
    cells: str
    phase: int

    def position(self) -> "ReversiPosition":
        """The checked position, or InvalidPosition."""
        for name, symbol in zip(self.variant.squares, self.cells, strict=True):
            if (symbol == BLOCKED) != (name in self.variant.blocked):
                there = "is" if name in self.variant.blocked else "is not"
                raise InvalidPosition(f"{name} {there} blocked in {self.variant.spec}")
        if not any(disc in self.cells for disc in DISCS):
            raise InvalidPosition("a position needs at least one disc")
        return self.variant.make(self.variant, self.cells, self.phase)


class ReversiPosition:
    """A board and who is to move. Make one with `variant.start()` or `variant.position(text)`.

    A kind of position keeps the three facts below, finds `runs` and `legal_moves`, and plays.
    """

    __slots__ = ()
    variant: Reversi
    cells: str
    phase: int

    def runs(self, square: int, disc: str) -> Iterable[tuple[str, tuple[int, ...]]]:
        """The directions in which a disc put on a square would flip, each with what it flips."""
        raise NotImplementedError

    @property
    def legal_moves(self) -> Sequence["ReversiMove"]:
        """All moves allowed here, in the order of the squares; a pass is one."""
        raise NotImplementedError

    def play(self, move: Move | str, /) -> "ReversiPosition":
        """The position after a move, given as a move or its text."""
        raise NotImplementedError

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.variant.phases[self.phase]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ReversiPosition):
            return NotImplemented
        mine, theirs = (self.cells, self.phase), (other.cells, other.phase)
        return mine == theirs and self.variant == other.variant

    def __hash__(self) -> int:
        return hash((self.cells, self.phase))

    def __reduce__(self) -> tuple[object, ...]:
        # As text: the other side of a pickle may have another kernel, or none.
        return self.variant.position, (self.text(),)

    def text(self) -> str:
        """The board and the side to move in one line."""
        return f"{self.cells} {self.variant.sides[self.phase]}"

    def __repr__(self) -> str:
        return f"variant({self.variant.spec!r}).position({self.text()!r})"

    def __str__(self) -> str:
        return diagram.reversi(self.variant.size, self.cells)

    def _repr_svg_(self) -> str:
        from .. import picture  # loaded with the first picture, not with every start

        legal = [move.index for move in self.legal_moves if move.index is not None]
        return picture.reversi(self.variant.size, self.cells, legal=legal, title=self.variant.title)

    def move(self, text: str) -> "ReversiMove":
        """Read a move: a square such as f5, or pass."""
        written = text.strip().lower()
        index = None
        if written not in _PASSES:
            read = _SQUARE.fullmatch(written)
            if not read or written not in self.variant.squares:
                last = self.variant.squares[-1]
                raise InvalidMove(
                    f"{grammar.shorten(text)} is not a square of this board (a1 to {last})"
                )
            index = self.variant.squares.index(written)
        for move in self.legal_moves:
            if move.index == index:
                return move
        raise IllegalMove(self._why_not(index))

    def _why_not(self, index: int | None) -> str:
        name = self.variant.seats[self.turn]
        if not self.legal_moves:
            return "the game is over"
        if index is None:
            return f"{name} can move and may not pass"
        square = self.variant.squares[index]
        if self.cells[index] == BLOCKED:
            return f"{square} is blocked"
        if self.cells[index] != EMPTY:
            return f"{square} is occupied"
        if self.legal_moves[0].index is None:
            return f"{name} cannot move and must pass"
        if any(self.runs(self.legal_moves[0].index, DISCS[self.turn])):
            return f"{square} flips nothing"
        return f"{square} touches no disc"

    def _own(self, move: Move | str) -> "ReversiMove":
        if isinstance(move, ReversiMove) and move.position is self:
            return move
        return self.move(str(move))

    def steps(self, move: Move | str) -> tuple[Step, ...]:
        """The disc, then its flips ring by ring from the new disc outward."""
        own, seat = self._own(move), self.turn
        if own.index is None:
            return (Passed(seat),)
        runs = [squares for _, squares in self.runs(own.index, DISCS[seat])]
        names = self.variant.squares
        rings = max((len(run) for run in runs), default=0)
        flips = [run[ring] for ring in range(rings) for run in runs if ring < len(run)]
        return (Placed(names[own.index], seat), *(Flipped(names[each], seat) for each in flips))

    @property
    def scores(self) -> tuple[int, ...]:
        """Discs on the board."""
        return tuple(self.cells.count(disc) for disc in DISCS[: self.variant.colours])

    @property
    def outcome(self) -> Outcome | None:
        """The discs counted, once nobody can move."""
        return None if self.legal_moves else self._counted()

    def _counted(self) -> Outcome:
        official = scores = self.scores
        if self.variant.colours == 2:
            black, white = scores
            empty = self.cells.count(EMPTY)
            # The side with more discs takes the empty squares, whichever goal it plays for.
            gifts = (
                (empty // 2,) * 2 if black == white else (empty, 0)[:: 1 if black > white else -1]
            )
            official = (black + gifts[0], white + gifts[1])
        margins = self.variant.margins(official)
        return Outcome("no moves", scores, official, margins, ranks(margins))


class ReversiMove:
    """A disc on a square, or a pass (`index` and `square` None), with what it would do."""

    __slots__ = ()
    position: ReversiPosition
    index: int | None

    @property
    def seat(self) -> int:
        """Who moves."""
        return self.position.turn

    @property
    def square(self) -> str | None:
        """The name of the square."""
        return None if self.index is None else self.position.variant.squares[self.index]

    @property
    def _runs(self) -> Sequence[tuple[str, tuple[int, ...]]]:
        if self.index is None:
            return ()
        return tuple(self.position.runs(self.index, DISCS[self.seat]))

    @property
    def lines(self) -> tuple[str, ...]:
        """In which of the eight directions it flips: n, ne, e, se, s, sw, w, nw."""
        return tuple(direction for direction, _ in self._runs)

    @property
    def flipped(self) -> tuple[int, ...]:
        """The indices of the discs it flips, line by line."""
        return tuple(square for _, run in self._runs for square in run)

    @property
    def flips(self) -> tuple[str, ...]:
        """The squares of the discs it flips, line by line."""
        names = self.position.variant.squares
        return tuple(names[square] for square in self.flipped)

    def __str__(self) -> str:
        return self.square or "pass"

    def __repr__(self) -> str:
        return f"<{self.position.variant.seats[self.seat]} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ReversiMove):
            return NotImplemented
        return self.index == other.index and self.seat == other.seat

    def __hash__(self) -> int:
        return hash((self.index, self.seat))

    def __reduce__(self) -> tuple[object, ...]:
        return self.position.move, (str(self),)


@dataclass(frozen=True, eq=False, repr=False)
class PlainReversi(ReversiPosition):
    """A position that Python plays."""

    variant: Reversi
    cells: str
    phase: int

    def runs(self, square: int, disc: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Discs of others, seen from the square, up to the first of its own colour."""
        cells = self.cells
        for direction, ray in zip(DIRECTIONS, rays(self.variant.size)[square], strict=True):
            for length, other in enumerate(ray):
                if cells[other] == disc:
                    if length:
                        yield direction, ray[:length]
                    break
                if cells[other] in (EMPTY, BLOCKED):
                    break

    def _can_flip(self, disc: str) -> Iterator[int]:
        cells = self.cells
        return (
            square
            for square in range(len(cells))
            if cells[square] == EMPTY and any(self.runs(square, disc))
        )

    def _touching(self) -> Iterator[int]:
        cells = self.cells
        for square, around in enumerate(rays(self.variant.size)):
            if cells[square] == EMPTY and any(
                ray and cells[ray[0]] not in (EMPTY, BLOCKED) for ray in around
            ):
                yield square

    @property
    def legal_moves(self) -> tuple["PlainMove", ...]:
        """Who can flip must flip. Who cannot passes; among more than two colours he puts a disc
        beside any other."""
        # Moves know their position: kept here, each would close a ring of references.
        return tuple(PlainMove(self, square) for square in self._playable)

    @cached_property
    def _playable(self) -> tuple[int | None, ...]:
        squares = tuple(self._can_flip(DISCS[self.turn]))
        if squares or self.variant.colours > 2:
            return squares or tuple(self._touching())
        if any(True for _ in self._can_flip(DISCS[1 - self.turn])):
            return (None,)
        return ()

    def play(self, move: Move | str, /) -> "PlainReversi":
        """The disc and all that it flips have the mover's colour."""
        own = self._own(move)
        phase = (self.phase + 1) % len(self.variant.phases)
        if own.index is None:
            return PlainReversi(self.variant, self.cells, phase)
        cells, disc = list(self.cells), DISCS[self.turn]
        for square in (own.index, *own.flipped):
            cells[square] = disc
        return PlainReversi(self.variant, "".join(cells), phase)


@dataclass(frozen=True, eq=False, repr=False)
class PlainMove(ReversiMove):
    """A move that Python found; it remembers what it flips."""

    position: PlainReversi
    index: int | None

    @cached_property
    def _runs(self) -> Sequence[tuple[str, tuple[int, ...]]]:
        return super()._runs
