"""A game in a JSON file, with who plays it. A plain `Game.to_json` is such a file too."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import Game, read_json

from . import files

Reason = Literal["resignation", "time", "forfeit", "agreement"]
_NUMBER = r"[0-9]{1,5}(\.[0-9]{1,3})?"
_CLOCK = re.compile(rf"{_NUMBER}(\+{_NUMBER})?")


@dataclass(frozen=True)
class Ending:
    """How a game ended that the board did not decide; `seat` lost it, None by agreement."""

    reason: Reason
    seat: int | None = None


@dataclass(frozen=True)
class SavedGame:
    """A game, the specs of its players if they are known, and how it ended, if not on the board.

    `names` is what the players are called, "" where nobody said; `clock` is what a clock gave each
    of them, in seconds: "300" or "300+2".
    """

    game: Game
    players: tuple[str, ...] = ()
    ended: Ending | None = None
    names: tuple[str, ...] = ()
    clock: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.game.outcome is not None or self.ended is not None

    def data(self) -> dict[str, Any]:
        """What the file holds, as plain data."""
        data = self.game.to_data()
        if self.players:
            data["players"] = list(self.players)
        if any(self.names):
            data["names"] = list(self.names)
        if self.clock is not None:
            data["clock"] = self.clock
        if self.ended is not None:
            data["ended"] = {"reason": self.ended.reason, "seat": self.ended.seat}
        return data

    def text(self) -> str:
        """What the file holds."""
        return json.dumps(self.data(), indent=1, ensure_ascii=False) + "\n"

    def write(self, path: Path) -> None:
        """Save to a file, all or nothing."""
        files.write(path, self.text())

    @classmethod
    def read(cls, path: Path) -> "SavedGame":
        """Load a file; InvalidRecord says what is wrong with it, and nothing of it is used."""
        try:
            return cls.parse(files.read(path))
        except InvalidRecord as error:
            raise InvalidRecord(f"{path}: {error}") from None

    @classmethod
    def parse(cls, text: str | bytes, most: int | None = None) -> "SavedGame":
        """Read what such a file holds, a game of `most` moves; InvalidRecord says what is wrong."""
        data = read_json(text)
        if not isinstance(data, dict):
            raise InvalidRecord("a saved game is a JSON object")
        players, ended = data.pop("players", []), _ending(data)
        names, clock = data.pop("names", []), data.pop("clock", None)
        game = Game.from_data(data, most)
        seats = len(game.variant.seats)
        _check_seats("players", players, seats)
        _check_seats("names", names, seats)
        if clock is not None and not (isinstance(clock, str) and _CLOCK.fullmatch(clock)):
            raise InvalidRecord("clock must be seconds or seconds+increment, as a text")
        if ended and ended.seat is not None and not 0 <= ended.seat < seats:
            raise InvalidRecord("ended: there is no such seat")
        if ended and game.outcome:
            raise InvalidRecord("a game that the board decided cannot have ended otherwise")
        return cls(game, tuple(players), ended, tuple(names), clock)


def _check_seats(what: str, texts: object, seats: int) -> None:
    """Whether a list has a text for each seat, or none at all."""
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise InvalidRecord(f"{what} must be a list of texts")
    if texts and len(texts) != seats:
        raise InvalidRecord(f"the game has {seats} seats but {len(texts)} {what}")


def _ending(data: dict[str, Any]) -> Ending | None:
    """Take out of a file's data how its game ended, as `ended` or, as once was, `resigned`."""
    ended, resigned = data.pop("ended", None), data.pop("resigned", None)
    if ended is None and resigned is not None:
        ended = {"reason": "resignation", "seat": resigned}
    if ended is None:
        return None
    if not isinstance(ended, dict) or set(ended) != {"reason", "seat"}:
        raise InvalidRecord("ended must have a reason and a seat")
    reason, seat = ended["reason"], ended["seat"]
    if not isinstance(reason, str) or reason not in get_args(Reason):
        raise InvalidRecord(f"ended: the reason must be {', '.join(get_args(Reason))}")
    if (seat is not None) if reason == "agreement" else type(seat) is not int:
        raise InvalidRecord("ended: by agreement no seat loses, otherwise one does")
    return Ending(reason, seat)  # type: ignore[arg-type]
