"""The referee: a pure function from a state and a command to events, and a fold over events.

`decide` judges and changes nothing; `apply` changes and judges nothing. So a list of events is
the game: store it, replay it, and the state is the same again.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

from turnstone.rules.game import Game
from turnstone.rules.position import Outcome, agreed, conceded

from .clock import Clock

Subject = Literal["draw", "take-back"]


class Refused(ValueError):
    """A command that the rules of the table do not allow; the text says why."""


@dataclass(frozen=True)
class State:
    """A game with its clock, what is on offer, and how it ended.

    `free_undo`: moves may be taken back and played again without asking. `earned` is the most plies
    the game has had: each earns its increment once, however often it is taken back.
    """

    game: Game
    clock: Clock | None = None
    free_undo: bool = True
    offers: tuple[tuple[Subject, int], ...] = ()
    stopped: Outcome | None = None
    earned: int = 0

    @property
    def outcome(self) -> Outcome | None:
        """The result, from the board or from the table."""
        return self.stopped or self.game.outcome

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.game.position.turn


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Lose by a fault: a crash, an unreadable or illegal move of a program."""

    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer a draw or ask to take back; when the other side has offered already, this accepts."""

    seat: int
    subject: Subject


@dataclass(frozen=True, slots=True)
class Decline:
    """Say no to what the others offered."""

    seat: int
    subject: Subject


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo moves, where that is free."""

    seat: int
    plies: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """Play moves again that were taken back."""

    seat: int
    plies: int = 1


@dataclass(frozen=True, slots=True)
class Tick:
    """Look at the clock."""


Command = Play | Resign | Forfeit | Offer | Decline | TakeBack | Redo | Tick


@dataclass(frozen=True, slots=True)
class Started:
    """The clock of the first seat runs."""

    at: float


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was made; a pass is one too."""

    seat: int
    move: str
    at: float


@dataclass(frozen=True, slots=True)
class TookBack:
    """So many moves were undone."""

    plies: int
    at: float


@dataclass(frozen=True, slots=True)
class Redone:
    """So many moves were played again."""

    plies: int
    at: float


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat offered something."""

    seat: int
    subject: Subject


@dataclass(frozen=True, slots=True)
class Declined:
    """An offer was turned down."""

    seat: int
    subject: Subject


@dataclass(frozen=True, slots=True)
class Conceded:
    """A seat lost by something other than the board."""

    seat: int
    reason: Literal["resignation", "time", "forfeit"]
    why: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Agreed:
    """Both sides agreed to a draw."""


Event = Started | Moved | TookBack | Redone | Offered | Declined | Conceded | Agreed


def start(state: State, now: float) -> tuple[Event, ...]:
    """The events before anybody acts: the clock starts, and a start without a move is passed."""
    if state.outcome:
        return ()
    begun: tuple[Event, ...] = (Started(now),)
    return begun + forced(apply(state, begun[0]), now)


def decide(state: State, command: Command, now: float) -> tuple[Event, ...]:
    """What a command leads to. Refused, InvalidMove or IllegalMove say why it leads to nothing."""
    if state.outcome:
        if isinstance(command, TakeBack | Redo) and state.free_undo and not state.stopped:
            return _undo_or_redo(state, command, now)
        if isinstance(command, Tick):
            return ()
        raise Refused("the game is over")
    late = state.clock.flagged(now) if state.clock else None
    if late is not None:
        return (Conceded(late, "time"),)
    match command:
        case Tick():
            return ()
        case Play(seat, text):
            if seat != state.turn:
                raise Refused(f"it is {_name(state, state.turn)}'s turn")
            moved = Moved(seat, str(state.game.position.move(text)), now)
            return (moved, *forced(apply(state, moved), now))
        case Resign(seat):
            return (Conceded(_seat(state, seat), "resignation"),)
        case Forfeit(seat, why):
            return (Conceded(_seat(state, seat), "forfeit", why),)
        case Offer(seat, subject):
            return _offer(state, _seat(state, seat), subject, now)
        case Decline(seat, subject):
            if not any(what == subject and who != seat for what, who in state.offers):
                raise Refused(f"nobody has offered a {subject}")
            return (Declined(_seat(state, seat), subject),)
        case TakeBack() | Redo():
            if not state.free_undo:
                raise Refused("a move is taken back by agreement here: ask for it")
            return _undo_or_redo(state, command, now)


