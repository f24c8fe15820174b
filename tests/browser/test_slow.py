"""The analysis board and the lessons while their own requests are slow, and when they fail."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .visitor import Visitor

SLOW = "The server has not answered yet."
FAILED = "The server does not answer. Is it running, and are you connected?"


class Line:
    """The way to /api/positions: requests pass, are held back, or are lost."""

    def __init__(self, page: Page) -> None:
        self.way = "open"
        self.kept: list[Route] = []
        page.route("**/api/positions*", self._meet)

    def _meet(self, route: Route) -> None:
        if self.way == "held":
            self.kept.append(route)
        elif self.way == "cut":
            route.abort()
        else:
            route.continue_()

    def release(self) -> None:
        self.way = "open"
        for route in self.kept:
            route.continue_()


@pytest.fixture
def line(visitor: Visitor) -> Line:
    visitor.expected.append("ERR_FAILED")
    visitor.quick()
    return Line(visitor.page)


def at_the_analysis_board(visitor: Visitor) -> None:
    visitor.open("/analysis")
    expect(visitor.page.locator(".stage .cell.legal")).to_have_count(4)


def in_the_first_lesson(visitor: Visitor) -> None:
    visitor.open("/learn/othello")
    expect(visitor.page.locator(".stage .cell.legal")).to_have_count(4)


PLACES = [at_the_analysis_board, in_the_first_lesson]
Place = Callable[[Visitor], None]


def board(visitor: Visitor, *moves: str) -> str:
    """What the server says stands there after these moves."""
    asked = {"variant": "othello", "moves": list(moves)}
    shown: str = visitor.page.request.post("/api/positions", data=asked).json()["board"]
    return shown


@pytest.mark.parametrize("place", PLACES)
def test_a_slow_move_is_shown_said_and_then_played(
    visitor: Visitor, line: Line, place: Place
) -> None:
    place(visitor)
    before = visitor.page.locator(".stage .board").bounding_box()
    line.way = "held"
    visitor.page.locator("[data-square=f5]").click()
    expect(visitor.page.locator("[data-square=f5].pending")).to_be_visible(timeout=300)
    expect(visitor.page.locator(".errand .busy-bar")).to_be_visible(timeout=1500)
    expect(visitor.page.get_by_text(SLOW)).to_be_visible()
    assert visitor.page.locator(".stage .board").bounding_box() == before
    line.release()
    expect(visitor.page.get_by_text(SLOW)).to_have_count(0)
    expect(visitor.page.locator("[data-square=f5] .disc")).to_be_visible()
    if place is at_the_analysis_board:
        assert visitor.drawn() == board(visitor, "f5")


@pytest.mark.parametrize("place", PLACES)
def test_a_slow_move_can_be_given_up(visitor: Visitor, line: Line, place: Place) -> None:
    place(visitor)
    line.way = "held"
    visitor.page.locator("[data-square=f5]").click()
    visitor.button("Cancel").click()
    expect(visitor.page.locator(".pending")).to_have_count(0)
    line.release()
    visitor.page.wait_for_timeout(500)
    assert visitor.drawn() == board(visitor)
    visitor.page.locator("[data-square=d3]").click()
    expect(visitor.page.locator("[data-square=d3] .disc")).to_be_visible()


@pytest.mark.parametrize("place", PLACES)
def test_a_move_that_failed_says_so_and_can_be_tried_again(
    visitor: Visitor, line: Line, place: Place
) -> None:
    place(visitor)
    line.way = "cut"
    visitor.page.locator("[data-square=f5]").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text(FAILED)
    assert visitor.drawn() == board(visitor)
    line.way = "open"
    visitor.button("Try again").click()
    expect(visitor.page.get_by_role("alert")).to_have_count(0)
    expect(visitor.page.locator("[data-square=f5] .disc")).to_be_visible()


def test_why_a_square_cannot_be_played_is_asked_for_again(visitor: Visitor, line: Line) -> None:
    in_the_first_lesson(visitor)
    line.way = "cut"
    visitor.page.route("**/api/positions/objection", lambda route: route.abort(), times=1)
    visitor.page.locator("[data-square=a1]").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text(FAILED)
    visitor.button("Try again").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("a1 flips nothing.")


def test_the_analysis_board_that_does_not_come_can_be_asked_for_again(
    visitor: Visitor, line: Line
) -> None:
    line.way = "cut"
    visitor.open("/analysis?game=othello&moves=f5")
    expect(visitor.page.get_by_role("alert")).to_contain_text(FAILED)
    line.way = "open"
    visitor.button("Try again").click()
    expect(visitor.page.locator("[data-square=f5] .disc")).to_be_visible()
    assert visitor.drawn() == board(visitor, "f5")


def test_nobody_is_asked_to_repeat_what_can_never_work(visitor: Visitor) -> None:
    visitor.expected.append("Failed to load resource")
    visitor.open("/analysis?game=othello&moves=a1")
    expect(visitor.page.get_by_role("alert")).to_contain_text("a1 flips nothing")
    expect(visitor.button("Try again")).to_have_count(0)


def test_a_position_that_is_read_slowly_and_then_not(visitor: Visitor, line: Line) -> None:
    at_the_analysis_board(visitor)
    visitor.button("Set up").click()
    visitor.page.get_by_label("Or paste").fill("f5d6")
    line.way = "held"
    visitor.button("Analyse this").click()
    expect(visitor.page.get_by_text(SLOW)).to_be_visible()
    visitor.button("Cancel").first.click()
    line.way = "cut"
    visitor.button("Analyse this").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text(FAILED)
    line.way = "open"
    visitor.button("Try again").click()
    expect(visitor.page.locator(".moves .move")).to_have_count(3)
    assert visitor.drawn() == board(visitor, "f5", "d6")


def test_the_game_after_the_lessons_is_created_once(visitor: Visitor) -> None:
    visitor.expected.append("ERR_FAILED")
    visitor.open("/learn/othello?lesson=6")
    visitor.page.route("**/api/games", lambda route: route.abort(), times=1)
    visitor.button("Play").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text(FAILED)
    visitor.button("Try again").click()
    visitor.page.wait_for_url("**/game/*")
    visitor.agrees()
    assert len(visitor.page.request.get("/api/games").json()["games"]) == 1
