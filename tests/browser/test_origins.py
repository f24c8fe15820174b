"""What the five first designs had, tried in the page: starts, bots, pebbles, passes, results."""

import pytest
from playwright.sync_api import expect

from .visitor import Visitor

DESIGNERS_BOTS = {
    "othello": ["greedy", "corner", "corner-edge", "first", "most", "lookahead"],
    "relay": ["minimax:depth=4"],
}
PLACES = """() => [...document.querySelectorAll('.stage .pebble')]
  .map((each) => `${each.dataset.pebble} ${each.dataset.hue} ${each.style.transform}`)"""
OUTSIDE = """() => [...document.querySelectorAll('.stage .pebble')].filter((pebble) => {
  const {left, right, top, bottom} = pebble.getBoundingClientRect();
  return ![...document.querySelectorAll('.stage .bowl')].some((bowl) => {
    const box = bowl.getBoundingClientRect();
    return left > box.left && right < box.right && top > box.top && bottom < box.bottom;
  });
}).length"""


@pytest.mark.parametrize("game", DESIGNERS_BOTS)
def test_every_bot_of_the_designs_sits_at_the_table(visitor: Visitor, game: str) -> None:
    visitor.quick()
    visitor.open()
    visitor.choose(game)
    offered = visitor.page.locator(".opponents input").evaluate_all(
        "(all) => all.map((each) => each.value)"
    )
    kinds = {bot.partition(":")[0] for bot in offered}
    assert {bot.partition(":")[0] for bot in DESIGNERS_BOTS[game]} <= kinds
    for kind in DESIGNERS_BOTS[game]:
        chosen = next(bot for bot in offered if bot.partition(":")[0] == kind.partition(":")[0])
        visitor.start(game, chosen)
        assert visitor.play()["moves"][1]["seat"] == 1
        visitor.agrees()


def test_the_mirrored_start_of_the_third_design(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("othello", "here", Start="Colours swapped")
    assert visitor.settle()["variant"]["spec"] == "reversi:start=mirrored"
    drawn = visitor.drawn()
    assert [drawn[at] for at in (27, 28, 35, 36)] == ["X", "O", "O", "X"]
    assert visitor.page.get_by_test_id("count-0").inner_text().split()[-1] == "2"
    visitor.play()
    visitor.agrees()


def test_other_starts_are_offered_where_the_rules_know_them(visitor: Visitor) -> None:
    visitor.open()
    starts = visitor.page.get_by_role("group", name="Start").get_by_role("radio")
    for game, count in (("othello", 5), ("three-colour", 3), ("kalah", 3)):
        visitor.choose(game)
        expect(starts).to_have_count(count)


def test_pebbles_lie_inside_their_pits_at_the_same_places_every_time(visitor: Visitor) -> None:
    visitor.quick()
    visitor.sit_down("relay")
    assert visitor.drawn() == [4] * 6 + [0] + [4] * 6 + [0]
    first = visitor.page.evaluate(PLACES)
    assert len(set(first)) == 48
    assert visitor.page.evaluate(OUTSIDE) == 0
    visitor.page.reload()
    visitor.settle()
    assert visitor.page.evaluate(PLACES) == first
    visitor.play()
    assert visitor.page.evaluate(OUTSIDE) == 0


def test_who_has_no_pebbles_is_told_so_and_the_other_goes_on(visitor: Visitor) -> None:
    visitor.quick()
    visitor.sit_down("relay", position="1,0,0,0,0,0,20,0,0,0,1,1,1,24 S")
    record = visitor.play("0")
    assert record["view"]["turn"] == 0
    told = "North has nothing to sow. Again South's move."
    expect(visitor.page.locator(".told")).to_contain_text(told)
    expect(visitor.page.get_by_test_id("speaker")).to_contain_text(told)
    visitor.agrees()


def test_two_people_end_a_small_game_with_score_turning_point_new_game_and_quit(
    visitor: Visitor,
) -> None:
    visitor.quick()
    visitor.sit_down("small", moves=["b1", "a3", "d4", "c1", "b4", "a1"])
    outcome = visitor.play_out()["view"]["outcome"]
    result = visitor.page.locator(".result")
    best_first = sorted(outcome["scores"], reverse=True)
    expect(result).to_contain_text("-".join(map(str, best_first)))
    expect(result.locator(".turning")).to_contain_text("The turning point was move", timeout=30_000)
    visitor.button("New game").click()
    dialog = visitor.page.get_by_role("dialog", name="New game")
    expect(dialog.get_by_role("group", name="Board").get_by_label("6×6")).to_be_attached()
    visitor.page.keyboard.press("Escape")
    visitor.button("Quit").click()
    expect(visitor.page.get_by_role("heading", name="Play", exact=True)).to_be_visible()
