"""The referee by example: clocks, offers, take-backs, forfeits, passes and repetition."""

import pytest

from turnstone.players.clock import Clock, TimeControl
from turnstone.players.referee import (
    Agreed,
    Command,
    Conceded,
    Decline,
    Event,
    Forfeit,
    Moved,
    Offer,
    Offered,
    Play,
    Redo,
    Redone,
    Refused,
    Resign,
    Started,
    State,
    TakeBack,
    Tick,
    TookBack,
    decide,
    fold,
    start,
)
from turnstone.rules.errors import IllegalMove, InvalidMove
from turnstone.rules.game import Game

# Black plays c1 and White, with b4 alone, has no answer; then c4 wipes him out.
PASS_COMES = "XO-- ---- ---- XO-- X"
PASS_FIRST = "XXX- ---- ---- XO-- O"


def table(
    variant: str = "othello",
    start_at: str | None = None,
    *,
    clock: TimeControl | None = None,
    free_undo: bool = True,
    now: float = 0.0,
) -> State:
    """A game whose clock has been started."""
    game = Game.new(variant, start_at)
    clocks = Clock.new(clock, len(game.variant.seats)) if clock else None
    state = State(game, clocks, free_undo)
    return fold(state, start(state, now))


def after(state: State, *commands: Command, now: float = 0.0) -> State:
    for command in commands:
        state = fold(state, decide(state, command, now))
    return state


def moves(state: State) -> list[str]:
    return [str(move) for move in state.game.moves]


# Moves and turns


def test_a_move_is_played_by_the_seat_whose_turn_it_is() -> None:
    state = table()
    assert decide(state, Play(0, " F5 "), 3.0) == (Moved(0, "f5", 3.0),)
    with pytest.raises(Refused, match="it is Black's turn"):
        decide(state, Play(1, "f5"), 3.0)
    with pytest.raises(IllegalMove, match="a1 flips nothing"):
        decide(state, Play(0, "a1"), 3.0)
    with pytest.raises(InvalidMove, match="not a square"):
        decide(state, Play(0, "z9"), 3.0)
    assert moves(state) == []


def test_an_extra_turn_in_kalah_stays_with_the_mover() -> None:
    state = after(table("kalah"), Play(0, "3"))  # its fourth seed falls into the store
    assert state.turn == 0
    with pytest.raises(Refused, match="South's turn"):
        decide(state, Play(1, "1"), 0)


# Passes


def test_forced_passes_are_played_by_the_referee() -> None:
    state = table("reversi-4", PASS_COMES)
    assert decide(state, Play(0, "c1"), 1.0) == (Moved(0, "c1", 1.0), Moved(1, "pass", 1.0))
    state = after(state, Play(0, "c1"))
    assert state.turn == 0
    state = after(state, Play(0, "c4"))
    assert moves(state) == ["c1", "pass", "c4"]
    assert state.outcome is not None
    assert state.outcome.scores == (6, 0)
    assert state.outcome.margins == (16, -16)  # the ten empty squares go to the winner


def test_a_pass_at_the_start_is_played_too() -> None:
    game = Game.new("reversi-4", PASS_FIRST)
    assert start(State(game), 5.0) == (Started(5.0), Moved(1, "pass", 5.0))


def test_a_pass_is_taken_back_and_redone_with_the_move_before_it() -> None:
    state = after(table("reversi-4", PASS_COMES), Play(0, "c1"))
    assert decide(state, TakeBack(0), 2.0) == (TookBack(2, 2.0),)
    back = after(state, TakeBack(0))
    assert moves(back) == []
    assert back.turn == 0
    assert decide(back, Redo(0), 3.0) == (Redone(2, 3.0),)
    assert moves(after(back, Redo(0))) == ["c1", "pass"]


def test_a_pass_the_game_began_with_is_not_taken_back() -> None:
    state = table("reversi-4", PASS_FIRST)
    with pytest.raises(Refused, match="nothing to take back"):
        decide(state, TakeBack(0), 0)
    state = after(state, Play(0, "c4"))
    state = after(state, TakeBack(0))
    assert moves(state) == ["pass"]
    assert state.turn == 0


# Undo and redo


def test_free_undo_and_redo() -> None:
    state = after(table(), Play(0, "f5"), Play(1, "d6"), Play(0, "c3"))
    back = after(state, TakeBack(0, 2))
    assert moves(back) == ["f5"]
    assert moves(after(back, Redo(0))) == ["f5", "d6"]
    assert moves(after(back, Redo(0, 2))) == ["f5", "d6", "c3"]
    with pytest.raises((Refused, IllegalMove)):
        decide(back, Redo(0, 3), 0)
    with pytest.raises((Refused, IllegalMove)):
        decide(back, TakeBack(0, 2), 0)
    for plies in (0, -1):
        with pytest.raises(Refused):
            decide(back, TakeBack(0, plies), 0)
        with pytest.raises(Refused):
            decide(back, Redo(0, plies), 0)


def test_another_move_forgets_what_was_taken_back() -> None:
    state = after(table(), Play(0, "f5"), TakeBack(0), Play(0, "d3"))
    with pytest.raises(IllegalMove, match="nothing to play again"):
        decide(state, Redo(0), 0)


