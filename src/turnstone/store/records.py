"""A game in a file becomes events, and a stored game a file again: import and export."""

from collections.abc import Sequence

from turnstone.players.referee import Agreed, Conceded, Moved, Started, State, TookBack
from turnstone.players.specs import HUMAN
from turnstone.records.json import Ending, SavedGame
from turnstone.rules.position import Outcome

from .columns import Seat, spell_clock
from .events import Event


def events_of(saved: SavedGame) -> list[Event]:
    """The events that lead to a saved game, all at the beginning of its timeline: the moves come
    before its clock starts, and neither take nor earn time.

    Moves that were taken back are played and taken back, so that they can be played again.
    """
    game = saved.game
    if game.start.outcome:
        return []
    moves = [*game.moves, *game.undone]
    events: list[Event] = [*(Moved(move.seat, str(move), 0.0) for move in moves), Started(0.0)]
    if game.undone:
        events.append(TookBack(len(game.undone), 0.0))
    match saved.ended:
        case Ending("agreement"):
            events.append(Agreed())
        case Ending(("resignation" | "time" | "forfeit") as reason, int(seat)):
            events.append(Conceded(seat, reason))
    return events


def saved_game(state: State, seats: Sequence[Seat]) -> SavedGame:
    """A game as a file keeps it: moves, players, clock, and how it ended if not on the board."""
    return SavedGame(
        state.game,
        tuple(seat.bot or HUMAN for seat in seats),
        _ending(state),
        tuple(seat.player for seat in seats),
        spell_clock(state.clock.control) if state.clock else None,
    )


def _ending(state: State) -> Ending | None:
    match state.stopped:
        case Outcome("agreement"):
            return Ending("agreement")
        case Outcome(("resignation" | "time" | "forfeit") as reason, ranks=ranks):
            return Ending(reason, ranks.index(max(ranks)))  # whoever concedes is last
    return None
