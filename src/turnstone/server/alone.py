"""One server for one database file: others would hear nothing of its moves."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turnstone.store.errors import UnusableStore


@contextmanager
def only_server(file: Path | None) -> Iterator[None]:
    """Be the only server of a database file for as long as the block runs; UnusableStore if there
    is another. Other programs, which write what is theirs and leave, are not asked.

    The system takes the lock back when the process ends, however it ends. Where it has no such
    locks nobody is kept out; nor is anybody from what is no file.
    """
    if file is None:
        yield
        return
    handle = os.open(f"{file.resolve()}.server", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        if not _lock(handle):
            raise UnusableStore(
                f"another server uses {file}; an SQLite file has one server at a time"
            )
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Whether the lock is ours, or there is none to be had here."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
