"""What versions before the database left in the data directory: scores and games in files.

They are taken over once. A file is set aside under another name only after its content is durable
in the database, and taking the same content in twice adds nothing: a crash anywhere between loses
nothing and doubles nothing.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from turnstone.records.files import sync_directory
from turnstone.records.json import SavedGame
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import start_text

from . import games, records, schema, scores
from .columns import seat_of
from .score import Score, read_lines

if TYPE_CHECKING:
    from .database import Database

SCORES = "scores.jsonl"
GAMES = "games"


def is_there(directory: Path) -> bool:
    """Whether an older version has left anything."""
    return any(
        (directory / name).exists() for name in (SCORES, _aside(SCORES, "taking-over"), GAMES)
    )


def take_over(database: "Database", directory: Path) -> list[str]:
    """Take everything over; a complaint for each thing that cannot be read and stays behind."""
    return _take_scores(database, directory) + _take_games(database, directory)


def _aside(name: str, word: str) -> str:
    return f"{name}.{word}"


def _take_scores(database: "Database", directory: Path) -> list[str]:
    """A file is renamed, read, stored, renamed: nobody can append to it between the last two."""
    found = directory / SCORES
    taking = directory / _aside(SCORES, "taking-over")
    complaints: list[str] = []
    for _ in range(2):  # one that a crash left half way, and the one that is there now
        if not taking.exists() and not _moved(found, taking):
            break
        try:
            data = taking.read_bytes()
        except FileNotFoundError:  # another process has finished it
            continue
        good: list[Score] = []
        for number, each in read_lines(data):
            if isinstance(each, InvalidRecord):
                complaints.append(f"{found}, line {number}, is left out: {each}")
            else:
                good.append(each)
        database.write(_taking(good)).result()
        _moved(taking, _free(directory / _aside(SCORES, "taken-over")))
    return complaints


def _taking(good: list[Score]) -> "games.Work[int]":
    return lambda connection: scores.take_in(connection, good)


def _take_games(database: "Database", directory: Path) -> list[str]:
    home, kept = directory / GAMES, directory / _aside(GAMES, "taken-over")
    complaints: list[str] = []
    readable: dict[Path, SavedGame] = {}
    for path in sorted(home.glob("*.json")):
        try:
            readable[path] = SavedGame.read(path)
        except (InvalidRecord, OSError) as error:
            if isinstance(error, FileNotFoundError) and not path.is_symlink():
                continue  # another process was quicker
            why = error.strerror if isinstance(error, OSError) else error
            complaints.append(f"{path.name} is left out: {why}")
    if readable:
        database.write(lambda connection: _store_games(connection, readable)).result()
        kept.mkdir(exist_ok=True)
        for path in readable:
            _moved(path, _free(kept / path.name))
    with suppress(OSError):  # what cannot be read stays, and so does the directory
        home.rmdir()
    return complaints


def _store_games(connection: Connection, found: dict[Path, SavedGame]) -> None:
    for path, saved in found.items():
        name = _name(path, saved)
        if connection.scalar(select(schema.games.c.id).where(schema.games.c.id == name)):
            continue
        events = records.events_of(saved)
        players = saved.players or ("human",) * len(saved.game.variant.seats)
        games.create(
            connection,
            saved.game.variant.spec,
            [seat_of(player) for player in players],
            start=start_text(saved.game.start),
            origin="terminal",
            events=events,
            brought=len(events),
            id=name,
            made=path.stat().st_mtime_ns // 1000,
        )


def _name(path: Path, saved: SavedGame) -> str:
    """An id that is the same for the same file and content, so that nothing is taken twice."""
    resigned = saved.ended and saved.ended.seat  # those files knew no other ending
    digest = hashlib.sha256(f"{path.name}\n{saved.game.to_json()}\n{resigned}".encode())
    number = int.from_bytes(digest.digest()[:16], "big")
    return "".join(games.LETTERS[number >> 5 * place & 31] for place in range(20))


def _moved(source: Path, target: Path) -> bool:
    """Rename; False if another process was quicker or there is nothing."""
    try:
        os.rename(source, target)
    except FileNotFoundError:
        return False
    sync_directory(target.parent)
    if source.parent != target.parent:
        sync_directory(source.parent)
    return True


def _free(path: Path) -> Path:
    """That name, or the first with a number that is not in use."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free
