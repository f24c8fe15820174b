"""Long games on a server: nobody waits because somebody else's game is long."""

import json
import time
from concurrent.futures import Future, ThreadPoolExecutor

import httpx
import pytest

from tests.rules.games import endless
from turnstone.server import limits

from .house import HERE, LINK, Client, Message, Server, fresh_key

MOVES = endless(limits.MOVES + 2)


def imported(client: Client, moves: list[str]) -> httpx.Response:
    saved = {"turnstone": 1, "variant": "oware", "moves": moves, "outcome": None}
    wanted = {"format": "json", "text": json.dumps(saved)}
    return client.http.post("/api/games/import", json=wanted)


def bring_long_games(server: Server) -> None:
    """By import, and by a list of moves; somebody joins."""
    with Client(server.url) as cid, Client(server.url) as dan:
        assert imported(cid, MOVES[: limits.MOVES]).status_code == 201
        made = cid.create("oware", seats=[HERE, LINK], start={"moves": MOVES[: limits.MOVES]})
        joined = dan.join(made["seats"][1]["link"])
        assert len(joined["moves"]) == limits.MOVES


def slowest_move(ann: Client, bringing: "Future[None]") -> float:
    """How long the slowest answer takes while others bring their games."""
    slowest, state = 0.0, ann.create("oware")
    for move in MOVES:
        begun = time.monotonic()
        state = ann.play(state, move)
        slowest = max(slowest, time.monotonic() - begun)
        if bringing.done():
            break
    bringing.result()
    return slowest


def test_others_play_on_while_long_games_come_in(server: Server, ann: Client) -> None:
    """The best of a few times: how busy this machine is otherwise is not the question."""
    with ThreadPoolExecutor(1) as beside:
        times = [slowest_move(ann, beside.submit(bring_long_games, server)) for _ in range(4)]
    assert min(times) < 0.5, times


@pytest.mark.parametrize("wanted", ["json", "transcript", "start", "pasted", "listed"])
def test_a_game_may_have_so_many_moves(ann: Client, wanted: str) -> None:
    many = MOVES[: limits.MOVES + 1]
    line = " ".join(many)
    new = {"key": fresh_key(), "variant": "oware", "seats": [HERE, HERE]}
    match wanted:
        case "json":
            answer = imported(ann, many)
        case "transcript":
            asked: Message = {"format": "transcript", "text": line, "variant": "oware"}
            answer = ann.http.post("/api/games/import", json=asked)
        case "start":
            answer = ann.http.post("/api/games", json={**new, "start": {"text": line}})
        case "pasted":
            answer = ann.http.post("/api/positions", json={"variant": "oware", "text": line})
        case _:
            answer = ann.http.post("/api/games", json={**new, "start": {"moves": many}})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert f"{limits.MOVES:,}" in answer.text or f"{limits.MOVES}" in answer.text


def test_the_last_move_is_the_last_one(ann: Client) -> None:
    """Nobody plays on, a bot neither; the game can still be taken back or given up."""
    bot = {"kind": "bot", "bot": "random"}
    state = ann.create("oware", seats=[bot, HERE], start={"moves": MOVES[: limits.MOVES - 1]})
    state = ann.play(state, MOVES[limits.MOVES - 1])
    time.sleep(0.3)
    state = ann.state(state["game"])
    assert len(state["moves"]) == limits.MOVES
    back = ann.order(state, "take-back", 1)
    assert back.status_code == 200, back.text
    here = ann.create("oware", start={"moves": MOVES[: limits.MOVES]})
    refused = ann.order(here, "play", here["view"]["turn"], move=MOVES[limits.MOVES])
    assert (refused.status_code, refused.json()["code"]) == (409, "not-allowed")
    assert ann.order(here, "resign", 0).status_code == 200
