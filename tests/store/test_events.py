"""Events as JSON: each comes back, and nothing else is taken for one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnstone.players.referee import (
    Agreed,
    Conceded,
    Declined,
    Moved,
    Offered,
    Redone,
    Started,
    TookBack,
)
from turnstone.rules.errors import InvalidRecord
from turnstone.store import events
from turnstone.store.events import Event, Joined, Rematched, RematchOffered

SEATS = st.integers(0, 3)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SUBJECTS = st.sampled_from(["draw", "take-back"])
TIMES = st.floats(0, 1e9)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Started, TIMES),
    st.builds(Moved, SEATS, TEXTS, TIMES),
    st.builds(TookBack, st.integers(1, 100), TIMES),
    st.builds(Redone, st.integers(1, 100), TIMES),
    st.builds(Offered, SEATS, SUBJECTS),
    st.builds(Declined, SEATS, SUBJECTS),
    st.builds(Conceded, SEATS, st.sampled_from(["resignation", "time", "forfeit"]), TEXTS),
    st.builds(Agreed),
    st.builds(Joined, SEATS, TEXTS),
    st.builds(RematchOffered, SEATS),
    st.builds(Rematched, TEXTS),
)


@given(EVENTS, TIMES)
def test_every_event_comes_back(event: Event, at: float) -> None:
    time = events.time_of(event, at)
    back = events.read(events.write(event), time)
    assert back == event
    assert getattr(back, "why", "") == getattr(event, "why", "")


def test_the_form() -> None:
    assert json.loads(events.write(Moved(0, "f5", 1.5))) == {
        "type": "moved",
        "seat": 0,
        "move": "f5",
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        "{}",
        '{"type": 7}',
        '{"type": "flew"}',
        '{"type": "moved"}',
        '{"type": "moved", "seat": 0}',
        '{"type": "moved", "seat": 0, "move": "f5", "extra": 1}',
        '{"type": "moved", "seat": 0, "move": 5}',
        '{"type": "moved", "seat": "0", "move": "f5"}',
        '{"type": "moved", "seat": true, "move": "f5"}',
        '{"type": "moved", "seat": 0.0, "move": "f5"}',
        '{"type": "moved", "seat": -1, "move": "f5"}',
        '{"type": "moved", "seat": 1e999, "move": "f5"}',
        '{"type": "took-back", "plies": 0}',
        '{"type": "took-back", "plies": 99999}',
        '{"type": "offered", "seat": 0, "subject": "cake"}',
        '{"type": "conceded", "seat": 0, "reason": "boredom", "why": ""}',
        '{"type": "agreed", "at": 1}',
        "[" * 100_000,
    ],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord):
        events.read(text, 0.0)


@pytest.mark.parametrize("at", [float("nan"), float("inf")])
def test_a_time_is_a_number(at: float) -> None:
    with pytest.raises(InvalidRecord):
        events.read('{"type": "started"}', at)
