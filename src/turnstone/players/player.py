"""Who sits at the table, and the loop that lets players play a game out."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from turnstone.rules.errors import IllegalMove, InvalidMove
from turnstone.rules.game import Game
from turnstone.rules.position import Move, Position

from . import referee
from .clock import Clock, TimeControl
from .referee import Command, Event, Forfeit, Play, State

Choice = Callable[[Position], Move | str]


class Player(Protocol):
    """Somebody who acts when it is his turn."""

    @property
    def name(self) -> str:
        """What the player is called."""
        ...

    def act(self, state: State) -> Command:
        """The next command of the seat to move."""
        ...


@dataclass(frozen=True)
class Bot:
    """A player that is a function from a position to a move.

    >>> Bot("first", lambda position: position.legal_moves[0]).name
    'first'
    """

    name: str
    choose: Choice

    def act(self, state: State) -> Command:
        """Play what the function chooses."""
        return Play(state.turn, str(self.choose(state.game.position)))


def play_out(
    players: Sequence[Player | Choice],
    game: Game | str = "othello",
    *,
    clock: TimeControl | None = None,
    now: Callable[[], float] = time.monotonic,
    on_event: Callable[[State, Event], None] | None = None,
) -> State:
    """Play a game to its end and return the last state.

    A player may be a plain function from a position to a move. A program's illegal or unreadable
    move, and any exception of its own, loses the game for it. `on_event` sees every event with the
    state before it.
    """
    if isinstance(game, str):
        game = Game.new(game)
    seated = [player_of(each) for each in players]
    seats = len(game.variant.seats)
    if len(seated) != seats:
        raise ValueError(f"{game.variant.title} is for {seats} players, not {len(seated)}")
    state = State(game, Clock.new(clock, seats) if clock else None)

    def advance(events: tuple[Event, ...]) -> None:
        nonlocal state
        for event in events:
            before, state = state, referee.apply(state, event)
            if on_event:
                on_event(before, event)

    advance(referee.start(state, now()))
    while not state.outcome:
        player, seat = seated[state.turn], state.turn
        try:
            command = player.act(state)
        except Exception as error:
            if not isinstance(player, Bot):
                raise
            command = Forfeit(seat, f"{type(error).__name__}: {error}")
        try:
            events = referee.decide(state, command, now())
        except (InvalidMove, IllegalMove) as error:
            events = referee.decide(state, Forfeit(seat, str(error)), now())
        advance(events)
    return state


def player_of(player: Player | Choice) -> Player:
    """A player as such; a function becomes a bot of that name."""
    if callable(player):
        return Bot(getattr(player, "__name__", "bot"), player)
    return player