def test_a_game_that_ended_on_the_board_can_be_taken_back_freely() -> None:
    over = after(table("reversi-4", PASS_COMES), Play(0, "c1"), Play(0, "c4"))
    back = after(over, TakeBack(0))
    assert back.outcome is None
    assert moves(back) == ["c1", "pass"]
    assert after(back, Redo(0)).outcome == over.outcome
    strict = after(table("reversi-4", PASS_COMES, free_undo=False), Play(0, "c1"), Play(0, "c4"))
    with pytest.raises(Refused, match="the game is over"):
        decide(strict, TakeBack(0), 0)


def test_a_resigned_game_stays_resigned() -> None:
    state = after(table(), Play(0, "f5"), Resign(1))
    for command in (TakeBack(0), Redo(0), Play(1, "d6"), Resign(0), Offer(0, "draw")):
        with pytest.raises(Refused, match="the game is over"):
            decide(state, command, 0)


def test_where_undo_is_not_free_it_takes_both_sides() -> None:
    state = after(table(free_undo=False), Play(0, "f5"))
    with pytest.raises(Refused, match="by agreement"):
        decide(state, TakeBack(0), 0)
    with pytest.raises(Refused, match="by agreement"):
        decide(state, Redo(0), 0)
    assert decide(state, Offer(0, "take-back"), 0) == (Offered(0, "take-back"),)
    asked = after(state, Offer(0, "take-back"))
    assert moves(asked) == ["f5"]
    agreed = after(asked, Offer(1, "take-back"))
    assert moves(agreed) == []
    assert agreed.offers == ()


def test_an_agreed_take_back_returns_the_choice_to_whoever_asked() -> None:
    state = after(table(free_undo=False), Play(0, "f5"), Play(1, "d6"))
    agreed = after(state, Offer(0, "take-back"), Offer(1, "take-back"))
    assert moves(agreed) == []  # Black asked: the answer goes back, and his own move too
    other = after(state, Offer(1, "take-back"), Offer(0, "take-back"))
    assert moves(other) == ["f5"]


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    with pytest.raises(Refused, match="nothing to take back"):
        decide(table(free_undo=False), Offer(0, "take-back"), 0)


def test_whoever_has_not_moved_asks_for_no_take_back() -> None:
    state = after(table(free_undo=False), Play(0, "f5"))
    with pytest.raises(Refused, match="White has no move to take back"):
        decide(state, Offer(1, "take-back"), 0)


# Offers


def test_a_draw_takes_the_offer_and_its_acceptance() -> None:
    state = after(table(), Play(0, "f5"), Offer(0, "draw"))
    assert state.outcome is None
    assert decide(state, Offer(1, "draw"), 0) == (Agreed(),)
    outcome = after(state, Offer(1, "draw")).outcome
    assert outcome is not None
    assert outcome.reason == "agreement"
    assert outcome.winner is None
    assert outcome.ranks == (1, 1)
    assert outcome.margins == (0, 0)


def test_nobody_accepts_his_own_offer() -> None:
    state = after(table(), Offer(0, "draw"))
    with pytest.raises(Refused, match="already"):
        decide(state, Offer(0, "draw"), 0)


def test_offers_are_declined_or_lapse_with_a_move() -> None:
    offered = after(table(), Offer(1, "draw"))
    declined = after(offered, Decline(0, "draw"))
    assert after(declined, Offer(0, "draw")).outcome is None
    lapsed = after(offered, Play(0, "f5"))
    assert after(lapsed, Offer(0, "draw")).outcome is None


def test_an_offer_lapses_with_a_move_that_is_played_again() -> None:
    back = after(after(table(), Play(0, "f5")), TakeBack(0))
    assert after(after(back, Offer(0, "draw")), Redo(0)).offers == ()


def test_only_what_somebody_else_offered_is_declined() -> None:
    with pytest.raises(Refused, match="nobody has offered"):
        decide(table(), Decline(0, "draw"), 0)
    offered = after(table(), Offer(0, "draw"))
    with pytest.raises(Refused, match="nobody has offered"):
        decide(offered, Decline(0, "draw"), 0)
    with pytest.raises(Refused, match="nobody has offered"):
        decide(offered, Decline(1, "take-back"), 0)


def test_a_draw_among_four_takes_all_four() -> None:
    state = table("four-colour")
    for seat in (2, 0, 3):
        state = after(state, Offer(seat, "draw"))
        assert state.outcome is None
    outcome = after(state, Offer(1, "draw")).outcome
    assert outcome is not None
    assert outcome.ranks == (1, 1, 1, 1)


def test_there_is_no_such_seat() -> None:
    for seat in (-1, 2, 99):
        for command in (Resign(seat), Forfeit(seat, "x"), Offer(seat, "draw"), Play(seat, "f5")):
            with pytest.raises(Refused):
                decide(table(), command, 0)


# Losing otherwise than on the board


