"""Durable appends a second: one writer after the other, and many at once.

    python bench/store.py [--database URL] [--seconds 5] [--writers 50]

Each append is what a move costs a server: an event, the game's row and a receipt, acknowledged when
its commit has been synced. Without --database, an SQLite file in the current directory is used and
removed: what a disk can do is to be measured on the disk in question.
"""

import argparse
import os
import statistics
import tempfile
import threading
import time
from pathlib import Path

from turnstone.players import referee
from turnstone.players.referee import Declined, Offered
from turnstone.store import games
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.errors import Receipt

SEATS = (Seat("here", holder="ann"), Seat("link"))


def append_for(database: Database, seconds: float, waits: list[float]) -> None:
    game = database.write(lambda c: games.create(c, "othello", SEATS)).result()
    start = referee.start(game.state, 0.0)
    state, seq = referee.fold(game.state, start), 0
    seq = database.write(lambda c: games.append(c, game.id, 0, start, state, at=0.0)).result()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        event = Offered(0, "draw") if seq % 2 else Declined(1, "draw")
        receipt = Receipt("ann", f"key {seq}", "a fingerprint", '{"type": "done"}')
        before = time.perf_counter()
        seq = database.write(
            lambda c, seq=seq, event=event, receipt=receipt: games.append(  # type: ignore[misc]
                c, game.id, seq, [event], state, at=0.0, receipt=receipt
            )
        ).result()
        waits.append(time.perf_counter() - before)


def measure(database: Database, writers: int, seconds: float) -> None:
    waits: list[list[float]] = [[] for _ in range(writers)]
    threads = [threading.Thread(target=append_for, args=(database, seconds, own)) for own in waits]
    begun = time.monotonic()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    spent = time.monotonic() - begun
    every = sorted(wait for own in waits for wait in own)
    middle, late = statistics.median(every), every[int(len(every) * 0.99)]
    print(
        f"{writers:4} writer{'s' if writers > 1 else ' '} {len(every) / spent:8.0f} appends/s,"
        f" median {middle * 1000:6.2f} ms, 99% within {late * 1000:6.2f} ms"
    )


def syncs(directory: Path, seconds: float = 1.0) -> float:
    """What the disk can do at best: a page written and synced, again and again."""
    path = directory / f".sync-{os.getpid()}"
    handle = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    count, end = 0, time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            os.write(handle, b"x" * 4096)
            os.fsync(handle)
            count += 1
    finally:
        os.close(handle)
        path.unlink()
    return count / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", help="postgresql+psycopg://… or sqlite:///…")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--writers", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as home:
        if not options.database:
            print(f"the disk alone: {syncs(Path(home)):.0f} syncs of 4 kB a second")
        url = options.database or f"sqlite:///{Path(home) / 'bench.db'}"
        with Database.open(url) as database:
            print(f"durable appends to {database.address.url.drivername}:")
            for writers in (1, options.writers):
                measure(database, writers, options.seconds)


if __name__ == "__main__":
    main()