def apply(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case Started(at):
            return _at(state, state.game, at, bonus=False)
        case Moved(_, move, at):
            game = state.game.play(move)
            earned = max(state.earned, len(game.moves))
            if state.clock and state.clock.running is None:  # made before it was started
                return replace(state, game=game, offers=(), earned=earned)
            # A pass is the referee's; it costs no time and earns none.
            after = _at(state, game, at, bonus=move != "pass" and earned > state.earned)
            return replace(after, offers=(), earned=earned)
        case TookBack(plies, at):
            return replace(_at(state, state.game.undo(plies), at, bonus=False), offers=())
        case Redone(plies, at):
            return replace(_at(state, state.game.redo(plies), at, bonus=False), offers=())
        case Offered(seat, subject):
            return replace(state, offers=(*state.offers, (subject, seat)))
        case Declined(_, subject):
            kept = tuple(offer for offer in state.offers if offer[0] != subject)
            return replace(state, offers=kept)
        case Conceded(seat, reason):
            return replace(state, stopped=conceded(state.game.position, reason, seat))
        case Agreed():
            return replace(state, stopped=agreed(state.game.position))


def fold(state: State, events: tuple[Event, ...]) -> State:
    """The state after several events."""
    for event in events:
        state = apply(state, event)
    return state


def forced(state: State, now: float) -> tuple[Event, ...]:
    """The pass that is due, if one is: the referee plays it. Two in a row cannot be: the game would
    be over."""
    moves = state.game.position.legal_moves
    if state.outcome or len(moves) != 1 or str(moves[0]) != "pass":
        return ()
    return (Moved(state.turn, "pass", now),)


def _name(state: State, seat: int) -> str:
    return state.game.variant.seats[seat]


def _seat(state: State, seat: int) -> int:
    if not 0 <= seat < len(state.game.variant.seats):
        raise Refused(f"there is no seat {seat}")
    return seat


def _at(state: State, game: Game, now: float, *, bonus: bool = True) -> State:
    """The state with another game, its clock turned to whoever is to move there."""
    clock = state.clock
    if clock:
        clock = clock.press(None if game.outcome else game.position.turn, now, bonus=bonus)
    return replace(state, game=game, clock=clock)


def _undo_or_redo(state: State, command: TakeBack | Redo, now: float) -> tuple[Event, ...]:
    """Forced passes are undone and redone together with the move before them."""
    game, plies = state.game, command.plies
    if plies < 1:
        raise Refused(f"cannot go back {plies} moves")
    if isinstance(command, TakeBack):
        game.undo(plies)  # complains if there are not so many
        while plies < len(game.moves) and str(game.moves[-plies]) == "pass":
            plies += 1
        if str(game.moves[-plies]) == "pass":  # the game began with it
            raise Refused("there is nothing to take back")
        return (TookBack(plies, now),)
    game.redo(plies)
    while plies < len(game.undone) and str(game.undone[plies]) == "pass":
        plies += 1
    return (Redone(plies, now),)


def _offer(state: State, seat: int, subject: Subject, now: float) -> tuple[Event, ...]:
    """An offer that all others have made already is an agreement."""
    if subject == "take-back" and not state.game.moves:
        raise Refused("there is nothing to take back")
    if (subject, seat) in state.offers:
        raise Refused(f"{_name(state, seat)} has offered that already")
    others = {other for what, other in state.offers if what == subject}
    if subject == "take-back" and not others:
        since_own_move(state, seat)  # what is refused later cannot be offered
    waiting = others | {seat}
    if len(waiting) < len(state.game.variant.seats):
        return (Offered(seat, subject),)
    if subject == "draw":
        return (Agreed(),)
    asked_first = next(other for what, other in state.offers if what == subject)
    return _undo_or_redo(state, TakeBack(seat, since_own_move(state, asked_first)), now)


def with_moves(state: State) -> list[int]:
    """The seats that have a move to take back."""
    found: set[int] = set()
    for move in reversed(state.game.moves):
        if str(move) != "pass":
            found.add(move.seat)
        if len(found) == len(state.game.variant.seats):
            break
    return sorted(found)


def since_own_move(state: State, seat: int) -> int:
    """How many plies go back so that a seat may choose again."""
    for plies, move in enumerate(reversed(state.game.moves), 1):
        if move.seat == seat and str(move) != "pass":
            return plies
    raise Refused(f"{_name(state, seat)} has no move to take back")
