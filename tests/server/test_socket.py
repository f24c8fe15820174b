"""The socket of a game: events, catching up, keys, races, presence, slow readers."""

import json
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

import turnstone

from .house import HERE, LINK, Client, Server


def test_events_reach_everybody_and_done_comes_last(ann: Client, bob: Client) -> None:
    state = ann.create()
    with ann.socket(state["game"]) as mine, bob.socket(state["game"]) as his:
        first = mine.next()
        assert (first["type"], first["protocol"], first["seq"]) == ("state", 1, state["seq"])
        mine.send(type="play", key="one", seq=state["seq"], seat=0, move="f5")
        moved = mine.next("moved")
        done = mine.next()
        assert done == {"type": "done", "key": "one", "seq": moved["seq"]}
        seen = his.next("moved")
        assert seen == moved
        assert moved["steps"][0] == {"placed": "f5", "seat": 0}
        assert (moved["turn"], moved["scores"], moved["outcome"]) == (1, [4, 1], None)
        assert {"move": "d6", "flips": ["d5"]} in moved["legal"]
        after = ann.state(state["game"])
        assert after["view"] == {name: moved[name] for name in after["view"]}


def test_catching_up(ann: Client) -> None:
    state = ann.create()
    after = ann.play(state, "f5", "d6", "c3")
    ann.order(after, "take-back", 0)
    with ann.socket(state["game"], since=state["seq"]) as table:
        kinds = [table.next() for _ in range(4)]
        assert [each["type"] for each in kinds] == ["moved", "moved", "moved", "took-back"]
        assert [each["seq"] for each in kinds] == [state["seq"] + n for n in range(1, 5)]
        now = ann.state(state["game"])
        assert {name: kinds[-1][name] for name in now["view"]} == now["view"]
        assert kinds[1]["text"] == after["moves"][1]["text"]
    with ann.socket(state["game"], since=now["seq"]) as table:
        assert table.next()["type"] == "present"
    with ann.socket(state["game"], since=now["seq"] + 5) as table:
        assert table.next()["type"] == "state"


@pytest.mark.parametrize("since", ["-1", "x", "1e9", "99999999999999999999", "9" * 5000])
def test_nonsense_to_catch_up_from(server: Server, ann: Client, since: str) -> None:
    state = ann.create()
    with (
        pytest.raises(InvalidStatus) as refused,
        ann.connected(f"/api/games/{state['game']}/socket?since={since}"),
    ):
        pass
    assert refused.value.response.status_code == 400
    body = json.loads(refused.value.response.body)
    assert body["code"] == "invalid"
    assert re.match(r"Since must be (a whole number|\d+ at (least|most))", body["message"])
    assert "handshake" not in server.text


def test_a_repeat_is_harmless(ann: Client) -> None:
    state = ann.create()
    with ann.socket(state["game"]) as table:
        first = table.order("play", state["seq"], 0, move="f5", key="same")
        again = table.order("play", state["seq"], 0, move="f5", key="same")
        assert first == again
        later = table.order("play", first["seq"], 0, move="f5", key="same")
        assert later == first
        assert table.order("play", state["seq"], 0, move=" F5", key="same") == first
        other = table.order("play", state["seq"], 0, move="d3", key="same")
        assert (other["type"], other["code"]) == ("refused", "key-reused")
        other = table.order("resign", first["seq"], 0, key="same")
        assert other["code"] == "key-reused"
    assert len(ann.state(state["game"])["moves"]) == 1


def test_a_key_belongs_to_whoever_used_it(ann: Client, bob: Client) -> None:
    state = ann.create("othello", [HERE, LINK])
    bob.join(state["seats"][1]["link"])
    state = ann.state(state["game"])
    with ann.socket(state["game"]) as mine, bob.socket(state["game"]) as his:
        seq = mine.order("play", state["seq"], 0, move="f5", key="same")["seq"]
        answer = his.order("play", seq, 1, move="d6", key="same")
        assert answer == {"type": "done", "key": "same", "seq": seq + 1}


