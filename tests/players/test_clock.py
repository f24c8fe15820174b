"""Clocks: what can be written, who loses time, and that no second is made or lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnstone.players.clock import Clock, TimeControl


@pytest.mark.parametrize(
    ("text", "seconds", "increment"),
    [("300", 300, 0), ("300+2", 300, 2), ("0.5", 0.5, 0), ("60+0.25", 60, 0.25), ("1+0", 1, 0)],
)
def test_reads_time_controls(text: str, seconds: float, increment: float) -> None:
    assert TimeControl.parse(text) == TimeControl(seconds, increment)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0.0+5",
        "-5",
        "5m",
        "5+",
        "+5",
        "5+-1",
        "1e3",
        "nan",
        "inf",
        "٣٠٠",
        "5 + 2",
        "9" * 9,
    ],
)
def test_refuses_what_is_no_time_control(text: str) -> None:
    with pytest.raises(ValueError, match="a clock is seconds"):
        TimeControl.parse(text)


def test_only_the_running_seat_loses_time() -> None:
    clock = Clock.new(TimeControl(60, 5), 3)
    assert [clock.remaining(seat, 1000) for seat in range(3)] == [60, 60, 60]
    clock = clock.press(1, now=100)
    assert [clock.remaining(seat, 107) for seat in range(3)] == [60, 53, 60]
    clock = clock.press(2, now=107)
    assert [clock.remaining(seat, 110) for seat in range(3)] == [60, 58, 57]


def test_the_flag_falls_at_the_last_moment_and_stays_down() -> None:
    clock = Clock.new(TimeControl(10), 2).press(0, now=50)
    assert clock.flagged(59.9) is None
    assert clock.flagged(60) == 0
    assert clock.flagged(1e9) == 0


def test_a_stopped_clock_runs_for_nobody() -> None:
    clock = Clock.new(TimeControl(10), 2).press(0, now=0).press(None, now=4)
    assert clock.flagged(1e9) is None
    assert clock.remaining(0, 1e9) == 6


def test_a_press_without_bonus_credits_nothing() -> None:
    clock = Clock.new(TimeControl(10, 3), 2).press(0, now=0)
    assert clock.press(1, now=4, bonus=False).remaining(0, 4) == 6
    assert clock.press(1, now=4).remaining(0, 4) == 9


def test_a_clock_that_is_told_an_earlier_time_gives_none_back() -> None:
    clock = Clock.new(TimeControl(10), 2).press(0, now=100)
    assert clock.remaining(0, 90) == 10


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 20), st.booleans()), max_size=30))
def test_time_is_neither_made_nor_lost(presses: list[tuple[int, int, bool]]) -> None:
    clock, now, bonuses = Clock.new(TimeControl(1000, 7), 4).press(0, 0), 0, 0
    for seat, waited, bonus in presses:
        now += waited
        clock = clock.press(seat, now, bonus=bonus)
        bonuses += bonus
    assert sum(clock.remaining(seat, now) for seat in range(4)) == 4000 + 7 * bonuses - now
