"""The line to the server: it dies without a word, hangs, comes and goes; and pages are left."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ..server.house import Server
from .conftest import Visit
from .hole import Hole, way_to
from .visitor import Visitor

LOST = "Connection lost"
ALERTS = """() => {
  window.alerts = [];
  new MutationObserver((all) => all.forEach(({addedNodes}) => addedNodes.forEach((node) => {
    const alert = node.querySelector?.('[role=alert]') ?? (node.role === 'alert' ? node : null);
    if (alert) window.alerts.push(alert.innerText);
  }))).observe(document.body, {childList: true, subtree: true});
}"""


@pytest.fixture
def hole(server: Server) -> Iterator[Hole]:
    with way_to(server.url) as hole:
        yield hole


@pytest.fixture
def visitor(visit: Visit, hole: Hole) -> Visitor:
    visitor = visit(base_url=hole.url)
    visitor.expected += ["WebSocket", "Failed to load resource", "ERR_"]
    visitor.quick()
    visitor.sit_down("othello")
    return visitor


def looked_at_again(page: Page) -> None:
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_line_that_dies_without_a_word_is_noticed_and_caught_up(
    visitor: Visitor, hole: Hole
) -> None:
    hole.deafen()
    expect(visitor.page.get_by_text(LOST)).to_have_count(0)
    record = visitor.record()  # over a new connection: somebody plays elsewhere
    visitor.page.request.post(
        f"/api/games/{visitor.game}/commands",
        data={"type": "play", "key": "elsewhere", "seq": record["seq"], "seat": 0, "move": "d3"},
    )
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1", timeout=30_000)
    visitor.agrees()


def test_whoever_looks_at_the_page_again_is_told_at_once(visitor: Visitor, hole: Hole) -> None:
    hole.deafen()
    hole.swallows = True
    looked_at_again(visitor.page)
    expect(visitor.page.get_by_text(LOST)).to_be_visible(timeout=7_000)
    hole.swallows = False
    expect(visitor.page.get_by_text(LOST)).to_have_count(0, timeout=20_000)
    visitor.agrees()


def test_one_alert_stays_until_the_line_is_back(visitor: Visitor, hole: Hole) -> None:
    page = visitor.page
    page.evaluate(ALERTS)
    hole.deafen()
    hole.swallows = True
    looked_at_again(page)
    expect(page.get_by_text(LOST)).to_be_visible(timeout=7_000)
    page.locator("[data-square=d3]").click()
    cancel = visitor.button("Cancel d3")
    cancel.focus()
    page.evaluate("window.kept = document.querySelector('[role=alert]')")
    for _ in range(14):  # several attempts hang and are given up meanwhile
        page.wait_for_timeout(500)
        assert page.evaluate("window.kept.isConnected && window.kept.innerText.includes('d3')")
        expect(cancel).to_be_focused()
    assert page.evaluate("window.alerts.length") == 1
    hole.swallows = False
    expect(page.get_by_text(LOST)).to_have_count(0, timeout=20_000)
    assert [move["move"] for move in visitor.agrees()["moves"]] == ["d3"]
    expect(page.locator(".stage .cell:focus")).to_have_count(1)


def test_a_move_outlives_the_page_it_was_made_on(visitor: Visitor, hole: Hole) -> None:
    page = visitor.page
    page.evaluate(ALERTS)
    hole.deafen()
    hole.swallows = True
    looked_at_again(page)
    page.locator("[data-square=d3]").click()
    expect(page.get_by_text("d3 is kept in this tab.")).to_be_visible(timeout=10_000)
    page.get_by_role("link", name="Turnstone").click()
    hole.swallows = False
    page.go_back()
    expect(page.locator(".game")).to_have_attribute("data-shown", "1")
    expect(page.get_by_text("d3 was kept, and has been sent now.").first).to_be_visible()
    assert [move["move"] for move in visitor.agrees()["moves"]] == ["d3"]


def test_a_move_outlives_a_reload_and_is_let_go_when_the_game_went_on(
    visitor: Visitor, hole: Hole
) -> None:
    page = visitor.page
    hole.deafen()
    hole.swallows = True
    looked_at_again(page)
    page.locator("[data-square=d3]").click()
    expect(page.get_by_text("d3 is kept in this tab.")).to_be_visible(timeout=10_000)
    kept = page.evaluate("Object.entries(sessionStorage)")
    page.goto("/")
    hole.swallows = False  # not while the page could still send it
    record = visitor.record(kept[0][0].rpartition(".")[2])
    other = {"type": "play", "key": "other", "seq": record["seq"], "seat": 0, "move": "c4"}
    page.request.post(f"/api/games/{record['game']}/commands", data=other)
    page.goto(f"/game/{record['game']}")
    expect(page.get_by_role("alert")).to_have_text("d3 was kept, but the game has gone on.")
    assert [move["move"] for move in visitor.agrees()["moves"]] == ["c4"]
