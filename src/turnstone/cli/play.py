"""`turnstone play`: a game in plain text, kept on the disk after every move."""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from turnstone.places import data_directory
from turnstone.players import referee
from turnstone.players.player import Player, play_out
from turnstone.players.referee import Conceded, Event, Moved, State
from turnstone.players.specs import HUMAN, InvalidPlayer, PlayerSpec, split
from turnstone.records.json import SavedGame
from turnstone.rules import words
from turnstone.rules.errors import InvalidRecord, InvalidVariant
from turnstone.rules.game import Game
from turnstone.rules.position import Outcome
from turnstone.rules.variants import RuleSet
from turnstone.rules.variants import variant as find_variant
from turnstone.store.scores import Score, clean_name, today

from .options import Colours, Size, rule_set
from .person import Leave, Load, NewGame, Person, ask, prepare_input, usual_bot
from .questions import ask_all, resized
from .scores import table
from .screen import Screen


def play(
    variant: Annotated[
        str | None, typer.Argument(help="The game, such as othello or kalah:seeds=3.")
    ] = None,
    size: Size = None,
    colours: Colours = None,
    black: Annotated[
        str | None, typer.Option("--black", "--south", help="Who plays the first seat.")
    ] = None,
    white: Annotated[
        str | None, typer.Option("--white", "--north", help="Who plays the second seat.")
    ] = None,
    players: Annotated[
        str | None, typer.Option(help="All seats at once: human,greedy,positional:depth=3")
    ] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last unfinished game.")
    ] = False,
) -> None:
    """Play in the terminal, against a person or a bot.

    Without arguments it asks what to play. During a game, type help.
    """
    screen = Screen()
    prepare_input()
    wanted = _wanted(players, black, white)
    given = variant is not None or size is not None or colours is not None
    if (load or resume) and (given or (load and resume)):
        raise InvalidVariant("--load and --resume bring their own game: name no other")
    try:
        if load:
            table_ = _from_save(SavedGame.read(load), wanted, None)
        elif resume:
            table_ = _resumed(wanted)
        elif given or wanted or not sys.stdin.isatty():
            rules = rule_set("othello" if variant is None else variant, size, colours)
            table_ = Table(Game.new(rules), _seated(rules, wanted))
        else:
            rules, specs = ask_all(screen)
            table_ = Table(Game.new(rules), specs)
        _evening(screen, table_)
    except Leave:
        screen.say("Goodbye.")


@dataclass
class Table:
    """A game, who plays it, and the file that keeps it."""

    game: Game
    specs: list[PlayerSpec]
    path: Path = field(default_factory=lambda: _new_path())

    def keep(self, state: State, resigned: int | None = None) -> None:
        """Put the game on the disk, before anybody is told of the move."""
        self.game = state.game
        SavedGame(state.game, tuple(map(str, self.specs)), resigned).write(self.path)


def _wanted(players: str | None, black: str | None, white: str | None) -> dict[int, PlayerSpec]:
    """The seats for which a player was named."""
    if players is not None and (black or white):
        raise InvalidPlayer("name the players with --players or with --black and --white, not both")
    texts = dict(enumerate(split(players))) if players is not None else {0: black, 1: white}
    return {seat: PlayerSpec.parse(text) for seat, text in texts.items() if text is not None}


def _seated(rules: RuleSet, wanted: dict[int, PlayerSpec]) -> list[PlayerSpec]:
    """Everybody's place; the first free seat is the person's, if there is none yet."""
    seats = len(rules.seats)
    if wanted and max(wanted) >= seats:
        raise InvalidPlayer(f"{rules.title} is for {seats} players, not {max(wanted) + 1}")
    for spec in wanted.values():
        spec.check(rules)
    seated = []
    person_here = any(spec.is_human for spec in wanted.values())
    for seat in range(seats):
        usual = usual_bot(rules.family) if person_here else HUMAN
        seated.append(wanted.get(seat) or PlayerSpec.parse(usual))
        person_here = person_here or seated[-1].is_human
    return seated


def _from_save(saved: SavedGame, wanted: dict[int, PlayerSpec], path: Path | None) -> Table:
    """The table at which a saved game goes on."""
    if saved.is_over:
        raise InvalidRecord("that game is over; there is nothing to go on with")
    rules = find_variant(saved.game.variant.spec)
    try:
        known = {seat: PlayerSpec.parse(text) for seat, text in enumerate(saved.players)}
        specs = _seated(rules, {**known, **wanted})
    except InvalidPlayer as error:
        raise InvalidRecord(f"the saved game cannot be played: {error}") from None
    return Table(saved.game, specs, path) if path else Table(saved.game, specs)


def _games_directory() -> Path:
    path = data_directory() / "games"
    path.mkdir(exist_ok=True)
    return path


def _new_path() -> Path:
    stamp = time.strftime("%Y-%m-%dT%H-%M-%S")
    return _games_directory() / f"{stamp}-{os.getpid()}-{time.monotonic_ns() % 1000:03}.json"


