"""The database behind a command. It loads slowly, so commands open it when they need it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from turnstone.store.database import Database

DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="TURNSTONE_DATABASE",
        metavar="URL",
        help="sqlite:///FILE or postgresql+psycopg://…; else a file in the data directory.",
    ),
]
DataDirectory = Annotated[
    Path | None,
    typer.Option("--data-dir", help="The directory of the database, instead of the usual one."),
]


@contextmanager
def opened(
    url: str | None,
    directory: Path | None = None,
    *,
    quiet: bool = False,
    create: bool = True,
) -> Iterator["Database"]:
    """The database of a URL, of a directory or of the user; tells what could not be taken over,
    unless `quiet`."""
    from turnstone.store.database import Database

    with Database.open(url or None, directory, create=create) as database:
        if not quiet:
            for complaint in database.complaints:
                print(f"turnstone: {complaint}", file=sys.stderr)
        yield database
