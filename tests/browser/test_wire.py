"""What crosses the wire: steps are drawn as sent, the first load is small, frames are quick."""

import gzip
import json
import re

from playwright.sync_api import Route, WebSocketRoute, expect

from turnstone.server.pages import STATIC

from .visitor import Visitor

FIRST_LOAD = 120_000  # bytes of JavaScript, compressed


def test_altered_steps_are_drawn_as_sent(visitor: Visitor) -> None:
    def tamper(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def alter(message: str | bytes) -> None:
            event = json.loads(message)
            if event.get("type") == "moved":
                board = "B" + event["board"][1:]
                event.update(
                    steps=[{"placed": "a1", "seat": 3}, {"flipped": "d4", "seat": 2}],
                    board=board[:27] + "A" + board[28:],
                    scores=[40, 2],
                    legal=[],
                    text="Something else happened.",
                )
            page.send(json.dumps(event))

        server.on_message(alter)

    visitor.page.route_web_socket(re.compile("/api/games/.*/socket"), tamper)
    visitor.start("othello", "here")
    honest = visitor.settle()
    visitor.page.locator("[data-square=f5]").click()
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1")
    assert honest["view"]["board"][27] == "O"
    drawn = visitor.drawn()
    assert (drawn[0], drawn[27]) == ("B", "A")
    assert visitor.page.get_by_test_id("count-0").inner_text().split()[-1] == "40"
    expect(visitor.page.get_by_test_id("speaker")).to_have_text(
        "Something else happened. White to move."
    )


def test_the_discs_to_put_down_are_those_the_server_names(visitor: Visitor) -> None:
    def rename(route: Route) -> None:
        answer = route.fetch()
        line = answer.json()
        line["variant"]["discs"] = {"X": "Coal", "N": "The sea’s"}
        route.fulfill(response=answer, json=line)

    visitor.page.route("**/api/positions", rename)
    visitor.open("/analysis?game=four-colour")
    visitor.button("Set up").click()
    tools = visitor.page.get_by_role("group", name="Put down").locator("label")
    expect(tools).to_have_text(["Coal", "The sea’s", "Empty"])
    tools.nth(1).click()
    visitor.page.locator("[data-square=a1]").click()
    assert visitor.drawn()[0] == "N"
    expect(visitor.page.locator("[data-square=a1]")).to_have_attribute(
        "aria-label", "a1, The sea’s"
    )


def test_the_first_load_is_small() -> None:
    index = (STATIC / "index.html").read_text()
    first = set(re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', index))
    assert first
    size = sum(len(gzip.compress((STATIC / name).read_bytes())) for name in first)
    assert size < FIRST_LOAD
    assert not any("uPlot" in (STATIC / name).read_text() for name in first)


def test_nothing_shifts_while_discs_turn(visitor: Visitor) -> None:
    visitor.start("othello", "here")
    visitor.settle()
    visitor.page.evaluate(
        """() => {
          window.shifts = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shifts += entry.value;
          }).observe({type: 'layout-shift', buffered: true});
        }"""
    )
    for _ in range(6):
        visitor.play()
    assert visitor.page.evaluate("window.shifts") < 0.02


def test_nothing_jumps_when_text_changes(visitor: Visitor) -> None:
    visitor.start("othello", "here")
    visitor.settle()
    before = visitor.page.locator(".stage .board").bounding_box()
    visitor.page.locator("[data-square=a1]").click()
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    assert visitor.page.locator(".stage .board").bounding_box() == before
