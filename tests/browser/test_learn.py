"""Rules with diagrams, and the guided first games; the server judges every move."""

import pytest
from playwright.sync_api import expect

from .visitor import Visitor

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
        visitor.page.locator(f"a[href='/rules/{game}']").click()
        expect(visitor.page.get_by_role("heading", name=rules["title"], exact=True)).to_be_visible()
        texts = [part["text"] for part in rules["rules"] if "text" in part]
        for text in texts:
            expect(visitor.page.get_by_text(text, exact=True)).to_be_visible()
        assert visitor.page.locator("figure .board").count() == len(rules["rules"]) - len(texts)
        visitor.page.go_back()


def test_a_diagram_shows_its_move(visitor: Visitor) -> None:
    visitor.open("/rules/othello")
    visitor.button("Show").click()
    rules = visitor.page.request.get("/api/variants/othello").json()["rules"]
    example = next(p["diagram"] for p in rules if "steps" in p.get("diagram", {}))
    discs = visitor.page.locator("figure").nth(1).locator(".disc")
    expect(discs).to_have_count(example["after"]["board"].count("X") + 1)


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
