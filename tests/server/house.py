"""A real server in a process of its own, and clients that keep their cookies as browsers do."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]
TURNSTONE = (sys.executable, "-m", "turnstone.cli.main")
HERE = {"kind": "here"}
LINK = {"kind": "link"}
_keys = count(1)


def fresh_key() -> str:
    """A key that no command had before."""
    return f"key-{os.getpid()}-{next(_keys)}"


class Server:
    """`turnstone serve` on a free port; its output is kept."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data, self.options = data, options
        self.output = data / "output"
        data.mkdir(parents=True, exist_ok=True)
        self.url = ""
        self.start()

    def start(self, *, wait: bool = True) -> None:
        port = self.url.rpartition(":")[2] or "0"
        with open(self.output, "ab") as output:
            self.process = subprocess.Popen(
                [*TURNSTONE, "serve", "--port", port, "--data-dir", str(self.data), *self.options],
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        deadline = time.monotonic() + 60
        while wait and not self.is_ready():
            assert time.monotonic() < deadline, self.text
            assert self.process.poll() is None, self.text
            time.sleep(0.02)

    def is_ready(self) -> bool:
        if not (found := re.findall(r"http://[^/]+", self.text)):
            return False
        self.url = found[-1]
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    @property
    def text(self) -> str:
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def kill(self) -> None:
        """As if the power went."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)


@contextmanager
def serving(data: Path, *options: str) -> Iterator[Server]:
    server = Server(data, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
    assert "Traceback" not in server.text, server.text


class Client:
    """Somebody with an identity: a new one, or that of a cookie."""

    def __init__(self, url: str, cookie: str | None = None) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=30)
        if cookie is not None:
            name, _, value = cookie.partition("=")
            self.http.cookies.set(name, value)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    @property
    def address(self) -> tuple[str, int]:
        host, _, port = self.url.rpartition("/")[2].partition(":")
        return host, int(port)

    @property
    def cookie(self) -> str:
        if not self.http.cookies:
            self.http.get("/api/games")
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def create(
        self, variant: str = "othello", seats: Sequence[Message] = (HERE, HERE), **more: Any
    ) -> Message:
        wanted = {"key": fresh_key(), "variant": variant, "seats": list(seats), **more}
        answer = self.http.post("/api/games", json=wanted)
        assert answer.status_code == 201, answer.text
        state: Message = answer.json()
        return state

    def state(self, game: str) -> Message:
        answer = self.http.get(f"/api/games/{game}")
        assert answer.status_code == 200, answer.text
        state: Message = answer.json()
        return state

    def join(self, link: str, name: str = "") -> Message:
        answer = self.http.post(f"/api{link}", json={"name": name})
        assert answer.status_code == 200, answer.text
        state: Message = answer.json()
        return state

    def order(self, state: Message, kind: str, seat: int, **more: Any) -> httpx.Response:
        """A command decided on a state."""
        order = {"type": kind, "key": fresh_key(), "seq": state["seq"], "seat": seat, **more}
        return self.http.post(f"/api/games/{state['game']}/commands", json=order)

    def play(self, state: Message, *moves: str) -> Message:
        """Make moves, each for whoever is to move; the state after them."""
        for move in moves:
            answer = self.order(state, "play", state["view"]["turn"], move=move)
            assert answer.status_code == 200, answer.text
            state = self.state(state["game"])
        return state

    def until(self, game: str, wanted: Any, seconds: float = 20) -> Message:
        """The first state that is as wanted."""
        deadline = time.monotonic() + seconds
        while not wanted(state := self.state(game)):
            assert time.monotonic() < deadline, state
            time.sleep(0.02)
        return state

    @contextmanager
    def socket(self, game: str, since: int | None = None) -> Iterator["Socket"]:
        query = "" if since is None else f"?since={since}"
        path = f"/api/games/{game}/socket{query}"
        with self.connected(path) as connection:
            yield Socket(connection)

    def connected(self, path: str, **more: Any) -> ClientConnection:
        headers = {"Cookie": self.cookie, **more.pop("headers", {})}
        url = self.url.replace("http", "ws", 1) + path
        return connect(
            url,
            additional_headers=headers,
            subprotocols=["turnstone.1"],  # type: ignore[list-item]
            compression=None,
            proxy=None,
            max_size=None,
            **more,
        )


class Socket:
    """A game's socket: commands out, messages in."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def next(self, kind: str | None = None, seconds: float = 20) -> Message:
        """The next message, or the next of a kind."""
        deadline = time.monotonic() + seconds
        while True:
            left = max(0.0, deadline - time.monotonic())
            message: Message = json.loads(self.connection.recv(timeout=left))
            if kind in (None, message["type"]):
                return message

    def order(self, kind: str, seq: int, seat: int, **more: Any) -> Message:
        """A command, and its answer; events before it are lost."""
        key = more.pop("key", None) or fresh_key()
        self.send(type=kind, key=key, seq=seq, seat=seat, **more)
        while True:
            message = self.next()
            if message["type"] in ("done", "refused") and message["key"] == key:
                return message
