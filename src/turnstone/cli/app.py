"""The subcommands of `turnstone`, and one clear line for everything that goes wrong."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer
from typer.exceptions import TyperException

import turnstone

# Each is a function of its own name in a module of that name, with this line as its first: a test
# compares them. Only the one that is asked for is loaded.
COMMANDS = {
    "play": "Play in the terminal, against a person or a bot.",
    "variants": "List the games and their options.",
    "rules": "Explain a game to somebody who has never played it.",
    "bots": "List the bots, how they decide and whose idea they were.",
    "match": "Let bots play a match.",
    "games": "List the games you played in the terminal, the newest first, or write one to a file.",
    "scores": "Show the scores, best first for each game.",
    "perft": "Count the leaves of the game tree.",
    "playouts": "Play random games to the end: who stands better?",
    "solve": "Solve a position exactly, by search: solved openings are not looked up.",
    "analyse": "Think about a position for a while, 5 seconds if no limit is given.",
    "serve": "Serve the web app and its API, until Ctrl-C.",
    "verify": "Replay every stored game through the rules and report any difference.",
    "backup": "Copy the whole database to a file; a server may be running meanwhile.",
}


def command_line(wanted: str | None) -> typer.Typer:
    """The command line with one subcommand that works; the others are there to be listed."""
    app = typer.Typer(
        help="A home for Reversi/Othello and Mancala: play, learn, write bots, solve.",
        rich_markup_mode=None,  # rich help costs 0.15 s at every start
        add_completion=False,
        no_args_is_help=False,
    )
    app.callback(invoke_without_command=True)(root)
    for name, line in COMMANDS.items():
        if name == wanted:
            app.command(name)(getattr(import_module(f"{__package__}.{name}"), name))
        else:
            app.command(name, help=line)(_not_loaded)
    return app


def _not_loaded() -> None:
    raise AssertionError("a subcommand that was not asked for")


def expected_errors() -> tuple[type[Exception], ...]:
    """What is told in one line; loaded when something has gone wrong."""
    from turnstone.engine.limit import InvalidLimit
    from turnstone.engine.search import EngineMissing
    from turnstone.players.referee import Refused
    from turnstone.players.specs import InvalidPlayer
    from turnstone.store.errors import StoreError

    return (
        turnstone.InvalidVariant,
        turnstone.InvalidMove,
        turnstone.IllegalMove,
        turnstone.InvalidPosition,
        turnstone.InvalidRecord,
        EngineMissing,
        InvalidLimit,
        InvalidPlayer,
        Refused,
        StoreError,
    )


STOPPED = 130  # as shells count a Ctrl-C


def show_version(wanted: bool) -> None:
    """Print the version and the kernel in use, and leave."""
    if wanted:
        from turnstone import kernel

        print(f"turnstone {turnstone.__version__} (kernel: {kernel.name})")
        raise typer.Exit


def root(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=show_version,
            is_eager=True,
            help="Show the version and which kernel is in use.",
        ),
    ] = False,
) -> None:
    """Show the help when no subcommand is given."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    wanted = next((word for word in words if not word.startswith("-")), None)
    try:
        code = typer.main.get_command(command_line(wanted)).main(
            words,
            prog_name="turnstone",
            standalone_mode=False,
        )
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except TyperException as error:
        message = " ".join(error.format_message().split())
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        path = f"{error.filename}: " if error.filename else ""
        message = f"{path}{error.strerror or error}"
    except expected_errors() as error:
        message = str(error)
    except typer.Abort:
        return STOPPED
    # One line, whatever a file name or an argument holds.
    line = "".join(letter if letter.isprintable() else "\ufffd" for letter in message)
    print(f"turnstone: {line}", file=sys.stderr)
    return 2
