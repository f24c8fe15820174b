"""Who a client is, whatever other programs on the same host keep in the same browser."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from turnstone.server.identity import Identities

from .house import HERE, LINK, Client, Server, fresh_key, serving

STRANGE = [
    'prefs={"theme":"dark"}',
    "user=Ann Smith",
    "flag",
    "a[b]=1",
    "n=é",
    "=;;=",
    "turnstone=somebody else's",
    f"turnstone-0123456789ab={'a' * 43}.{'b' * 22}",
]


@pytest.fixture
def ann(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


@pytest.mark.parametrize("other", STRANGE)
def test_cookies_of_others_hide_nobody(ann: Client, other: str) -> None:
    game = ann.create(seats=(HERE, LINK))["game"]
    own = ann.cookie.encode()
    foreign = other.encode("latin-1")
    together = [[(b"Cookie", foreign + b"; " + own)], [(b"Cookie", own + b";" + foreign)]]
    apart = [[(b"Cookie", foreign), (b"Cookie", own)], [(b"Cookie", own), (b"Cookie", foreign)]]
    for headers in together + apart:
        answer = httpx.get(f"{ann.url}/api/games", headers=headers)
        assert [each["game"] for each in answer.json()["games"]] == [game], headers
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("other", STRANGE)
def test_nor_on_a_socket(ann: Client, other: str) -> None:
    game = ann.create(seats=(HERE, LINK))["game"]
    address = f"{ann.url.replace('http', 'ws', 1)}/api/games/{game}/socket"
    headers = [("Cookie", other), ("Cookie", ann.cookie)]
    with connect(address, additional_headers=headers, proxy=None) as connection:
        state = json.loads(connection.recv())
    assert [seat["yours"] for seat in state["seats"]] == [True, False]


def test_a_cookie_that_was_not_signed_here_is_nobodys() -> None:
    ours, others = Identities(b"ours"), Identities(b"others")
    foreign, own = others.new(), ours.new()
    assert ours.known([f"{ours.name}={foreign.cookie}"]) is None
    found = ours.known([f"{ours.name}={foreign.cookie}; {ours.name}={own.cookie}"])
    assert found is not None
    assert found.id == own.id


def test_two_servers_on_one_host_take_nothing_from_each_other(tmp_path: Path) -> None:
    """Browsers keep the cookies of all ports of a host together."""
    with (
        serving(tmp_path / "here") as here,
        serving(tmp_path / "there") as there,
        httpx.Client() as browser,
    ):
        wanted = {"key": fresh_key(), "variant": "othello", "seats": [HERE, LINK]}
        game = browser.post(f"{here.url}/api/games", json=wanted).json()["game"]
        assert browser.get(f"{there.url}/").is_success
        assert browser.get(f"{there.url}/api/games").json()["games"] == []
        own = browser.get(f"{here.url}/api/games").json()["games"]
        assert [each["game"] for each in own] == [game]


def test_whoever_comes_back_is_known_for_another_year(ann: Client) -> None:
    cookie = ann.cookie
    again = ann.http.get("/").headers["set-cookie"]
    assert again.startswith(f"{cookie};")
    assert "Max-Age=31536000" in again
    assert "set-cookie" not in ann.http.get("/api/games").headers
