"""Only the holder of a seat acts for it: everybody else, with every verb, is refused."""

from collections.abc import Callable, Iterator

import httpx
import pytest

from .house import HERE, LINK, Client, Message, Server, fresh_key

COMMANDS: dict[str, Message] = {
    "play": {"move": "f5"},
    "resign": {},
    "offer": {"subject": "draw"},
    "decline": {"subject": "draw"},
    "take-back": {},
    "redo": {},
    "rematch": {},
}
STRANGERS = ("anonymous", "spectator", "other seat", "late for the link", "other game")


@pytest.fixture
def table(ann: Client, bob: Client) -> Message:
    """Ann plays the first seat, Bob the second."""
    state = ann.create("othello", [{"kind": "here", "name": "Ann"}, LINK])
    bob.join(state["seats"][1]["link"], "Bob")
    return {**ann.state(state["game"]), "link": state["seats"][1]["link"]}


@pytest.fixture(params=STRANGERS)
def stranger(
    request: pytest.FixtureRequest, server: Server, bob: Client, table: Message
) -> Iterator[Client]:
    """Somebody who does not hold the first seat."""
    with Client(server.url) as client:
        if request.param == "spectator":
            client.state(table["game"])
        elif request.param == "late for the link":
            late = client.http.post(f"/api{table['link']}", json={"name": "Eve"})
            assert late.json()["code"] == "taken"
        elif request.param == "other game":
            client.create("othello", [HERE, HERE])
        yield bob if request.param == "other seat" else client


@pytest.mark.parametrize("verb", COMMANDS)
def test_no_command_over_http(ann: Client, stranger: Client, table: Message, verb: str) -> None:
    answer = stranger.order(table, verb, 0, **COMMANDS[verb])
    assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
    assert answer.json()["state"]["seq"] == table["seq"]
    assert ann.state(table["game"])["seq"] == table["seq"]


def test_no_command_over_the_socket(ann: Client, stranger: Client, table: Message) -> None:
    with stranger.socket(table["game"]) as socket:
        for verb, more in COMMANDS.items():
            answer = socket.order(verb, table["seq"], 0, **more)
            assert (answer["type"], answer["code"]) == ("refused", "not-your-seat"), verb
    assert ann.state(table["game"])["seq"] == table["seq"]


def test_no_seat_that_is_not_there(ann: Client, table: Message) -> None:
    for seat in (2, 3):
        assert ann.order(table, "resign", seat).json()["code"] == "not-your-seat"


def test_nobody_acts_for_a_bot(ann: Client) -> None:
    state = ann.create("othello", [{"kind": "bot", "bot": "random"}, HERE])
    for verb, more in COMMANDS.items():
        answer = ann.order(state, verb, 0, **more)
        assert answer.json()["code"] == "not-your-seat", verb


def test_only_own_games_are_changed(ann: Client, stranger: Client, table: Message) -> None:
    game = table["game"]
    verbs: dict[str, Callable[[], httpx.Response]] = {
        "rename": lambda: stranger.http.patch(f"/api/games/{game}", json={"title": "Mine"}),
        "delete": lambda: stranger.http.delete(f"/api/games/{game}"),
        "restore": lambda: stranger.http.post(f"/api/games/{game}/restore"),
    }
    is_bob = stranger.state(game)["mine"]
    if is_bob:
        return  # he owns the game as much as Ann does
    for verb, ask in verbs.items():
        answer = ask()
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), verb
    answer = stranger.http.post(f"/api/games/{game}/score", json={"seat": 0, "name": "Eve"})
    assert answer.json()["code"] == "not-your-seat"
    after = ann.state(game)
    assert (after["title"], after["seq"]) == ("", table["seq"])


def test_a_forged_identity_is_nobodys(server: Server, ann: Client, table: Message) -> None:
    cookie = ann.cookie.partition("=")[2]
    secret, _, signature = cookie.partition(".")
    forged = [
        secret,
        f"{secret}.{'A' * 22}",
        f"{'A' * 43}.{signature}",
        f"{cookie}x",
        "null",
        "../../etc/passwd",
    ]
    for value in forged:
        answer = httpx.post(
            f"{server.url}/api/games/{table['game']}/commands",
            json={"type": "resign", "key": fresh_key(), "seq": table["seq"], "seat": 0},
            headers={"Cookie": f"turnstone={value}"},
        )
        assert answer.json()["code"] == "not-your-seat", value
        assert "set-cookie" in answer.headers


def test_the_identity_is_out_of_reach_of_scripts(server: Server) -> None:
    for path in ("/", "/api/variants", "/join/something"):
        cookie = httpx.get(f"{server.url}{path}").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        secret = cookie.partition("=")[2].partition(".")[0]
        assert len(secret) == 43  # 256 bits
    with Client(server.url) as client:
        client.state(client.create()["game"])
        assert "set-cookie" not in client.http.get("/api/variants").headers


def test_secrets_stay_secret(server: Server, ann: Client, bob: Client, table: Message) -> None:
    """Tokens and identities appear in no export, no spectator's data, no log, and no database."""
    token = table["link"].split("-", 2)[2]  # it may hold dashes of its own
    game = ann.create("othello", [HERE, LINK])
    open_token = game["seats"][1]["link"].split("-", 2)[2]
    with Client(server.url) as eve:
        seen = [eve.http.get(f"/api/games/{game['game']}").text]
        seen += [eve.http.get(f"/api/games/{table['game']}").text]
        with eve.socket(game["game"]) as socket:
            seen.append(str(socket.next("state")))
    for exported in ("json", "transcript"):
        path = f"/api/games/{game['game']}/export"
        seen.append(ann.http.get(path, params={"format": exported}).text)
    seen += [ann.http.get("/api/games").text, bob.http.get(f"/api/games/{table['game']}").text]
    bob.http.get(table["link"])
    bob.http.post(f"/api{table['link']}", json={"wrong": 1})
    seen.append(server.text)
    for secret in (token, open_token, ann.cookie.partition("=")[2].partition(".")[0]):
        assert not any(secret in text for text in seen)
        stored = [path.read_bytes() for path in server.data.glob("*.db*")]
        assert not any(secret.encode() in data for data in stored)
