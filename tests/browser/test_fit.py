"""What fits in its box: players with clocks, the result, questions, cards, pictures, marks."""

from typing import Any

import pytest
from playwright.sync_api import expect

from ..server.house import fresh_key
from .conftest import DESKTOP, PHONE, Visit
from .visitor import Visitor

COMMON = {"width": 360, "height": 640}
TINY = {"width": 320, "height": 640}
SMALLEST = {"width": 320, "height": 568}
LYING = {"width": 844, "height": 390}
LYING_SMALL = {"width": 667, "height": 375}
LAPTOP = {"width": 1366, "height": 768}
LONG = "Maximiliana Bartholomäa von Hohenlohe-Sc"
HERE = {"kind": "here"}
BOT = {"kind": "bot", "bot": "random"}


def sit(visitor: Visitor, variant: str, seats: list[dict[str, str]], **more: Any) -> str:
    """At a table that no button sets."""
    visitor.open()
    wanted = {"key": fresh_key(), "variant": variant, "seats": seats} | more
    created = visitor.page.request.post("/api/games", data=wanted)
    assert created.ok, created.text()
    game: str = created.json()["game"]
    visitor.follow(game)
    return game


# What sticks out of a player's card, or lies over something else in it.
SPILLED = """() => [...document.querySelectorAll('.player')].flatMap((card) => {
  const frame = card.getBoundingClientRect();
  const text = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each.lastChild);
    return range.getBoundingClientRect();
  };
  const parts = [...card.querySelectorAll('strong, small, .clock, .player-count')].map((each) => {
    const [box, words] = [each.getBoundingClientRect(), text(each)];
    const clips = getComputedStyle(each).overflow === 'hidden';
    return [each.innerText, clips ? box : {
      left: Math.min(box.left, words.left), right: Math.max(box.right, words.right),
      top: words.top, bottom: words.bottom}];
  });
  return parts.flatMap(([name, a], index) => [
    ...(a.left < frame.left || a.right > frame.right + 0.5 || a.bottom > frame.bottom + 0.5
      ? [name + ' sticks out'] : []),
    ...parts.slice(index + 1)
      .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top + 3 < b.bottom && b.top + 3 < a.bottom)
      .map(([other]) => name + ' over ' + other),
  ]);
})"""


@pytest.mark.parametrize("size", [PHONE, SMALLEST, LYING, LYING_SMALL])
@pytest.mark.parametrize("clock", [None, "1800", "5400"])
@pytest.mark.parametrize(("variant", "others"), [("three-colour", 2), ("four-colour", 3)])
def test_clocks_and_counts_of_many_fit_their_cards(
    visit: Visit, variant: str, others: int, clock: str | None, size: dict[str, int]
) -> None:
    visitor = visit(size)
    sit(visitor, variant, [HERE] + [BOT] * others, clock=clock)
    expect(visitor.page.locator(".player")).to_have_count(others + 1)
    assert visitor.page.evaluate(SPILLED) == []
    assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


CUT = """(all) => all.filter((each) => each.scrollWidth > each.clientWidth
  || each.scrollHeight > each.clientHeight).map((each) => each.innerText)"""


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP])
@pytest.mark.parametrize(
    ("variant", "seats"),
    [
        ("othello:size=4", [HERE, BOT]),
        ("three-colour:size=4", [HERE, BOT, BOT]),
        ("four-colour:size=4", [HERE, BOT, BOT, BOT]),
        ("four-colour:size=4", [HERE] * 4),
    ],
)
def test_the_whole_result_is_in_sight(
    visit: Visit, variant: str, seats: list[dict[str, str]], size: dict[str, int]
) -> None:
    visitor = visit(size)
    visitor.quick()
    sit(visitor, variant, seats)
    visitor.play_out()
    result = visitor.page.locator(".result")
    expect(result).to_be_visible()
    hidden = "(words) => words.scrollHeight - words.clientHeight"
    assert result.locator(".result-body").evaluate(hidden) <= 0
    for name in ("Rematch", "New game", "Look back", "Analyse", "More", "Quit"):
        expect(visitor.button(name)).to_have_count(1)
        expect(visitor.button(name)).to_be_in_viewport(ratio=1)
    expect(result.locator(".score-entry input")).to_be_in_viewport(ratio=1)
    assert result.locator(".row > :visible").evaluate_all(CUT) == []
    assert result.inner_text().count(visitor.record()["view"]["outcome"]["text"]) == 1


