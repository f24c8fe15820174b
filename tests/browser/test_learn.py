"""Rules with diagrams, and the guided first games; the server judges every move."""

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Visit
from .visitor import Visitor

SMALL_PHONES = [
    {"width": 320, "height": 568},
    {"width": 360, "height": 640},
    {"width": 375, "height": 667},
    PHONE,
]
GAMES = [
    "othello",
    "small",
    "large",
    "reversi-10",
    "anti-othello",
    "octagon",
    "three-colour",
    "four-colour",
    "relay",
    "kalah",
    "avalanche",
    "oware",
]


def test_every_game_has_a_page_of_rules(visitor: Visitor) -> None:
    visitor.open("/rules")
    for game in GAMES:
        rules = visitor.page.request.get(f"/api/variants/{game}").json()
        card = visitor.page.locator(f"a[href='/rules/{game}']")
        expect(card).to_contain_text(rules["title"])  # called the same everywhere
        card.click()
        expect(visitor.page.get_by_role("heading", name=rules["title"], exact=True)).to_be_visible()
        texts = [part["text"] for part in rules["rules"] if "text" in part]
        for text in texts:
            expect(visitor.page.get_by_text(text, exact=True)).to_be_visible()
        boards = [1 + ("after" in part["diagram"]) for part in rules["rules"] if "diagram" in part]
        assert visitor.page.locator("figure .board").count() == sum(boards)
        visitor.page.go_back()


# How many boards have begun to move: a busy machine may look too late to see them move.
NOTE_RUNNING = """(figure) => new MutationObserver((changes) => {
  const begun = changes.filter(({target}) => target.dataset.running).length;
  figure.dataset.ran = Number(figure.dataset.ran ?? 0) + begun;
}).observe(figure, {subtree: true, attributeFilter: ['data-running']})"""


def test_a_diagram_shows_its_move(visitor: Visitor) -> None:
    visitor.open("/rules/othello")
    rules = visitor.page.request.get("/api/variants/othello").json()["rules"]
    example = next(p["diagram"] for p in rules if "steps" in p.get("diagram", {}))
    figure = visitor.page.locator("figure.diagram-move").first
    expect(figure.locator(".board")).to_have_count(2)
    before, after = figure.locator(".board").all()
    flipped = [step["flipped"] for step in example["steps"] if "flipped" in step]
    assert before.locator(".flips").count() == len(flipped) > 0
    expect(before.locator(f"[data-square={example['move']}] .ghost")).to_be_visible()
    there = len(example["after"]["board"].replace("-", ""))
    expect(after.locator(".disc")).to_have_count(there)
    figure.evaluate(NOTE_RUNNING)
    figure.get_by_role("button", name="Show").click()
    expect(figure).to_have_attribute("data-ran", "1")
    expect(figure.locator("[data-running]")).to_have_count(0)
    expect(after.locator(".disc")).to_have_count(there)


@pytest.mark.parametrize("game", ["kalah", "relay"])
def test_a_diagram_of_houses_shows_way_and_end(visitor: Visitor, game: str) -> None:
    visitor.open(f"/rules/{game}")
    rules = visitor.page.request.get(f"/api/variants/{game}").json()["rules"]
    examples = [part["diagram"] for part in rules if "steps" in part.get("diagram", {})]
    figures = visitor.page.locator("figure.diagram-move")
    expect(figures).to_have_count(len(examples))
    for figure, example in zip(figures.all(), examples, strict=True):
        before, after = figure.locator(".board").all()
        expect(before.locator(".preview .way")).to_have_count(1)
        for board, view in ((before, example["view"]), (after, example["after"])):
            counts = [int(text) for text in board.locator(".plate").all_inner_texts()]
            assert counts == view["board"]


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("game", ["kalah", "oware", "relay"])
def test_before_and_after_have_one_shape(visit: Visit, game: str, width: int) -> None:
    visitor = visit({"width": width, "height": 844})
    visitor.open(f"/rules/{game}")
    expect(visitor.page.locator("figure.diagram-move").first).to_be_visible()
    shapes = visitor.page.locator("figure .board").evaluate_all(
        "(all) => [...new Set(all.map((each) => getComputedStyle(each).aspectRatio))]"
    )
    assert len(shapes) == 1


def test_lessons_tell_a_finger_only_what_it_can_do(visitor: Visitor, phone: Visitor) -> None:
    for game in ("othello", "relay"):
        visitor.open(f"/learn/{game}")
        expect(visitor.page.get_by_text("Rest on")).to_be_visible()
        phone.open(f"/learn/{game}")
        expect(phone.page.locator(".lesson-text")).to_be_visible()
        expect(phone.page.get_by_text("Rest on")).not_to_be_visible()


