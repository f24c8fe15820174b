"""The Mancala board from one's own side, houses that are small, pebbles that keep their colours."""

import re

import pytest
from playwright.sync_api import expect

from ..server.house import fresh_key
from .conftest import DESKTOP, PHONE, Visit
from .visitor import Visitor

SMALLEST = {"width": 320, "height": 568}
NORTH = re.compile(r"\bseat-1\b")


def sit_north(visitor: Visitor, variant: str) -> None:
    """Against a bot that has the first move."""
    visitor.open()
    wanted = {
        "key": fresh_key(),
        "variant": variant,
        "seats": [{"kind": "bot", "bot": "random"}, {"kind": "here"}],
    }
    created = visitor.page.request.post("/api/games", data=wanted)
    assert created.ok, created.text()
    visitor.follow(created.json()["game"])
    visitor.settle()


def heights(visitor: Visitor, seat: int) -> list[float]:
    """Where the houses of a seat are, from the top."""
    found: list[float] = visitor.page.locator(f".stage .house.seat-{seat}").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().top)"
    )
    assert len(found) == 6
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("variant", ["kalah", "relay"])
def test_ones_own_side_is_near(visit: Visit, variant: str, size: dict[str, int]) -> None:
    visitor = visit(size)
    visitor.quick()
    sit_north(visitor, variant)
    assert min(heights(visitor, 1)) > max(heights(visitor, 0))
    expect(visitor.page.locator(".players-near")).to_contain_text("North")
    visitor.play()
    visitor.agrees()
    visitor.page.keyboard.press("m")
    stop = visitor.page.locator(".stage .pit:focus")
    expect(stop).to_have_class(NORTH)
    visitor.page.keyboard.press("ArrowRight")
    expect(stop).to_have_class(NORTH)
    watcher = visit(size)
    watcher.follow(visitor.game)
    assert min(heights(watcher, 0)) > max(heights(watcher, 1))


def test_two_at_one_screen_see_south_below(visitor: Visitor) -> None:
    visitor.sit_down("kalah")
    visitor.play()
    assert min(heights(visitor, 0)) > max(heights(visitor, 1))


PEBBLES = """() => Object.fromEntries(
  [...document.querySelectorAll('.stage .pebble')].map((each) => {
  const box = each.getBoundingClientRect();
  const at = [box.left + box.width / 2, box.top + box.height / 2].map(Math.round);
  return [at.join(), each.dataset.hue];
}))"""


@pytest.mark.parametrize("variant", ["kalah", "relay"])
def test_pebbles_keep_their_colours_through_a_reload(visitor: Visitor, variant: str) -> None:
    visitor.page.add_init_script(
        "localStorage.setItem('turnstone.settings', JSON.stringify({speed: 'fast'}))"
    )
    visitor.sit_down(variant)
    for _ in range(4):
        visitor.play()
    seen = []
    for _ in range(2):
        visitor.page.mouse.move(0, 0)
        now = visitor.page.evaluate(PEBBLES)
        visitor.page.locator("h1").focus()
        visitor.page.keyboard.press("ArrowLeft")
        expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "3")
        seen.append([now, visitor.page.evaluate(PEBBLES)])
        visitor.page.keyboard.press("End")
        visitor.settle()
        assert visitor.page.evaluate(PEBBLES) == now
        visitor.page.reload()
        visitor.settle()
    assert len(seen[0][0]) == 48
    assert seen[0] == seen[1]


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.stage .plate, .stage .caption.name')]
    .map((each) => [each.innerText, each.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], index) => [
    ...(a.left < 0 || a.right > innerWidth ? [name + ' is cut'] : []),
    ...boxes.slice(index + 1)
      .filter(([, b]) => a.left < b.right && b.left < a.right
        && a.top < b.bottom && b.top < a.bottom)
      .map(([other]) => name + ' and ' + other),
  ]);
}"""


@pytest.mark.parametrize("houses", [6, 8, 10])
def test_counts_and_names_are_whole_on_the_smallest_phone(visit: Visit, houses: int) -> None:
    phone = visit(SMALLEST)
    phone.sit_down(f"kalah:houses={houses}")
    assert phone.page.locator(".stage .plate").count() == 2 * houses + 2
    assert phone.page.evaluate(OVERLAPS) == []


def test_narrow_houses_are_aimed_at_first(visit: Visit) -> None:
    phone = visit(SMALLEST)
    phone.quick()
    phone.sit_down("kalah:houses=10")
    first, second = phone.record()["view"]["legal"][:2]
    phone.cell(first).tap()
    expect(phone.page.locator(".stage .pit.chosen")).to_have_attribute(
        "data-pit", str(first["pit"])
    )
    expect(phone.page.locator(".stage .plate.aimed")).to_have_count(1)
    expect(phone.page.locator(".stage .landing")).to_have_count(1)
    assert phone.record()["moves"] == []
    phone.cell(second).tap()
    phone.cell(second).tap()
    expect(phone.page.locator(".game")).to_have_attribute("data-shown", "1")
    assert phone.agrees()["moves"][0]["move"] == second["move"]


def test_wide_houses_are_played_at_a_touch(visit: Visit) -> None:
    phone = visit(SMALLEST)
    phone.quick()
    phone.sit_down("kalah:houses=4")
    phone.cell(phone.record()["view"]["legal"][0]).tap()
    expect(phone.page.locator(".game")).to_have_attribute("data-shown", "1")


def test_at_a_table_of_four_each_of_the_others_may_be_somebody_else(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("four-colour", "greedy", You_play="White")
    others = visitor.page.get_by_role("group", name="Each of the others")
    expect(others.get_by_role("combobox")).to_have_count(3)
    others.get_by_label("Opponent 1").select_option("here")
    others.get_by_label("Opponent 3").select_option("random")
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    seats = visitor.settle()["seats"]
    found = [(seat["kind"], seat["bot"]) for seat in seats]
    assert found == [("bot", "random"), ("here", None), ("here", None), ("bot", "greedy")]
    visitor.play()
    visitor.agrees()


def test_a_table_for_two_has_one_opponent(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("four-colour", "greedy")
    others = visitor.page.get_by_role("group", name="Each of the others")
    others.get_by_label("Opponent 1").select_option("link")
    visitor.choose("small")
    expect(others).to_have_count(0)
    visitor.choose("three-colour")
    expect(others.get_by_label("Opponent 1")).to_have_value("greedy")
