"""What crosses the wire: steps are drawn as sent, the first load is small, frames are quick."""

import json
import re

import httpx
import pytest
from playwright.sync_api import Response, Route, WebSocketRoute, expect

from turnstone.server.pages import STATIC

from ..server.house import Server
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


def test_the_first_load_is_small(visitor: Visitor) -> None:
    scripts: list[Response] = []
    visitor.page.on(
        "response",
        lambda each: scripts.append(each) if each.url.endswith(".js") else None,
    )
    visitor.open()
    visitor.page.wait_for_load_state("networkidle")
    assert scripts
    sizes = [each.request.sizes()["responseBodySize"] for each in scripts]
    assert 0 < sum(sizes) < FIRST_LOAD
    assert not any("uPlot" in each.text() for each in scripts)


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=1.0", True),
        ("identity", False),
        ("gzip; q=0", False),
        ("gzip;q=0.000, *", False),
        ("", False),
    ],
)
def test_files_are_packed_for_whoever_can_unpack_them(
    server: Server, accepted: str, packed: bool
) -> None:
    index = httpx.get(server.url, headers={"Accept-Encoding": accepted})
    script = re.search(r'src="(/assets/[^"]+\.js)"', index.text)
    assert script
    for path in (script[1], "/assets/" + next((STATIC / "assets").glob("*.css")).name):
        answer = httpx.get(server.url + path, headers={"Accept-Encoding": accepted})
        assert answer.content == (STATIC / path.lstrip("/")).read_bytes()
        assert ("content-encoding" in answer.headers) == packed
        assert answer.headers["vary"] == "Accept-Encoding"
        assert (int(answer.headers["content-length"]) < len(answer.content)) == packed


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
