"""New games: a client's wishes, checked, and made into what the store is told."""

import asyncio
from dataclasses import dataclass

from sqlalchemy import Connection

from turnstone.players import match, referee
from turnstone.players.clock import TimeControl
from turnstone.players.referee import Conceded, Event, Moved
from turnstone.records import transcript
from turnstone.records.json import SavedGame
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import Game
from turnstone.rules.variants import RuleSet
from turnstone.store import games
from turnstone.store.columns import Seat
from turnstone.store.errors import Receipt
from turnstone.store.games import StoredGame, folded
from turnstone.store.score import clean_name

from . import characters
from .catalogue import asked_variant, replayed, started
from .messages import Import, NewGame, SeatWanted, Start
from .refusals import Refuse


@dataclass(frozen=True)
class Creation:
    """A game that can be stored."""

    game: Game
    seats: tuple[Seat, ...]
    control: TimeControl | None
    free_undo: bool
    title: str
    creator: str
    resigned: int | None = None

    def create(self, connection: Connection, receipt: Receipt | None) -> StoredGame:
        """Store it, with its first events."""
        start = self.game.start
        return games.create(
            connection,
            self.game.variant.spec,
            self.seats,
            start=None if start == self.game.variant.start() else start.text(),
            control=self.control,
            free_undo=self.free_undo,
            title=self.title,
            creator=self.creator,
            events=self._events(),
            receipt=receipt,
        )

    def _events(self) -> tuple[Event, ...]:
        start = None if self.game.start == self.game.variant.start() else self.game.start.text()
        spec = self.game.variant.spec
        state = games.beginning(spec, start, self.control, free_undo=self.free_undo)
        events: tuple[Event, ...] = tuple(
            Moved(move.seat, str(move), 0.0) for move in self.game.moves
        )
        if not any(seat.is_free for seat in self.seats):
            events += referee.start(folded(state, events), 0.0)
        if self.resigned is not None:
            events += (Conceded(self.resigned, "resignation"),)
        return events


async def from_request(wanted: NewGame, who: str) -> Creation:
    """A game that a client wants to play, or Refuse."""
    rules = asked_variant(wanted.variant)
    if len(wanted.seats) != len(rules.seats):
        raise Refuse(
            "invalid", f"seats: {rules.title} has {len(rules.seats)}, not {len(wanted.seats)}"
        )
    seats = tuple(_seat(each, rules, who) for each in wanted.seats)
    try:
        control = TimeControl.parse(wanted.clock) if wanted.clock is not None else None
    except ValueError as error:
        raise Refuse("invalid", f"clock: {error}") from None
    game = await asyncio.to_thread(_start, rules, wanted.start)
    if game.outcome:
        raise Refuse("invalid", "start: the game is over there")
    if control:  # nobody's time has been used for moves that were made elsewhere
        game = Game((game.position,))
    free_undo = not any(seat.kind == "link" for seat in seats)
    return Creation(game, seats, control, free_undo, clean_name(wanted.title), who)


def _seat(wanted: SeatWanted, rules: RuleSet, who: str) -> Seat:
    name = clean_name(wanted.name)
    if wanted.bot is not None:
        spec = str(characters.allowed(wanted.bot, rules))
        character = characters.character(wanted.bot) or characters.character(spec)
        return Seat("bot", name or (character.name if character else spec), spec)
    if wanted.kind == "link":
        return Seat("link", name)
    return Seat("here", name, holder=who)


def _start(rules: RuleSet, start: Start | None) -> Game:
    if start is None:
        return Game.new(rules)
    if start.moves is not None:
        return replayed(Game.new(rules), start.moves)
    if start.opening is not None:
        return match.opening(rules.spec, start.opening.seed, start.opening.plies)
    return started(rules, start.position)


async def from_text(wanted: Import, who: str) -> Creation:
    """A game in a text, or Refuse. Whoever brings it plays all seats that are not bots'."""
    try:
        saved = await asyncio.to_thread(_read, wanted)
    except InvalidRecord as error:
        raise Refuse("invalid", f"text: {error}") from None
    rules = saved.game.variant
    assert isinstance(rules, RuleSet)
    seats = []
    for player in saved.players or ("human",) * len(rules.seats):
        bot = None if player == "human" else player
        seats.append(_seat(SeatWanted(kind="bot" if bot else "here", bot=bot), rules, who))
    return Creation(saved.game, tuple(seats), None, True, "", who, saved.resigned)


def _read(wanted: Import) -> SavedGame:
    if wanted.format == "json":
        saved = SavedGame.parse(wanted.text)
        return SavedGame(
            Game(saved.game.positions, saved.game.moves), saved.players, saved.resigned
        )
    if wanted.variant is None:
        raise Refuse("invalid", "variant: a transcript needs the rule set it belongs to")
    return SavedGame(transcript.read(wanted.text, asked_variant(wanted.variant)))