@pytest.mark.parametrize(
    ("command", "reason"), [(Resign(1), "resignation"), (Forfeit(1, "crashed"), "forfeit")]
)
def test_giving_up_loses_everything_between_two(command: Command, reason: str) -> None:
    outcome = after(table(), Play(0, "f5"), command).outcome
    assert outcome is not None
    assert outcome.reason == reason
    assert outcome.winner == 0
    assert outcome.margins == (64, -64)
    assert outcome.scores == (4, 1)  # as the discs lie


@pytest.mark.parametrize("spec", ["three-colour", "four-colour", "reversi:colours=3,goal=fewest"])
def test_among_more_the_one_who_resigns_is_last_and_the_others_stand_as_they_are(
    spec: str,
) -> None:
    state = table(spec)
    for _ in range(5):
        state = after(state, Play(state.turn, str(state.game.position.legal_moves[0])))
    scores = state.game.position.scores
    sign = -1 if "fewest" in spec else 1
    for loser in range(len(scores)):
        outcome = after(state, Resign(loser)).outcome
        assert outcome is not None
        assert outcome.scores == scores
        others = [seat for seat in range(len(scores)) if seat != loser]
        assert outcome.ranks[loser] == len(scores)
        for seat in others:
            better = sum(sign * scores[other] > sign * scores[seat] for other in others)
            assert outcome.ranks[seat] == 1 + better


# Clocks


def test_time_runs_for_the_seat_to_move_and_moves_earn_the_increment() -> None:
    state = table(clock=TimeControl(60, 2), now=100)
    state = after(state, Play(0, "f5"), now=110)
    assert state.clock is not None
    assert state.clock.remaining(0, 115) == 60 - 10 + 2
    assert state.clock.remaining(1, 115) == 60 - 5


@pytest.mark.parametrize(
    "command", [Tick(), Play(0, "f5"), Play(1, "d6"), Resign(1), Offer(0, "draw"), TakeBack(0)]
)
def test_the_flag_falls_whatever_is_commanded_after_it(command: Command) -> None:
    state = table(clock=TimeControl(60), now=100)
    assert decide(state, Tick(), 159.9) == ()
    assert decide(state, command, 160) == (Conceded(0, "time"),)
    outcome = after(state, command, now=160).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("time", 1)


def test_without_a_clock_there_is_no_hurry() -> None:
    assert decide(table(), Tick(), 1e12) == ()


def test_the_clock_stops_when_the_game_is_over() -> None:
    state = table("reversi-4", PASS_COMES, clock=TimeControl(60))
    state = after(state, Play(0, "c1"), Play(0, "c4"), now=10)
    assert decide(state, Tick(), 1e9) == ()
    assert state.clock is not None
    assert state.clock.remaining(0, 1e9) == state.clock.remaining(0, 10)


def test_taking_back_turns_the_clock_and_earns_nothing() -> None:
    state = after(table(clock=TimeControl(60, 5)), Play(0, "f5"), now=10)
    state = after(state, TakeBack(1), now=17)
    assert state.clock is not None
    assert state.clock.remaining(1, 99) == 60 - 7
    assert state.clock.remaining(0, 20) == 60 - 10 + 5 - 3


def test_a_ply_earns_its_increment_once() -> None:
    state = table(clock=TimeControl(10, 5))
    for _ in range(5):
        state = after(state, Play(0, "f5"), Play(1, "d6"), TakeBack(0, 2), now=0)
    assert time_left(state) == [15, 15]
    state = after(state, Play(0, "f5"), Play(1, "f4"), Play(0, "c3"), now=0)
    assert time_left(state) == [20, 15]


def time_left(state: State) -> list[float]:
    assert state.clock is not None
    return list(state.clock.left)


# Repetition


@pytest.mark.parametrize(("south", "north", "winner"), [(24, 20, 0), (20, 24, 1), (22, 22, None)])
def test_the_third_occurrence_ends_the_relay_game_and_stores_decide(
    south: int, north: int, winner: int | None
) -> None:
    state = table("relay", f"1,1,0,0,1,0,{north},0,0,0,0,1,0,{south} S")
    cycle = ["0", "4", "2", "7", "11", "9"]
    for number, move in enumerate(cycle * 2):
        assert state.outcome is None, f"over before move {number}"
        state = after(state, Play(state.turn, move))
    assert state.outcome is not None
    assert state.outcome.reason == "repetition"
    assert state.outcome.scores == (south, north)
    assert state.outcome.winner == winner
    with pytest.raises(Refused, match="the game is over"):
        decide(state, Play(0, "0"), 0)


# Purity


def test_events_alone_give_the_state_again() -> None:
    state = first = State(Game.new("reversi-4"), Clock.new(TimeControl(50, 1), 2))
    told: list[Event] = [*start(state, 0)]
    state = fold(state, tuple(told))
    commands: list[Command] = [Play(0, "b1"), Offer(0, "draw"), Decline(1, "draw")]
    commands += [TakeBack(1), Redo(1), Resign(1)]
    for now, command in enumerate(commands):
        events = decide(state, command, now)
        told += events
        state = fold(state, events)
    again = fold(first, tuple(told))
    assert again == state
    assert again.game.undone == state.game.undone
