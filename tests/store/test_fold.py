"""Any game that the referee lets happen is the same after it has been through the store."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turnstone.players import referee
from turnstone.players.clock import TimeControl
from turnstone.players.referee import (
    Command,
    Decline,
    Forfeit,
    Offer,
    Play,
    Redo,
    Refused,
    Resign,
    TakeBack,
    Tick,
)
from turnstone.rules.errors import IllegalMove
from turnstone.store import games, lists, records
from turnstone.store import settings as kept
from turnstone.store.columns import Seat, derived
from turnstone.store.database import Database
from turnstone.store.verify import verify

from .. import databases

VARIANTS = ["small", "reversi:size=4,colours=3", "kalah:houses=3,seeds=2", "oware:houses=3,seeds=2"]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest) -> Iterator[Database]:
    """One database for all examples: opening one for each would be most of the work. In the end
    nothing is wrong with any of them.
    """
    if request.param == "sqlite":
        with (
            tempfile.TemporaryDirectory() as home,
            Database.open(f"sqlite:///{Path(home) / 'x.db'}") as database,
        ):
            database.write(kept.secret).result()
            yield database
            assert verify(database).faults == []
    else:
        server = request.getfixturevalue("postgresql_server")
        with databases.fresh_database(server) as url, Database.open(url) as database:
            database.write(kept.secret).result()
            yield database
            assert verify(database).faults == []


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_the_fold_of_what_is_stored_is_the_state(shared: Database, data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(VARIANTS))
    control = data.draw(st.sampled_from([None, TimeControl(60), TimeControl(20.5, 0.125)]))
    free = data.draw(st.booleans())
    count = 3 if "colours=3" in variant else 2
    seats = [Seat("bot", bot="random")] * count  # only bots forfeit
    game = shared.write(
        lambda c: games.create(c, variant, seats, control=control, free_undo=free)
    ).result()
    state, seq, now = game.state, 0, 0.0
    events = referee.start(state, now)
    for _ in range(data.draw(st.integers(0, 25))):
        after = referee.fold(state, events)
        seq = shared.write(
            lambda c, events=events, after=after, seq=seq, now=now: games.append(  # type: ignore[misc]
                c, game.id, seq, events, after, at=now
            )
        ).result()
        state = after
        now += data.draw(st.floats(0, 9))
        try:
            events = referee.decide(state, data.draw(commands(state)), now)
        except (Refused, IllegalMove):
            events = ()

    with shared.read() as connection:
        found = games.load(connection, game.id)
        (row,) = lists.by_origin(connection, "server", game=game.id).games
    assert found.state == state
    assert found.state.game.undone == state.game.undone
    assert found.seq == seq == row.seq
    copied = (row.plies, row.turn, row.position.text(), row.outcome)
    assert copied == (*list(derived(state).values())[:3], state.outcome)
    saved = records.saved_game(found.state, found.seats)
    again = games.folded(found.beginning, records.events_of(saved))
    assert records.saved_game(again, found.seats) == saved
    assert again.outcome == state.outcome
    assert again.game.undone == state.game.undone


def commands(state: referee.State) -> st.SearchStrategy[Command]:
    seats = st.integers(0, len(state.game.variant.seats) - 1)
    subjects = st.sampled_from(["draw", "take-back"])
    moves = [str(move) for move in state.game.position.legal_moves] or ["pass"]
    play = st.builds(Play, st.just(state.turn), st.sampled_from(moves))
    rare = st.one_of(
        st.builds(Resign, seats), st.builds(Forfeit, seats, st.text("ab")), st.just(Tick())
    )
    return st.one_of(
        play,
        play,
        play,
        st.builds(Offer, seats, subjects),
        st.builds(Decline, seats, subjects),
        st.builds(TakeBack, seats, st.integers(1, 3)),
        st.builds(Redo, seats, st.integers(1, 3)),
        rare,
    )
