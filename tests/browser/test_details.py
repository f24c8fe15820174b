"""Small promises of single pages: what is said is true, in sight, and leads somewhere."""

import re

import pytest
from playwright.sync_api import expect

from turnstone.store.database import Database
from turnstone.store.score import Score
from turnstone.store.scores import take_in

from ..server.house import Server
from .conftest import DESKTOP, PHONE, Visit
from .visitor import Visitor, tick

OVER = """() => {
  const boxes = (place) => [...document.querySelectorAll(place)]
    .map((each) => each.getBoundingClientRect());
  const [asked] = boxes('.asides > *');
  return boxes('.stage .board, .player').some((each) => each.top < asked.bottom - 1
    && asked.top < each.bottom - 1 && each.left < asked.right && asked.left < each.right);
}"""


def test_a_name_is_as_long_as_the_field_lets_it_be(visitor: Visitor) -> None:
    visitor.start("small", "random")
    visitor.open("/games")
    visitor.button("Rename", exact=False).first.click()
    field = visitor.page.get_by_label("New name")
    field.press_sequentially("0123456789" * 6)
    typed = field.input_value()
    field.press("Enter")
    expect(visitor.page.locator(".game-title").first).to_have_text(typed)


def test_the_lap_stands_on_its_plate(visitor: Visitor) -> None:
    visitor.start("relay", "here")
    record = visitor.settle()
    visitor.cell(max(record["view"]["legal"], key=lambda move: len(move["path"]))).click()
    lap = visitor.page.locator(".lap")
    expect(lap).to_be_visible()
    inside = lap.evaluate(
        """(lap) => {
          const words = document.createRange();
          words.selectNodeContents(lap);
          const [text, plate] = [words, lap].map((each) => each.getBoundingClientRect());
          return text.left >= plate.left && text.right <= plate.right && text.top >= plate.top
            && text.bottom <= plate.bottom;
        }"""
    )
    assert inside


