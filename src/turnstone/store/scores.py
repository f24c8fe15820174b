"""The score table: one JSON line a score, appended and synced, never rewritten."""

import json
import os
from collections.abc import Iterable
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


def _lines(scores: Iterable[Score]) -> str:
    return "".join(json.dumps(asdict(score), ensure_ascii=False) + "\n" for score in scores)


class ScoreTable:
    """The scores in a file; a line that is not one is reported and left alone."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, scores: Iterable[Score]) -> None:
        """Add scores; when this returns they are on the disk."""
        lines = _lines(scores).encode()
        new = not self.path.exists()
        with open(self.path, "ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # a crash cut the last line short
                    lines = b"\n" + lines
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
        if new:
            files.sync_directory(self.path.parent)

    def read(self) -> tuple[list[Score], list[str]]:
        """All scores, best first per variant, and a complaint for each line that is none."""
        if not self.path.exists():
            return [], []
        scores, complaints = [], []
        for number, line in enumerate(self.path.read_bytes().splitlines(), 1):
            try:
                if line.strip():
                    scores.append(Score.from_data(read_json(line)))
            except InvalidRecord as error:
                complaints.append(f"{self.path}, line {number}, is left out: {error}")
        return sorted(scores, key=lambda score: score.order), complaints

    def export(self, path: Path) -> int:
        """Write all scores to a file of the same form, best first."""
        scores, _ = self.read()
        files.write(path, _lines(scores))
        return len(scores)

    def take_in(self, path: Path) -> int:
        """Add the scores of a file that are not there yet; a file with a fault adds nothing."""
        found: list[Score] = []
        for number, line in enumerate(files.read(path).splitlines(), 1):
            try:
                if line.strip():
                    found.append(Score.from_data(read_json(line)))
            except InvalidRecord as error:
                raise InvalidRecord(f"{path}, line {number}: {error}") from None
        known = set(self.read()[0])
        fresh = [score for score in dict.fromkeys(found) if score not in known]
        if fresh:
            self.append(fresh)
        return len(fresh)
