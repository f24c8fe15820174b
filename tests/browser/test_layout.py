"""What stays where it is, and what can be seen and touched, from 320 pixels to 4K."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Visit
from .visitor import Visitor

SHORT = {"width": 390, "height": 700}
TINY = {"width": 320, "height": 640}


def board_of(page: Page) -> dict[str, int]:
    box = page.locator(".stage .board").bounding_box()
    assert box
    return {
        "x": round(box["x"]),
        "y": round(box["y"]),
        "width": round(box["width"]),
        "height": round(box["height"]),
    }


def excess(page: Page) -> list[int]:
    found: list[int] = page.evaluate(
        "() => [document.documentElement.scrollHeight - innerHeight,"
        " document.documentElement.scrollWidth - innerWidth]"
    )
    return found


@pytest.mark.parametrize("size", [PHONE, SHORT, TINY])
def test_the_board_stays_whatever_is_said(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(size)
    visitor.expected += ["WebSocket", "ERR_", "Failed to load resource"]
    visitor.quick()
    visitor.start("small", "random")
    record = visitor.play()
    before = board_of(visitor.page)
    said = visitor.page.get_by_role("alert")
    taken = record["view"]["board"].index("X")
    visitor.page.locator(f"[data-cell='{taken}']").click()
    expect(said).to_contain_text("is occupied")
    assert board_of(visitor.page) == before
    visitor.page.locator("h1").focus()
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.button("Back to the game")).to_be_visible()
    assert board_of(visitor.page) == before
    visitor.button("Back to the game").click()
    visitor.button("Hint").click()
    expect(visitor.page.get_by_text("Hint:").first).to_be_visible()
    assert board_of(visitor.page) == before
    visitor.page.context.set_offline(True)
    expect(said).to_contain_text("Connection lost")
    assert board_of(visitor.page) == before
    visitor.page.context.set_offline(False)
    expect(said).to_have_count(0)
    visitor.play_out()
    expect(visitor.page.locator(".result")).to_be_visible()
    assert board_of(visitor.page) == before
    visitor.button("Look back").click()
    assert board_of(visitor.page) == before
    assert excess(visitor.page) == [0, 0]


@pytest.mark.parametrize("size", [PHONE, TINY])
def test_the_result_leaves_the_last_position_to_be_seen(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(size)
    visitor.quick()
    visitor.start("small", "random")
    visitor.play_out()
    sheet = visitor.page.locator(".result").bounding_box()
    board = board_of(visitor.page)
    assert sheet
    assert sheet["y"] >= board["y"] + board["height"]
    assert sheet["x"] + sheet["width"] <= size["width"]
    narrow = visitor.page.locator(".result .row > :visible").evaluate_all(
        "(all) => all.filter((each) => each.getBoundingClientRect().width < 44)"
        ".map((each) => each.innerText)"
    )
    assert narrow == []
    visitor.button("Details").click()
    expect(visitor.page.get_by_label("Your name for the score table")).to_be_visible()


def test_the_whole_result_is_seen_beside_the_board(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    visitor.play_out()
    expect(visitor.page.locator(".turning")).to_be_visible()
    hidden = visitor.page.locator(".result-body").evaluate(
        "(words) => words.scrollHeight - words.clientHeight"
    )
    assert hidden <= 0
    cut = visitor.page.locator(".result .row > *").evaluate_all(
        "(all) => all.filter((each) => each.scrollWidth > each.clientWidth)"
        ".map((each) => each.innerText)"
    )
    assert cut == []


@pytest.mark.parametrize("size", [{"width": 768, "height": 1024}, PHONE, TINY])
@pytest.mark.parametrize("game", ["othello", "relay", "kalah"])
def test_the_engines_desk_lies_below_the_analysis_board(
    visit: Visit, size: dict[str, int], game: str
) -> None:
    visitor = visit(size)
    visitor.open(f"/analysis?game={game}")
    expect(visitor.page.locator(".lines li").first).to_be_visible(timeout=30_000)
    board = board_of(visitor.page)
    desk = visitor.page.locator(".analysis-panel > *").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().top)"
    )
    assert min(desk) >= board["y"] + board["height"]


# Houses that answer to fewer than 44 pixels across or down, counted one by one.
SMALL_HOUSES = """() => [...document.querySelectorAll('.stage .pit.house')].filter((house) => {
  const {left, right, top, bottom} = house.getBoundingClientRect();
  const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  const reach = Array.from({length: 80}, (_, index) => index - 40);
  const answers = (x, y) => document.elementFromPoint(x, y)?.closest('.pit') === house;
  return reach.filter((each) => answers(x + each, y)).length < 44
    || reach.filter((each) => answers(x, y + each)).length < 44;
}).map((house) => house.getAttribute('aria-label'))"""


@pytest.mark.parametrize("game", ["relay", "kalah", "oware"])
def test_houses_are_large_enough_for_a_finger_on_the_smallest_phone(
    visit: Visit, game: str
) -> None:
    visitor = visit(TINY)
    visitor.start(game, "random")
    visitor.settle()
    assert visitor.page.locator(".stage .pit.house").count() == 12
    assert visitor.page.evaluate(SMALL_HOUSES) == []
    assert excess(visitor.page) == [0, 0]
    visitor.open(f"/analysis?game={game}")
    expect(visitor.page.locator(".stage .pit.house")).to_have_count(12)
    assert visitor.page.evaluate(SMALL_HOUSES) == []
    plates = visitor.page.locator(".stage .plate").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect())"
        ".filter((box) => box.left < 0 || box.right > innerWidth).length"
    )
    assert plates == 0


@pytest.mark.parametrize("game", ["othello", "relay"])
def test_the_way_on_is_in_sight_in_every_lesson(visit: Visit, game: str) -> None:
    visitor = visit(TINY)
    visitor.open(f"/learn/{game}")
    for _ in range(4):
        expect(visitor.button("Skip")).to_be_in_viewport(ratio=1)
        if game == "relay":
            assert visitor.page.evaluate(SMALL_HOUSES) == []
        visitor.button("Skip").click()


def test_the_result_can_be_put_away_and_comes_back(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    visitor.play_out()
    visitor.button("Look back").click()
    expect(visitor.page.locator(".reel").get_by_role("button", name="Play")).to_be_focused()
    visitor.button("Result").click()
    expect(visitor.page.locator(".result")).to_be_visible()


def test_an_offer_does_not_move_the_board(visit: Visit) -> None:
    host, guest = visit(), visit(PHONE)
    host.start("othello", "link")
    guest.open(host.page.get_by_label("Send this link").input_value())
    guest.button("Sit down and play").click()
    guest.page.wait_for_url("**/game/*")
    guest.settle()
    before = board_of(guest.page)
    host.button("Draw").click()
    expect(guest.button("Agree")).to_be_visible()
    assert board_of(guest.page) == before
    guest.button("No, thank you").click()
    expect(host.page.locator(".told").get_by_text("A friend declined the draw.")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_legal_squares_stand_out_from_the_felt(visit: Visit, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    visitor.start()
    visitor.settle()
    colours: list[str] = visitor.page.evaluate(
        """() => {
          const dot = getComputedStyle(document.querySelector('.stage .dot')).backgroundColor;
          const ends = [...document.querySelectorAll('.felt-light, .felt-deep')];
          return [dot, ...ends.map((each) => getComputedStyle(each).stopColor)];
        }"""
    )
    dot, *felt = colours
    assert felt
    for ground in felt:
        assert contrast(dot, ground) >= 3, (dot, ground)


def test_every_colour_of_a_player_stands_out_in_the_dark(visit: Visit) -> None:
    visitor = visit(color_scheme="dark")
    visitor.start("four-colour", "random")
    visitor.settle()
    marks: list[list[str]] = visitor.page.locator(".player .seat-mark").evaluate_all(
        """(all) => all.map((each) => [
          getComputedStyle(each).outlineColor,
          getComputedStyle(each.closest('.player')).backgroundColor,
        ])"""
    )
    assert len(marks) == 4
    for ring, card in marks:
        assert contrast(ring, card) >= 3, (ring, card)


def contrast(one: str, other: str) -> float:
    """By WCAG 2.2, of two opaque colours."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)]
    assert len(parts) == 3, colour
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("size", "game", "least"),
    [
        ({"width": 360, "height": 225}, "othello", 180),  # 1440×900 enlarged four times
        ({"width": 568, "height": 320}, "four-colour", 180),
        ({"width": 3840, "height": 2160}, "kalah", 2800),
    ],
)
def test_the_board_is_worth_seeing(
    visit: Visit, size: dict[str, int], game: str, least: int
) -> None:
    visitor = visit(size, has_touch=False, is_mobile=False)
    visitor.start(game)
    visitor.settle()
    assert board_of(visitor.page)["width"] >= least
    height, width = excess(visitor.page)
    assert width == 0
    assert height == 0 or size["height"] < 300


