"""What was asked for is done once, whatever becomes of the answer, and is known in every tab."""

import json

import pytest
from playwright.sync_api import Route, expect

import turnstone

from .conftest import Visit
from .visitor import Visitor, tick

AWAY = "The server does not answer."
BOT = {"kind": "bot", "bot": "first"}
HERE = {"kind": "here"}


def lose_answers(visitor: Visitor, path: str) -> None:
    """What is posted there arrives, and no answer comes back; until the page goes there again."""
    visitor.expected.append("ERR_FAILED")

    def meet(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        route.fetch()
        route.abort()

    visitor.page.route(path, meet)


def own_games(visitor: Visitor) -> int:
    games = visitor.page.request.get("/api/games").json()["games"]
    return len(games)


def test_a_game_whose_answer_was_lost_is_not_begun_twice(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("small", "first", Start="Random opening")
    lose_answers(visitor, "**/api/games")
    visitor.button("Play").click()
    expect(visitor.page.get_by_text(AWAY)).to_be_visible()
    visitor.page.unroute("**/api/games")
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    assert own_games(visitor) == 1
    visitor.open()
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    assert own_games(visitor) == 2


def test_an_import_whose_answer_was_lost_is_not_made_twice(visitor: Visitor) -> None:
    visitor.open("/games")
    visitor.button("Import").click()
    visitor.page.get_by_label("Or paste a record").fill("f5d6c3")
    lose_answers(visitor, "**/api/games/import")
    bring = visitor.page.get_by_role("dialog").get_by_role("button", name="Import", exact=True)
    bring.click()
    expect(visitor.page.get_by_text(AWAY)).to_be_visible()
    visitor.page.unroute("**/api/games/import")
    bring.click()
    visitor.page.wait_for_url("**/game/*")
    assert own_games(visitor) == 1


def nearly_over(visitor: Visitor) -> None:
    """One move before the end of a small game, on one's own."""
    visitor.quick()
    visitor.seat("small", [HERE, BOT])
    visitor.play_out()
    expect(visitor.page.locator(".result")).to_be_visible()


def test_two_tabs_agree_whose_score_is_in_the_table(visitor: Visitor) -> None:
    nearly_over(visitor)
    page = visitor.page
    other = page.context.new_page()
    other.goto(page.url)
    entry = "Your name for the score table"
    expect(other.get_by_label(entry)).to_be_visible()
    page.get_by_label(entry).fill("Ann")
    visitor.button("Enter").click()
    expect(page.get_by_text("Your score is in the table.")).to_be_visible()
    other.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(other.get_by_text("Your score is in the table.")).to_be_visible()
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_text("Your score is in the table.")).to_be_visible()


def test_a_name_for_a_seat_that_has_its_line_is_told_so(visitor: Visitor) -> None:
    visitor.expected.append("Failed to load resource")
    nearly_over(visitor)
    other = visitor.page.context.new_page()
    other.goto(visitor.page.url)
    entry = "Your name for the score table"
    expect(other.get_by_label(entry)).to_be_visible()
    visitor.page.get_by_label(entry).fill("Ann")
    visitor.button("Enter").click()
    expect(visitor.page.get_by_text("Your score is in the table.")).to_be_visible()
    other.get_by_label(entry).fill("Bob")
    other.get_by_label(entry).press("Enter")
    expect(other.get_by_text("That seat has its line in the table already")).to_be_visible()
    expect(other.get_by_text("Your score is")).to_have_count(0)


def test_a_name_of_spaces_is_not_sent(visitor: Visitor) -> None:
    nearly_over(visitor)
    sent: list[str] = []
    visitor.page.on("request", lambda request: sent.append(request.method))
    entry = visitor.page.get_by_label("Your name for the score table")
    entry.fill("   ")
    visitor.button("Enter").click()
    assert not entry.evaluate("(each) => each.validity.valid")
    entry.fill(" Ann ")
    visitor.button("Enter").click()
    expect(visitor.page.get_by_text("Your score is in the table.")).to_be_visible()
    assert sent.count("POST") == 1


def test_a_score_whose_answer_was_lost_is_seen_to_be_there(visitor: Visitor) -> None:
    nearly_over(visitor)
    lose_answers(visitor, "**/score")
    visitor.page.get_by_label("Your name for the score table").fill("Ann")
    visitor.button("Enter").click()
    expect(visitor.page.get_by_text("Your score is in the table.")).to_be_visible()


def test_a_rematch_that_has_begun_is_wanted_by_nobody(visit: Visit) -> None:
    ann, bob, watcher = visit(), visit(), visit()
    ann.seat("small", [{"kind": "here", "name": "Ann"}, {"kind": "link"}])
    link = ann.record()["seats"][1]["link"]
    old = ann.game
    bob.open(link)
    bob.page.get_by_label("Your name").fill("Bea")
    bob.button("Sit down and play").click()
    bob.page.wait_for_url("**/game/*")
    watcher.follow(old)
    bob.button("Resign").click()
    bob.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    for each in (ann, bob, watcher):
        expect(each.page.locator(".result")).to_be_visible()
    bob.button("Rematch").click()
    wish = "Bea would like a rematch."
    for each in (ann, watcher):
        expect(each.page.locator(".result .wish")).to_have_text(wish)
    ann.button("Rematch").click()
    ann.page.wait_for_url(lambda url: not url.endswith(old))
    new = ann.game
    expect(watcher.page.locator(".result .wish")).to_have_count(0)
    watcher.page.get_by_role("link", name="To the rematch").click()
    watcher.page.wait_for_url(f"**/game/{new}")
    ann.follow(old)
    expect(ann.page.get_by_role("link", name="To the rematch")).to_be_visible()
    expect(ann.page.locator(".result .wish")).to_have_count(0)


def test_a_paused_game_of_birds_is_paused_after_a_reload(visitor: Visitor) -> None:
    visitor.open("/watch")
    visitor.button("Watch").click()
    visitor.page.wait_for_url("**/game/*")
    expect(visitor.page.locator(".move").nth(3)).to_be_visible()
    visitor.button("Pause").click()
    expect(visitor.page.locator(".stage [data-running]")).to_have_count(0)
    visitor.page.wait_for_timeout(500)
    shown = visitor.page.locator(".game").get_attribute("data-shown")
    visitor.page.reload()
    expect(visitor.button("Play")).to_be_visible()
    visitor.page.wait_for_timeout(1500)
    assert visitor.page.locator(".game").get_attribute("data-shown") == shown


@pytest.mark.parametrize("start", ["Random opening", "Paste…"])
def test_how_a_game_is_to_start_outlives_a_reload_and_ends_with_its_game(
    visitor: Visitor, start: str
) -> None:
    visitor.open()
    visitor.choose("othello", "first", Start=start)
    text = visitor.page.get_by_label("A transcript or a position")
    if start == "Paste…":
        text.fill("f5d6")
    visitor.page.reload()
    starts = visitor.page.get_by_role("group", name="Start")
    expect(starts.get_by_label(start, exact=True)).to_be_checked()
    if start == "Paste…":
        expect(text).to_have_value("f5d6")
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    visitor.open()
    expect(starts.get_by_label("Normal", exact=True)).to_be_checked()


def test_the_home_page_says_what_will_be_played(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("small", "first", Board="12×12")
    form = visitor.page.get_by_role("form", name="New game")
    title = turnstone.variant("reversi:size=12").title
    card = visitor.page.locator(".shelf-game:has(input:checked)")
    for _ in range(2):
        expect(form.get_by_role("heading", name=title)).to_be_visible()
        expect(card.locator(".shelf-name")).to_have_text(title)
        expect(card.locator("svg")).to_be_visible()
        visitor.page.reload()
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    assert visitor.record()["variant"]["title"] == title
    visitor.open()
    visitor.choose("large")
    expect(form.get_by_role("heading", name="Reversi 6×6")).to_be_visible()
    expect(visitor.page.locator(".shelf-game", has_text="Reversi 4×4")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chosen_theme_is_there_before_the_page(visit: Visit, theme: str) -> None:
    visitor = visit(color_scheme="dark" if theme == "light" else "light")
    kept = json.dumps({"theme": theme})
    visitor.page.add_init_script(f"localStorage.setItem('turnstone.settings', '{kept}')")
    visitor.expected.append("ERR_FAILED")
    visitor.page.route("**/assets/*.js", lambda route: route.abort())
    visitor.page.goto("/")
    assert visitor.page.locator("html").get_attribute("data-theme") == theme


def test_the_switch_leaves_to_the_system_what_the_system_has(visit: Visit) -> None:
    visitor = visit(color_scheme="light")
    visitor.open()
    dark = visitor.page.get_by_role("button", name="Dark")
    dark.click()
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    dark.click()
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "system")


def test_a_board_being_set_up_outlives_a_reload(visitor: Visitor) -> None:
    visitor.open("/analysis")
    visitor.button("Set up").click()
    before = visitor.drawn()
    visitor.page.locator(".stage [data-square=a1]").click()
    visitor.page.get_by_label("Or paste").fill("f5")
    drawn = visitor.drawn()
    assert drawn != before
    visitor.page.reload()
    expect(visitor.page.get_by_label("Or paste")).to_have_value("f5")
    assert visitor.drawn() == drawn
    visitor.button("Cancel").click()
    visitor.page.reload()
    expect(visitor.button("Set up")).to_be_visible()
    assert visitor.drawn() == before


def test_letters_can_be_switched_off_as_keys(visitor: Visitor) -> None:
    visitor.quick()
    visitor.sit_down("small")
    keys = visitor.page.get_by_role("dialog", name="Keys")
    visitor.page.keyboard.press("?")
    tick(keys.get_by_role("switch", name="Letters as keys"), on=False)
    visitor.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    visitor.play()
    visitor.page.evaluate("document.activeElement.blur()")
    for letter in "un?":
        visitor.page.keyboard.press(letter)
    visitor.page.wait_for_timeout(300)
    assert len(visitor.record()["moves"]) == 1
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "0")
