"""The command, run three ways: in this process, in one of its own, and on a pseudo-terminal."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pexpect
import pytest
from sqlalchemy import select

from turnstone.cli.app import run
from turnstone.rules.game import Game
from turnstone.store import games, schema
from turnstone.store.database import Database
from turnstone.store.games import StoredGame

COMMAND = [sys.executable, "-m", "turnstone.cli.main"]
ESCAPE = re.compile(r"\x1b\[[?0-9;]*[a-zA-Z]")


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output, which must be one JSON object on one line."""
        assert self.code == 0, self.err
        assert self.out.count("\n") == 1
        data = json.loads(self.out)
        assert isinstance(data, dict)
        return data


Turnstone = Callable[..., Ran]


@pytest.fixture
def turnstone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Run a command line in this process."""

    def command(*arguments: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = run([str(each) for each in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return command


@pytest.fixture
def process() -> Callable[..., Ran]:
    """Run a command line in a process of its own."""

    def command(*arguments: object, typed: str | bytes = b"", **environment: str) -> Ran:
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=typed if isinstance(typed, bytes) else typed.encode(),
            capture_output=True,
            env={**os.environ, **environment},
            timeout=120,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return command


class Terminal:
    """A person at a terminal: sees and types."""

    def __init__(self, *arguments: str, colour: bool = False, **environment: str) -> None:
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "200", **environment}
        env |= {} if colour else {"NO_COLOR": "1"}
        self.child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *arguments],
            env=env,
            encoding="utf-8",
            dimensions=(50, 200),
            timeout=40,
        )
        self.raw = ""

    def sees(self, text: str) -> str:
        """Wait for a text; what came before it."""
        self.child.expect_exact(text)
        self.raw += self.child.before + text
        return ESCAPE.sub("", self.child.before)

    def types(self, line: str) -> None:
        self.child.sendline(line)

    def ends(self) -> int:
        """Wait for the program to end; its exit code."""
        self.child.expect(pexpect.EOF)
        self.raw += self.child.before
        self.child.close()
        assert isinstance(self.child.exitstatus, int), f"ended by {self.child.signalstatus}"
        return self.child.exitstatus

    @property
    def screen(self) -> str:
        """All that was shown, without colours."""
        return ESCAPE.sub("", self.raw).replace("\r\n", "\n")


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Open terminals; they are closed when the test is over."""
    opened: list[Terminal] = []

    def open_one(*arguments: str, colour: bool = False, **environment: str) -> Terminal:
        opened.append(Terminal(*arguments, colour=colour, **environment))
        return opened[-1]

    yield open_one
    for each in opened:
        each.child.close(force=True)


def kept_id(shown: str) -> str:
    """The id under which a game says it is kept."""
    found = re.findall(r"The game is kept: turnstone play --game (\w+)", shown)
    assert found, shown
    return str(found[-1])


def kept_games(data_directory: Path) -> list[StoredGame]:
    """All games in the database of a data directory."""
    with Database.open(None, data_directory) as database, database.read() as connection:
        ids = connection.scalars(select(schema.games.c.id).order_by(schema.games.c.created))
        return [games.load(connection, each) for each in ids.all()]


def kept_game(data_directory: Path) -> Game:
    """The one game in the database of a data directory."""
    (stored,) = kept_games(data_directory)
    return stored.state.game
