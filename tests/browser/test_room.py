"""What has its room: a notice beside the bars, the result on a tablet, the desk of the analysis."""

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Visit
from .visitor import Visitor

HERE = {"kind": "here"}
TABLET = {"width": 768, "height": 1024}
SMALLEST = {"width": 320, "height": 568}
COMMON = {"width": 360, "height": 640}


def edges(visitor: Visitor, name: str) -> tuple[float, float]:
    """Where something begins and ends, from the top."""
    box = visitor.page.locator(name).bounding_box()
    assert box, name
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize(
    "size", [PHONE, COMMON, SMALLEST, TABLET], ids=["390", "360", "320", "768"]
)
@pytest.mark.parametrize("variant", ["othello", "relay"])
def test_a_lost_connection_covers_neither_bar_nor_board(
    visit: Visit, size: dict[str, int], variant: str
) -> None:
    phone = visit(size, has_touch=True, is_mobile=True)
    phone.expected += ["WebSocket", "ERR_", "Failed to load resource"]
    phone.seat(variant, [HERE, HERE], clock="300")
    move: dict[str, Any] = phone.record()["view"]["legal"][0]
    cancel = f"Cancel {'house ' if 'pit' in move else ''}{move['move']}"
    phone.page.context.set_offline(True)
    expect(phone.page.locator(".notice")).to_contain_text("nothing is lost")
    phone.cell(move).tap()
    if not phone.button(cancel).count():
        phone.cell(move).tap()  # a small one is aimed at first
    expect(phone.button(cancel)).to_be_visible()
    top, bottom = edges(phone, ".notice")
    assert top >= edges(phone, ".players-near")[1] - 0.5
    assert top >= edges(phone, ".stage .board")[1] - 0.5
    assert bottom <= edges(phone, ".actions")[0]
    words = edges(phone, ".notice > span:first-child")
    assert top + 3 <= words[0]
    assert words[1] <= bottom - 3
    status = edges(phone, ".panel .status")
    assert top <= status[0] + 2 or status[1] <= top  # it is seen whole, or not at all


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 800), (1024, 640), (844, 390)], ids=["1280", "1024", "lying"]
)
@pytest.mark.parametrize("variant", ["othello", "relay"])
def test_a_move_kept_on_a_wide_screen_covers_neither_card_nor_turn(
    visit: Visit, width: int, height: int, variant: str
) -> None:
    visitor = visit({"width": width, "height": height})
    visitor.expected += ["WebSocket", "ERR_", "Failed to load resource"]
    visitor.seat(variant, [HERE, HERE])
    move: dict[str, Any] = visitor.record()["view"]["legal"][0]
    cancel = f"Cancel {'house ' if 'pit' in move else ''}{move['move']}"
    visitor.page.context.set_offline(True)
    expect(visitor.page.locator(".notice")).to_contain_text("nothing is lost")
    visitor.cell(move).click()
    expect(visitor.button(cancel)).to_be_visible()
    top, bottom = edges(visitor, ".notice")
    assert top >= edges(visitor, ".panel .status")[1] - 0.5
    assert top >= edges(visitor, ".players-far")[1] - 0.5
    assert bottom <= edges(visitor, ".actions")[0]


@pytest.mark.parametrize("size", [TABLET, {"width": 1024, "height": 1366}], ids=["768", "1024"])
def test_a_tablet_shows_the_whole_result_at_once(visit: Visit, size: dict[str, int]) -> None:
    tablet = visit(size, has_touch=True, is_mobile=True)
    tablet.quick()
    tablet.start("small", "random")
    before = edges(tablet, ".stage .board")
    record = tablet.play_out()
    expect(tablet.page.get_by_label("Your name for the score table")).to_be_visible()
    expect(tablet.button("Details")).to_have_count(0)
    official = record["view"]["outcome"]["official_text"]
    if official:
        expect(tablet.page.get_by_text(official)).to_be_visible()
    expect(tablet.button("Analyse")).to_be_visible()
    tablet.page.wait_for_timeout(1500)
    assert edges(tablet, ".result")[0] >= edges(tablet, ".players-near")[1] - 0.5
    assert edges(tablet, ".stage .board") == before
    tablet.page.get_by_label("Your name for the score table").fill("Eve")
    tablet.button("Enter").click()
    expect(tablet.page.get_by_text("Your score is in the table.")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900)])
