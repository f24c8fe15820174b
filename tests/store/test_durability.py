"""kill -9 in the middle of commits: everything that was acknowledged is there, and once."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import defaultdict

import pytest

from turnstone.store import games, receipts, settings
from turnstone.store.database import Database
from turnstone.store.verify import verify

# Plays several games at once and says of each event that it is durable: game, seq, move.
WRITER = """
import os, random, sys, threading
from turnstone.players import referee
from turnstone.store import games
from turnstone.store.columns import Seat
from turnstone.store.database import Database
from turnstone.store.errors import Receipt

database = Database.open(sys.argv[1])

def play(seed):
    rng = random.Random(seed)
    while True:
        seats = [Seat("here", holder="ann"), Seat("bot", bot="greedy")]
        game = database.write(lambda c: games.create(c, "othello", seats, creator="ann")).result()
        state, seq, events, move = game.state, 0, referee.start(game.state, 0.0), "start"
        while not state.outcome:
            after = referee.fold(state, events)
            receipt = None  # a game begins without a command
            if move != "start":
                receipt = Receipt("ann", f"k{seq}", move, str(seq + len(events)))
            seq = database.write(
                lambda c: games.append(c, game.id, seq, events, after, at=0.0, receipt=receipt)
            ).result()
            os.write(1, f"{game.id} {seq} {move}\\n".encode())
            state = after
            if not state.outcome:
                move = str(rng.choice(list(state.game.position.legal_moves)))
                events = referee.decide(state, referee.Play(state.turn, move), 0.0)

for seed in range(8):
    threading.Thread(target=play, args=(f"{sys.argv[2]}/{seed}",), daemon=True).start()
threading.Event().wait()
"""


@pytest.mark.parametrize("seed", range(2))
def test_kill_9_loses_nothing_that_was_acknowledged(database_url: str, seed: int) -> None:
    with Database.open(database_url) as database:
        database.write(settings.secret).result()
    rng = random.Random(seed)
    acknowledged: dict[str, dict[int, str]] = defaultdict(dict)
    for life in range(4):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, database_url, f"{seed}/{life}"], stdout=subprocess.PIPE
        )
        assert writer.stdout
        lines = [writer.stdout.readline()]  # it has begun
        end = time.monotonic() + rng.uniform(0.0, 0.5)
        while time.monotonic() < end:
            lines.append(writer.stdout.readline())
        # Right after an answer: were answers given before the commit, it would not be over yet.
        os.kill(writer.pid, signal.SIGKILL)
        lines += writer.stdout.read().splitlines()
        writer.stdout.close()
        writer.wait()
        for line in lines:
            game, seq, move = line.decode().split()
            acknowledged[game][int(seq)] = move

    with Database.open(database_url) as database:
        with database.read() as connection:
            for game, known in acknowledged.items():
                stored = games.load(connection, game)
                moves = [str(move) for move in stored.state.game.moves if str(move) != "pass"]
                assert stored.seq >= max(known)
                played = [move for _, move in sorted(known.items()) if move != "start"]
                assert moves[: len(played)] == played
                if played:
                    assert receipts.answered(connection, "ann", "k1", game)
        report = verify(database)
    assert report.faults == []
    assert report.games >= len(acknowledged)
    assert sum(map(len, acknowledged.values())) > 10
