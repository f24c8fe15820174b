"""Who sends too much, too long or too slowly is hung up on, and nobody else notices."""

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from turnstone.server import limits
from turnstone.server.lobby import Lobby
from turnstone.server.safety import SLOW

from . import house
from .house import Client, Message, Server, serving

FLOOD = 10.0  # seconds
OTHERS = 3.0  # seconds a move takes at most meanwhile; far fewer on a machine that is not busy
MOVES = ("f5", "d6", "c3", "d3", "c4", "f4", "c5", "b4", "b5", "c6")
TINY = {
    "a ping": Frame(Opcode.PING, b""),
    "a long ping": Frame(Opcode.PING, b"x" * 125),
    "a pong nobody asked for": Frame(Opcode.PONG, b""),
    "a piece of nothing": Frame(Opcode.CONT, b"", fin=False),
    "a letter": Frame(Opcode.TEXT, b"x"),
}


@pytest.fixture
def ann(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


@pytest.fixture
def bob(sqlite_server: Server) -> Iterator[Client]:
    with Client(sqlite_server.url) as client:
        yield client


@contextmanager
def opened(client: Client, game: str) -> Iterator[socket.socket]:
    """A socket of a game, by hand."""
    with socket.create_connection(client.address, timeout=20) as raw:
        head = [
            f"GET /api/games/{game}/socket HTTP/1.1",
            f"Host: {client.address[0]}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: YWFhYWFhYWFhYWFhYWFhYQ==",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {client.cookie}",
        ]
        raw.sendall("\r\n".join([*head, "", ""]).encode())
        assert b" 101 " in raw.recv(100)
        yield raw


def drained(raw: socket.socket, data: bytes) -> float:
    """Send the same again and again until nobody takes it; how many seconds that took."""
    began = time.monotonic()
    with suppress(OSError):
        while time.monotonic() < began + FLOOD:
            raw.sendall(data)
    return time.monotonic() - began


def slowest(client: Client, game: Message) -> float:
    """Moves of somebody else; how long the slowest took."""
    took = []
    with client.socket(game["game"]) as table:
        for place, move in enumerate(MOVES):
            began = time.monotonic()
            answer = table.order("play", game["seq"] + place, place % 2, move=move)
            took.append(time.monotonic() - began)
            assert answer["type"] == "done", answer
            time.sleep(0.05)
    return max(took)


@contextmanager
def meanwhile(raw: socket.socket, data: bytes) -> Iterator[None]:
    """A flood; it must have been ended before its time."""
    took: list[float] = []
    flood = threading.Thread(target=lambda: took.append(drained(raw, data)))
    flood.start()
    try:
        yield
    finally:
        flood.join()
    assert took[0] < FLOOD


@pytest.mark.parametrize("kind", TINY)
def test_whatever_is_sent_others_play_on(ann: Client, bob: Client, kind: str) -> None:
    frame = TINY[kind].serialize(mask=True)
    first = b"" if kind != "a piece of nothing" else b"\x01\x80\0\0\0\0"
    with opened(ann, ann.create()["game"]) as raw:
        raw.sendall(first)
        with meanwhile(raw, frame * (64_000 // len(frame))):
            assert slowest(bob, bob.create()) < OTHERS
    assert ann.state(bob.create()["game"])


def test_who_sends_too_many_frames_is_told(ann: Client) -> None:
    with ann.connected(f"/api/games/{ann.create()['game']}/socket") as connection:
        for _ in range(limits.FRAME_BURST // 2):
            connection.ping().wait(20)
        connection.recv()  # so far nothing was amiss

        def hammer() -> None:
            while True:
                connection.pong()

        with pytest.raises(ConnectionClosed) as closed:
            hammer()
    heard = closed.value.rcvd  # nothing, if the line was cut while frames were on their way
    assert heard is None or heard.code == 1008


def test_a_large_message_in_many_pieces_is_one_message(ann: Client) -> None:
    with ann.connected("/api/analysis") as connection:
        text = json.dumps({"type": "ping", "id": "one"})
        connection.send(iter(text + " " * (limits.FRAME - len(text) - 1) for _ in (1,)))
        connection.send([*text])
        assert [json.loads(connection.recv(20))["type"] for _ in range(2)] == ["pong", "pong"]


def asked(client: Client, data: bytes) -> bytes:
    """All that is answered to some bytes, until it hangs up."""
    with socket.create_connection(client.address, timeout=30) as raw:
        raw.sendall(data)
        return raw.makefile("rb").read()


def request(path: str = "/healthz", *lines: str, method: str = "GET", body: str = "") -> bytes:
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", *lines]
    return ("\r\n".join([*head, "", ""]) + body).encode()


LONG = {
    "one line": ["X: " + "x" * (limits.HEADERS + 2_000)],
    "many lines": ["X: x"] * limits.HEADER_LINES,
    "many long lines": ["X: " + "x" * 1_000] * 90,
}


@pytest.mark.parametrize("kind", LONG)
def test_headers_have_an_end(ann: Client, kind: str) -> None:
    head, _, body = asked(ann, request("/healthz", *LONG[kind])).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 431 ")
    assert json.loads(body)["code"] == "too-large"


def test_a_long_address_is_too_long(ann: Client) -> None:
    assert asked(ann, request("/" + "x" * (limits.HEADERS + 2_000))).startswith(b"HTTP/1.1 431 ")


def test_a_socket_with_more_headers_than_it_may_have_is_answered(ann: Client) -> None:
    lines = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    answer = asked(ann, request("/api/analysis", *lines, "X: " + "x" * 20_000))
    assert answer.startswith(b"HTTP/1.1 431 ")


def test_many_headers_are_allowed(ann: Client) -> None:
    lines = [f"X-{number}: {'x' * 500}" for number in range(limits.HEADER_LINES - 10)]
    answer = asked(ann, request("/healthz", *lines, "Connection: close"))
    assert answer.startswith(b"HTTP/1.1 200 ")


ENDLESS = {
    "a header": (request()[:-2] + b"X: ", b"x" * 65_536),
    "headers": (request()[:-2], b"X: x\r\n" * 10_000),
    "empty lines": (b"", b"\r\n" * 30_000),
    "lines after a body": (
        request("/api/games", "Transfer-Encoding: chunked", method="POST") + b"0\r\n",
        b"X: x\r\n" * 10_000,
    ),
    "a body": (request("/api/games", f"Content-Length: {10**11}", method="POST"), b"x" * 65_536),
    "requests of a strange host": (b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 2_000),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_whatever_has_no_end_is_ended(ann: Client, bob: Client, kind: str) -> None:
    first, again = ENDLESS[kind]
    with socket.create_connection(ann.address, timeout=20) as raw:
        raw.sendall(first)
        with meanwhile(raw, again):
            assert slowest(bob, bob.create()) < OTHERS


def test_requests_that_arrive_together_are_answered_one_after_the_other(ann: Client) -> None:
    """More than are read at once; with bodies, and one that has none."""
    kinds = ["othello", "kalah", "octagon", "relay"] * 60
    cookie = f"Cookie: {ann.cookie}"
    sent = b""
    for kind in kinds:
        body = json.dumps({"variant": kind})
        told = ("Content-Type: application/json", f"Content-Length: {len(body)}", cookie)
        sent += request("/api/positions", *told, method="POST", body=body)
        sent += request("/api/nowhere", cookie)
    answer = asked(ann, sent + request("/healthz", "Connection: close")).decode()
    assert re.findall(r"HTTP/1\.1 (\d+)", answer) == ["200", "404"] * len(kinds) + ["200"]
    found = re.findall(r'"game":"(\w+)"', answer)
    assert found == kinds


def test_a_body_that_drips_is_not_waited_for(ann: Client) -> None:
    """Nor is one that nobody asked for, nor lines between two requests."""
    told = ("Content-Type: application/json", "Content-Length: 1000")
    kinds = {
        request("/api/games", *told, method="POST"): (b"x", b"HTTP/1.1 408 "),
        request("/healthz", *told): (b"x", b"HTTP/1.1 200 "),
        request("/healthz"): (b"\r\n", b"HTTP/1.1 200 "),
    }
    ended: dict[bytes, float] = {}
    answers: dict[bytes, bytes] = {}

    def drip(first: bytes, drop: bytes) -> None:
        began = time.monotonic()
        with socket.create_connection(ann.address, timeout=0.2) as raw:
            raw.sendall(first)
            while time.monotonic() < began + SLOW + 30:
                try:
                    raw.sendall(drop)
                    if not (answer := raw.recv(10_000)):
                        break
                    answers[first] = answers.get(first, b"") + answer
                except TimeoutError:
                    pass
                except OSError:
                    break
        ended[first] = time.monotonic() - began

    threads = [threading.Thread(target=drip, args=(each, kinds[each][0])) for each in kinds]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    for first, (_, answer) in kinds.items():
        assert answers[first].startswith(answer)
        assert ended[first] < SLOW + 20


def limited(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """Have servers started with a limit on open files."""
    command = ("sh", "-c", f'ulimit {how}; exec "$@"', "sh", *house.TURNSTONE)
    monkeypatch.setattr(house, "TURNSTONE", command)


def test_it_takes_the_files_it_may_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limited(monkeypatch, "-S -n 200")
    with serving(tmp_path / "few") as server:
        text = Path(f"/proc/{server.process.pid}/limits").read_text()
        [(soft, hard)] = re.findall(r"Max open files +(\w+) +(\w+)", text)
    assert soft == hard != "200"


def test_connections_that_ask_for_nothing_keep_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them than there may be files; and the log says so, once a second at most."""
    limited(monkeypatch, "-n 300")
    with serving(tmp_path / "few") as server, ExitStack() as opened, Client(server.url) as ann:
        game = ann.create()
        with ann.socket(game["game"]) as table:
            for number in range(600):
                raw = opened.enter_context(socket.create_connection(ann.address, timeout=20))
                with suppress(OSError):
                    raw.sendall(
                        (b"", b"GET", request("/api/games", "Content-Length: 9"))[number % 3]
                    )
            assert table.order("play", game["seq"], 0, move="f5")["type"] == "done"
            assert httpx.get(f"{server.url}/healthz", timeout=30).status_code == 200
        lines = [line for line in server.text.splitlines() if "connections" in line]
    assert 1 <= len(lines) <= 60
    assert "ulimit -n" in lines[0]


def test_who_has_waited_longest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WAITING", 2)
    gone: list[str] = []

    class Waiting:
        def __init__(self, name: str) -> None:
            self.name = name

        def make_room(self) -> None:
            gone.append(self.name)

    lobby = Lobby()
    ann, bob, eve, joe = map(Waiting, ("ann", "bob", "eve", "joe"))
    lobby.enter(ann, 1)
    lobby.enter(bob, 2)
    lobby.enter(ann, 2)
    assert gone == []
    lobby.enter(eve, 3)
    assert gone == ["bob"]
    lobby.leave(ann)
    lobby.leave(bob)
    lobby.enter(joe, 3)
    assert gone == ["bob"]
    lobby.enter(bob, 4)
    assert gone == ["bob", "eve"]


@pytest.mark.parametrize("line", ["get / HTTP/1.1", "FOO / HTTP/1.1", "GET / HTTP/1.1 x", "\0"])
def test_what_is_no_request_has_the_usual_answer(ann: Client, line: str) -> None:
    head, _, body = asked(ann, f"{line}\r\nHost: localhost\r\n\r\n".encode()).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["code"] == "invalid"


def test_strangers_do_not_fill_the_log(ann: Client, sqlite_server: Server) -> None:
    upgrade = ("Connection: Upgrade", "Upgrade: h2c")
    time.sleep(1.1)  # what was said before is long ago
    before, began = len(sqlite_server.text.splitlines()), time.monotonic()
    for _ in range(100):
        asked(ann, b"FOO / HTTP/1.1\r\n\r\n")
        with socket.create_connection(ann.address, timeout=20) as raw:
            raw.sendall(request("/healthz", *upgrade))
            assert raw.recv(1000).startswith(b"HTTP/1.1 200 ")
    lines = sqlite_server.text.splitlines()[before:]
    assert 2 <= len(lines) <= 2 * (time.monotonic() - began + 2)
