"""The subcommands of `turnstone`, and one clear line for everything that goes wrong."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

import turnstone
from turnstone.engine.limit import InvalidLimit
from turnstone.engine.search import EngineMissing
from turnstone.players.referee import Refused
from turnstone.players.specs import InvalidPlayer
from turnstone.store.errors import StoreError

from . import (
    analyse,
    backup,
    bots,
    games,
    match,
    perft,
    play,
    playouts,
    rules,
    scores,
    serve,
    solve,
    variants,
    verify,
)

app = typer.Typer(
    help="A home for Reversi/Othello and Mancala: play, learn, write bots, solve.",
    rich_markup_mode=None,  # rich help costs 0.15 s at every start
    add_completion=False,
    no_args_is_help=False,
)
app.command("play")(play.play)
app.command("variants")(variants.variants)
app.command("rules")(rules.rules)
app.command("bots")(bots.bots)
app.command("match")(match.match)
app.command("games")(games.games)
app.command("scores")(scores.scores)
app.command("perft")(perft.perft)
app.command("playouts")(playouts.playouts)
app.command("solve")(solve.solve)
app.command("analyse")(analyse.analyse)
app.command("serve")(serve.serve)
app.command("verify")(verify.verify)
app.command("backup")(backup.backup)

EXPECTED = (
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


@app.callback(invoke_without_command=True)
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
    try:
        command = typer.main.get_command(app)
        code = command.main(
            list(sys.argv[1:] if arguments is None else arguments),
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
    except EXPECTED as error:
        message = str(error)
    except typer.Abort:
        return STOPPED
    # One line, whatever a file name or an argument holds.
    line = "".join(letter if letter.isprintable() else "\ufffd" for letter in message)
    print(f"turnstone: {line}", file=sys.stderr)
    return 2
