"""New games: a client's wishes, checked, and made into what the store is told."""

from dataclasses import dataclass, replace

from pydantic import ValidationError
from sqlalchemy import Connection

from turnstone.players import match, referee
from turnstone.players.clock import Clock, TimeControl
from turnstone.players.referee import Moved, State
from turnstone.players.specs import HUMAN
from turnstone.records import transcript
from turnstone.records.json import SavedGame
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import Game, start_text
from turnstone.rules.position import Position
from turnstone.rules.variants import RuleSet
from turnstone.store import games, lists, records
from turnstone.store.columns import Seat, takes_back_freely
from turnstone.store.errors import Receipt
from turnstone.store.events import Event
from turnstone.store.games import StoredGame
from turnstone.store.score import clean_name

from . import characters, limits
from .catalogue import asked_variant, begun, replayed, started
from .reading import complaint
from .refusals import Refuse
from .requests import Import, NewGame, SeatWanted, Start
from .study import SHORT, Asker


@dataclass(frozen=True)
class Creation:
    """A game that can be stored."""

    start: Position
    events: tuple[Event, ...]
    seats: tuple[Seat, ...]
    creator: str
    brought: int = 0
    control: TimeControl | None = None
    free_undo: bool = True
    title: str = ""

    @property
    def _start(self) -> str | None:
        return start_text(self.start)

    async def folded(self, asker: Asker) -> State:
        """The state its first events lead to. A long game takes a while."""
        return self._folded() if len(self.events) <= SHORT else await asker.read(self._folded)

    def _folded(self) -> State:
        spec = self.start.variant.spec
        before = games.beginning(spec, self._start, self.control, free_undo=self.free_undo)
        return games.folded(before, self.events)

    def create(self, connection: Connection, after: State, receipt: Receipt | None) -> StoredGame:
        """Store it, with its first events, which lead to the state `after`."""
        return games.create(
            connection,
            self.start.variant.spec,
            self.seats,
            start=self._start,
            control=self.control,
            free_undo=self.free_undo,
            title=self.title,
            creator=self.creator,
            events=self.events,
            brought=self.brought,
            after=after,
            receipt=receipt,
        )


def check_room(connection: Connection, creator: str | None) -> None:
    """Refuse to have opened one more unfinished game than somebody may have: a new one, the next of
    a rematch, one that was deleted, one whose end was taken back."""
    if creator is not None and lists.count_open(connection, creator) > limits.OPEN_GAMES:
        raise Refuse("too-many", f"{limits.OPEN_GAMES} unfinished games, no more")


async def from_request(wanted: NewGame, who: str, asker: Asker) -> Creation:
    """A game that a client wants to play, or Refuse."""
    rules = asked_variant(wanted.variant)
    if len(wanted.seats) != len(rules.seats):
        raise Refuse(
            "invalid", f"seats: {rules.title} has {len(rules.seats)}, not {len(wanted.seats)}"
        )
    seats = tuple(_seat(each, rules, who) for each in wanted.seats)
    control = _control(wanted.clock)
    start = wanted.start
    game = started(rules, None) if start is None else await asker.read(lambda: _start(rules, start))
    if game.outcome:
        raise Refuse("invalid", "the game is over there")
    if control:  # nobody's time has been used for moves that were made elsewhere
        game = Game((game.position,))
    free_undo = takes_back_freely(seats)
    begun = not any(seat.is_free for seat in seats)
    events = _beginning(game, control, begun=begun)
    title = clean_name(wanted.title)
    return Creation(game.start, events, seats, who, len(game.moves), control, free_undo, title)


def _control(clock: str | None) -> TimeControl | None:
    try:
        return TimeControl.parse(clock) if clock is not None else None
    except ValueError as error:
        raise Refuse("invalid", str(error)) from None


def _beginning(game: Game, control: TimeControl | None, *, begun: bool) -> tuple[Event, ...]:
    """The moves a game starts with, and its beginning if all seats are taken."""
    moves: tuple[Event, ...] = tuple(Moved(move.seat, str(move), 0.0) for move in game.moves)
    if not begun:
        return moves
    clock = Clock.new(control, len(game.variant.seats)) if control else None
    return moves + referee.start(State(game, clock), 0.0)


def _seat(wanted: SeatWanted, rules: RuleSet, who: str) -> Seat:
    name = clean_name(wanted.name)
    if wanted.bot is not None:
        spec = str(characters.allowed(wanted.bot, rules))
        character = characters.character(wanted.bot) or characters.character(spec)
        return Seat("bot", name or (character.name if character else spec), spec)
    if wanted.kind == "link":
        return Seat("link", name)
    return Seat("here", name, holder=who)


def _start(rules: RuleSet, start: Start) -> Game:
    if start.text is not None:
        return begun(rules, start.text)
    if start.moves is not None:
        return replayed(started(rules, None), start.moves)
    if start.opening is not None:
        return match.opening(started(rules, None), start.opening.seed, start.opening.plies)
    return started(rules, start.position)


async def from_text(wanted: Import, who: str, asker: Asker) -> Creation:
    """A game in a text, or Refuse. Whoever brings it plays all seats that are not bots'."""
    try:
        saved = await asker.read(lambda: _read(wanted))
    except InvalidRecord as error:
        raise Refuse("invalid", f"that cannot be read: {error}") from None
    rules = saved.game.variant
    assert isinstance(rules, RuleSet)
    players = saved.players or (HUMAN,) * len(rules.seats)
    names = saved.names or ("",) * len(players)
    wishes = map(_of_player, players, names)
    seats = tuple(_seat(each, rules, who) for each in wishes)
    control = _control(saved.clock)
    events: tuple[Event, ...] = tuple(records.events_of(saved))
    if not saved.ended:
        events += referee.forced(State(saved.game), 0.0)  # files may end before a pass
    return Creation(saved.game.start, events, seats, who, len(events), control)


def _of_player(player: str, name: str) -> SeatWanted:
    """The seat of a player whom a file names; Refuse for what nobody could have asked for."""
    called = clean_name(name)
    if player == HUMAN:
        return SeatWanted(kind="here", name=called)
    try:
        return SeatWanted(kind="bot", bot=player, name=called)
    except ValidationError as error:
        why = complaint(error.errors(include_url=False))
        raise Refuse("invalid", f"that cannot be read: players: {why}") from None


def _read(wanted: Import) -> SavedGame:
    if wanted.format == "json":
        saved = SavedGame.parse(wanted.text, limits.MOVES)
        return replace(saved, game=Game(saved.game.positions, saved.game.moves))
    if wanted.variant is None:
        raise Refuse("invalid", "a transcript needs the rule set it belongs to")
    rules = asked_variant(wanted.variant)
    return SavedGame(transcript.read(wanted.text, rules, limits.MOVES))
