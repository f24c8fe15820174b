"""Playing out: functions as players, forfeits of programs, clocks with an injected time."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from turnstone.players.clock import TimeControl
from turnstone.players.player import play_out
from turnstone.players.referee import Command, Conceded, Event, Moved, Resign, State, fold
from turnstone.rules.game import Game
from turnstone.rules.position import Move, Position


def leftmost(position: Position) -> Move:
    return position.legal_moves[0]


def after_moves(plies: int, then: Callable[[Position], Move | str]) -> Callable[[Position], Move]:
    """Plays along for a while, and then otherwise."""
    asked = count()

    def choose(position: Position) -> Move:
        return then(position) if next(asked) >= plies else leftmost(position)  # type: ignore[return-value]

    return choose


def crash(_: Position) -> str:
    raise ZeroDivisionError("thinking failed")


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (crash, "ZeroDivisionError: thinking failed"),
        (lambda _: "a1", "a1 flips nothing"),
        (lambda _: "d4", "d4 is occupied"),
        (lambda _: "pass", "White can move and may not pass"),
        (lambda _: "x99", "not a square"),
        (lambda _: None, "not a square"),
        (lambda _: "", "not a square"),
    ],
)
def test_a_program_that_fails_forfeits(fault: Callable[[Position], str], why: str) -> None:
    events: list[Event] = []
    state = play_out(
        [leftmost, after_moves(1, fault)], on_event=lambda _, event: events.append(event)
    )
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winner) == ("forfeit", 0)
    assert len(state.game.moves) == 3  # the fault came at White's second move
    last = events[-1]
    assert isinstance(last, Conceded)
    assert last.seat == 1
    assert why in last.why


def test_interrupting_a_program_is_no_forfeit() -> None:
    def interrupted(_: Position) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_out([interrupted, leftmost])


class Quitter:
    """A player that is more than a function: he resigns when he feels like it."""

    name = "quitter"

    def act(self, state: State) -> Command:
        return Resign(state.turn)


class Broken(Quitter):
    def act(self, state: State) -> Command:
        del state
        raise LookupError("not a program: nothing to forgive")


def test_players_may_command_more_than_moves() -> None:
    state = play_out([Quitter(), leftmost])
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winner) == ("resignation", 1)


def test_what_goes_wrong_with_a_person_is_not_swallowed() -> None:
    with pytest.raises(LookupError):
        play_out([Broken(), leftmost])


@pytest.mark.parametrize(("spec", "seats"), [("othello", 2), ("three-colour", 3), ("kalah", 2)])
def test_there_must_be_as_many_players_as_seats(spec: str, seats: int) -> None:
    for number in {0, 1, 2, 3, 4, 5} - {seats}:
        with pytest.raises(ValueError, match=f"is for {seats} players, not {number}"):
            play_out([leftmost] * number, spec)


def test_events_are_shown_with_the_state_before_them_and_fold_to_the_end() -> None:
    seen: list[tuple[State, Event]] = []
    game = Game.new("reversi-4").play("b1")
    state = play_out([leftmost, leftmost], game, on_event=lambda *each: seen.append(each))
    assert seen[0][0].game == game  # a game that was begun goes on
    assert fold(seen[0][0], tuple(event for _, event in seen)) == state
    moved = [event for _, event in seen if isinstance(event, Moved)]
    assert [event.move for event in moved] == [str(move) for move in state.game.moves[1:]]
    for before, event in seen:
        if isinstance(event, Moved):
            assert event.seat == before.turn


def test_passes_are_not_asked_of_players() -> None:
    asked: list[list[str]] = []

    def watchful(position: Position) -> Move:
        asked.append([str(move) for move in position.legal_moves])
        return position.legal_moves[0]

    state = play_out([watchful, watchful], Game.new("reversi-4", "XO-- ---- ---- XO-- X"))
    assert asked == [["c1", "c4"], ["c4"]]
    assert [str(move) for move in state.game.moves] == ["c1", "pass", "c4"]


def ticking(seconds: float) -> Callable[[], float]:
    """A time source by which every look at the clock costs so much."""
    times: Iterator[float] = (number * seconds for number in count())
    return lambda: next(times)


def test_a_slow_player_loses_on_time_and_a_quick_one_does_not() -> None:
    slow = play_out([leftmost] * 2, clock=TimeControl(10), now=ticking(3))
    assert slow.outcome is not None
    # Every move takes 3 s: Black has 1 s left after his third move and oversteps with the fourth.
    assert (slow.outcome.reason, slow.outcome.winner) == ("time", 1)
    assert len(slow.game.moves) == 6
    saved = play_out([leftmost] * 2, clock=TimeControl(10, 3), now=ticking(3))
    assert saved.outcome is not None
    assert saved.outcome.reason == "no moves"
