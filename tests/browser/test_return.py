"""Coming back: a reload or a step back finds what was there, and nothing traps or pretends."""

import re

from playwright.sync_api import expect

from ..server.house import Server
from .visitor import Visitor

POSITION = "XO-XXX-XXOOOOOOXXOOOOOOXXOXXOXOXOOOOXOOXOOXXOXOXOOOOOOXX-XXX-XXX X"


def test_the_analysis_board_comes_back_after_a_reload(visitor: Visitor) -> None:
    visitor.open("/analysis")
    visitor.button("Set up").click()
    visitor.page.get_by_label("Or paste").fill(POSITION)
    visitor.button("Analyse this").click()
    visitor.page.locator("[data-square=c1].legal").click()
    expect(visitor.page.locator(".moves .move")).to_have_count(2)
    visitor.page.locator(".moves .move").first.click()
    expect(visitor.page.locator(".moves [aria-current]")).to_have_text("Start")
    expect(visitor.page.locator(".stage [data-running]")).to_have_count(0)
    expect(visitor.page.locator("[data-square=c1].legal")).to_be_visible()
    before = visitor.drawn()
    visitor.page.reload()
    expect(visitor.page.locator(".moves .move")).to_have_count(2)
    expect(visitor.page.locator(".moves [aria-current]")).to_have_text("Start")
    assert visitor.drawn() == before == POSITION[:64]


