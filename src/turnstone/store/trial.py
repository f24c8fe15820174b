"""The proof that a move can be stored, for a server that says whether it is ready."""

import secrets

from sqlalchemy import Connection

from turnstone.players.referee import Moved, Started

from . import games, settings
from .columns import Seat
from .errors import Receipt

CHECKED = "checked"
ROOM = 100_000  # bytes; a move writes some ten pages of 4 kB, twice as many when they are split


def attempt(connection: Connection) -> None:
    """Store what a game and its first move need, in every table they need, and take it back: a game
    of nobody must not be found. What stays means nothing, takes more room than any move, is there
    once and cannot be compressed."""
    with connection.begin_nested() as trial:
        seats = (Seat("here"), Seat("here"))
        game = games.create(connection, "small", seats, events=[Started(0.0)])
        moved = Moved(0, "d3", 0.0)
        after = games.folded(game.state, [moved])
        receipt = Receipt("nobody", CHECKED, "{}", str(game.seq + 1))
        games.append(connection, game.id, game.seq, [moved], after, at=0.0, receipt=receipt)
        trial.rollback()
    settings.put(connection, CHECKED, secrets.token_hex(ROOM // 2))