def test_nothing_of_the_desk_is_cut_off(visit: Visit, width: int, height: int) -> None:
    visitor = visit({"width": width, "height": height})
    visitor.seat("othello", [HERE, HERE], opening={"plies": 16, "seed": 3})
    visitor.open(f"/analysis/{visitor.game}")
    again = visitor.button("Review again")
    expect(again).to_be_visible(timeout=90_000)
    visitor.page.locator(".move-mistake").first.click()
    expect(visitor.page.locator(".better")).to_be_visible()
    all_in_sight(visitor, height)
    visitor.page.locator(".better button").click()
    expect(visitor.button("Back to the game")).to_be_visible()
    all_in_sight(visitor, height)


def test_without_a_game_the_lines_have_the_room(visit: Visit) -> None:
    visitor = visit({"width": 1280, "height": 800})
    visitor.open("/analysis?game=relay")
    visitor.page.get_by_label("All moves").check()
    expect(visitor.page.locator(".line")).to_have_count(6, timeout=20_000)
    lines = visitor.page.locator(".lines ol")
    assert lines.evaluate("(each) => each.scrollHeight <= each.clientHeight")
    assert edges(visitor, ".analysis-panel .moves")[1] <= 800


# Rows of which a part is seen; the empty edge of a row is none.
CUT_ROWS = """(list) => [...list.children].filter((row) => {
  const [box, {top, bottom}] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  const seen = Math.min(bottom, box.bottom) - Math.max(top, box.top);
  return seen > 6 && seen < bottom - top - 6;
}).map((row) => row.innerText)"""


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE, SMALLEST], ids=str)
def test_the_desk_cuts_no_line_and_no_row_in_two(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(size)
    visitor.seat("othello", [HERE, HERE], opening={"plies": 20, "seed": 3})
    visitor.open(f"/analysis/{visitor.game}?ply=10")
    expect(visitor.button("Review again")).to_be_visible(timeout=90_000)
    expect(visitor.page.locator(".line").nth(4)).to_be_attached()
    lines, moves = ".lines ol", ".analysis .moves"
    for rows in (lines, moves):
        assert visitor.page.locator(rows).evaluate(CUT_ROWS) == [], rows
    visitor.page.locator(moves).evaluate("(list) => void (list.scrollTop += 60)")
    assert visitor.page.locator(moves).evaluate(CUT_ROWS) == []
    # The best line stays the first in sight, though lines change places.
    assert visitor.page.locator(lines).evaluate("(list) => list.scrollTop") == 0


def all_in_sight(visitor: Visitor, height: int) -> None:
    """Nothing of the desk has to be scrolled to."""
    expect(visitor.page.locator(".line").nth(1)).to_be_visible()
    panel = visitor.page.locator(".analysis-panel")
    assert panel.evaluate("(each) => each.scrollHeight <= each.clientHeight")
    assert edges(visitor, ".review button")[1] <= height
    assert edges(visitor, ".graph")[1] <= edges(visitor, ".review button")[0]


@pytest.mark.parametrize("lesson", [1, 2, 3, 4])
def test_a_lesson_on_a_small_phone_is_read_whole_above_its_buttons(
    visit: Visit, lesson: int
) -> None:
    phone = visit({"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    phone.open(f"/learn/relay?lesson={lesson}")
    expect(phone.page.locator(".lesson-text")).to_be_visible()
    assert edges(phone, ".lesson-text")[1] <= edges(phone, ".lesson > .row")[0]
    assert edges(phone, ".lesson > .row")[1] <= 640
