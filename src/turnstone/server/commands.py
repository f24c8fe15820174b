"""What a client's command leads to at a table: the referee's judgement, in the server's words."""

from pydantic_core import to_json

from turnstone.players import referee
from turnstone.players.referee import (
    Conceded,
    Event,
    Moved,
    Offered,
    Redone,
    Refused,
    State,
    TookBack,
    since_own_move,
)
from turnstone.rules.errors import IllegalMove, InvalidMove

from . import limits, requests
from .live import Table
from .refusals import Refuse

Order = (
    requests.Play
    | requests.Resign
    | requests.Offer
    | requests.Decline
    | requests.TakeBack
    | requests.Redo
)


def fingerprint(order: Order | requests.Rematch) -> str:
    """What makes two commands the same: all but the key, and what the client had seen. F5 is f5."""
    same = {name: each for name, each in order if name not in ("key", "seq")}
    if isinstance(order, requests.Play):
        same["move"] = order.move.strip().lower()
    return to_json(same).decode()


def judged(table: Table, order: Order, now: float) -> tuple[Event, ...]:
    """The events a command leads to, or Refuse. A flag that fell before it comes instead."""
    state = table.state
    if not table.is_full:
        raise Refuse("not-allowed", "the game begins when every seat is taken")
    try:
        if isinstance(order, requests.Play) and not state.outcome and order.seat != state.turn:
            if flag := fallen(state, now):
                return flag
            name = state.game.variant.seats[state.turn]
            raise Refuse("not-your-turn", f"it is {name}'s turn")
        _check_patience(table, order)
        events = referee.decide(state, _command(table, order), now)
    except Refused as error:
        raise Refuse("not-allowed", str(error)) from None
    except InvalidMove as error:
        raise Refuse("invalid-move", str(error)) from None
    except IllegalMove as error:
        code = isinstance(order, requests.Play) and not state.outcome
        raise Refuse("illegal-move" if code else "not-allowed", str(error)) from None
    if isinstance(order, requests.Offer) and not is_flag(events):
        events += _bots_answer(table, order, referee.fold(state, events), now)
    return events


def _check_patience(table: Table, order: Order) -> None:
    """Refuse what would make a game grow without end, or ask again what was declined."""
    if isinstance(order, requests.Play) and table.has_all_moves and not table.outcome:
        raise Refuse("not-allowed", f"{limits.MOVES:,} moves, no more: give it up or agree a draw")
    if isinstance(order, requests.Play | requests.Resign):
        return
    if table.seq >= limits.EVENTS:
        raise Refuse("not-allowed", "too much has happened in this game: it can only be played on")
    if isinstance(order, requests.Offer) and _was_declined(table, order):
        raise Refuse("not-allowed", "that was declined; ask again after the next move")


def _was_declined(table: Table, order: requests.Offer) -> bool:
    """Whether the same was offered and declined at this position. To accept is no offer."""
    if any(subject == order.subject for subject, _ in table.state.offers):
        return False
    for each in reversed(table.events):
        if isinstance(each.event, Moved | TookBack | Redone):
            return False
        if each.event == Offered(order.seat, order.subject):
            return True
    return False


def is_flag(events: tuple[Event, ...]) -> bool:
    """Whether what happened is that somebody ran out of time."""
    return len(events) == 1 and isinstance(events[0], Conceded) and events[0].reason == "time"


def fallen(state: State, now: float) -> tuple[Event, ...]:
    """The event of a flag that has fallen, if one has."""
    return referee.decide(state, referee.Tick(), now)


def _command(table: Table, order: Order) -> referee.Command:
    match order:
        case requests.Play(seat=seat, move=move):
            return referee.Play(seat, move)
        case requests.Resign(seat=seat):
            return referee.Resign(seat)
        case requests.Offer(seat=seat, subject=subject):
            return referee.Offer(seat, subject)
        case requests.Decline(seat=seat, subject=subject):
            return referee.Decline(seat, subject)
        case requests.TakeBack(seat=seat):
            free = table.state.free_undo
            return referee.TakeBack(seat, since_own_move(table.state, seat) if free else 1)
        case requests.Redo(seat=seat):
            return referee.Redo(seat, _redo_plies(table))


def _redo_plies(table: Table) -> int:
    """One move, and the answers of bots that were taken back with it."""
    game, plies = table.state.game, 1
    while plies < len(game.undone) and not table.state.stopped:
        turn = game.redo(plies).position.turn
        if table.seats[turn].kind != "bot":
            break
        plies += 1
    return plies


def _bots_answer(
    table: Table, order: requests.Offer, state: State, now: float
) -> tuple[Event, ...]:
    """Bots play on rather than agree to a draw, and do not mind when people take moves back."""
    bots = [place for place, seat in enumerate(table.seats) if seat.kind == "bot"]
    if not bots or not any(seat == order.seat for _, seat in state.offers):
        return ()
    if order.subject == "draw":
        return referee.decide(state, referee.Decline(bots[0], "draw"), now)
    events: tuple[Event, ...] = ()
    for place in bots:
        if (order.subject, place) not in state.offers and state.offers:
            answer = referee.decide(state, referee.Offer(place, order.subject), now)
            state = referee.fold(state, answer)
            events += answer
    return events
