"""`turnstone verify`: replay everything in the database."""

from dataclasses import asdict

import typer

from turnstone.rules.words import count

from .kept import DatabaseUrl, DataDirectory, opened
from .options import Json, print_json
from .progress import progress


def verify(
    database: DatabaseUrl = None, data_dir: DataDirectory = None, json: Json = False
) -> None:
    """Replay every stored game through the rules and report any difference.

    The exit code is 0 if all is well and 1 if anything is not.
    """
    with (
        opened(database, data_dir, quiet=json, create=False) as store,
        progress("games", quiet=json) as step,
    ):
        from turnstone.store.verify import verify as check

        report = check(store, step)
    if json:
        print_json(asdict(report))
    else:
        for fault in report.faults:
            print(_printable(str(fault)))
        looked = [count(getattr(report, what), what[:-1]) for what in ("games", "events", "scores")]
        print(f"{', '.join(looked)}: {count(len(report.faults), 'fault')}.")
    if report.faults:
        raise typer.Exit(1)


def _printable(text: str) -> str:
    """A line for the screen, whatever the damage holds."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
