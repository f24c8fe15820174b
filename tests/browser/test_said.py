"""The line that says one thing at a time: the newest sentence, and what became of a kept move."""

import pytest
from playwright.sync_api import expect

from ..server.house import Server
from .conftest import DESKTOP, PHONE, Visit
from .visitor import Visitor

HERE = {"kind": "here"}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hint_takes_the_place_of_a_refusal_and_the_other_way_round(
    visit: Visit, size: dict[str, int]
) -> None:
    visitor = visit(size)
    visitor.start("othello", "random")
    visitor.settle()
    told = visitor.page.locator(".told")
    visitor.page.locator("[data-square=a1]").click()
    expect(told).to_contain_text("a1 flips nothing.")
    visitor.button("Hint").click()
    expect(told).to_contain_text("Hint:")
    expect(told).not_to_contain_text("a1")
    visitor.page.locator("[data-square=h8]").click()
    expect(told).to_contain_text("h8 flips nothing.")


def test_each_of_two_tabs_says_what_became_of_its_move(visitor: Visitor) -> None:
    visitor.expected += ["WebSocket", "ERR_", "Failed to load resource"]
    visitor.sit_down("othello")
    other = Visitor(visitor.page.context.new_page())
    other.follow(visitor.game)
    other.settle()
    tabs = {"d3": visitor, "c4": other}
    visitor.page.context.set_offline(True)
    for move, tab in tabs.items():
        expect(tab.page.locator(".told")).to_contain_text("Connection lost")
        tab.page.locator(f"[data-square={move}]").click()
        expect(tab.page.locator(".told")).to_contain_text(f"{move} is kept in this tab.")
    visitor.page.context.set_offline(False)
    for tab in tabs.values():
        expect(tab.page.get_by_text("Connection lost")).to_have_count(0, timeout=20_000)
        expect(tab.page.locator(".game")).to_have_attribute("data-shown", "1", timeout=20_000)
    (played,) = visitor.record()["moves"]
    dropped = next(move for move in tabs if move != played["move"])
    expect(tabs[dropped].page.locator(".told")).to_contain_text(
        f"{dropped} was kept, but the game has gone on."
    )
    expect(tabs[played["move"]].page.get_by_role("alert")).to_have_count(0)


def test_a_kept_move_has_not_waited_for_an_answer_when_the_line_is_back(visitor: Visitor) -> None:
    visitor.expected += ["WebSocket", "ERR_", "Failed to load resource"]
    visitor.sit_down("othello")
    visitor.page.evaluate(
        """() => {
          window.waited = 0;
          const said = () => document.body.innerText.includes("not answered yet");
          const look = () => { window.waited += said(); };
          new MutationObserver(look).observe(document.body, {childList: true, subtree: true,
            characterData: true});
        }"""
    )
    visitor.page.context.set_offline(True)
    expect(visitor.page.locator(".told")).to_contain_text("Connection lost")
    visitor.page.locator("[data-square=d3]").click()
    visitor.page.wait_for_timeout(2500)
    visitor.page.context.set_offline(False)
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1", timeout=20_000)
    assert visitor.page.evaluate("window.waited") == 0


def test_there_is_nothing_to_undo_for_who_has_not_moved(visitor: Visitor) -> None:
    visitor.seat("othello", [{"kind": "bot", "bot": "random"}, HERE])
    assert len(visitor.settle()["moves"]) == 1
    expect(visitor.button("Undo")).to_be_disabled()
    visitor.page.keyboard.press("u")
    visitor.play()
    visitor.button("Undo").click()
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1")
    expect(visitor.button("Undo")).to_be_disabled()
    assert visitor.page.get_by_role("alert").count() == 0


def test_the_first_move_at_one_screen_is_taken_back(visitor: Visitor) -> None:
    visitor.quick()
    visitor.sit_down("othello")
    expect(visitor.button("Undo")).to_be_disabled()
    visitor.play()
    visitor.button("Undo").click()
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "0")
    assert visitor.agrees()["moves"] == []


def test_analysis_comes_by_itself_once_the_server_is_back(visitor: Visitor, server: Server) -> None:
    visitor.expected += ["WebSocket", "ERR_", "Failed to load resource"]
    visitor.open()
    visitor.page.get_by_role("link", name="Analysis").click()
    expect(visitor.page.locator(".line").first).to_be_visible()
    visitor.page.get_by_role("link", name="Scores").click()
    server.kill()
    visitor.page.get_by_role("link", name="Analysis").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("does not answer")
    visitor.button("Try again").focus()
    visitor.page.wait_for_timeout(3500)
    expect(visitor.button("Try again")).to_be_focused()
    server.start()
    expect(visitor.page.locator(".stage .value")).to_have_count(4, timeout=20_000)
    expect(visitor.page.get_by_role("alert")).to_have_count(0)