def test_the_home_page_uses_a_large_screen(visit: Visit) -> None:
    visitor = visit({"width": 3840, "height": 2160})
    visitor.open()
    box = visitor.page.locator(".home-table").bounding_box()
    assert box
    assert box["width"] >= 2200


def test_links_in_sentences_are_large_enough_for_a_finger(phone: Visitor) -> None:
    phone.expected.append("404")
    for path in ("/", "/rules/othello", "/game/nothing", "/nowhere"):
        phone.open(path)
        phone.page.wait_for_timeout(500)
        small = phone.page.evaluate(
            "() => [...document.querySelectorAll('main p a')]"
            ".map((each) => [each.innerText, each.getBoundingClientRect().height])"
            ".filter(([, height]) => height < 43.5)"
        )
        assert small == [], path


def test_small_squares_are_aimed_at_first(phone: Visitor) -> None:
    phone.open()
    created: dict[str, Any] = phone.page.request.post(
        "/api/games",
        data={
            "key": "aim",
            "variant": "reversi-16",
            "seats": [{"kind": "here"}, {"kind": "here"}],
        },
    ).json()
    phone.follow(created["game"])
    record = phone.settle()
    first, second = record["view"]["legal"][:2]
    phone.cell(first).tap()
    aimed = phone.page.locator(".stage .cell.aimed")
    expect(aimed).to_have_attribute("data-square", first["move"])
    expect(phone.page.locator(".stage .cell.flips")).to_have_count(len(first["flips"]))
    box = aimed.bounding_box()
    assert box
    assert box["width"] >= 44
    assert phone.record()["moves"] == []
    phone.page.touchscreen.tap(*centre(phone, second))
    expect(aimed).to_have_attribute("data-square", second["move"])
    phone.page.touchscreen.tap(*centre(phone, second))
    expect(phone.page.locator(".game")).to_have_attribute("data-shown", "1")
    assert phone.agrees()["moves"][0]["move"] == second["move"]


def centre(phone: Visitor, move: dict[str, Any]) -> tuple[float, float]:
    box = phone.cell(move).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_names_of_four_can_be_read_on_the_smallest_phone(visit: Visit) -> None:
    visitor = visit(TINY)
    visitor.start("four-colour", "random")
    visitor.settle()
    cut = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.player-name strong, .player-name small')]"
        ".filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText)"
    )
    assert cut == []