def test_a_game_on_the_analysis_board_comes_back_at_its_move(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    record = visitor.play()
    visitor.open(f"/analysis/{record['game']}")
    visitor.page.locator(".moves .move").nth(1).click()
    expect(visitor.page.locator(".moves [aria-current] .move-number")).to_have_text("1")
    visitor.page.reload()
    expect(visitor.page.locator(".moves [aria-current] .move-number")).to_have_text("1")
    assert visitor.drawn() == record["moves"][0]["board"]
    visitor.page.get_by_role("link", name="Analysis").click()
    expect(visitor.page.locator(".moves .move")).to_have_count(1)
    expect(visitor.page).to_have_url(re.compile(r"/analysis(\?game=othello)?$"))


def test_opening_the_game_that_is_open_closes_the_dialog(visitor: Visitor) -> None:
    visitor.start("small", "random")
    visitor.open(f"/analysis/{visitor.play()['game']}")
    visitor.button("Open").click()
    visitor.page.get_by_role("dialog").get_by_role("link").first.click()
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    expect(visitor.page.locator(".moves .move").nth(1)).to_be_visible()


def test_the_copied_position_is_the_servers(visitor: Visitor) -> None:
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    spec = "reversi:size=4,colours=3,order=snake"
    moves: list[str] = []
    while True:
        asked = {"variant": spec, "moves": moves}
        shown = visitor.page.request.post("/api/positions", data=asked).json()
        if shown["position"].endswith("<"):
            break
        moves.append(shown["legal"][0]["move"])
    visitor.open(f"/analysis?game={spec}&moves={'.'.join(moves)}")
    visitor.button("Copy").click()
    expect(visitor.page.get_by_text("Position copied.")).to_be_visible()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == shown["position"]


def test_the_engine_answers_again_after_a_restart(visitor: Visitor, server: Server) -> None:
    visitor.expected += ["WebSocket", "Failed to load resource", "ERR_"]
    visitor.open("/analysis")
    expect(visitor.page.locator(".stage .value")).to_have_count(4)
    server.kill()
    try:
        lost = visitor.page.get_by_text("The engine does not answer. Trying again.")
        expect(lost).to_be_visible()
        expect(visitor.page.get_by_text("thinking")).to_have_count(0)
    finally:
        server.start()
    expect(visitor.page.locator(".stage .value")).to_have_count(4, timeout=20_000)
    expect(visitor.page.get_by_role("alert")).to_have_count(0)


def test_a_lesson_comes_back(visitor: Visitor) -> None:
    visitor.open("/learn/othello")
    visitor.button("Skip").click()
    visitor.button("Skip").click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("A corner")
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("A corner")
    visitor.page.locator("[data-square=b2]").click()
    expect(visitor.page.get_by_role("alert")).to_have_text("b2 is occupied.")


def test_a_name_in_the_table_is_not_asked_for_again(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    visitor.play_out()
    visitor.page.get_by_label("Your name for the score table").fill("Ann")
    visitor.button("Enter").click()
    expect(visitor.page.get_by_text("Your score is in the table.")).to_be_visible()
    visitor.page.reload()
    expect(visitor.page.get_by_text("Your score is in the table.")).to_be_visible()
    expect(visitor.button("Enter")).to_have_count(0)


def test_what_was_searched_for_is_there_after_going_back(visitor: Visitor) -> None:
    visitor.start("kalah")
    visitor.start("small")
    visitor.open("/games")
    visitor.page.get_by_role("searchbox").fill("kalah")
    rows = visitor.page.locator(".game-row")
    expect(rows).to_have_count(1)
    visitor.page.get_by_role("link", name="Resume").click()
    expect(visitor.page.locator(".game")).to_be_visible()
    visitor.page.go_back()
    expect(visitor.page.get_by_role("searchbox")).to_have_value("kalah")
    expect(rows).to_have_count(1)


def test_a_game_that_had_a_rematch_can_be_opened_and_left(visitor: Visitor) -> None:
    visitor.start("small", "random")
    first = visitor.game
    visitor.button("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    visitor.button("Rematch").click()
    visitor.page.wait_for_url(lambda url: "/game/" in url and first not in url)
    second = visitor.game
    visitor.page.go_back()
    visitor.page.wait_for_url(f"**/game/{first}")
    expect(visitor.page.get_by_role("heading", name="You lost")).to_be_visible()
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", name="You lost")).to_be_visible()
    assert visitor.game == first
    visitor.page.get_by_role("link", name="To the rematch").click()
    visitor.page.wait_for_url(f"**/game/{second}")


def test_a_game_deleted_in_one_tab_is_gone_in_the_other(visitor: Visitor) -> None:
    visitor.expected += ["410", "WebSocket"]
    visitor.start("small")
    visitor.settle()
    assert visitor.page.request.delete(f"/api/games/{visitor.game}").ok
    expect(visitor.page.get_by_role("heading", name="This game was deleted")).to_be_visible()
    expect(visitor.page.get_by_text("Connection lost")).to_have_count(0)


def test_a_game_deleted_while_the_line_was_down_is_gone_too(visitor: Visitor) -> None:
    visitor.expected += ["410", "WebSocket", "Failed to load resource", "ERR_"]
    visitor.start("small")
    visitor.settle()
    game = visitor.game
    visitor.page.context.set_offline(True)
    expect(visitor.page.get_by_text("Connection lost")).to_be_visible()
    cookies = {each["name"]: each["value"] for each in visitor.page.context.cookies()}
    header = "; ".join(f"{name}={value}" for name, value in cookies.items())
    answer = visitor.page.request.delete(f"/api/games/{game}", headers={"Cookie": header})
    assert answer.ok
    visitor.page.context.set_offline(False)
    expect(visitor.page.get_by_role("heading", name="This game was deleted")).to_be_visible()


def test_the_home_page_keeps_what_was_chosen(visitor: Visitor) -> None:
    visitor.open("/?game=oware")
    visitor.choose("octagon", "link", Board="12×12", You_play="White")
    visitor.page.reload()
    form = visitor.page.get_by_role("form", name="New game")
    expect(visitor.page.locator(".shelf-game input:checked")).to_have_value("octagon")
    expect(form.locator(".opponents input:checked")).to_have_value("link")
    for legend, value in (("Board", "12×12"), ("You play", "White")):
        chosen = form.get_by_role("group", name=legend).get_by_label(value, exact=True)
        expect(chosen).to_be_checked()