def test_an_old_state_is_refused_with_the_new_one(ann: Client) -> None:
    state = ann.create()
    ann.play(state, "f5")
    with ann.socket(state["game"]) as table:
        answer = table.order("play", state["seq"], 0, move="d3")
        assert (answer["type"], answer["code"]) == ("refused", "stale")
        assert answer["state"]["seq"] == state["seq"] + 1
        ahead = table.order("play", state["seq"] + 7, 1, move="d6")
        assert ahead["code"] == "stale"


@pytest.mark.parametrize(
    ("move", "code", "status"),
    [
        ("a1", "illegal-move", 409),
        ("d4", "illegal-move", 409),
        ("pass", "illegal-move", 409),
        ("z9", "invalid-move", 400),
        ("♞", "invalid-move", 400),
    ],
)
def test_moves_that_cannot_be(ann: Client, move: str, code: str, status: int) -> None:
    state = ann.create()
    answer = ann.order(state, "play", 0, move=move)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"].endswith(".")
    turn = ann.order(state, "play", 1, move="f5")
    assert (turn.status_code, turn.json()["code"]) == (409, "not-your-turn")


def test_one_of_sixteen_wins(server: Server, ann: Client) -> None:
    """Sixteen sockets of one identity want to make the same move, ten times over."""
    state = ann.create()
    cookie = ann.cookie
    moves = ["f5", "d6", "c3", "d3", "c4", "f4", "c5", "b4", "b5", "c6"]
    barrier = threading.Barrier(16)

    def race(number: int) -> list[str]:
        won = []
        with Client(server.url, cookie) as client, client.socket(state["game"]) as table:
            for place, move in enumerate(moves):
                barrier.wait(60)
                seq = state["seq"] + place
                answer = table.order("play", seq, place % 2, move=move, key=f"{number}-{place}")
                assert answer["type"] == "done" or answer["code"] == "stale"
                won.append(answer["type"])
        return won

    with ThreadPoolExecutor(16) as threads:
        results = list(threads.map(race, range(16)))
    for place in range(len(moves)):
        assert [each[place] for each in results].count("done") == 1
    final = ann.state(state["game"])
    assert [move["move"] for move in final["moves"]] == moves
    assert final["seq"] == state["seq"] + len(moves)


def test_people_come_and_go(ann: Client, bob: Client) -> None:
    state = ann.create(
        "othello",
        [
            HERE,
            LINK,
        ],
    )
    link = state["seats"][1]["link"]
    with ann.socket(state["game"]) as mine:
        assert mine.next("present")["seats"] == [True, False]
        bob.join(link, "Bob")
        joined = mine.next("joined")
        assert (joined["seat"], joined["player"]) == (1, "Bob")
        assert mine.next("started")["clock"] is None
        with bob.socket(state["game"]):
            assert mine.next("present")["seats"] == [True, True]
        assert mine.next("present")["seats"] == [True, False]


def test_a_sign_of_life_is_given_when_asked_for(ann: Client) -> None:
    state = ann.create()
    with ann.socket(state["game"]) as table:
        table.send(type="ping", key="p1")
        assert table.next("pong") == {"type": "pong", "key": "p1"}
        table.send(type="ping")
        assert table.next("refused")["code"] == "invalid"
    answer = ann.http.post(
        f"/api/games/{state['game']}/commands", json={"type": "ping", "key": "p"}
    )
    assert answer.status_code == 400


def test_somebody_whose_line_dies_without_a_word_is_away_soon(ann: Client, bob: Client) -> None:
    state = ann.create("othello", [HERE, LINK])
    bob.join(state["seats"][1]["link"], "Bob")
    with ann.socket(state["game"]) as mine, socket.create_connection(bob.address) as deaf:
        path = f"/api/games/{state['game']}/socket"
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {bob.address[0]}:{bob.address[1]}",
            f"Cookie: {bob.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: turnstone.1",
        ]
        deaf.sendall("\r\n".join([*lines, "", ""]).encode())
        while mine.next("present")["seats"] != [True, True]:
            pass
        began = time.monotonic()
        assert mine.next("present", seconds=30)["seats"] == [True, False]
        assert time.monotonic() - began < 22