def test_four_at_one_screen_enter_their_scores_one_after_another(visitor: Visitor) -> None:
    visitor.quick()
    sit(visitor, "four-colour:size=4", [HERE] * 4)
    visitor.play_out()
    entry = visitor.page.locator(".score-entry")
    entry.get_by_label("Seat").select_option("Amber")
    for left, name in ((3, "Cleo"), (2, "Ann"), (1, "Bob"), (0, "Dora")):
        entry.get_by_label("Name for the scores").fill(name)
        entry.get_by_role("button", name="Enter").click()
        expect(entry.get_by_role("option")).to_have_count(left)
    expect(visitor.page.get_by_text("All scores are in the table.")).to_be_visible()
    scores = visitor.page.request.get("/api/scores?variant=four-colour:size=4").json()["scores"]
    record = visitor.record()
    own = dict(zip(record["variant"]["seats"], record["view"]["scores"], strict=True))
    entered = {line["name"]: line["own"] for line in scores}
    names = {"Ann": "Black", "Bob": "White", "Cleo": "Amber", "Dora": "Blue"}
    assert {name: own[seat] for name, seat in names.items()} == {
        name: entered[name] for name in names
    }


def friends(
    visit: Visit, size: dict[str, int], variant: str = "othello"
) -> tuple[Visitor, Visitor]:
    """Somebody with a long name, and a friend who followed the link."""
    host, guest = visit(DESKTOP), visit(size)
    game = sit(host, variant, [HERE | {"name": LONG}, {"kind": "link"}])
    guest.open(host.record(game)["seats"][1]["link"])
    guest.button("Sit down and play").click()
    guest.page.wait_for_url("**/game/*")
    guest.settle()
    return host, guest


def tops(visitor: Visitor, *places: str) -> list[float]:
    boxes = [visitor.page.locator(place).bounding_box() for place in places]
    return [box["y"] for box in boxes if box] + [box["y"] + box["height"] for box in boxes if box]


@pytest.mark.parametrize("size", [PHONE, SMALLEST])
def test_questions_of_somebody_with_a_long_name_leave_the_own_bar_to_be_seen(
    visit: Visit, size: dict[str, int]
) -> None:
    host, guest = friends(visit, size)
    host.button("Draw").click()
    expect(guest.button("Agree")).to_be_visible()
    offer, _, end, near = tops(guest, ".offer", ".players-near")
    assert end - offer < 120
    assert near <= offer
    assert end <= size["height"]
    assert guest.page.locator(".offer button").evaluate_all(CUT) == []
    guest.button("No, thank you").click()
    guest.button("More").click()
    guest.button("Resign").click()
    guest.page.locator("dialog").last.get_by_role("button", name="Resign").click()
    host.button("Rematch").click()
    expect(guest.page.locator(".panel").get_by_text("would like a rematch.")).to_be_visible()
    sheet, _, _, end = tops(guest, ".result", ".players-near .player")
    assert end <= sheet
    assert read_whole(guest)
    assert guest.page.locator(".result .row > :visible").evaluate_all(CUT) == []
    expect(host.button("Rematch offered")).to_be_visible()
    assert host.page.locator(".result .row > *").evaluate_all(CUT) == []
    score = host.page.locator(".result-text .whole")
    assert score.evaluate("(each) => each.getClientRects().length") == 1


@pytest.mark.parametrize("size", [PHONE, COMMON, TINY, SMALLEST, LYING], ids=str)
@pytest.mark.parametrize(("variant", "seats"), [("othello", 2), ("four-colour", 4)])
def test_how_a_game_ended_is_read_whole_and_covers_nobody(
    visit: Visit, variant: str, seats: int, size: dict[str, int]
) -> None:
    phone = visit(size, has_touch=True, is_mobile=True)
    sit(phone, variant, [HERE] * seats, clock="1")
    expect(phone.page.locator(".result-text")).to_contain_text("ran out of time")
    assert read_whole(phone)
    sheet, _, _, end = tops(phone, ".result", ".players-near .player")
    assert size["width"] > size["height"] or end <= sheet + 0.5


