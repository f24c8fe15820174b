"""Connections as uvicorn serves them for us: what they leave behind, what the log says of them."""

import asyncio
import gc
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import InvalidStatus
from websockets.server import ServerProtocol
from websockets.sync.client import connect

from turnstone.server.app import create_app
from turnstone.server.handshakes import Handshakes
from turnstone.server.punctual import Punctual
from turnstone.server.run import configuration
from turnstone.store.database import Database

from .house import Client


@contextmanager
def served(config: uvicorn.Config) -> Iterator[str]:
    """A server in a thread of this process, so that its objects can be counted; its address."""
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
                runner.run(server.serve(sockets=[listening]))

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def test_closed_sockets_leave_nothing_to_the_collector(tmp_path: Path) -> None:
    with (
        Database.open(f"sqlite:///{tmp_path / 'games.db'}") as database,
        served(configuration(create_app(database))) as address,
    ):
        gc.collect()
        gc.disable()
        try:
            with Client(f"http://{address}") as ann:
                game = ann.create()["game"]
                for _ in range(5):
                    with ann.socket(game) as table:
                        table.next("state")
                with pytest.raises(InvalidStatus), ann.socket("nowhere"):
                    pass
            assert _left_after(5) == []
        finally:
            gc.enable()


def _left_after(seconds: float) -> list[str]:
    """What is left of connections after so many seconds, if it does not go before."""
    kinds = (Punctual, Handshakes, ServerProtocol)
    until = time.monotonic() + seconds
    while True:
        left = [type(each).__name__ for each in gc.get_objects() if type(each) in kinds]
        if not left or time.monotonic() > until:
            return left
        time.sleep(0.05)


async def _silent(scope: Any, _receive: Any, _send: Any) -> None:
    """Answers nobody."""


def test_a_handshake_without_an_answer_is_still_an_error(caplog: pytest.LogCaptureFixture) -> None:
    config = uvicorn.Config(_silent, log_config=None, ws=Handshakes, lifespan="off")
    with served(config) as address, pytest.raises(InvalidStatus) as refused:
        connect(f"ws://{address}/", proxy=None)
    assert refused.value.response.status_code == 500
    assert "without completing handshake" in caplog.text
