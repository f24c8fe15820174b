"""A score, and the file form of scores: one JSON line each. The table of them is in `scores`."""

import json
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

from turnstone.records import files
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import read_json
from turnstone.rules.variants import variant


@dataclass(frozen=True)
class Score:
    """Somebody's result in one game: margin first, then the own count."""

    variant: str
    name: str
    margin: int
    own: int
    opponent: str
    date: str

    @classmethod
    def from_data(cls, data: object) -> "Score":
        """Check one line's data."""
        if not isinstance(data, dict) or set(data) != {each.name for each in fields(cls)}:
            expected = ", ".join(each.name for each in fields(cls))
            raise InvalidRecord(f"a score has exactly {expected}")
        for each in fields(cls):
            if type(data[each.name]) is not each.type:
                kind = "a whole number" if each.type is int else "a text"
                raise InvalidRecord(f"{each.name} must be {kind}")
            if isinstance(data[each.name], str) and not is_shown(data[each.name]):
                raise InvalidRecord(f"{each.name} holds characters that cannot be shown")
        score = cls(**data)
        if not score.name.strip():
            raise InvalidRecord("name is empty")
        if max(abs(score.margin), abs(score.own)) > 256 or score.own < 0:
            raise InvalidRecord("margin or own count is out of range")
        try:
            rules = variant(score.variant)
            datetime.fromisoformat(score.date)
        except ValueError as error:
            raise InvalidRecord(str(error)) from None
        if rules.spec != score.variant:
            raise InvalidRecord(f"variant must be spelled {rules.spec}")
        return score

    @property
    def order(self) -> tuple[str, int, int, str]:
        """Best first within a variant; of equals the older."""
        return self.variant, -self.margin, -self.own, self.date


def today() -> str:
    """Now, as scores write it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


JOINER = "\u200d"  # makes one picture of several emoji: a woman and a rocket are an astronaut


def is_shown(text: str) -> bool:
    """Whether a text has nothing but what is seen, and joiners between emoji."""
    return all(letter.isprintable() or _joins(text, at) for at, letter in enumerate(text))


def clean_name(text: str) -> str:
    """A name as it may be stored and shown: one line, no control characters, 40 at most."""
    shown = "".join(
        letter if letter.isprintable() or _joins(text, at) else " "
        for at, letter in enumerate(text)
    )
    return " ".join(shown.split())[:40].rstrip(" " + JOINER)


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands there between two emoji; elsewhere it would only hide."""
    if text[at] != JOINER:
        return False
    before = text[max(0, at - 3) : at].rstrip(_DRESSES)
    return _is_emoji(before[-1:]) and _is_emoji(text[at + 1 : at + 2])


# What may stand between an emoji and a joiner: how it is to be drawn, and a tone of skin.
_DRESSES = "\ufe0f" + "".join(map(chr, range(0x1F3FB, 0x1F400)))


def _is_emoji(letter: str) -> bool:
    return letter != "" and (unicodedata.category(letter) == "So" or letter in "\u2194\u2195")


def lines(scores: Iterable[Score]) -> str:
    """The file form: one JSON line a score."""
    return "".join(json.dumps(asdict(score), ensure_ascii=False) + "\n" for score in scores)


def read_lines(data: bytes) -> Iterator[tuple[int, Score | InvalidRecord]]:
    """The lines of a score file by number, each a score or what is wrong with it."""
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            try:
                yield number, Score.from_data(read_json(line))
            except InvalidRecord as error:
                yield number, error


def read_file(path: Path) -> list[Score]:
    """The scores of a file from outside, doubles once; InvalidRecord if it has any fault."""
    found: dict[Score, None] = {}
    for number, each in read_lines(files.read(path)):
        if isinstance(each, InvalidRecord):
            raise InvalidRecord(f"{path}, line {number}: {each}")
        found[each] = None
    return list(found)
