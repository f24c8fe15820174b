"""Every page by axe-core, in light and dark, on desktop and phone; touch targets; titles."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Visit
from .visitor import Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ["/", "/rules", "/rules/othello", "/rules/relay", "/learn/othello", "/learn/relay"]
PAGES += ["/scores", "/games", "/watch", "/analysis", "/nowhere", "/join/nothing"]
STYLES = [(DESKTOP, "light"), (PHONE, "dark")]


def examine(visitor: Visitor) -> None:
    """axe finds nothing serious, and nothing else either."""
    visitor.page.evaluate(AXE.read_text())
    found = visitor.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    told = [
        f"{each['id']} ({each['impact']}): {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]
    assert not told, "\n".join(told)


@pytest.mark.parametrize(("size", "scheme"), STYLES)
@pytest.mark.parametrize("path", PAGES)
def test_pages(visit: Visit, path: str, size: dict[str, int], scheme: str) -> None:
    visitor = visit(size, color_scheme=scheme)
    visitor.open(path)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_timeout(500)
    examine(visitor)


@pytest.mark.parametrize(("size", "scheme"), STYLES)
@pytest.mark.parametrize("game", ["othello", "four-colour", "relay", "kalah"])
def test_games(visit: Visit, game: str, size: dict[str, int], scheme: str) -> None:
    visitor = visit(size, color_scheme=scheme)
    visitor.quick()
    visitor.start(game)
    visitor.play()
    examine(visitor)
    visitor.button("More").click()
    examine(visitor)


@pytest.mark.parametrize(("size", "scheme"), STYLES)
def test_results_and_lists(visit: Visit, size: dict[str, int], scheme: str) -> None:
    visitor = visit(size, color_scheme=scheme)
    visitor.quick()
    visitor.start("small", "random")
    visitor.play_out()
    expect(visitor.page.locator(".result")).to_be_visible()
    examine(visitor)
    visitor.page.get_by_label("Your name for the score table").fill("Eve")
    visitor.button("Enter").click()
    for path in ("/scores", "/games", "/"):
        visitor.open(path)
        visitor.page.wait_for_timeout(500)
        examine(visitor)


def test_touch_targets_are_large_enough(phone: Visitor) -> None:
    phone.start()
    phone.settle()
    for path in (None, "/", "/games", "/analysis"):
        if path:
            phone.open(path)
            phone.page.wait_for_timeout(500)
        small = phone.page.evaluate(
            "() => [...document.querySelectorAll('button, .button, select, .choice-option')]"
            ".filter((each) => each.checkVisibility())"
            ".map((each) => [each.innerText, each.getBoundingClientRect()])"
            ".filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))"
            ".map(([text, box]) => `${text} ${box.width}×${box.height}`)"
        )
        assert small == []


def test_titles_say_where_one_is(visitor: Visitor) -> None:
    titles = set()
    for path in PAGES:
        visitor.open(path)
        expect(visitor.page).not_to_have_title("Turnstone")
        titles.add(visitor.page.title())
    assert len(titles) == len(PAGES)


def test_going_to_a_page_moves_the_focus_to_its_heading(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.get_by_role("link", name="Scores").click()
    expect(visitor.page.get_by_role("heading", name="Scores")).to_be_focused()


def test_the_keys_are_listed_behind_a_question_mark(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog", name="Keys")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
