"""Solved openings: positions that take the solver long, each with its score and a best move.

One text file for each game, made by `make openings` and shipped with the program, in `solved/`.
Nothing depends on them but time: without a file the same answers come from the search.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from turnstone.rules.mancala import Mancala, MancalaPosition
from turnstone.rules.position import Position
from turnstone.rules.reversi import Reversi, ReversiPosition

from .analysis import Analysis, Value

FOLDER = Path(__file__).with_name("solved")
_SWAPPED = str.maketrans("XO", "OX")


class DamagedOpenings(ValueError):
    """A file that is not as it was written."""


@dataclass(frozen=True)
class Seen:
    """A position as its mover sees it, the least of its images: South or X is to move.

    `text` is a position of the same game. Its score is that of the position less `ahead`, and its
    moves are called otherwise: `moves` and `own` lead there and back.
    """

    text: str
    ahead: int
    moves: Mapping[str, str]

    @property
    def own(self) -> dict[str, str]:
        """The names of moves in `text`, to their names in the position."""
        return {there: here for here, there in self.moves.items()}


def seen(position: Position) -> Seen | None:
    """What an opening is known by; None where none is kept of such games."""
    if isinstance(position, ReversiPosition) and position.variant.colours == 2:
        return _seen_discs(position)
    if isinstance(position, MancalaPosition) and _without_stores(position.variant):
        return _seen_seeds(position)
    return None


def look_up(position: Position) -> Analysis | None:
    """The solved position, or None if it is not among them."""
    known = _known(position)
    if known is None:
        return None
    score, best = known
    line = (best, *_follow(position.play(best)))
    worth = float(score)
    depth = position.cells.count("-") if isinstance(position, ReversiPosition) else len(line)
    return Analysis(worth, True, worth, worth, {best: Value(worth, True, line)}, depth, 0, 0.0)


def _known(position: Position) -> tuple[int, str] | None:
    book = _book(name_of(position.variant))
    image = seen(position) if book else None
    if image is None or image.text not in book:
        return None
    score, move = book[image.text]
    best = image.own.get(move)
    if best is None or best not in map(str, position.legal_moves):
        return None
    return score + image.ahead, best


def _follow(position: Position) -> Iterator[str]:
    """What is known to be played from here: solved moves, and those without a choice."""
    for _ in range(position.variant.material):
        moves = position.legal_moves
        known = _known(position) if len(moves) > 1 else None
        if known is None and len(moves) != 1:
            return
        best = known[1] if known else str(moves[0])
        yield best
        position = position.play(best)


def name_of(rules: object) -> str:
    """What the file of a rule set is called: where a game begins and the swap do not matter."""
    if isinstance(rules, Reversi):
        spec = replace(rules, centre="cross").spec
    elif isinstance(rules, Mancala):
        spec = replace(rules, pie=False).spec
    else:
        return ""
    return spec.replace(":", "-").replace("=", "-").replace(",", "-") + ".txt"


def written(title: str, lines: Mapping[str, tuple[int, str]]) -> str:
    """A file of solved openings."""
    body = "".join(f"{text} {score:+} {move}\n" for text, (score, move) in lines.items())
    head = f"# {title}: positions, their score for the mover and a best move. make openings\n"
    return f"{head}# {_checksum(body)}\n{body}"


def read(text: str) -> dict[str, tuple[int, str]]:
    """What `written` wrote; DamagedOpenings if that has been changed."""
    head, _, rest = text.partition("\n")
    checksum, _, body = rest.partition("\n")
    if not head.startswith("# ") or checksum != f"# {_checksum(body)}":
        raise DamagedOpenings("its checksum is wrong")
    return dict(map(_entry, body.splitlines()))


def _entry(line: str) -> tuple[str, tuple[int, str]]:
    text, score, move = line.rsplit(" ", 2)
    return text, (int(score), move)


def _checksum(body: str) -> str:
    import hashlib  # these two are slow to load, and not for --help

    return hashlib.sha256(body.encode()).hexdigest()


@lru_cache(maxsize=16)
def _book(name: str) -> Mapping[str, tuple[int, str]]:
    path = FOLDER / name
    try:
        if path.name not in {each.name for each in FOLDER.iterdir()}:
            return {}
        return read(path.read_text("ascii"))
    except (OSError, ValueError) as error:
        import logging

        logging.getLogger(__name__).warning(
            "the solved openings in %s are left out: %s", path, error
        )
        return {}


def forget() -> None:
    """Read the files anew when they are asked for."""
    _book.cache_clear()


@cache
def _images(size: int) -> tuple[tuple[int, ...], ...]:
    """The eight ways to lay down a board: for each square of the image the square it shows."""

    def image(flip: bool, mirror: bool, turn: bool) -> Iterable[int]:
        for row in range(size):
            for column in range(size):
                r, c = (column, row) if turn else (row, column)
                r, c = size - 1 - r if flip else r, size - 1 - c if mirror else c
                yield r * size + c

    sides = (False, True)
    return tuple(tuple(image(f, m, t)) for f in sides for m in sides for t in sides)


def _seen_discs(position: ReversiPosition) -> Seen:
    cells = position.cells.translate(_SWAPPED) if position.turn else position.cells
    images = _images(position.variant.size)
    least, chosen = min(("".join([cells[square] for square in image]), image) for image in images)
    names = position.variant.squares
    moves = {names[square]: names[place] for place, square in enumerate(chosen)}
    return Seen(f"{least} X", 0, moves | {"pass": "pass"})


def _without_stores(rules: Mancala) -> bool:
    """Whether what will still be won does not depend on what lies in the stores."""
    return rules.finish != "majority"


def _seen_seeds(position: MancalaPosition) -> Seen:
    rules, pits = position.variant, position.pits
    half = rules.houses + 1
    store, other = (pits[rules.stores[seat]] for seat in (position.turn, 1 - position.turn))
    ring = list(pits[half:] + pits[:half] if position.turn else pits)
    ring[rules.stores[0]], ring[rules.stores[1]] = store + other, 0
    text = rules.make(rules, tuple(ring), 0, False).text()
    names = [str(rules.number(house)) for house in sorted(sum(rules.owned, ()))]
    turned = half if position.turn and rules.ends else 0
    moves = {name: str((int(name) + turned) % len(pits)) if turned else name for name in names}
    return Seen(text, -2 * other, moves)