FOLLOW = """() => {
  window.pairs = [];
  const look = () => {
    const plates = [...document.querySelectorAll('.stage .plate.store')]
      .map((each) => +each.innerText);
    const panels = [0, 1].map((seat) =>
      +document.querySelector(`[data-testid=count-${seat}]`).innerText.split(/\\s+/).at(-1));
    const running = document.querySelector('.stage [data-running]');
    if (running) window.pairs.push([plates.sort(), panels.sort()]);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_the_players_counts_follow_the_pebbles(visitor: Visitor) -> None:
    visitor.start("relay", "here")
    record = visitor.settle()
    visitor.page.evaluate(FOLLOW)
    visitor.cell(max(record["view"]["legal"], key=lambda move: len(move["path"]))).click()
    visitor.page.wait_for_timeout(500)
    visitor.settle()
    pairs = visitor.page.evaluate("window.pairs")
    assert len({str(panels) for _, panels in pairs}) > 2
    # A frame may see one drawn before the other.
    assert sum(plates != panels for plates, panels in pairs) <= len(pairs) // 4


def test_a_better_line_leads_back_to_the_game(visitor: Visitor) -> None:
    visitor.quick()
    visitor.sit_down("othello:size=6")
    game = visitor.play_out()["game"]
    visitor.open(f"/analysis/{game}")
    mistake = visitor.page.locator(".move-mistake").first
    expect(mistake).to_be_visible(timeout=60_000)
    mistake.click()
    expect(visitor.page.locator(".move-mistake[aria-current]")).to_have_count(1)
    number = visitor.page.locator(".moves [aria-current] .move-number")
    place = number.inner_text()
    better = visitor.page.locator(".better")
    expect(better).to_contain_text(
        re.compile(r"(cost( about)?|swung the result by) \d+ discs?\. .*discs?\)")
    )
    better.get_by_role("button").click()
    back = visitor.button("Back to the game")
    back.click()
    expect(number).to_have_text(place)
    expect(back).to_have_count(0)
    better.get_by_role("button").click()
    expect(back).to_be_visible()
    visitor.page.go_back()
    expect(visitor.page).to_have_url(re.compile(f"/analysis/{game}"))
    expect(number).to_have_text(place)


@pytest.mark.parametrize(
    "path",
    [
        "/analysis/nonsense",
        "/analysis?position=garbage",
        "/analysis?moves=f5.zz",
        "/analysis?game=chess",
    ],
)
def test_addresses_that_name_nothing_lead_on(visitor: Visitor, path: str) -> None:
    visitor.expected.append("Failed to load resource")
    visitor.open(path)
    expect(visitor.page.get_by_role("alert")).to_contain_text(re.compile(r"[\w)]\.$"))
    visitor.page.get_by_role("link", name="Analyse from the start").click()
    expect(visitor.page.locator(".stage .cell.legal")).to_have_count(4)


def test_scores_of_nothing_lead_to_all_scores(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    visitor.play_out()
    visitor.page.get_by_label("Your name for the score table").fill("Ann")
    visitor.button("Enter").click()
    expect(visitor.page.get_by_text("Your score is in the table.")).to_be_visible()
    visitor.expected.append("404")
    visitor.open("/scores/nonsense")
    expect(visitor.page.get_by_text("There is no such game.")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="All scores")).to_be_visible()
    visitor.open("/scores/oware:houses=3")
    expect(visitor.page.get_by_text("There are no scores of that game.")).to_be_visible()
    visitor.page.get_by_role("link", name="All scores").click()
    expect(visitor.page.locator(".scores").first).to_be_visible()


def test_a_full_table_of_one_game_hides_no_other(visitor: Visitor, server: Server) -> None:
    """Imported scores of a game that comes first in the alphabet; then one is entered."""
    others = [
        Score("reversi:goal=fewest", f"Nr {n}", n, 40, "greedy", "2024-05-01T10:00:00+00:00")
        for n in range(120)
    ]
    with Database.open(f"sqlite:///{server.data / 'turnstone.db'}") as database:
        database.write(lambda c: take_in(c, others)).result()
    visitor.quick()
    visitor.start("small", "random")
    visitor.play_out()
    visitor.page.get_by_label("Your name for the score table").fill("Newcomer")
    visitor.button("Enter").click()
    visitor.page.get_by_role("link", name="See the scores").click()
    rows = visitor.page.locator(".scores tbody tr")
    expect(rows.filter(has_text="Newcomer")).to_have_count(1)
    visitor.page.get_by_label("Game").select_option("All games")
    expect(rows.filter(has_text="Nr ")).to_have_count(10)
    expect(visitor.page.get_by_role("table", name="Reversi 4×4", exact=True)).to_be_visible()
    visitor.open("/scores/anti-othello")
    expect(rows).to_have_count(120)


# On how many lines the name of a row stands.
LINES = """(each) => {
  const words = document.createRange();
  words.selectNode(each.firstChild);
  return new Set([...words.getClientRects()].map(({top}) => Math.round(top))).size;
}"""


@pytest.mark.parametrize("other", ["W" * 40, "Maximiliana Bartholomäa von Hohenlohe-Sc"])
def test_the_longest_names_fit_the_score_table(
    visitor: Visitor, server: Server, other: str
) -> None:
    with Database.open(f"sqlite:///{server.data / 'turnstone.db'}") as database:
        score = Score("avalanche", "Ines", 4, 20, other, "2024-05-01T10:00:00+00:00")
        database.write(lambda c: take_in(c, [score])).result()
    visitor.open("/scores/avalanche")
    name = visitor.page.get_by_role("rowheader", name="Ines").last
    expect(name).to_be_visible()
    for width in (320, 390, 600, 640, 730, 844, 1280):
        visitor.page.set_viewport_size({"width": width, "height": 800})
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        assert name.evaluate(LINES) == 1, width


@pytest.mark.parametrize("width", [320, 390])
def test_an_offer_covers_no_square_and_no_player(visit: Visit, width: int) -> None:
    host, guest = visit(), visit(PHONE | {"width": width, "height": 568 if width == 320 else 844})
    host.start("othello", "link")
    # Nobody is there yet: nothing can be offered or given up.
    for name in ("Draw", "Resign", "Undo"):
        expect(host.button(name)).to_have_count(0)
    expect(host.button("Delete")).to_be_visible()
    guest.open(host.page.get_by_label("Send this link").input_value())
    guest.button("Sit down and play").click()
    guest.page.wait_for_url("**/game/*")
    host.button("Draw").click()
    expect(guest.button("Agree")).to_be_visible()
    assert not guest.page.evaluate(OVER)
    guest.button("No, thank you").click()
    expect(guest.button("More")).to_be_visible()


def test_a_game_that_nobody_joined_can_be_deleted(visitor: Visitor) -> None:
    visitor.start("othello", "link")
    game = visitor.game
    visitor.button("Delete").click()
    expect(visitor.page).to_have_url(re.compile(r"/$"))
    assert visitor.page.request.get(f"/api/games/{game}").status == 410
    visitor.button("Undo").click()
    visitor.page.wait_for_url(f"**/game/{game}")
    expect(visitor.page.get_by_label("Send this link")).to_be_visible()


def test_the_chosen_opponent_is_in_sight_on_a_phone(phone: Visitor) -> None:
    phone.open()
    chosen = phone.page.locator(".opponents .choice-option:has(input:checked)")
    expect(chosen).to_have_count(1)
    row = phone.page.locator(".opponents .choice-row").bounding_box()
    card = chosen.bounding_box()
    assert row
    assert card
    assert row["x"] <= card["x"]
    assert card["x"] + card["width"] <= row["x"] + row["width"]


def test_the_chosen_game_is_in_sight_on_a_phone(phone: Visitor) -> None:
    phone.start("oware", "random")
    phone.page.go_back()
    card = phone.page.locator(".shelf-game", has=phone.page.locator("input:checked"))
    expect(card).to_be_in_viewport(ratio=1)
    phone.page.reload()
    expect(card).to_be_in_viewport(ratio=1)
    tick(phone.page.locator(".shelf-game input[value='othello']"))
    expect(card).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("scrollY") == 0


def test_every_birds_line_can_be_read_before_one_is_chosen(visitor: Visitor) -> None:
    visitor.open()
    line = visitor.page.locator(".opponent-line")
    expect(line).to_contain_text("Gull")
    puffin = visitor.page.locator(".choice-option", has_text="Puffin")
    puffin.hover()
    expect(line).to_contain_text("Puffin")
    visitor.page.mouse.move(5, 5)
    expect(line).to_contain_text("Gull")
    assert visitor.page.locator(".opponents input:checked").evaluate("(each) => each.value")


def test_the_way_on_stays_in_sight_when_a_position_is_refused(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    visitor.expected.append("Failed to load resource")
    visitor.open("/analysis")
    visitor.button("Set up").click()
    visitor.page.get_by_label("Or paste").fill("zz9")
    visitor.button("Analyse this").click()
    for each in (visitor.page.get_by_role("alert"), visitor.button("Analyse this")):
        expect(each).to_be_in_viewport(ratio=1)


def test_a_file_that_is_no_text_is_said_to_be_none(visitor: Visitor) -> None:
    visitor.open("/games")
    visitor.button("Import").click()
    visitor.page.get_by_label("A file").set_input_files(
        {"name": "photo.json", "mimeType": "application/json", "buffer": b"{\x00\xff\xfe\x01"}
    )
    expect(visitor.page.get_by_role("alert")).to_contain_text("“photo.json” holds no text.")
    assert visitor.page.get_by_label("Or paste").input_value() == ""


def test_type_grows_on_very_large_screens(visit: Visit) -> None:
    visitor = visit({"width": 3840, "height": 2160})
    visitor.start("othello", "random", Clock="5 min")
    status = visitor.page.get_by_test_id("status")
    assert status.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 24
    assert visitor.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 640}])
def test_people_are_in_sight_whichever_bird_is_chosen(visit: Visit, size: dict[str, int]) -> None:
    phone = visit(size)
    phone.open()
    for bird in ("Sanderling", "Albatross"):
        phone.page.locator(".opponents").get_by_label(bird).evaluate("(each) => each.click()")
        for people in ("At this screen", "Friend by link"):
            box = phone.page.locator(".choice-option", has_text=people).bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert box["height"] >= 44
    tick(phone.page.get_by_label("Friend by link"))
    expect(phone.page.locator(".opponents input:checked")).to_have_count(1)


def test_scores_on_a_phone_say_against_whom(phone: Visitor) -> None:
    phone.quick()
    phone.start("small", "random")
    phone.play_out()
    phone.button("Details").click()
    phone.page.get_by_label("Your name for the score table").fill("Ann")
    phone.button("Enter").click()
    expect(phone.page.get_by_text("Your score is in the table.")).to_be_visible()
    (*_, against) = (
        score["against"]
        for score in phone.page.request.get("/api/scores?variant=small").json()["scores"]
        if score["name"] == "Ann"
    )
    phone.open("/scores")
    table = phone.page.get_by_role("table", name="Reversi 4×4", exact=True)
    ann = table.get_by_role("row").filter(has_text="Ann").last
    expect(ann.get_by_text(f"against {against}")).to_be_visible()


def test_a_phone_says_how_many_games_there_are(phone: Visitor, visitor: Visitor) -> None:
    for each in (phone, visitor):
        each.open()
        expect(each.page.locator(".shelf-game")).to_have_count(12)
    expect(phone.page.get_by_text("12 games; swipe for more.")).to_be_visible()
    expect(visitor.page.get_by_text("12 games; swipe for more.")).to_be_hidden()


def test_the_best_value_has_one_colour_on_the_board_and_in_the_list(visitor: Visitor) -> None:
    visitor.open("/analysis?game=othello")
    colour = "(each) => getComputedStyle(each).backgroundColor"
    best = visitor.page.locator(".stage .value.best").first
    expect(best).to_be_visible(timeout=30_000)
    assert visitor.page.locator(".line-best").first.evaluate(colour) == best.evaluate(colour)
