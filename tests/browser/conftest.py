"""A real server and a real Chromium: every flow is tried as a person would."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Request

from turnstone.server.pages import STATIC

from ..server.house import Server, serving
from .visitor import Visitor

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (STATIC / "index.html").exists():
        pytest.skip("the page is not built: run `make web`")
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: install it (Debian: apt install chromium)")
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": QUIET}


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Somebody with a browser of their own; errors on the page fail the test."""
    contexts: list[BrowserContext] = []
    visitors: list[Visitor] = []

    def arrive(size: dict[str, int] = DESKTOP, **options: Any) -> Visitor:
        touch = {"has_touch": True, "is_mobile": True} if size["width"] < 600 else {}
        address = options.setdefault("base_url", server.url)
        context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            **{**touch, **options},
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        visitor = Visitor(page)
        page.on("pageerror", lambda error: visitor.faults.append(str(error)))
        page.on("console", lambda message: _heard(visitor, message))
        page.on("request", lambda request: _asked(visitor, request, address))
        visitors.append(visitor)
        return visitor

    yield arrive
    for context in contexts:
        context.close()
    assert not [fault for visitor in visitors for fault in visitor.faults]


def _heard(visitor: Visitor, message: ConsoleMessage) -> None:
    if message.type == "error" and not any(fine in message.text for fine in visitor.expected):
        visitor.faults.append(message.text)


def _asked(visitor: Visitor, request: Request, address: str) -> None:
    if not request.url.startswith((address, address.replace("http", "ws"), "data:", "blob:")):
        visitor.faults.append(f"a request to another host: {request.url}")


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    return visit()


@pytest.fixture
def phone(visit: Visit) -> Visitor:
    return visit(PHONE)
