"""Two servers on one PostgreSQL: what one of them stored, the other does not contradict."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from .house import HERE, LINK, Client, serving


@pytest.fixture
def both(postgresql_database: str, tmp_path: Path) -> Iterator[tuple[Client, Client]]:
    """The same person at either server."""
    database = ("--database", postgresql_database)
    with (
        serving(tmp_path / "here", *database) as here,
        serving(tmp_path / "there", *database) as there,
        Client(here.url) as at_home,
        Client(there.url, at_home.cookie) as away,
    ):
        yield at_home, away


def test_a_client_that_knows_more_than_the_server_plays_on(both: tuple[Client, Client]) -> None:
    here, there = both
    state = here.create()
    assert there.state(state["game"])["seq"] == state["seq"]
    state = here.play(state, "f5")
    answer = there.order(state, "play", 1, move="d6")
    assert answer.status_code == 200, answer.text
    assert [each["move"] for each in there.state(state["game"])["moves"]] == ["f5", "d6"]
    assert there.order({**state, "seq": 99}, "play", 0, move="c3").json()["code"] == "stale"


def test_a_game_deleted_at_one_is_gone_at_the_other(both: tuple[Client, Client]) -> None:
    here, there = both
    game = here.create()["game"]
    with there.socket(game) as watching:
        state = watching.next("state")
        assert here.http.delete(f"/api/games/{game}").status_code == 204
        refused = there.order(state, "play", 0, move="f5")
        assert (refused.status_code, refused.json()["code"]) == (404, "not-found")
        with pytest.raises(ConnectionClosed) as closed:
            watching.next("moved")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    assert there.http.get(f"/api/games/{game}").status_code == 410
    assert there.http.post(f"/api/games/{game}/restore").status_code == 200
    assert there.play(there.state(game), "f5")["seq"] == state["seq"] + 1


def test_nobody_sits_down_at_a_table_that_is_gone(both: tuple[Client, Client]) -> None:
    here, there = both
    state = here.create(seats=(HERE, LINK))
    link = state["seats"][1]["link"]
    assert there.state(state["game"])["seq"] == state["seq"]
    assert here.http.delete(f"/api/games/{state['game']}").status_code == 204
    with Client(there.url) as bob:
        answer = bob.http.post(f"/api{link}", json={"name": "Bob"})
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_flag_falls_no_more_for_a_game_that_is_gone(both: tuple[Client, Client]) -> None:
    here, there = both
    game = here.create(clock="1")["game"]
    with there.socket(game) as watching:
        watching.next("state")
        assert here.http.delete(f"/api/games/{game}").status_code == 204
        with pytest.raises(ConnectionClosed):
            watching.next("ended")
