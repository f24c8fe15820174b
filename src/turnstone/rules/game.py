"""A game: where it started and the moves since. Immutable, like its positions."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from . import grammar
from .errors import IllegalMove, InvalidPosition, InvalidRecord
from .occurrences import Occurrences
from .position import Move, Outcome, Position, Variant
from .variants import variant as find_variant

VERSION = 1


@dataclass(frozen=True)
class Game:
    """A start and the moves played from it, with the moves taken back kept for `redo`.

    >>> game = Game.new("othello").play("f5").play("d6")
    >>> game.undo().moves == game.moves[:1]
    True
    """

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = field(default=(), compare=False)
    # Follows from the positions: handed from game to game so that none counts them all again.
    _known: Occurrences | None = field(default=None, compare=False, repr=False)

    @classmethod
    def new(cls, variant: Variant | str = "othello", start: Position | str | None = None) -> "Game":
        """A game that is about to begin, from the usual start or another."""
        rules = find_variant(variant) if isinstance(variant, str) else variant
        if isinstance(start, str):
            start = rules.position(start)
        if start is not None and start.variant != rules:
            raise InvalidPosition(f"that is a position of {start.variant.title}, not {rules.title}")
        return cls((rules.start() if start is None else start,))

    @property
    def variant(self) -> Variant:
        """The rule set."""
        return self.positions[0].variant

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, repetition included, or None."""
        return self.position.outcome or (
            self.variant.repeated(self.position) if self._repeats else None
        )

    @property
    def _repeats(self) -> bool:
        limit = self.variant.repetition
        return bool(limit) and self._occurrences.count(self._key(self.position)) >= limit

    @cached_property
    def _occurrences(self) -> Occurrences:
        return self._known or Occurrences(map(self._key, self.positions))

    def _key(self, position: Position) -> object:
        return self.variant.recurrence_key(position)

    def _counted(self, positions: Iterable[Position], by: int) -> Occurrences | None:
        """The occurrences with those of some positions added or taken away, where they matter."""
        if not self.variant.repetition:
            return None
        found = self._occurrences
        for position in positions:
            found = found.changed(self._key(position), by)
        return found

    def play(self, move: Move | str) -> "Game":
        """The game after one more move; moves that were taken back are forgotten."""
        if self.outcome:
            raise IllegalMove("the game is over")
        own = self.position.move(str(move))
        after = self.position.play(own)
        known = self._counted([after], 1)
        return Game((*self.positions, after), (*self.moves, own), _known=known)

    def play_all(self, moves: Iterable[Move | str]) -> "Game":
        """The game after several moves."""
        game = self
        for move in moves:
            game = game.play(move)
        return game

    def undo(self, plies: int = 1) -> "Game":
        """The game before its last moves."""
        if not 0 <= plies <= len(self.moves):
            raise IllegalMove(
                "there is nothing to take back" if not self.moves else f"cannot undo {plies} moves"
            )
        keep = len(self.moves) - plies
        undone = self.moves[keep:] + self.undone
        known = self._counted(self.positions[keep + 1 :], -1)
        return Game(self.positions[: keep + 1], self.moves[:keep], undone, known)

    def redo(self, plies: int = 1) -> "Game":
        """The game with moves that were taken back played again."""
        if not 0 <= plies <= len(self.undone):
            raise IllegalMove("there is nothing to play again")
        game = self.play_all(self.undone[:plies])
        return replace(game, undone=self.undone[plies:])

    def to_json(self) -> str:
        """The game as JSON text."""
        return json.dumps(self.to_data(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Game":
        """Read a game back; InvalidRecord if it is not one, or does not give its own result."""
        return cls.from_data(read_json(text))

    def to_data(self) -> dict[str, Any]:
        """The game as plain data."""
        data: dict[str, Any] = {"turnstone": VERSION, "variant": self.variant.spec}
        if start := start_text(self.start):
            data["start"] = start
        data["moves"] = [str(move) for move in self.moves]
        if self.undone:
            data["undone"] = [str(move) for move in self.undone]
        outcome = self.outcome
        data["outcome"] = outcome and {"reason": outcome.reason, "scores": list(outcome.scores)}
        return data

    @classmethod
    def from_data(cls, data: object, most: int | None = None) -> "Game":
        """Read a game from plain data, checking every move and the result; of `most` moves."""
        if not isinstance(data, dict):
            raise InvalidRecord("a saved game is a JSON object")
        version = data.get("turnstone")
        if type(version) is not int or version < 1:
            raise InvalidRecord("this is not a saved game: it names no version")
        if version > VERSION:
            raise InvalidRecord(f"this game was saved by a newer program (version {version})")
        if unknown := sorted(map(str, set(data) - _KEYS)):
            raise InvalidRecord(f"a saved game has no {grammar.shorten(unknown[0])}")
        spec, start = data.get("variant"), data.get("start")
        if not isinstance(spec, str) or not (start is None or isinstance(start, str)):
            raise InvalidRecord("variant and start must be texts")
        try:
            game = cls.new(spec, start)
        except ValueError as error:
            raise InvalidRecord(str(error)) from None
        played = game._replay(data.get("moves"), "move", most)
        undone = played._replay(data.get("undone", []), "undone move", most)
        game = undone.undo(len(undone.moves) - len(played.moves))
        if "outcome" not in data:
            raise InvalidRecord("the saved game does not say whether it is over")
        if data["outcome"] != game.to_data()["outcome"]:
            raise InvalidRecord("the moves do not give the result that the file claims")
        return game

    def _replay(self, moves: object, what: str, most: int | None) -> "Game":
        if not isinstance(moves, Sequence) or isinstance(moves, str):
            raise InvalidRecord(f"{what}s must be a list")
        check_length(moves, most)
        game = self
        for number, move in enumerate(moves, 1):
            if not isinstance(move, str):
                raise InvalidRecord(f"{what} {number} is not a text")
            try:
                game = game.play(move)
            except ValueError as error:
                raise InvalidRecord(f"{what} {number}: {error}") from None
        return game


def start_text(start: Position) -> str | None:
    """A start as it is written down, or None for the usual one of its rule set."""
    try:
        usual = start.variant.start()
    except InvalidPosition:  # the centre of the board is blocked
        return start.text()
    return None if start == usual else start.text()


_KEYS = {"turnstone", "variant", "start", "moves", "undone", "outcome"}


def check_length(moves: Sequence[object], most: int | None) -> None:
    """InvalidRecord if there are more than so many: before they are replayed, which takes time."""
    if most is not None and len(moves) > most:
        raise InvalidRecord(f"{len(moves):,} moves are too many: {most:,} at most")


def read_json(text: str | bytes) -> object:
    """Read JSON from outside, with one clear error whatever is wrong with it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidRecord(f"not JSON from line {error.lineno}, column {error.colno} on") from None
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"not text: byte {error.start} is not UTF-8") from None
    except RecursionError:
        raise InvalidRecord("not a game: the JSON is nested too deeply") from None
    except ValueError:
        raise InvalidRecord("not a game: it holds a number that is far too long") from None
