"""A person at the keyboard: a player whose moves and commands are typed."""

import sys
from dataclasses import replace
from pathlib import Path

from turnstone.engine.limit import Limit
from turnstone.engine.search import EngineMissing, analyse
from turnstone.players import referee
from turnstone.players.referee import Command, Play, Redo, Refused, Resign, State, TakeBack
from turnstone.players.specs import PlayerSpec
from turnstone.records.json import SavedGame
from turnstone.rules.errors import IllegalMove, InvalidMove, InvalidRecord
from turnstone.rules.explain import explain
from turnstone.rules.grammar import shorten
from turnstone.rules.position import Position
from turnstone.rules.variants import variant as find_variant

from .screen import Screen

HELP = """\
Type a move, or
  hint          what the engine would play here
  undo, redo    take back to your last move, play it again
  save FILE     save the game; load FILE goes on with a saved one
  new           leave this game and start another
  rules         how the game is played
  resign        give up
  quit          leave; the game is kept and `turnstone play --resume` goes on"""


class Leave(Exception):
    """The person wants to go, or the input has ended."""


class NewGame(Exception):
    """The person wants another game."""


class Load(Exception):
    """The person wants to go on with a saved game."""

    def __init__(self, saved: SavedGame) -> None:
        super().__init__()
        self.saved = saved


def ask(prompt: str) -> str:
    """One line from the keyboard; the end of input and Ctrl-C are a wish to leave."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise Leave from None
    except KeyboardInterrupt:
        print()
        raise Leave from None


def usual_bot(family: str) -> str:
    """The bot one plays against if none is named."""
    return "positional:depth=2" if family == "reversi" else "minimax:depth=6"


def hint(position: Position) -> str:
    """What to play here: by the engine, or by the usual bot where there is no engine for it."""
    variant = position.variant
    try:
        found = analyse(position, Limit(seconds=1))
    except EngineMissing:
        bot = PlayerSpec.parse(usual_bot(variant.family)).bot(variant)
        return f"{bot.choose(position)} (says {bot.name})"
    sure = "exactly" if found.exact else "about"
    return f"{found.best} ({sure} {round(found.score):+} for {variant.seats[position.turn]})"


class Person:
    """Prompts for a command, carries out what concerns nobody else, and returns the rest."""

    def __init__(self, screen: Screen, specs: list[PlayerSpec]) -> None:
        self.screen = screen
        self.specs = specs
        self.name = "human"

    def act(self, state: State) -> Command:
        """Ask until there is a command that the referee accepts."""
        position = state.game.position
        self.screen.standing(position)
        while True:
            line = ask(f"{position.variant.seats[position.turn]}> ")
            try:
                command = self._command(state, line)
                if command:
                    referee.decide(replace(state, clock=None), command, 0.0)
                    return command
            except (InvalidMove, IllegalMove, Refused, InvalidRecord) as error:
                self.screen.complain(str(error))
            except OSError as error:
                path = f"{error.filename}: " if error.filename else ""
                self.screen.complain(f"{path}{error.strerror or error}")

    def _command(self, state: State, line: str) -> Command | None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "":
                return None
            case "hint" | "h":
                self._hint(state)
            case "undo" | "u":
                return TakeBack(state.turn, self._plies_back(state))
            case "redo" | "r":
                return Redo(state.turn, self._plies_forward(state))
            case "save":
                self._save(state, rest)
            case "load":
                raise Load(SavedGame.read(_file("load", rest)))
            case "new":
                raise NewGame
            case "rules":
                self.screen.say(explain(find_variant(state.game.variant.spec)))
            case "resign":
                return Resign(state.turn)
            case "quit" | "exit" | "q":
                raise Leave
            case "help" | "?":
                self.screen.say(HELP)
            case _:
                return self._move(state, line)
        return None

    def _move(self, state: State, line: str) -> Command:
        try:
            state.game.position.move(line)
        except InvalidMove as error:
            raise InvalidMove(f"{error}; type help for what can be typed") from None
        return Play(state.turn, line)

    def _hint(self, state: State) -> None:
        self.screen.say(f"Hint: {hint(state.game.position)}")

    def _save(self, state: State, name: str) -> None:
        path = _file("save", name)
        players = tuple(str(spec) for spec in self.specs)
        SavedGame(state.game, players).write(path)
        self.screen.say(f"Saved to {path}")

    def _is_mine(self, seat: int) -> bool:
        return self.specs[seat].is_human

    def _plies_back(self, state: State) -> int:
        """Back to the last position in which a person had a choice."""
        moves = state.game.moves
        for plies in range(1, len(moves) + 1):
            if self._is_mine(moves[-plies].seat) and str(moves[-plies]) != "pass":
                return plies
        raise Refused("there is nothing to take back")

    def _plies_forward(self, state: State) -> int:
        """Forward to the next position in which a person has a choice."""
        undone = state.game.undone
        if not undone:
            raise Refused("there is nothing to play again")
        for plies in range(1, len(undone)):
            if self._is_mine(undone[plies].seat) and str(undone[plies]) != "pass":
                return plies
        return len(undone)


def _file(command: str, name: str) -> Path:
    """The file a person named; Refused if that cannot be one."""
    if not name:
        raise Refused(f"name the file: {command} FILE")
    if not name.isprintable():
        raise Refused(f"{shorten(name)} is not the name of a file")
    try:
        return Path(name).expanduser()
    except RuntimeError:  # ~somebody
        raise Refused(f"{shorten(name)}: there is no such home directory") from None


def prepare_input() -> None:
    """Line editing on a terminal, where Python has it."""
    if sys.stdin.isatty():
        try:
            import readline  # noqa: F401 (importing it is what turns editing on)
        except ImportError:
            return
