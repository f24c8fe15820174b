"""A score, and the file form of scores: one JSON line each. The table of them is in `scores`."""

import json
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
            if isinstance(data[each.name], str) and not data[each.name].isprintable():
                raise InvalidRecord(f"{each.name} holds characters that cannot be shown")
        score = cls(**data)
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


def clean_name(text: str) -> str:
    """A name as it may be stored and shown: one line, no control characters, 40 at most."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:40].rstrip()


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
