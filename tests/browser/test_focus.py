"""The keyboard's place: whatever leaves the page hands it on, and it is never lost."""

import pytest
from playwright.sync_api import expect

from .visitor import Visitor

PLACE = """() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  return at.tagName + ' ' + (at.getAttribute('aria-label') ?? at.innerText);
}"""


def place(visitor: Visitor) -> str:
    """Where the keyboard is, once everything has been drawn."""
    visitor.page.wait_for_timeout(300)
    found = visitor.page.evaluate(PLACE)
    assert found is not None, "nowhere"
    return str(found)


@pytest.fixture(autouse=True)
def _quick(visitor: Visitor) -> None:
    visitor.quick()


def test_into_a_game(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("small", "random")
    visitor.button("Play").focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/game/*")
    expect(visitor.page.locator(".game")).to_be_visible()
    assert place(visitor).startswith("H1 ")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.locator(".stage .cell:focus")).to_have_count(1)


def test_into_a_watched_game(visitor: Visitor) -> None:
    visitor.open("/watch")
    expect(visitor.page.locator(".choice-cards input:checked").first).to_be_attached()
    visitor.button("Watch").focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/game/*")
    expect(visitor.page.locator(".game")).to_be_visible()
    assert place(visitor).startswith("H1 ")


def test_after_a_score_was_entered(visitor: Visitor) -> None:
    visitor.start("small", "random")
    visitor.play_out()
    name = visitor.page.get_by_label("Your name for the score table")
    name.fill("Ann")
    name.press("Enter")
    expect(visitor.page.get_by_text("Your score is in the table.")).to_be_focused()


def test_while_a_position_is_set_up(visitor: Visitor) -> None:
    visitor.open("/analysis")
    visitor.button("Set up").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name="Set up")).to_be_focused()
    visitor.button("Cancel").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".stage .cell:focus")).to_have_count(1)
    visitor.button("Set up").press("Enter")
    visitor.page.get_by_label("Or paste").fill("f5d6")
    visitor.button("Analyse this").press("Enter")
    expect(visitor.page.locator(".moves .move")).to_have_count(3)
    expect(visitor.page.locator(".stage .cell:focus")).to_have_count(1)


def test_after_a_deletion_was_undone(visitor: Visitor) -> None:
    visitor.start("small", "random")
    visitor.open("/games")
    visitor.button("Delete", exact=False).first.press("Enter")
    visitor.button("Undo").press("Enter")
    expect(visitor.page.get_by_role("link", name="Resume")).to_have_count(1)
    assert place(visitor) == "H1 My games"
