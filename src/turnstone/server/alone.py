"""One server for one database file: others would hear nothing of its moves."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turnstone.store.errors import UnusableStore
from turnstone.store.locks import lock


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
        if lock(handle) is False:
            raise UnusableStore(
                f"another server uses {file}; an SQLite file has one server at a time"
            )
        yield
    finally:
        os.close(handle)
