"""What a client knows, line by line in a file of its own: what it asked for before it asks, what
was acknowledged before it goes on, and what it was shown.
"""

import json
import os
from pathlib import Path
from typing import Any

from .wire import Message


class Journal:
    """One client's file. `synced`: `acknowledged` returns when its line is on the disk."""

    def __init__(self, path: Path, *, synced: bool = True) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        self._synced = synced

    def close(self) -> None:
        os.close(self._file)

    def _line(self, **data: Any) -> None:
        os.write(self._file, json.dumps(data).encode() + b"\n")

    def _sync(self) -> None:
        if self._synced:
            os.fsync(self._file)

    def wanted(self, key: str, variant: str) -> None:
        """A game is about to be asked for."""
        self._line(line="wanted", key=key, variant=variant)

    def made(self, game: str, key: str, variant: str) -> None:
        """A game was acknowledged."""
        self._line(line="made", game=game, key=key, variant=variant)
        self._sync()

    def asked(self, game: str, order: Message) -> None:
        """A command is about to be sent, perhaps several times."""
        self._line(line="asked", game=game, order=order)

    def acknowledged(self, game: str, key: str, seq: int) -> None:
        """A command was done."""
        self._line(line="done", game=game, key=key, seq=seq)
        self._sync()

    def refused(self, game: str, key: str, code: str) -> None:
        """A command was refused: it must have left no trace."""
        self._line(line="refused", game=game, key=key, code=code)

    def complain(self, what: str) -> None:
        """The server broke the protocol."""
        self._line(line="complaint", what=what)

    def saw(self, game: str, event: Message) -> None:
        """An event was shown; what is shown is stored, too."""
        names = ("seq", "type", "seat", "move", "plies", "subject")
        self._line(line="saw", game=game, **{name: event[name] for name in names if name in event})


class Reader:
    """Reads what was added to journals since the last time."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._read: dict[Path, int] = {}

    def lines(self) -> list[Message]:
        """New lines of all journals; those half written are left for the next time."""
        found: list[Message] = []
        for path in sorted(self._directory.glob("*.journal")):
            with open(path, "rb") as file:
                file.seek(self._read.get(path, 0))
                data = file.read()
            whole = data.rpartition(b"\n")[0]
            if whole:
                self._read[path] = self._read.get(path, 0) + len(whole) + 1
                found += [json.loads(line) for line in whole.split(b"\n")]
        return found
