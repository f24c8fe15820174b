"""A game in a JSON file, with who plays it. A plain `Game.to_json` is such a file too."""

import json
from dataclasses import dataclass
from pathlib import Path

from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import Game, read_json

from . import files


@dataclass(frozen=True)
class SavedGame:
    """A game, the specs of its players if they are known, and who resigned it, if anybody did."""

    game: Game
    players: tuple[str, ...] = ()
    resigned: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.game.outcome is not None or self.resigned is not None

    def text(self) -> str:
        """What the file holds."""
        data = self.game.to_data()
        if self.players:
            data["players"] = list(self.players)
        if self.resigned is not None:
            data["resigned"] = self.resigned
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

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
    def parse(cls, text: str | bytes) -> "SavedGame":
        """Read what such a file holds; InvalidRecord says what is wrong with it."""
        data = read_json(text)
        if not isinstance(data, dict):
            raise InvalidRecord("a saved game is a JSON object")
        players, resigned = data.pop("players", []), data.pop("resigned", None)
        game = Game.from_data(data)
        seats = len(game.variant.seats)
        if not isinstance(players, list) or not all(isinstance(each, str) for each in players):
            raise InvalidRecord("players must be a list of texts")
        if players and len(players) != seats:
            raise InvalidRecord(f"the game has {seats} seats but {len(players)} players")
        if resigned is not None and (type(resigned) is not int or not 0 <= resigned < seats):
            raise InvalidRecord("resigned must be the number of a seat")
        if resigned is not None and game.outcome:
            raise InvalidRecord("nobody can resign a game that is over")
        return cls(game, tuple(players), resigned)
