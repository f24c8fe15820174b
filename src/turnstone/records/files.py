"""Files written so that a crash leaves the old one or the new one, and never half of either."""

import os
import secrets
import stat
from pathlib import Path

from turnstone.rules.errors import InvalidRecord

LIMIT = 4_000_000
DATABASE = b"SQLite format 3\0"
LOGS = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a database
BESIDE = (*LOGS, ".server")


def write(path: Path, text: str) -> None:
    """Write beside the file, sync, and rename over it. An OSError names the file itself.

    A link is followed; what is there and is no plain file is left alone.
    """
    if path.exists() and not path.is_file():
        raise InvalidRecord(f"{path} is not a plain file; nothing was written")
    path = path.resolve()
    if is_database(path) or is_beside_database(path):
        raise InvalidRecord(f"{path} belongs to a database; nothing was written")
    try:
        _replace(path, text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    sync_directory(path.parent)


def _replace(path: Path, text: str) -> None:
    name = path.parent / f".{path.name[:50]}.{secrets.token_hex(8)}"
    try:
        with open(name, "x", encoding="utf-8", newline="\n") as file:
            if path.exists():  # what was private stays private
                os.fchmod(file.fileno(), stat.S_IMODE(path.stat().st_mode))
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        name.unlink(missing_ok=True)
        raise


def is_database(path: Path) -> bool:
    """Whether a file is a database of SQLite."""
    try:
        with open(path, "rb") as file:
            return file.read(len(DATABASE)) == DATABASE
    except OSError:
        return False


def is_beside_database(path: Path) -> bool:
    """Whether a name is that of a file that a database has, or will have, beside it."""
    return any(
        path.name.endswith(end) and is_database(path.with_name(path.name.removesuffix(end)))
        for end in BESIDE
    )


def sync_directory(path: Path) -> None:
    """Make a rename or a new file in a directory durable."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read(path: Path) -> bytes:
    """A file from outside, if it is a plain one and not too large to be ours."""
    if path.is_fifo():  # opening one waits for a writer
        raise InvalidRecord(f"{path} is not a plain file")
    with open(path, "rb") as file:
        data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise InvalidRecord(f"{path.name} is too large to be a file of ours")
    return data
