"""By keyboard alone: a move in every game, and whole games from the home page to the result."""

from typing import Any

import pytest
from playwright.sync_api import expect

from .test_learn import GAMES
from .visitor import Visitor

# The arrow that brings the focus closer to a cell.
TOWARDS = """(wanted) => {
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const here = document.activeElement;
  const there = document.querySelector(wanted);
  if (here === there) return null;
  const [x, y] = middle(there).map((each, axis) => each - middle(here)[axis]);
  if (Math.abs(y) > 2 && (Math.abs(y) >= Math.abs(x) || Math.abs(x) < 2)) {
    return y > 0 ? 'ArrowDown' : 'ArrowUp';
  }
  return x > 0 ? 'ArrowRight' : 'ArrowLeft';
}"""


def press(visitor: Visitor, key: str, until: str) -> None:
    """Press a key until something that fits has the focus."""
    for _ in range(60):
        if visitor.page.evaluate("(wanted) => document.activeElement.matches(wanted)", until):
            return
        visitor.page.keyboard.press(key)
    raise AssertionError(f"{key} never leads to {until}")


def play(visitor: Visitor, move: dict[str, Any]) -> None:
    """Walk across the board to a move and make it."""
    wanted = f"[data-pit='{move['pit']}']" if "pit" in move else f"[data-square={move['move']}]"
    for _ in range(40):
        arrow = visitor.page.evaluate(TOWARDS, f".stage {wanted}")
        if arrow is None:
            break
        visitor.page.keyboard.press(arrow)
    expect(visitor.page.locator(f".stage {wanted}")).to_be_focused()
    assert "legal" in (visitor.page.locator(":focus").get_attribute("aria-label") or "")
    visitor.page.keyboard.press("Enter")


@pytest.mark.parametrize("game", ["small", "kalah"])
def test_a_whole_game_from_the_home_page_to_the_score_table(visitor: Visitor, game: str) -> None:
    visitor.quick()
    visitor.open()
    expect(visitor.page.locator(".opponents input:checked")).to_have_count(1)
    press(visitor, "Tab", ".shelf-game input")
    press(visitor, "ArrowRight", f".shelf-game input[value={game}]")
    press(visitor, "Tab", ".opponents input")
    press(visitor, "ArrowRight", ".opponents input[value=random]")
    press(visitor, "Shift+Tab", ".setup-play button")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/game/*")
    expect(visitor.page.locator(".game")).to_be_visible()

    record = visitor.settle()
    visitor.page.keyboard.press("m")
    while not record["view"]["outcome"]:
        before = len(record["moves"])
        play(visitor, record["view"]["legal"][0])
        expect(visitor.page.locator(f".game:not([data-shown='{before}'])")).to_be_visible()
        record = visitor.settle()

    assert record["seats"][1]["bot"] == "random"
    scores = record["view"]["outcome"]["scores"]
    expect(visitor.page.locator(".result h2")).to_be_focused()
    expect(visitor.page.locator(".result-score")).to_have_text("-".join(map(str, scores)))
    visitor.agrees()
    press(visitor, "Tab", ".score-entry input")
    visitor.page.keyboard.type("Ada")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_text("Your score is in the table.")).to_be_visible()
    table = visitor.page.request.get(f"/api/scores?variant={game}").json()["scores"]
    margin = record["view"]["outcome"]["margins"][0]
    assert ("Ada", margin, scores[0]) in [(e["name"], e["margin"], e["own"]) for e in table]


@pytest.mark.parametrize("game", GAMES)
def test_a_move_by_keyboard_in_every_game(visitor: Visitor, game: str) -> None:
    visitor.quick()
    visitor.start(game, "here")
    move = visitor.settle()["view"]["legal"][-1]
    visitor.page.keyboard.press("m")
    play(visitor, move)
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1")
    record = visitor.agrees()
    assert record["moves"][0]["move"] == move["move"]
    expect(visitor.page.get_by_test_id("speaker")).to_contain_text(record["moves"][0]["text"])