def test_the_first_game_of_othello(visitor: Visitor) -> None:
    visitor.open("/learn/othello")
    page = visitor.page
    lesson = page.get_by_role("heading", level=1)
    page.locator(".cell.legal").first.click()
    visitor.button("Next").click()
    expect(lesson).to_have_text("All directions at once")
    page.locator("[data-square=d2]").or_(page.locator(".cell.legal").first).first.click()
    page.locator("[data-square=f4]").click()
    visitor.button("Next").click()
    expect(lesson).to_have_text("A corner")
    page.locator(".cell.legal:not([data-square=h8])").first.click()
    expect(page.get_by_role("alert")).to_contain_text("corners")
    page.locator("[data-square=h8]").click()
    visitor.button("Next").click()
    expect(lesson).to_have_text("A pass")
    page.locator(".cell.legal").first.click()
    expect(page.get_by_text("White cannot move").first).to_be_visible()
    visitor.button("Next").click()
    page.locator(".cell.legal").first.click()
    expect(page.get_by_text("47-17").first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="47 to 17: you won.")).to_be_visible()
    visitor.button("Next").click()
    visitor.button("Play").click()
    page.wait_for_url("**/game/*")
    visitor.play()
    visitor.agrees()


def test_the_first_game_of_relay_mancala(phone: Visitor) -> None:
    phone.quick()
    phone.open("/learn/relay")
    page = phone.page
    page.locator("[data-pit='0']").click()
    expect(page.get_by_role("alert")).to_contain_text("12")
    for pit in ("12", "11", "11", "12"):
        page.locator(f"[data-pit='{pit}']").click()
        phone.button("Next").click()
    phone.button("Play").click()
    page.wait_for_url("**/game/*")
    phone.play()
    phone.agrees()


@pytest.mark.parametrize("game", ["othello", "relay"])
def test_lessons_ask_for_moves_that_the_server_allows(visitor: Visitor, game: str) -> None:
    visitor.open(f"/learn/{game}")
    while visitor.page.get_by_role("heading", name="Well done").count() == 0:
        expect(visitor.page.locator(".legal").first).to_be_visible()
        visitor.button("Skip").click()
        visitor.page.wait_for_timeout(200)


# What of a lesson's words lies outside their box, below the buttons, or outside the window.
COVERED = """(words) => {
  const [box, row] = ['.lesson-said', '.lesson > .row']
    .map((each) => document.querySelector(each).getBoundingClientRect());
  const {top, bottom} = words.getBoundingClientRect();
  return Math.max(box.top - top, bottom - box.bottom, bottom - row.top, row.bottom - innerHeight);
}"""
RIGHT = {
    "othello": ["d3", "f4", "h8", "a8", "a8"],
    "relay": ["12", "11", "11", "12"],
}


@pytest.mark.parametrize("size", SMALL_PHONES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("game", ["othello", "relay"])
def test_a_phone_shows_the_words_of_every_lesson_and_keeps_its_board(
    visit: Visit, game: str, size: dict[str, int]
) -> None:
    phone = visit(size)
    phone.expected.append("Failed to load resource")
    phone.quick()
    phone.open(f"/learn/{game}")
    page = phone.page
    board = page.locator(".stage .board")
    for lesson, right in enumerate(RIGHT[game], 1):
        expect(page.locator(".lesson-steps .past")).to_have_count(lesson)
        expect(page.locator(".stage .legal").first).to_be_visible()
        before = board.bounding_box()
        assert page.locator(".lesson-text").evaluate(COVERED) <= 0, lesson
        wrong = ".stage .cell:not(.legal)" if game == "othello" else ".stage .store"
        page.locator(wrong).first.click()
        expect(page.get_by_role("alert")).to_be_visible()
        assert page.locator(".lesson-said .problem").evaluate(COVERED) <= 0, lesson
        cell = "square" if game == "othello" else "pit"
        page.locator(f".stage [data-{cell}='{right}']").click()
        expect(page.locator(".lesson-done")).to_be_visible()
        assert page.locator(".lesson-done").evaluate(COVERED) <= 0, lesson
        assert board.bounding_box() == before, lesson
        phone.button("Next").click()


@pytest.mark.parametrize("lesson", ["0", "99", "9999", "none"])
def test_a_lesson_that_there_is_not_is_the_first(visitor: Visitor, lesson: str) -> None:
    visitor.open("/learn/othello?lesson=1")
    first = visitor.page.locator("h1").inner_text()
    visitor.open(f"/learn/othello?lesson={lesson}")
    expect(visitor.page.locator("h1")).to_have_text(first)