def test_messages_that_cannot_be_read(ann: Client) -> None:
    state = ann.create()
    good = {"type": "play", "key": "k", "seq": state["seq"], "seat": 0, "move": "f5"}
    wrong: list[object] = [
        "",
        "{",
        "null",
        "[]",
        "3",
        "[" * 20_000,
        '{"type": "play"}',
        "1" * 5_000,
        *(
            json.dumps({**good, name: value})
            for name, value in (
                ("seat", "0"),
                ("seat", True),
                ("seat", 0.0),
                ("seat", -1),
                ("seat", 10**40),
                ("seq", -1),
                ("seq", None),
                ("seq", 1e400),
                ("key", ""),
                ("key", "a b"),
                ("key", "x" * 65),
                ("key", "\ud800"),
                ("key", "\x00"),
                ("move", "\ud800"),
                ("move", "\x00"),
                ("move", ["f5"]),
                ("move", "f" * 100),
                ("type", "fly"),
                ("type", None),
                ("now", 3.0),
                ("at", 0),
            )
        ),
        b"\x00\xff",
    ]
    with ann.socket(state["game"]) as table:
        table.next("present")
        for message in wrong:
            table.connection.send(message)  # type: ignore[arg-type]
            answer = table.next()
            assert answer["type"] == "refused", message
            assert answer["code"] in ("invalid", "invalid-move"), message
        table.connection.send(json.dumps(good))
        assert table.next("moved")["move"] == "f5"


def test_a_message_that_is_too_large_closes_the_socket(ann: Client) -> None:
    state = ann.create()
    with ann.socket(state["game"]) as table:
        table.connection.send("x" * 70_000)
        assert _read_out(table.connection)[1] == 1009


def test_haste_is_refused(ann: Client) -> None:
    state = ann.create()
    with ann.socket(state["game"]) as table:
        for _ in range(260):
            table.connection.send("{")
        codes = [table.next("refused")["code"] for _ in range(260)]
        assert codes[0] == "invalid"
        assert "too-many" in codes
        time.sleep(1)
        assert table.order("play", state["seq"], 0, move="f5")["type"] == "done"


def test_no_such_game(ann: Client) -> None:
    for game in ("nosuchgamenosuchgame", "%00", "..", "x" * 300):
        with pytest.raises(InvalidStatus) as refused, ann.connected(f"/api/games/{game}/socket"):
            pass
        assert refused.value.response.status_code == 404
        assert json.loads(refused.value.response.body)["code"] == "not-found"


def test_a_slow_reader_is_cut_off_and_comes_back(ann: Client, bob: Client) -> None:
    """Bob asks for much and reads nothing. Ann's moves are as quick as ever; Bob is sent away."""
    game = turnstone.Game.new("reversi-16")
    for ply in range(200):
        game = game.play(game.position.legal_moves[ply % len(game.position.legal_moves)])
    wanted = {"format": "json", "text": game.to_json()}
    state = ann.http.post("/api/games/import", json=wanted).json()
    narrow = socket.create_connection(bob.address)
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
    path = f"/api/games/{state['game']}/socket"
    with bob.connected(path, sock=narrow, max_queue=1, close_timeout=1) as stuck:
        ask = json.dumps({"type": "resign", "key": "k", "seq": 0, "seat": 0})
        for _ in range(190):  # each is refused, with all of the state
            stuck.send(ask)
        with ann.socket(state["game"]) as mine:
            mine.next("present", 60)
            before = time.monotonic()
            view = state["view"]
            answer = ann.order(state, "play", view["turn"], move=view["legal"][0]["move"])
            assert answer.status_code == 200
            assert time.monotonic() - before < 5
            mine.next("present", 60)  # Bob is gone
        received, code = _read_out(stuck)
        assert received < 190
        assert code == 4008
    with bob.socket(state["game"], since=state["seq"]) as back:
        assert back.next()["type"] == "moved"


def _read_out(connection: ClientConnection) -> tuple[int, int | None]:
    """How many messages come until the socket is closed, and the code it is closed with."""
    received = 0
    try:
        while True:
            connection.recv(timeout=60)
            received += 1
    except ConnectionClosed as closed:
        return received, closed.rcvd.code if closed.rcvd else None
