"""A table in the terminal: a game, who plays it, and its place in the database.

This module loads the database; import it only where a game is about to be played.
"""

import sys
import time
from collections.abc import Callable
from contextlib import suppress

from turnstone.players.referee import Event, Started, State
from turnstone.players.specs import InvalidPlayer, PlayerSpec
from turnstone.records.json import SavedGame
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import Game, start_text
from turnstone.rules.variants import RuleSet
from turnstone.rules.variants import variant as find_variant
from turnstone.store import games, lists, records, scores
from turnstone.store.columns import seat_of
from turnstone.store.database import Database
from turnstone.store.errors import NoSuchGame
from turnstone.store.games import StoredGame
from turnstone.store.score import Score

Seating = Callable[[RuleSet, dict[int, PlayerSpec]], list[PlayerSpec]]


class Table:
    """A game that goes on. `id` is None until it begins, `seq` is its last stored event."""

    def __init__(
        self,
        database: Database,
        game: Game,
        specs: list[PlayerSpec],
        stored: StoredGame | None = None,
    ) -> None:
        self.database = database
        self.game = game
        self.specs = specs
        self.id = stored.id if stored else None
        self.seq = stored.seq if stored else 0
        self._elapsed = stored.elapsed if stored else 0.0
        self._since = time.monotonic()

    def now(self) -> float:
        """The time on the game's own timeline, which stood still while nobody played."""
        return self._elapsed + time.monotonic() - self._since

    def begin(self) -> None:
        """Have the game in the database, with those who play it now."""
        seats = [seat_of(str(spec)) for spec in self.specs]
        if self.id is not None:
            name = self.id
            self.database.write(lambda c: games.reseat(c, name, seats)).result()
            return
        saved = SavedGame(self.game)
        events = records.events_of(saved) if self.game.moves or self.game.undone else []
        stored = self.database.write(
            lambda c: games.create(
                c,
                self.game.variant.spec,
                seats,
                start=start_text(saved.game.start),
                origin="terminal",
                events=events,
                brought=len(events),
            )
        ).result()
        self.id, self.seq = stored.id, stored.seq

    def keep(self, event: Event, after: State) -> None:
        """Store an event, before anybody is told of it. Conflict: the game went on elsewhere."""
        if isinstance(event, Started) and self.seq:
            return  # going on is no second beginning
        assert self.id is not None
        name, seq, now = self.id, self.seq, self.now()
        self.seq = self.database.write(
            lambda c: games.append(c, name, seq, [event], after, at=now)
        ).result()
        self.game = after.game

    def score(self, seat: int, score: Score) -> None:
        """Put a seat's score into the table, once."""
        with suppress(scores.AlreadyScored):
            self.database.write(lambda c: scores.add(c, score, self.id, seat)).result()


def loaded(
    database: Database, saved: SavedGame, wanted: dict[int, PlayerSpec], seating: Seating
) -> Table:
    """The table at which a game from a file goes on, as a new game of ours."""
    if saved.is_over:
        raise InvalidRecord("that game is over; there is nothing to go on with")
    players = dict(enumerate(saved.players))
    return Table(database, saved.game, _seated(saved.game, players, wanted, seating))


def kept(database: Database, name: str, wanted: dict[int, PlayerSpec], seating: Seating) -> Table:
    """The table of a game in the database that goes on."""
    with database.read() as connection:
        stored = games.load(connection, name)
    if stored.origin != "terminal":
        raise NoSuchGame("that game is the server's")
    if stored.state.outcome:
        raise InvalidRecord("that game is over; there is nothing to go on with")
    players = {place: seat.bot or "human" for place, seat in enumerate(stored.seats)}
    game = stored.state.game
    return Table(database, game, _seated(game, players, wanted, seating), stored)


def last(database: Database, wanted: dict[int, PlayerSpec], seating: Seating) -> Table:
    """The newest kept game that is not over; one without a move only if there is no other. What
    cannot be played is left out."""
    with database.read() as connection:
        unfinished = lists.by_origin(connection, "terminal", unfinished=True)
    for damaged in unfinished.damaged:
        print(f"turnstone: game {damaged.id} is left out: {damaged.fault}", file=sys.stderr)
    for summary in sorted(unfinished.games, key=lambda each: each.plies == 0):
        try:
            return kept(database, summary.id, wanted, seating)
        except (InvalidRecord, ValueError) as error:
            print(f"turnstone: game {summary.id} is left out: {error}", file=sys.stderr)
    raise InvalidRecord("there is no unfinished game to go on with")


def _seated(
    game: Game, players: dict[int, str], wanted: dict[int, PlayerSpec], seating: Seating
) -> list[PlayerSpec]:
    try:
        known = {place: PlayerSpec.parse(player) for place, player in players.items()}
        return seating(find_variant(game.variant.spec), {**known, **wanted})
    except InvalidPlayer as error:
        raise InvalidRecord(f"the saved game cannot be played: {error}") from None
