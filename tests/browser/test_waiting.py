"""A click is acknowledged at once, and waiting for a slow server is shown, said and given up."""

import json
import re

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from .visitor import Visitor


class Mute:
    """A server that hears everything and says nothing while it is held."""

    def __init__(self) -> None:
        self.held = False
        self.kept: list[tuple[WebSocketRoute, str | bytes]] = []
        self.asked: list[str] = []

    def between(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def to_server(message: str | bytes) -> None:
            self.asked.append(json.loads(message)["type"])
            if self.held:
                self.kept.append((server, message))
            else:
                server.send(message)

        page.on_message(to_server)

    def release(self) -> None:
        self.held = False
        for server, message in self.kept:
            server.send(message)


@pytest.fixture
def mute(visitor: Visitor) -> Mute:
    made = Mute()
    visitor.page.route_web_socket(re.compile("/api/games/.*/socket"), made.between)
    visitor.start("othello", "here")
    visitor.settle()
    return made


def test_a_move_is_marked_before_the_server_has_answered(visitor: Visitor, mute: Mute) -> None:
    mute.held = True
    visitor.page.locator("[data-square=f5]").click()
    expect(visitor.page.locator("[data-square=f5].pending .ghost")).to_be_visible(timeout=300)
    expect(visitor.page.locator(".told .busy-bar")).to_be_visible(timeout=1500)
    expect(visitor.page.get_by_text("The server has not answered yet.")).to_be_visible()
    mute.release()
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1")
    expect(visitor.page.locator(".pending")).to_have_count(0)
    assert [move["move"] for move in visitor.agrees()["moves"]] == ["f5"]


def test_a_move_that_waits_can_be_given_up(visitor: Visitor, mute: Mute) -> None:
    mute.held = True
    visitor.page.locator("[data-square=f5]").click()
    visitor.button("Cancel f5").click()
    expect(visitor.page.locator(".pending")).to_have_count(0)
    expect(visitor.page.locator(".stage .dot")).to_have_count(4)
    mute.held = False
    visitor.page.locator("[data-square=d3]").click()
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1")
    assert [move["move"] for move in visitor.agrees()["moves"]] == ["d3"]


def test_a_move_made_offline_is_shown_as_kept(visitor: Visitor) -> None:
    visitor.expected += ["WebSocket", "ERR_", "Failed to load resource"]
    visitor.start("othello", "here")
    visitor.settle()
    visitor.page.context.set_offline(True)
    expect(visitor.page.get_by_text("nothing is lost")).to_be_visible()
    visitor.page.locator("[data-square=f5]").click()
    expect(visitor.page.get_by_text("f5 is kept in this tab.")).to_be_visible()
    expect(visitor.page.locator("[data-square=f5].pending")).to_be_visible()
    visitor.page.context.set_offline(False)
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1")
    assert len(visitor.agrees()["moves"]) == 1


def test_a_game_that_is_slow_to_begin_can_be_cancelled(visitor: Visitor) -> None:
    kept: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            kept.append(route)
        else:
            route.continue_()

    visitor.open()
    visitor.page.route("**/api/games", hold)
    visitor.button("Play").click()
    expect(visitor.page.locator(".setup-play .busy-bar")).to_be_visible(timeout=1500)
    expect(visitor.page.get_by_text("Waiting for the server to set the table.")).to_be_visible()
    visitor.button("Cancel").click()
    expect(visitor.button("Play")).to_be_enabled()
    kept[0].continue_()
    visitor.page.wait_for_timeout(1000)
    assert "/game/" not in visitor.page.url
    assert visitor.page.request.get("/api/games").json()["games"] == []


def test_a_hint_that_never_comes_can_be_given_up(visitor: Visitor) -> None:
    asked: list[str] = []
    way = re.compile("/api/analysis")
    visitor.page.route_web_socket(way, lambda line: line.on_message(lambda m: asked.append(str(m))))
    visitor.start("othello", "here")
    visitor.settle()
    visitor.button("Hint").click()
    note = visitor.page.locator(".notice", has_text="Looking for a good move.")
    expect(note).to_be_visible()
    cancel = visitor.button("Cancel")
    expect(cancel).to_have_count(0)
    expect(cancel).to_be_visible(timeout=4000)
    cancel.focus()
    visitor.page.keyboard.press("Enter")
    expect(note).to_have_count(0)
    # The keyboard is on the board then, and another hint may be asked for.
    assert visitor.page.evaluate("document.activeElement.closest('.stage') !== null")
    visitor.page.keyboard.press("h")
    expect(note).to_be_visible()
    assert sum('"analyse"' in each for each in asked) == 2
    assert any('"cancel"' in each for each in asked)