def read_whole(visitor: Visitor) -> bool:
    """Whether the sentence of the result is all in sight."""
    text = visitor.page.locator(".result-text")
    expect(text).to_be_in_viewport(ratio=1)
    assert text.evaluate_all(CUT) == []
    result, words, row, _, end, _ = tops(visitor, ".result", ".result-text", ".result .row")
    return result <= words and end <= row


def test_a_long_name_in_the_status_moves_nothing(visit: Visit) -> None:
    host, guest = friends(visit, DESKTOP)
    before = tops(guest, ".told", ".panel .moves")
    assert host.status == "Your move."
    expect(guest.page.get_by_test_id("status")).to_contain_text(f"{LONG} to move.")
    host.play()
    guest.settle()
    expect(guest.page.get_by_test_id("status")).to_have_text("Your move.")
    assert tops(guest, ".told", ".panel .moves") == before


@pytest.mark.parametrize("size", [PHONE, SMALLEST])
def test_swapping_covers_nobody(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(size)
    visitor.quick()
    visitor.sit_down("kalah:pie=yes")
    visitor.play()
    swap, _, _, end = tops(visitor, ".swap", ".players-near .player")
    assert end <= swap
    _, actions, end, _ = tops(visitor, ".swap", ".actions")
    assert end <= actions


MARKS = """() => [...document.querySelectorAll('.stage .last')].map((last) => {
  const [a, b] = [last, last.parentElement.querySelector('.disc-mark path')]
    .map((each) => each?.getBoundingClientRect());
  return Boolean(b) && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
})"""


def test_colours_are_never_the_only_sign(visitor: Visitor) -> None:
    visitor.quick()
    sit(visitor, "four-colour", [HERE] * 4)
    for seat in range(4):
        visitor.play()
        assert visitor.page.evaluate(MARKS) == [False], seat
    for seat, signs in enumerate([0, 0, 1, 1]):
        for place in (".moves", ".players"):
            marks = visitor.page.locator(f"{place} .seat-reversi-{seat} .disc-mark")
            expect(marks).to_have_count(signs)


def test_the_mark_of_a_seat_is_whole(visitor: Visitor) -> None:
    visitor.sit_down("kalah")
    reaches = visitor.page.locator(".player .seat-mark").evaluate_all(
        """(all) => all.map((each) => {
          const style = getComputedStyle(each);
          return parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
        })"""
    )
    assert reaches == [0, 0]


SPILLED_NAMES = """() => [...document.querySelectorAll('.opponent-name')].filter((name) => {
  const card = name.closest('.choice-face').getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(name);
  const words = text.getBoundingClientRect();
  return words.left < card.left + 1 || words.right > card.right - 1;
}).map((name) => name.innerText)"""


@pytest.mark.parametrize("width", [320, 390, 900, 1280, 1920])
def test_every_bird_fits_its_card_and_none_is_cut(visit: Visit, width: int) -> None:
    visitor = visit({"width": width, "height": 800})
    for path in ("/", "/watch"):
        visitor.open(path)
        expect(visitor.page.get_by_text("Oystercatcher").first).to_be_attached()
        assert visitor.page.evaluate(SPILLED_NAMES) == []
    visitor.open()
    expect(visitor.page.get_by_text("Oystercatcher")).to_be_attached()
    birds = visitor.page.locator(".setup .choice-cards .choice-row")
    assert birds.evaluate("(row) => row.scrollHeight - row.clientHeight") <= 0


def test_pictures_are_the_same_at_any_size(visit: Visit) -> None:
    visitor = visit({"width": 3840, "height": 2160})
    visitor.open()
    expect(visitor.page.locator(".picture .mancala.flat")).to_have_count(3)
    assert visitor.page.locator(".picture .caption:visible").count() == 0
    for width, height in visitor.page.locator(".picture .mancala.flat").evaluate_all(
        "(all) => all.map((each) => [each.clientWidth, each.clientHeight])"
    ):
        assert width > 2 * height
    rims = visitor.page.locator(".picture .reversi").evaluate_all(
        """(all) => all.map((board) => {
          const frame = board.querySelector('.frame').getBoundingClientRect();
          const felt = board.querySelector('.felt').getBoundingClientRect();
          return [felt.left - frame.left, frame.right - felt.right, felt.top - frame.top,
            frame.bottom - felt.bottom].map(Math.round);
        })"""
    )
    assert len(rims) == 8
    for rim in rims:
        assert max(rim) - min(rim) <= 1, rim


def test_more_is_a_list_with_an_icon_each(visitor: Visitor) -> None:
    visitor.sit_down("othello")
    visitor.button("More").click()
    entries = visitor.page.locator(".menu > *")
    assert set(
        entries.evaluate_all("(all) => all.map((each) => getComputedStyle(each).textAlign)")
    ) == {"left"}
    icons = entries.evaluate_all("(all) => all.map((each) => each.querySelector('svg').innerHTML)")
    assert len(set(icons)) == len(icons)


@pytest.mark.parametrize("size", [PHONE, SMALLEST])
@pytest.mark.parametrize(("variant", "links"), [("othello", 1), ("relay", 1), ("four-colour", 3)])
def test_a_link_that_waits_for_a_friend_covers_nothing(
    visit: Visit, size: dict[str, Any], variant: str, links: int
) -> None:
    visitor = visit(size)
    sit(visitor, variant, [HERE, *[{"kind": "link"}] * links])
    expect(visitor.page.locator(".waiting input")).to_have_count(links)
    covered = visitor.page.evaluate(
        """() => {
          const link = document.querySelector('.waiting').getBoundingClientRect();
          const parts = document.querySelectorAll('.stage .cell, .stage .pit, .player, .action');
          return [...parts].filter((part) => {
            const box = part.getBoundingClientRect();
            return box.top < link.bottom - 1 && link.top < box.bottom - 1;
          }).map((part) => part.className);
        }"""
    )
    assert not covered
    expect(visitor.page.locator(".action").first).to_be_in_viewport(ratio=1)
    for waits in visitor.page.locator(".waiting > div").all():
        field, copy = (waits.locator(each).bounding_box() for each in ("input", "button >> nth=0"))
        assert field
        assert copy
        assert field["x"] + field["width"] <= copy["x"]
    assert visitor.page.locator(".players-far small").evaluate_all(CUT) == []


def test_who_of_three_thinks_is_said_on_a_phone(visit: Visit) -> None:
    phone = visit(PHONE)
    thinks = {"kind": "bot", "bot": "engine:nodes=900000000"}
    sit(phone, "four-colour", [thinks | {"bot": "random"}, thinks, thinks, thinks])
    told = phone.page.locator(".players-far small", has_text="thinking")
    expect(told).to_have_count(1)
    assert told.evaluate_all(CUT) == []


# Numbers of rows and letters of columns that a disc or its rim touches.
BELOW_DISCS = """() => {
  const discs = [...document.querySelectorAll('.stage .disc')].map((disc) => {
    const {left, right, top, bottom} = disc.getBoundingClientRect();
    return {x: (left + right) / 2, y: (top + bottom) / 2, r: (right - left) / 2};
  });
  return [...document.querySelectorAll('.stage .coordinates span')].filter((name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    const box = words.getBoundingClientRect();
    const [top, bottom] = [box.top + 1.5, box.bottom - 1.5];  // the ink of a figure is less
    const off = (at, from, to) => Math.max(from - at, at - to, 0);
    return discs.some(({x, y, r}) =>
      Math.hypot(off(x, box.left, box.right), off(y, top, bottom)) < r + 2);
  }).map((name) => name.innerText);
}"""


def test_rows_and_columns_are_named_beside_the_discs_of_the_smallest_phone(visit: Visit) -> None:
    phone = visit(TINY)
    phone.quick()
    phone.sit_down("othello", text="XO" * 28 + "XXXXXXO-X")
    expect(phone.page.locator(".stage .cell .disc:not(.ghost)")).to_have_count(63)
    assert phone.page.evaluate(BELOW_DISCS) == []


def test_nothing_touches_a_store_of_relay(visitor: Visitor) -> None:
    visitor.sit_down("relay")
    gaps = visitor.page.evaluate(
        """() => {
          const box = (each) => each.getBoundingClientRect();
          const names = [...document.querySelectorAll('.stage .plate.store, .stage .caption.name')];
          const stores = [...document.querySelectorAll('.stage .pit.store')].map(box);
          return names.map(box).map((name) => Math.min(...stores.map((store) =>
            Math.max(store.left - name.right, name.left - store.right,
              store.top - name.bottom, name.top - store.bottom))));
        }"""
    )
    assert len(gaps) == 4
    assert min(gaps) >= 3
