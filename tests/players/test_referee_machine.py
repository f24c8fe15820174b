"""Whatever is commanded, in any order: the referee agrees with a list of moves and a finger."""

import re

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from turnstone.players.clock import Clock, TimeControl
from turnstone.players.referee import (
    Command,
    Decline,
    Event,
    Offer,
    Play,
    Redo,
    Refused,
    Resign,
    State,
    Subject,
    TakeBack,
    Tick,
    decide,
    fold,
    start,
)
from turnstone.rules.errors import IllegalMove, InvalidMove
from turnstone.rules.game import Game

VARIANTS = [
    "reversi-4",
    "reversi:size=4,goal=fewest,start=parallel",
    "reversi:size=4,colours=3",
    "kalah:houses=2,seeds=2,pie=yes",
    "relay:houses=2,seeds=1",
    "oware:houses=2,seeds=2",
]
SUBJECTS: st.SearchStrategy[Subject] = st.sampled_from(["draw", "take-back"])


class Table(RuleBasedStateMachine):
    """A game at which anybody may say anything. The model is `line`, all moves, and `made`."""

    @initialize(
        variant=st.sampled_from(VARIANTS),
        clock=st.sampled_from([None, TimeControl(60), TimeControl(30, 4)]),
        free_undo=st.booleans(),
    )
    def sit_down(self, variant: str, clock: TimeControl | None, free_undo: bool) -> None:
        game = Game.new(variant)
        self.seats = len(game.variant.seats)
        self.origin = State(game, Clock.new(clock, self.seats) if clock else None, free_undo)
        self.now = 0.0
        self.ran = 0.0  # seconds for which some clock was running
        self.line: list[str] = []
        self.made = 0
        self.bonuses = 0
        self.most = 0  # plies that the game has had
        self.told: list[Event] = [*start(self.origin, self.now)]
        self.state = fold(self.origin, tuple(self.told))

    def command(self, command: Command) -> bool:
        """Put a command to the referee; tell whether it led to anything."""
        before = self.state
        try:
            events = decide(self.state, command, self.now)
        except (Refused, InvalidMove, IllegalMove) as error:
            with pytest.raises(type(error), match=re.escape(str(error))):
                decide(self.state, command, self.now)
            return False
        assert decide(self.state, command, self.now) == events
        assert self.state is before
        self.told += events
        self.state = fold(self.state, events)
        return bool(events)

    def is_late(self) -> bool:
        clock, turn = self.state.clock, self.state.turn
        if not clock or self.state.outcome:
            return False
        return clock.remaining(turn, self.now) <= 0

    @rule(seconds=st.integers(0, 12))
    def wait(self, seconds: int) -> None:
        if self.state.clock and self.state.clock.running is not None:
            self.ran += seconds
        self.now += seconds

    @precondition(lambda self: not self.state.outcome)
    @rule(choice=st.integers(0, 30))
    def play(self, choice: int) -> None:
        legal = self.state.game.position.legal_moves
        text, late = str(legal[choice % len(legal)]), self.is_late()
        assert self.command(Play(self.state.turn, text))
        if late:
            assert self.state.stopped is not None
            return
        passed = list(map(str, self.state.game.moves[self.made + 1 :]))
        assert passed in ([], ["pass"])
        self.bonuses += self.made >= self.most  # a pass earns nothing, a ply earns once
        self.line[self.made :] = [text, *passed]
        self.made = len(self.line)
        self.most = max(self.most, self.made)

    @rule(seat=st.integers(-1, 4), text=st.sampled_from(["a1", "zz", "", "99", "pass", "swap"]))
    def babble(self, seat: int, text: str) -> None:
        legal = [str(move) for move in self.state.game.position.legal_moves]
        if text not in legal or seat != self.state.turn:
            late = self.is_late()
            assert self.command(Play(seat, text)) == late

    @rule(plies=st.integers(-1, 3))
    def take_back(self, plies: int) -> None:
        late, stopped = self.is_late(), self.state.stopped
        if self.command(TakeBack(self.state.turn, plies)) and not late:
            assert self.state.free_undo
            assert not stopped
            self.made -= plies
            while self.made and self.line[self.made] == "pass":
                self.made -= 1

    @rule(plies=st.integers(-1, 3))
    def redo(self, plies: int) -> None:
        late = self.is_late()
        if self.command(Redo(self.state.turn, plies)) and not late:
            self.made += plies
            while self.made < len(self.line) and self.line[self.made] == "pass":
                self.made += 1

    @rule(seat=st.integers(0, 3), subject=SUBJECTS)
    def offer(self, seat: int, subject: Subject) -> None:
        late, moves, offers = self.is_late(), self.state.game.moves, self.state.offers
        if self.command(Offer(seat, subject)) and not late:
            assert seat < self.seats
            if len(self.state.game.moves) < len(moves):  # everybody agreed to take moves back
                asked_first = next(who for what, who in offers if what == subject)
                own = [ply for ply, move in enumerate(moves) if move.seat == asked_first]
                self.made = max(ply for ply in own if self.line[ply] != "pass")

    @rule(seat=st.integers(0, 3), subject=SUBJECTS)
    def decline(self, seat: int, subject: Subject) -> None:
        wanted = any(what == subject and who != seat for what, who in self.state.offers)
        late, over = self.is_late(), bool(self.state.outcome)
        done = self.command(Decline(seat, subject))
        assert done == (not over and (late or (wanted and seat < self.seats)))

    @precondition(lambda self: len(self.told) > 25)
    @rule(seat=st.integers(0, 3))
    def resign(self, seat: int) -> None:
        over, late = bool(self.state.outcome), self.is_late()
        done = self.command(Resign(seat))
        assert done == (not over and (late or seat < self.seats))
        if done:
            assert self.state.outcome is not None
            assert self.state.outcome.reason == ("time" if late else "resignation")

    @rule()
    def tick(self) -> None:
        late = self.is_late()
        assert self.command(Tick()) == late

    @invariant()
    def the_game_is_the_moves_up_to_the_finger(self) -> None:
        game = self.state.game
        assert [str(move) for move in game.moves] == self.line[: self.made]
        assert [str(move) for move in game.undone] == self.line[self.made :]
        position = self.origin.game.position
        for move in self.line[: self.made]:
            position = position.play(move)
        assert game.position == position

    @invariant()
    def the_events_give_the_state(self) -> None:
        again = fold(self.origin, tuple(self.told))
        assert again == self.state
        assert again.game.undone == self.state.game.undone

    @invariant()
    def nobody_is_asked_to_pass(self) -> None:
        if not self.state.outcome:
            assert [str(move) for move in self.state.game.position.legal_moves] != ["pass"]

    @invariant()
    def no_second_is_made_or_lost(self) -> None:
        clock = self.state.clock
        if clock and not self.state.stopped:
            left = sum(clock.remaining(seat, self.now) for seat in range(self.seats))
            given = clock.control.seconds * self.seats + clock.control.increment * self.bonuses
            assert left == given - self.ran

    @invariant()
    def a_clock_runs_for_the_seat_to_move_while_the_game_goes_on(self) -> None:
        clock = self.state.clock
        if clock and not self.state.stopped:
            assert clock.running == (None if self.state.outcome else self.state.turn)


Table.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestTable = Table.TestCase
