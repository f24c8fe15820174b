"""Every game by keyboard alone: to the board, across it by arrows, and a move."""

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


@pytest.mark.parametrize("game", GAMES)
def test_a_move_by_keyboard_in_every_game(visitor: Visitor, game: str) -> None:
    visitor.quick()
    visitor.start(game, "here")
    move = visitor.settle()["view"]["legal"][-1]
    wanted = f"[data-pit='{move['pit']}']" if "pit" in move else f"[data-square={move['move']}]"
    visitor.page.keyboard.press("m")
    for _ in range(40):
        arrow = visitor.page.evaluate(TOWARDS, f".stage {wanted}")
        if arrow is None:
            break
        visitor.page.keyboard.press(arrow)
    expect(visitor.page.locator(f".stage {wanted}")).to_be_focused()
    assert "legal" in (visitor.page.locator(":focus").get_attribute("aria-label") or "")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1")
    record = visitor.agrees()
    assert record["moves"][0]["move"] == move["move"]
    expect(visitor.page.get_by_test_id("speaker")).to_contain_text(record["moves"][0]["text"])
