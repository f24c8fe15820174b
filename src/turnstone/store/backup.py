"""A copy of the whole database while others write to it, all or nothing."""

import os
import secrets
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from turnstone.records.files import LOGS, is_beside_database, sync_directory

from .database import Database
from .errors import StoreError, Unavailable
from .locks import is_abandoned, is_held, lock

PAGES = 1000
HALF, JOURNAL = ".turnstone-backup-", "-journal"


def back_up(
    database: Database,
    target: Path,
    *,
    force: bool = False,
    step: Callable[[int, int], None] = lambda *_: None,
) -> None:
    """Write a copy to a file that was not there before, or with `force` over one.

    The copy is the database at one moment: all that was acknowledged before the call is in it.
    `step` is told how many pages of how many are done. OSError, Unavailable.
    """
    if target.exists() and not target.is_file():
        raise StoreError(f"{target} is not a plain file; nothing was written")
    if target.exists() and not force:
        raise StoreError(f"{target} is there already; --force replaces it")
    target = target.absolute()
    _check_place(database.address.path, target)
    with _beside(target) as beside:
        if database.address.path:
            _copy(database.address.path, beside, step)
        else:
            _dump(database, beside)
        _sync(beside)
        if force:
            os.replace(beside, target)
        else:
            _link(beside, target)
    sync_directory(target.parent)


def _check_place(source: Path | None, target: Path) -> None:
    """Refuse what would put an end to some database."""
    if source and target.exists() and target.samefile(source):
        raise StoreError(f"{target} is the database itself")
    if is_beside_database(target.resolve()):
        raise StoreError(f"{target} belongs to a database; nothing was written")
    if is_held(Path(f"{target.resolve()}.server")):
        raise StoreError(f"a server uses {target}; nothing was written")
    for end in LOGS:
        log = target.with_name(f"{target.name}{end}")
        if log.exists():  # SQLite would take it for one of the copy's, and spoil that
            raise StoreError(f"{log} lies there, of another database; remove it first")


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A file of our own for the copy while it is made. Those of backups that were killed go."""
    for left in target.parent.glob(f"{HALF}*"):
        if not left.name.endswith(JOURNAL) and is_abandoned(left):
            _remove(left)
    path, handle = _created(target)
    try:
        yield path
    finally:
        _remove(path)
        os.close(handle)


def _created(target: Path) -> tuple[Path, int]:
    """A new file whose lock is ours, so that nobody takes it for one that was left."""
    while True:
        path = target.parent / f"{HALF}{secrets.token_hex(8)}"
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(target)) from None
        if lock(handle) is not False and path.exists():
            return path, handle
        os.close(handle)  # somebody was tidying up just then


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.with_name(f"{path.name}{JOURNAL}").unlink(missing_ok=True)


def _copy(source: Path, target: Path, step: Callable[[int, int], None]) -> None:
    """SQLite's own backup, within one read transaction: writers go on, the copy does not see it."""
    try:
        reading = sqlite3.connect(f"file:{_quoted(source)}?mode=ro", uri=True, isolation_level=None)
        try:
            reading.execute("PRAGMA busy_timeout = 10000")
            reading.execute("BEGIN")
            reading.execute("SELECT count(*) FROM games").fetchone()
            writing = sqlite3.connect(target, isolation_level=None)
            try:
                reading.backup(
                    writing,
                    pages=PAGES,
                    progress=lambda _, left, total: step(total - left, total),
                    sleep=0.001,
                )
                # One file and nothing beside it, until somebody opens it as a database again.
                writing.execute("PRAGMA journal_mode = DELETE")
                (said,) = writing.execute("PRAGMA quick_check").fetchone()
                if said != "ok":
                    raise Unavailable(f"the copy is damaged: {said}")
            finally:
                writing.close()
        finally:
            reading.close()
    except sqlite3.Error as error:
        raise Unavailable(f"{source} cannot be copied: {error}") from None


def _quoted(path: Path) -> str:
    from urllib.parse import quote

    return quote(str(path.absolute()))


def _dump(database: Database, target: Path) -> None:
    """PostgreSQL brings its own tool for this."""
    program = shutil.which("pg_dump")
    if program is None:
        raise StoreError(
            "to back PostgreSQL up, its program pg_dump is needed and is not here: install"
            " PostgreSQL's client programs, or run pg_dump where the database is"
        )
    url = database.address.url
    environment = dict(os.environ)
    if url.password:
        environment["PGPASSWORD"] = str(url.password)  # not for everybody to see in a list
    plain = url.set(drivername="postgresql", password=None)
    done = subprocess.run(
        [program, "--format=custom", f"--file={target}", plain.render_as_string()],
        env=environment,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"exit code {done.returncode}"
        raise Unavailable(f"pg_dump failed: {said}")


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _link(beside: Path, target: Path) -> None:
    """Give the file its name, unless somebody has taken it meanwhile."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise StoreError(f"{target} is there already; --force replaces it") from None
    except OSError:  # a file system without links
        os.replace(beside, target)
