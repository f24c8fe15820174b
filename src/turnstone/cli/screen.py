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
_DISCS_STYLES = {
    "X": f"{_FELT};38;5;16;1",
    "O": f"{_FELT};38;5;231;1",
    "A": f"{_FELT};38;5;220;1",
    "B": f"{_FELT};38;5;153;1",
    "N": f"{_FELT};38;5;250",
    "-": f"{_FELT};38;5;23",
    "#": "0",
    "legal": f"{_FELT};38;5;157",
    "label": "2",
}
_PITS_STYLES = {"house": "38;5;180", "store": "38;5;180;1", "legal": "38;5;114;1", "label": "2"}


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
        self._wipe = ""

    def say(self, text: str = "") -> None:
        """One line, at once."""
        print(f"{self._wipe}{text}", flush=True)
        self._wipe = ""

    def wait(self, text: str) -> None:
        """What is going on, on a terminal, until the next line takes its place."""
        if self.colour:
            print(self.styled(text, "2"), end="", flush=True)
            self._wipe = "\r\x1b[K"

    def complain(self, text: str) -> None:
        """Why something did not happen, as a sentence."""
        plain = text.split(" ")[0].isalpha()  # a1 and a file's name stay as they are
        sentence = text[:1].upper() + text[1:] if plain else text
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

        drawn = diagram.reversi(
            position.variant.size,
            position.cells,
            legal=legal,
            last=changed,
            paint=self._paint(_DISCS_STYLES),
        )
        # The felt shows through between the squares of a row.
        return drawn.replace("\x1b[0m \x1b[48", f"\x1b[0;{_FELT}m \x1b[0m\x1b[48")

    def _pits(self, position: MancalaPosition, steps: Collection[Step]) -> str:
        changed = {step.pit for step in steps if isinstance(step, Sown | Captured)}
        legal = [move.house for move in position.legal_moves if move.house is not None]

        return diagram.mancala(
            position.pits,
            upright=position.variant.ends,
            legal=legal,
            last=changed,
            paint=self._paint(_PITS_STYLES),
        )

    def _paint(self, styles: dict[str, str]) -> diagram.Paint:
        """Colours by kind; what just changed is underlined on top of its colour."""

        def paint(text: str, kind: str) -> str:
            if kind == "last":
                return text.replace("m", ";4m", 1) if self.colour else text
            return text if kind == "still" else self.styled(text, styles[kind])

        return paint

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
