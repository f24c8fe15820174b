"""What the terminal game shows: boards with or without colour, and sentences."""

import os
import sys
from collections.abc import Collection

from turnstone.rules import diagram
from turnstone.rules.mancala import MancalaPosition
from turnstone.rules.position import Move, Position
from turnstone.rules.reversi import DISCS, ReversiPosition
from turnstone.rules.steps import Captured, Flipped, Placed, Sown, Step

_FELT = "48;5;29"
_STYLES = {
    "X": f"{_FELT};38;5;16;1",
    "O": f"{_FELT};38;5;231;1",
    "A": f"{_FELT};38;5;220;1",
    "B": f"{_FELT};38;5;153;1",
    "N": f"{_FELT};38;5;250",
    "-": f"{_FELT};38;5;23",
    "last": "4",
    "label": "2",
    "house": "38;5;180",
    "store": "38;5;180;1",
}
_LEGAL = {"reversi": f"{_FELT};38;5;157", "mancala": "38;5;114;1"}


class Screen:
    """Standard output, in colour if it is a terminal that takes it."""

    def __init__(self, colour: bool | None = None) -> None:
        if colour is None:
            colour = (
                sys.stdout.isatty()
                and "NO_COLOR" not in os.environ
                and os.environ.get("TERM", "dumb") != "dumb"
            )
        self.colour = colour

    def say(self, text: str = "") -> None:
        """One line, at once."""
        print(text, flush=True)

    def complain(self, text: str) -> None:
        """Why something did not happen, as a sentence."""
        named = any(letter.isdigit() for letter in text.split(" ")[0])  # a1 stays a1
        sentence = text if named else text[:1].upper() + text[1:]
        self.say(self.styled(sentence if sentence.endswith(".") else sentence + ".", "38;5;209"))

    def styled(self, text: str, style: str) -> str:
        """Text in a style, where there is colour."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour else text

    def board(self, position: Position, steps: Collection[Step] = ()) -> None:
        """The board with the legal moves and the last changes marked."""
        self.say()
        if isinstance(position, ReversiPosition):
            self.say(self._discs(position, steps))
        elif isinstance(position, MancalaPosition):
            self.say(self._pits(position, steps))
        self.say()

    def _discs(self, position: ReversiPosition, steps: Collection[Step]) -> str:
        squares = position.variant.squares
        changed = [squares.index(s.square) for s in steps if isinstance(s, Placed | Flipped)]
        legal = [move.index for move in position.legal_moves if move.index is not None]

        def paint(text: str, kind: str) -> str:
            if kind == "still" or not self.colour:
                return text
            if kind == "last":
                return text.replace("\x1b[", "\x1b[4;", 1)
            return self.styled(text, _LEGAL["reversi"] if kind == "legal" else _STYLES[kind])

        drawn = diagram.reversi(
            position.variant.size, position.cells, legal=legal, last=changed, paint=paint
        )
        # The felt shows through between the squares of a row.
        return (
            drawn.replace("\x1b[0m \x1b[", f"\x1b[{_FELT}m \x1b[0m\x1b[") if self.colour else drawn
        )

    def _pits(self, position: MancalaPosition, steps: Collection[Step]) -> str:
        changed = {step.pit for step in steps if isinstance(step, Sown | Captured)}
        legal = [move.house for move in position.legal_moves if move.house is not None]

        def paint(text: str, kind: str) -> str:
            style = _LEGAL["mancala"] if kind == "legal" else _STYLES[kind]
            return self.styled(text, style)

        upright = position.variant.ends
        return diagram.mancala(
            position.pits, upright=upright, legal=legal, last=changed, paint=paint
        )

    def standing(self, position: Position) -> None:
        """Counts, whose turn it is, and what may be played."""
        seats, symbols = position.variant.seats, _symbols(position)
        counts = [
            f"{name}{symbol} {score}"
            for name, symbol, score in zip(seats, symbols, position.scores, strict=True)
        ]
        self.say(f"{', '.join(counts)}. {seats[position.turn]}{symbols[position.turn]} to move.")
        self.say(self.styled(f"Legal: {listed(position.legal_moves)}", "2"))


def _symbols(position: Position) -> list[str]:
    if not isinstance(position, ReversiPosition):
        return [""] * len(position.variant.seats)
    return [f" ({disc})" for disc in DISCS[: position.variant.colours]]


def listed(moves: Collection[Move]) -> str:
    """The moves in one line, not too many of them."""
    names = [str(move) for move in moves]
    return " ".join(names[:40]) + (f" … {len(names)} in all" if len(names) > 40 else "")
