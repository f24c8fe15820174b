"""Every page by axe-core, in light and dark, on desktop and phone; touch targets; titles."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Visit
from .visitor import Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ["/", "/rules", "/rules/othello", "/rules/relay", "/learn/othello", "/learn/relay"]
PAGES += ["/scores", "/games", "/watch", "/analysis", "/nowhere", "/join/nothing"]
SIZES = [DESKTOP, PHONE]
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def faults(visitor: Visitor) -> list[str]:
    """What axe finds on the page as it is now, of any weight, in light and in dark."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(AXE.read_text())
    return [fault for scheme in SCHEMES for fault in _faults_in(visitor, scheme)]


def _faults_in(visitor: Visitor, scheme: Scheme) -> list[str]:
    # With motion, buttons would take a moment to change their colour.
    visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = visitor.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{visitor.page.url} {scheme} {each['id']} ({each['impact']}): {node['target']}"
        f" {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_on_any_page(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(size)
    visitor.expected.append("404")  # of the link that is none
    found: list[str] = []
    for path in PAGES:
        visitor.open(path)
        visitor.page.wait_for_timeout(500)
        found += faults(visitor)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_games(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(size)
    visitor.quick()
    found: list[str] = []
    for game in ("othello", "three-colour", "four-colour", "relay", "kalah", "oware"):
        visitor.start(game, "random")
        visitor.play()
        found += faults(visitor)
        visitor.button("More").click()
        found += faults(visitor)
    visitor.start("small", "random")
    visitor.play_out()
    expect(visitor.page.locator(".result")).to_be_visible()
    found += faults(visitor)
    if size == PHONE:
        visitor.button("Details").click()
        found += faults(visitor)
    visitor.page.get_by_label("Your name for the score table").fill("Eve")
    visitor.button("Enter").click()
    for path in ("/scores", "/games", "/"):
        visitor.open(path)
        visitor.page.wait_for_timeout(500)
        found += faults(visitor)
    assert not found, "\n".join(found)


# Squares and houses are aimed at where they are smaller (test_touch.py).
SMALL = """() => [...document.querySelectorAll('a, button, select, input, textarea')]
  .filter((each) => each.checkVisibility() && !each.closest('.board, .sr-only, .skip-link'))
  .map((each) => [each, (each.closest('.choice-option, .switch, .shelf-game') ?? each)
    .getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
  .map(([each, box]) => `${each.className} ${each.innerText} ${box.width}×${box.height}`)"""
TOUCHED = ["/", "/games", "/analysis", "/watch", "/rules", "/rules/othello", "/scores"]
TOUCHED += ["/learn/othello", "/learn/othello?lesson=2", "/learn/relay?lesson=7", "/nowhere"]


@pytest.mark.parametrize("width", [390, 320])
def test_touch_targets_are_large_enough(visit: Visit, width: int) -> None:
    phone = visit({"width": width, "height": 640 if width == 320 else 844})
    phone.start()
    phone.settle()
    found = [f"game: {each}" for each in phone.page.evaluate(SMALL)]
    phone.button("More").click()
    found += [f"more: {each}" for each in phone.page.evaluate(SMALL)]
    for path in TOUCHED:
        phone.open(path)
        phone.page.wait_for_timeout(500)
        found += [f"{path}: {each}" for each in phone.page.evaluate(SMALL)]
    phone.open("/analysis?game=small&moves=b1.a3.d4.c1.b4.a1&ply=6")
    phone.button("Review the game").click()
    expect(phone.button("Review again")).to_be_visible(timeout=60_000)
    phone.page.locator(".move-mistake").first.click()
    expect(phone.page.locator(".better button")).to_be_visible()
    found += [f"review: {each}" for each in phone.page.evaluate(SMALL)]
    assert found == [], "\n".join(found)


def test_titles_say_where_one_is(visitor: Visitor) -> None:
    visitor.expected.append("404")  # of the link that is none
    titles = set()
    for path in PAGES:
        visitor.open(path)
        expect(visitor.page).not_to_have_title("Turnstone")
        titles.add(visitor.page.title())
    assert len(titles) == len(PAGES)


def test_going_to_a_page_moves_the_focus_to_its_heading(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.get_by_role("link", name="Scores").click()
    expect(visitor.page.get_by_role("heading", name="Scores")).to_be_focused()


def test_the_keys_are_listed_behind_a_question_mark(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog", name="Keys")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)


def test_nothing_is_cut_off_at_320_pixels(visit: Visit) -> None:
    visitor = visit({"width": 320, "height": 640})
    visitor.expected.append("404")  # of the link that is none
    for path in PAGES:
        visitor.open(path)
        visitor.page.wait_for_timeout(500)
        beyond = visitor.page.evaluate(
            """() => {
              const clips = (each) => getComputedStyle(each).overflowX !== 'visible';
              const inside = (each) => each && (clips(each) || inside(each.parentElement));
              return [...document.querySelectorAll('header *, main *')]
                .filter((each) => each.checkVisibility() && !inside(each.parentElement))
                .filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5)
                .map((each) => each.outerHTML.slice(0, 80));
            }"""
        )
        assert beyond == [], path
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == 320, path


def test_the_focus_stays_on_a_button_that_has_nothing_more_to_do(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    visitor.play()
    visitor.button("Undo").focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "0")
    expect(visitor.button("Undo")).to_be_focused()
    expect(visitor.button("Undo")).to_be_disabled()
    seq = visitor.record()["seq"]
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_timeout(300)
    assert visitor.record()["seq"] == seq


def test_escape_closes_the_menu_of_a_phone(phone: Visitor) -> None:
    phone.open()
    phone.button("Menu").click()
    places = phone.page.get_by_role("navigation", name="Pages")
    expect(places).to_be_visible()
    phone.page.keyboard.press("Escape")
    expect(places).to_be_hidden()
    expect(phone.button("Menu")).to_be_focused()


def test_the_space_bar_plays_nothing_and_skips_from_the_board_too(visitor: Visitor) -> None:
    visitor.start("relay", "here")
    record = visitor.settle()
    longest = max(record["view"]["legal"], key=lambda move: len(move["path"]))
    visitor.page.keyboard.press("m")
    visitor.page.keyboard.press("Space")
    visitor.page.wait_for_timeout(300)
    assert visitor.record()["moves"] == []
    visitor.cell(longest).focus()
    visitor.page.keyboard.press("Enter")
    running = visitor.page.locator(".stage [data-running]")
    expect(running).to_have_count(1)
    visitor.page.keyboard.press("Space")
    expect(running).to_have_count(0)
    assert len(visitor.agrees()["moves"]) == 1


def test_axe_finds_nothing_on_what_the_mouse_rests_on(visitor: Visitor) -> None:
    moves = "b1.a3.d4.c1.b4.a1"
    visitor.open(f"/analysis?game=small&moves={moves}&ply=6")
    visitor.button("Review the game").click()
    expect(visitor.button("Review again")).to_be_visible(timeout=60_000)
    visitor.page.locator(".move-mistake").first.click()
    found: list[str] = []
    for name in (
        ".move-mistake[aria-current]",
        ".move-mistake:not([aria-current])",
        ".move:not(.move-mistake)",
        ".line",
        ".better button",
        ".analysis-tools button",
    ):
        visitor.page.locator(name).first.hover()
        found += faults(visitor)
    assert not found, "\n".join(found)
