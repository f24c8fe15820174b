"""`turnstone backup`: a copy of the database, also while a server runs."""

from pathlib import Path
from typing import Annotated

import typer

from .kept import DatabaseUrl, DataDirectory, opened
from .options import Json, print_json
from .progress import progress


def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy goes.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    database: DatabaseUrl = None,
    data_dir: DataDirectory = None,
    json: Json = False,
) -> None:
    """Copy the whole database to a file; a server may be running meanwhile.

    From SQLite the copy is a database like the original. From PostgreSQL it is an archive for
    pg_restore, and the program pg_dump must be there.
    """
    with (
        opened(database, data_dir, quiet=json, create=False) as store,
        progress("pages", quiet=json) as step,
    ):
        from turnstone.store.backup import back_up

        back_up(store, file, force=force, step=step)
    size = file.stat().st_size
    if json:
        print_json({"file": str(file), "bytes": size})
    else:
        print(f"Backed up to {file} ({size:,} bytes).")
