"""Runs the server: the port, the log, the browser, and a quick end."""

import asyncio
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from turnstone.store.database import Database

from . import files, limits
from .alone import only_server
from .app import create_app
from .handshakes import Handshakes
from .housekeeping import spare
from .lobby import Lobby
from .punctual import Punctual
from .safety import NoSecrets
from .tables import Tables

PUBLIC = (
    "It listens on {}: everybody who can reach this machine can play, watch and make it think."
    " There are no accounts, and without a proxy that speaks TLS nothing is encrypted"
    " (--proxy names its address)."
)
log = logging.getLogger("turnstone.server")
STOPS = (signal.SIGINT, signal.SIGTERM)
GOODBYE = 0.05
GRACE = 1  # seconds for answers under way when the server is told to stop


def run(
    listening: socket.socket,
    host: str,
    database: str | None,
    data_dir: Path | None,
    names: list[str],
    proxies: list[str],
    browser: bool,
) -> None:
    """Serve on a port that was taken until stopped. `host` is how it was asked for; `proxies` are
    believed when they say where a request comes from."""
    if data_dir is not None:
        data_dir.mkdir(parents=True, exist_ok=True)
        os.environ["TURNSTONE_DATA_DIR"] = str(data_dir)  # for the engine's databases too
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    everywhere = host in ("0.0.0.0", "::", "")
    address = f"http://{'localhost' if everywhere else shown}:{port}/"
    _log()
    files.allow_all()
    with (
        listening,
        Database.open(database or None) as opened,
        only_server(opened.address.path),
    ):
        for complaint in opened.complaints:
            log.warning("%s", complaint)
        app = create_app(opened, [host, socket.gethostname(), *names], addresses=everywhere)
        config = configuration(app, proxies)
        server = Server(config, app, address, browser)
        print(f"Turnstone is at {address}  (Ctrl-C stops it)", flush=True)
        if not _is_loopback(host):
            print(PUBLIC.format(shown), flush=True)
        spare()
        # The thread that stores asks for the interpreter after every statement; it is not to wait
        # the usual 5 ms each time while the event loop is busy.
        sys.setswitchinterval(0.0005)
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve(sockets=[listening]))


def configuration(app: ASGIApp, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """How uvicorn serves."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=partial(Punctual, lobby=Lobby()),  # type: ignore[arg-type]
        ws=Handshakes,
        ws_max_size=limits.FRAME,
        ws_ping_interval=limits.SIGN_OF_LIFE,
        ws_ping_timeout=limits.SIGN_OF_LIFE,
        ws_per_message_deflate=False,  # small messages: it would cost more than it saves
        proxy_headers=bool(proxies),  # nobody else's word is taken for where a request comes from
        forwarded_allow_ips=list(proxies),
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )


class Server(uvicorn.Server):
    """Opens the browser once somebody answers, and says goodbye before it stops."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, address: str, browser: bool) -> None:
        super().__init__(config)
        self._app, self._address, self._browser = app, address, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then show the page."""
        await super().startup(sockets)
        if self._browser and self.started:
            await asyncio.to_thread(webbrowser.open, self._address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell those who play, give the message a moment to leave, and stop."""
        tables: Tables = self._app.state.tables
        tables.announce_closing()
        await asyncio.sleep(GOODBYE)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on Ctrl-C and SIGTERM, and then end as usual: uvicorn would raise them again."""
        before = {each: signal.signal(each, self.handle_exit) for each in STOPS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _log() -> None:
    """Warnings and worse, without links' secrets; requests are not logged."""
    logging.basicConfig(format="turnstone: %(levelname)s: %(message)s", level=logging.WARNING)
    for handler in logging.getLogger().handlers:
        handler.addFilter(NoSecrets())
