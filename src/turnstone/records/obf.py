"""Problem files: a position a line, then moves with their scores, `… X; G8:+18; H1:+12;`."""

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from turnstone.rules.errors import InvalidRecord
from turnstone.rules.reversi import Reversi, ReversiPosition

from . import files

_SCORE = re.compile(r"\s*(--|[A-Pa-p][1-9][0-9]?|pa|ps|pass)\s*:\s*([+-]?[0-9]{1,3})\s*", re.I)
PADDING = "--"


@dataclass(frozen=True)
class Problem:
    """A position and what its moves are worth to the mover, as far as the file says."""

    line: int
    position: ReversiPosition
    scores: Mapping[str, int]

    @property
    def score(self) -> int | None:
        """The best of the scores listed, if any is: what the position is worth where the file lists
        its best move, as collections do."""
        return max(self.scores.values(), default=None)


def problems(path: Path, rules: Reversi) -> Iterator[Problem]:
    """The problems of a file; InvalidRecord names the line that is none."""
    whole = files.read(path).removeprefix(codecs.BOM_UTF8)  # some editors leave it there
    for number, raw in enumerate(whole.splitlines(), 1):
        try:
            text = raw.decode("ascii").split("%")[0].strip()
            if text:
                yield _problem(number, text, rules)
        except UnicodeDecodeError:
            raise InvalidRecord(f"{path}, line {number}: not plain ASCII") from None
        except ValueError as error:
            raise InvalidRecord(f"{path}, line {number}: {error}") from None


def _problem(number: int, text: str, rules: Reversi) -> Problem:
    board, *rest = text.split(";")
    position = rules.position(board)
    scores: dict[str, int] = {}
    for part in rest:
        if not part.strip():
            continue
        read = _SCORE.fullmatch(part)
        if not read:
            raise ValueError(f"{part.strip()[:40]!r} is not move:score")
        if read[1] == PADDING:
            continue
        move = str(position.move(read[1]))
        if move in scores:
            raise ValueError(f"{move} is listed twice")
        scores[move] = int(read[2])
    return Problem(number, position, scores)


def written(position: ReversiPosition, scores: Mapping[str, int]) -> str:
    """One line of a problem file, best move first."""
    best_first = sorted(scores.items(), key=lambda each: -each[1])
    return "".join([position.text(), ";", *(f" {m.upper()}:{s:+03};" for m, s in best_first)])