def _resumed(wanted: dict[int, PlayerSpec]) -> Table:
    """The newest kept game that is not over; one without a move only if there is no other. What
    lies there and cannot be played is left out."""
    begun_only: Table | None = None
    for path in sorted(_games_directory().glob("*.json"), key=_age):
        try:
            saved = SavedGame.read(path)
            if saved.is_over:
                continue
            table_ = _from_save(saved, wanted, path)
        except (InvalidRecord, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            print(f"turnstone: {path.name} is left out: {why}", file=sys.stderr)
            continue
        if saved.game.moves:
            return table_
        begun_only = begun_only or table_
    if begun_only is None:
        raise InvalidRecord("there is no unfinished game to go on with")
    return begun_only


def _age(path: Path) -> int:
    """For sorting by time, the newest first."""
    return -path.lstat().st_mtime_ns


def _evening(screen: Screen, table_: Table) -> None:
    """One game after the other, until the person leaves."""
    while True:
        try:
            state = _one_game(screen, table_)
            assert state.outcome is not None
            if not any(spec.is_human for spec in table_.specs):
                return
            _take_names(screen, table_, state.outcome)
            table_ = _another(screen, table_)
        except Load as wish:
            try:
                loaded = _from_save(wish.saved, {}, None)
            except InvalidRecord as error:
                screen.complain(str(error))
                continue
            screen.say(f"The game before is kept: {table_.path}")
            table_ = loaded
        except NewGame:
            screen.say(f"The game before is kept: {table_.path}")
            table_ = _another(screen, table_)


def _one_game(screen: Screen, table_: Table) -> State:
    """Play to the end; whoever leaves finds the game kept."""
    bots_only = not any(spec.is_human for spec in table_.specs)
    variant = table_.game.variant
    seats = [f"{name}: {spec}" for name, spec in zip(variant.seats, table_.specs, strict=True)]
    screen.say(
        f"{variant.title}. {', '.join(seats)}." + ("" if bots_only else " help lists commands.")
    )
    table_.keep(State(table_.game))
    screen.board(table_.game.position)
    person = Person(screen, table_.specs)
    players: list[Player] = [
        person if spec.is_human else spec.bot(variant) for spec in table_.specs
    ]

    def happened(before: State, event: Event) -> None:
        after = referee.apply(before, event)
        resigned = event.seat if isinstance(event, Conceded) else None
        table_.keep(after, resigned)
        if isinstance(event, Moved):
            screen.say(words.told(before.game.position, event.move))
            shows = bots_only or after.outcome or table_.specs[after.turn].is_human
            if shows or table_.specs[event.seat].is_human:
                screen.board(after.game.position, before.game.position.steps(event.move))
        elif after.game != before.game:
            screen.board(after.game.position)
        if not after.outcome and not table_.specs[after.turn].is_human:
            screen.wait(f"{variant.seats[after.turn]} is thinking…")

    try:
        state = play_out(players, table_.game, on_event=happened)
    except (Leave, KeyboardInterrupt):
        screen.say(f"The game is kept: {table_.path}")
        screen.say("`turnstone play --resume` goes on with it.")
        raise Leave from None
    assert state.outcome is not None
    screen.say(words.result(variant, state.outcome))
    return state


def _take_names(screen: Screen, table_: Table, outcome: Outcome) -> None:
    """Offer each person a line in the score table, for games decided on the board."""
    if outcome.reason == "resignation":
        return
    variant = table_.game.variant
    for seat, spec in enumerate(table_.specs):
        if not spec.is_human:
            continue
        who = "Your name" if _people(table_.specs) == 1 else f"{variant.seats[seat]}'s name"
        name = clean_name(ask(f"{who} for the score table (Enter: none)> "))
        if name.lower() in ("quit", "q", "exit"):
            raise Leave
        if name:
            others = [str(other) for place, other in enumerate(table_.specs) if place != seat]
            score = Score(
                variant=variant.spec,
                name=name,
                margin=outcome.margins[seat],
                own=outcome.scores[seat],
                opponent=", ".join(others),
                date=today(),
            )
            table().append([score])
            screen.say(f"{name} is in the table: `turnstone scores` shows it.")


def _people(specs: Sequence[PlayerSpec]) -> int:
    return sum(spec.is_human for spec in specs)


def _another(screen: Screen, table_: Table) -> Table:
    """A new game: the same, on another board, or another one altogether."""
    rules = find_variant(table_.game.variant.spec)
    sizes = ", a size from 4 to 16" if rules.family == "reversi" else ""
    while True:
        answer = ask(f"New game (Enter: the same{sizes}, a game's name, or quit)> ")
        if answer.lower() in ("quit", "q", "exit", "no", "n"):
            raise Leave
        try:
            is_size = answer.lower() in ("small", "large") or answer.lstrip("-").isdecimal()
            if is_size and rules.family == "reversi":
                chosen = resized(rules, answer)
            else:
                chosen = find_variant(answer) if answer else rules
            return Table(Game.new(chosen), _reseated(chosen, table_.specs))
        except ValueError as error:
            screen.complain(str(error))


def _reseated(rules: RuleSet, specs: list[PlayerSpec]) -> list[PlayerSpec]:
    """The same players, as far as they know the new game and there is room for them."""
    kept: dict[int, PlayerSpec] = {}
    places = specs[: len(rules.seats)]
    people = [spec for spec in specs if spec.is_human]
    if people and not any(spec.is_human for spec in places):
        places[0] = people[0]  # his seat is gone, he is not
    for seat, spec in enumerate(places):
        try:
            spec.check(rules)
        except InvalidPlayer:
            continue
        kept[seat] = spec
    return _seated(rules, kept)
