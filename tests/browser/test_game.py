"""Playing Reversi in the page: by mouse and keyboard, back and forth, to the end."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Visit
from .visitor import Visitor, tick


def test_a_stranger_is_in_a_game_with_one_click(visitor: Visitor) -> None:
    visitor.open()
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    expect(visitor.page.get_by_test_id("status")).to_have_text("Your move.")
    record = visitor.agrees()
    assert record["variant"]["name"] == "othello"
    assert [seat["kind"] for seat in record["seats"]] == ["here", "bot"]


def test_a_move_by_mouse_is_answered(visitor: Visitor) -> None:
    visitor.start()
    record = visitor.play()
    assert len(record["moves"]) == 2
    visitor.agrees()
    assert record["moves"][1]["text"] in visitor.page.get_by_test_id("speaker").inner_text()


def test_a_move_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.open()
    expect(visitor.button("Play")).to_be_enabled()
    visitor.button("Play").focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/game/*")
    record = visitor.settle()
    visitor.page.keyboard.press("m")
    legal = {move["move"] for move in record["view"]["legal"]}
    focused = visitor.page.locator(":focus")
    for _ in range(8):
        square = focused.get_attribute("data-square")
        if square in legal:
            break
        visitor.page.keyboard.press("ArrowUp" if square and square[1] > "3" else "ArrowLeft")
    assert focused.get_attribute("data-square") in legal
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "2")
    assert len(visitor.agrees()["moves"]) == 2


def test_hovering_shows_what_would_flip(visitor: Visitor) -> None:
    visitor.start()
    move = visitor.settle()["view"]["legal"][0]
    visitor.cell(move).hover()
    ringed = visitor.page.locator(".stage .cell.flips")
    expect(ringed).to_have_count(len(move["flips"]))
    assert ringed.first.get_attribute("data-square") in move["flips"]


def test_an_illegal_square_says_why(visitor: Visitor) -> None:
    visitor.start()
    visitor.settle()
    visitor.page.locator("[data-square=a1]").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("a1")
    assert visitor.agrees()["moves"] == []


def test_undo_and_redo(visitor: Visitor) -> None:
    visitor.start()
    played = visitor.play()
    visitor.button("Undo").click()
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "0")
    assert visitor.agrees()["moves"] == []
    visitor.page.keyboard.press("r")
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "2")
    assert visitor.agrees()["view"] == played["view"]


def test_looking_back_and_returning(visitor: Visitor) -> None:
    visitor.start()
    visitor.play()
    record = visitor.play()
    visitor.page.locator(".moves .move").nth(1).click()
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "1")
    assert visitor.drawn() == record["moves"][0]["board"]
    assert "back" in visitor.status
    visitor.button("Back to the game").click()
    visitor.agrees()
    visitor.page.locator("h1").focus()
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.page.locator(".game")).to_have_attribute("data-shown", "3")
    assert visitor.drawn() == record["moves"][2]["board"]
    visitor.page.keyboard.press("End")
    visitor.agrees()


def test_a_hint_rings_a_legal_square(visitor: Visitor) -> None:
    visitor.start()
    record = visitor.settle()
    visitor.button("Hint").click()
    ringed = visitor.page.locator(".stage .cell.hint")
    expect(ringed).to_have_count(1)
    assert ringed.get_attribute("data-square") in [m["move"] for m in record["view"]["legal"]]


def test_without_hints_there_is_no_button(visitor: Visitor) -> None:
    visitor.start(Hints=False)
    visitor.settle()
    expect(visitor.button("Hint")).to_have_count(0)
    visitor.page.keyboard.press("h")
    visitor.page.wait_for_timeout(1500)
    expect(visitor.page.locator(".stage .hint")).to_have_count(0)
    expect(visitor.page.locator(".hint-note")).to_have_count(0)


def test_resigning_is_confirmed_first(visitor: Visitor) -> None:
    visitor.start()
    visitor.button("Resign").click()
    visitor.button("Keep playing").click()
    assert visitor.record()["view"]["outcome"] is None
    visitor.button("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(visitor.page.get_by_role("heading", name="You lost")).to_be_visible()
    assert visitor.agrees()["view"]["outcome"]["reason"] == "resignation"


def test_a_small_game_to_its_end_with_a_score(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    record = visitor.play_out()
    outcome = record["view"]["outcome"]
    result = visitor.page.get_by_role("region", name="You")
    expect(result.or_(visitor.page.locator(".result"))).to_contain_text(outcome["text"])
    visitor.agrees()
    visitor.page.get_by_label("Your name for the score table").fill("Ann")
    visitor.button("Enter").click()
    expect(visitor.page.get_by_text("Your score is in the table.")).to_be_visible()
    visitor.page.get_by_role("link", name="See the scores").click()
    table = visitor.page.get_by_role("table", name="Reversi 4×4", exact=True)
    expect(table.get_by_role("rowheader", name="Ann").first).to_be_visible()
    scores = visitor.page.request.get("/api/scores?variant=small").json()["scores"]
    assert [row["name"] for row in scores] == table.locator("tbody th").all_inner_texts()


def test_a_pass_is_announced(visitor: Visitor) -> None:
    visitor.quick()
    position = "XO-XXX-XXOOOOOOXXOOOOOOXXOXXOXOXOOOOXOOXOOXXOXOXOOOOOOXX-XXX-XXX X"
    visitor.open()
    visitor.choose("othello", "random", Start="Paste…")
    visitor.page.get_by_label("A transcript or a position").fill(position)
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    record = visitor.play("c1")
    assert record["moves"][1]["move"] == "pass"
    assert "White cannot move" in record["moves"][1]["text"]
    expect(visitor.page.get_by_test_id("speaker")).to_contain_text("White cannot move")
    assert visitor.status == record["moves"][1]["text"]
    visitor.agrees()


def test_a_game_from_a_transcript_and_from_a_random_opening(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("othello", Start="Paste…")
    visitor.page.get_by_label("A transcript or a position").fill("F5 d6 c3 d3")
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    assert [m["move"] for m in visitor.agrees()["moves"]] == ["f5", "d6", "c3", "d3"]
    visitor.start("othello", Start="Random opening")
    board = visitor.agrees()["view"]["board"]
    assert board.count("-") < 60


def test_what_cannot_be_read_is_said_in_a_sentence(visitor: Visitor) -> None:
    visitor.expected.append("400")
    visitor.open()
    visitor.choose("othello", Start="Paste…")
    visitor.page.get_by_label("A transcript or a position").fill("f5 a1")
    visitor.button("Play").click()
    alert = visitor.page.get_by_role("alert")
    expect(alert).to_contain_text("a1")
    assert alert.inner_text().endswith(".")


def test_a_new_game_has_the_size_chosen_in_the_page(visitor: Visitor) -> None:
    visitor.start()
    visitor.page.keyboard.press("n")
    dialog = visitor.page.get_by_role("dialog", name="New game")
    tick(dialog.get_by_role("group", name="Board").get_by_label("6×6"))
    dialog.get_by_role("button", name="Play", exact=True).click()
    visitor.page.wait_for_url("**/game/*")
    expect(visitor.page.locator(".reversi[data-size='6']")).to_be_visible()
    assert visitor.agrees()["variant"]["size"] == 6


def test_three_colours(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("three-colour", "random")
    expect(visitor.page.locator(".player")).to_have_count(3)
    for _ in range(3):
        visitor.play()
    record = visitor.agrees()
    assert len(record["moves"]) == 9
    assert record["view"]["board"].count("A") == record["view"]["scores"][2]


def test_a_clock_runs_down_only_for_whoever_moves(visitor: Visitor) -> None:
    visitor.start(Clock="5 min")
    record = visitor.settle()
    assert record["clock"]["seconds"] == 300
    clocks = visitor.page.get_by_role("timer")
    expect(clocks).to_have_count(2)
    visitor.page.wait_for_timeout(2500)
    far, near = (clocks.nth(at).inner_text().split()[-1] for at in (0, 1))
    assert far == "5:00"
    assert near in ("4:57", "4:56", "4:55", "4:54")
    left = visitor.record()["clock"]["left"][0]
    shown = sum(int(part) * by for part, by in zip(near.split(":"), (60, 1), strict=True))
    assert abs(left - shown) < 3


def test_a_reload_comes_back_to_the_same_game(visitor: Visitor) -> None:
    visitor.start()
    visitor.cell(visitor.settle()["view"]["legal"][0]).click()
    visitor.page.reload()
    visitor.agrees()
    visitor.play()
    visitor.agrees()


def test_two_tabs_agree(visitor: Visitor) -> None:
    visitor.start()
    other = Visitor(visitor.page.context.new_page())
    other.follow(visitor.game)
    visitor.play()
    assert other.agrees() == visitor.agrees()
    other.play()
    assert other.agrees() == visitor.agrees()


def test_a_rematch_turns_the_seats_round(visitor: Visitor) -> None:
    visitor.start()
    first = visitor.game
    visitor.button("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    visitor.button("Rematch").click()
    visitor.page.wait_for_url(lambda url: "/game/" in url and first not in url)
    record = visitor.agrees()
    assert [seat["kind"] for seat in record["seats"]] == ["bot", "here"]
    assert visitor.record(first)["rematch"] == record["game"]


def test_marks_sound_and_theme_are_switches_that_stay(visitor: Visitor) -> None:
    visitor.start()
    visitor.settle()
    expect(visitor.page.locator(".stage .dot")).to_have_count(4)
    visitor.button("More").click()
    visitor.button("Board and sound").click()
    tick(visitor.page.get_by_role("switch", name="Mark legal moves"), False)
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".stage .dot")).to_have_count(0)
    visitor.button("Dark").click()
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    visitor.settle()
    expect(visitor.page.locator(".stage .dot")).to_have_count(0)


def test_nothing_scrolls_while_playing(visit: Visit) -> None:
    sizes = [PHONE, {"width": 320, "height": 568}, {"width": 1280, "height": 720}]
    for size in [*sizes, {"width": 844, "height": 390}, {"width": 3840, "height": 2160}]:
        for game in ("othello", "relay", "kalah", "four-colour"):
            someone = visit(size)
            someone.start(game)
            someone.settle()
            page = someone.page
            excess = page.evaluate(
                "() => [document.documentElement.scrollHeight - innerHeight,"
                " document.documentElement.scrollWidth - innerWidth]"
            )
            assert excess == [0, 0], (size, game)
            board = page.locator(".stage .board").bounding_box()
            assert board
            assert board["y"] >= 0
            assert board["y"] + board["height"] <= size["height"]
            assert board["width"] >= 0.3 * min(size.values())


def test_resigning_among_three_says_what_is_true(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("three-colour", "random")
    visitor.settle()
    visitor.button("Resign").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text("You give the game up, and come last")
    dialog.get_by_role("button", name="Resign", exact=True).click()
    expect(visitor.page.locator(".result")).to_be_visible()
    assert visitor.record()["view"]["outcome"]["ranks"][0] == 3


def test_a_hint_says_what_its_figure_means(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    visitor.settle()
    visitor.button("Hint").click()
    note = visitor.page.locator(".notice", has_text="Hint: ")
    expect(note).to_have_text(re.compile(r"^Hint: \w\d, [+−]?[\d.]+ discs?( at best play)?\.$"))
    expect(note).to_have_attribute("title", re.compile(r"you (to )?end .*(ahead|behind|level)\.$"))
    expect(visitor.page.get_by_test_id("speaker")).to_have_text(
        re.compile(r"^Hint: \w\d\. .*you (to )?end ")
    )


@pytest.mark.parametrize("size", [DESKTOP, PHONE, {"width": 320, "height": 640}], ids=str)
def test_a_hint_among_four_says_how_far_from_whom(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(size)
    visitor.quick()
    visitor.start("four-colour", "random")
    visitor.settle()
    visitor.button("Hint").click()
    note = visitor.page.locator(".notice", has_text="Hint: ")
    end = r"(ahead of|behind|level with) the best of the others\.$"
    expect(note).to_have_text(re.compile(r"^Hint: \w\d\. .* you (to )?end .*" + end))
    assert note.evaluate("(each) => each.scrollHeight <= each.clientHeight")


@pytest.mark.parametrize("wanted", [False, True])
def test_a_rematch_keeps_the_choice_of_hints(visitor: Visitor, wanted: bool) -> None:
    visitor.quick()
    visitor.start("small", "random", Hints=wanted)
    first = visitor.settle()["game"]
    visitor.button("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.button("Rematch").click()
    expect(visitor.page).not_to_have_url(re.compile(first))
    visitor.settle()
    expect(visitor.button("Undo")).to_be_visible()
    expect(visitor.button("Hint")).to_have_count(int(wanted))
