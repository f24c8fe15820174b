"""`turnstone play`: a game in plain text, in the database after every move."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turnstone.players import referee
from turnstone.players.player import Player, play_out
from turnstone.players.referee import Event, Moved, State
from turnstone.players.specs import HUMAN, InvalidPlayer, PlayerSpec, split
from turnstone.records.json import SavedGame
from turnstone.rules import words
from turnstone.rules.errors import InvalidRecord, InvalidVariant
from turnstone.rules.game import Game
from turnstone.rules.position import Outcome
from turnstone.rules.variants import RuleSet
from turnstone.rules.variants import variant as find_variant
from turnstone.store.errors import Conflict
from turnstone.store.score import Score, clean_name, today

from .kept import DatabaseUrl, opened
from .options import Colours, Size, rule_set
from .person import Leave, Load, NewGame, Person, ask, prepare_input, usual_bot
from .questions import ask_all, resized
from .screen import Screen
from .thinking import Progress

if TYPE_CHECKING:
    from .table import Table


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
    game: Annotated[
        str | None, typer.Option(metavar="ID", help="Go on with this game of `turnstone games`.")
    ] = None,
    database: DatabaseUrl = None,
) -> None:
    """Play in the terminal, against a person or a bot.

    Without arguments it asks what to play. During a game, type help.
    """
    screen = Screen()
    prepare_input()
    wanted = _wanted(players, black, white)
    given = variant is not None or size is not None or colours is not None
    brought = [each for each in (load, resume, game) if each]
    if brought and (given or len(brought) > 1):
        raise InvalidVariant("--load, --resume and --game bring their own game: name no other")
    if load:
        beginning: Game | SavedGame = SavedGame.read(load)
    else:
        rules = rule_set("othello" if variant is None else variant, size, colours)
        specs = _seated(rules, wanted) if not brought else []
        beginning = Game.new(rules)
    try:
        if not (brought or given or wanted) and sys.stdin.isatty():
            rules, specs = ask_all(screen)
            beginning = Game.new(rules)
        with opened(database, quiet=not resume) as store:
            from . import table

            if isinstance(beginning, SavedGame):
                place = table.loaded(store, beginning, wanted, _seated)
            elif game:
                place = table.kept(store, game, wanted, _seated)
            elif resume:
                place = table.last(store, wanted, _seated)
            else:
                place = table.Table(store, beginning, specs)
            _evening(screen, place)
    except Leave:
        screen.say("Goodbye.")


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


def _evening(screen: Screen, table_: "Table") -> None:
    """One game after the other, until the person leaves."""
    from . import table

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
                loaded = table.loaded(table_.database, wish.saved, {}, _seated)
            except InvalidRecord as error:
                screen.complain(str(error))
                continue
            _say_kept(screen, table_, "The game before")
            table_ = loaded
        except NewGame:
            _say_kept(screen, table_, "The game before")
            table_ = _another(screen, table_)


def _say_kept(screen: Screen, table_: "Table", what: str) -> None:
    screen.say(f"{what} is kept: turnstone play --game {table_.id}")


def _one_game(screen: Screen, table_: "Table") -> State:
    """Play to the end; whoever leaves finds the game kept."""
    bots_only = not any(spec.is_human for spec in table_.specs)
    variant = table_.game.variant
    seats = [f"{name}: {spec}" for name, spec in zip(variant.seats, table_.specs, strict=True)]
    screen.say(
        f"{variant.title}. {', '.join(seats)}." + ("" if bots_only else " help lists commands.")
    )
    with Progress(quiet=False) as shown:
        for spec in table_.specs:
            spec.prepare(variant, shown.building)
    table_.begin()
    screen.board(table_.game.position)
    person = Person(screen, table_.specs)
    players: list[Player] = [
        person if spec.is_human else spec.bot(variant) for spec in table_.specs
    ]

    def happened(before: State, event: Event) -> None:
        after = referee.apply(before, event)
        table_.keep(event, after)
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
        state = play_out(players, table_.game, now=table_.now, on_event=happened)
    except Conflict:
        screen.complain("this game has gone on in another window; look at it there")
        raise Leave from None
    except (Leave, KeyboardInterrupt):
        _say_kept(screen, table_, "The game")
        screen.say("`turnstone play --resume` goes on with the last one.")
        raise Leave from None
    assert state.outcome is not None
    screen.say(words.result(variant, state.outcome))
    return state


def _take_names(screen: Screen, table_: "Table", outcome: Outcome) -> None:
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
            table_.score(seat, score)
            screen.say(f"{name} is in the table: `turnstone scores` shows it.")


def _people(specs: Sequence[PlayerSpec]) -> int:
    return sum(spec.is_human for spec in specs)


def _another(screen: Screen, table_: "Table") -> "Table":
    """A new game: the same, on another board, or another one altogether."""
    from .table import Table

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
            return Table(table_.database, Game.new(chosen), _reseated(chosen, table_.specs))
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
