"""Text from elsewhere goes to the server as it is, and what is wrong with it is said in words."""

import pytest
from playwright.sync_api import expect

from .visitor import Visitor, tick


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("othello", "hello world garbage", "is neither a transcript, such as d3c3"),
        ("othello", "f5 q9 d6 zzz c3", "Move 2: 'q9' is not a move."),
        ("kalah", "abc", "is neither a transcript, such as 1 1 2, nor a position of Kalah"),
    ],
)
def test_the_analysis_board_says_what_it_cannot_read(
    visitor: Visitor, game: str, text: str, said: str
) -> None:
    visitor.expected.append("Failed to load resource")
    visitor.open(f"/analysis?game={game}")
    expect(visitor.page.locator(".stage .board")).to_be_visible()
    before = visitor.drawn()
    visitor.button("Set up").click()
    visitor.page.get_by_label("Or paste").fill(text)
    visitor.button("Analyse this").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text(said)
    visitor.button("Cancel").click()
    expect(visitor.page.get_by_role("alert")).to_have_count(0)
    assert visitor.drawn() == before


def test_the_home_page_says_what_it_cannot_read(visitor: Visitor) -> None:
    visitor.expected.append("Failed to load resource")
    visitor.open()
    visitor.choose("othello", Start="Paste…")
    field = visitor.page.get_by_label("A transcript or a position")
    for text, said in {
        "f5 d66 f4": "Move 2: 'd66' is not a square",
        "  ": "There is nothing in it",
    }.items():
        field.fill(text)
        visitor.button("Play").click()
        expect(visitor.page.get_by_role("alert")).to_contain_text(said)
    visitor.choose("kalah", Start="Paste…")
    field.fill("abc")
    visitor.button("Play").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("'abc' is neither a transcript")


def test_a_text_that_is_too_long_is_said_to_be_and_not_sent(visitor: Visitor) -> None:
    sent: list[str] = []
    visitor.page.on("request", lambda request: sent.append(request.method))
    visitor.open()
    visitor.choose("othello", Start="Paste…")
    visitor.page.get_by_label("A transcript or a position").fill("f5" * 10_001)
    visitor.button("Play").click()
    said = "That is too long: it has 20,002 letters, and 20,000 can be read at most."
    expect(visitor.page.get_by_role("alert")).to_have_text(said)
    visitor.open("/games")
    visitor.button("Import").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Or paste").fill("f5" * 60_000)
    dialog.get_by_role("button", name="Import").click()
    expect(dialog.get_by_role("alert")).to_contain_text("That is too long")
    assert "POST" not in sent
    visitor.open("/analysis")
    visitor.button("Set up").click()
    visitor.page.get_by_label("Or paste").fill("f5" * 10_001)
    visitor.button("Analyse this").click()
    expect(visitor.page.get_by_role("alert")).to_have_text(said)


def test_a_transcript_of_another_size_is_imported(visitor: Visitor) -> None:
    visitor.open("/games")
    visitor.button("Import").click()
    dialog = visitor.page.get_by_role("dialog")
    tick(dialog.get_by_role("group", name="Board").get_by_label("12×12"))
    shown = visitor.page.request.get("/api/variants/reversi-12").json()["start"]
    first = shown["legal"][0]["move"]
    dialog.get_by_label("Or paste").fill(first)
    dialog.get_by_role("button", name="Import").click()
    visitor.page.wait_for_url("**/game/*")
    record = visitor.agrees()
    assert (record["variant"]["size"], record["moves"][0]["move"]) == (12, first)


def test_a_broken_record_is_refused_in_words(visitor: Visitor) -> None:
    visitor.expected.append("Failed to load resource")
    visitor.open("/games")
    visitor.button("Import").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Or paste").fill("{moves}")
    dialog.get_by_role("button", name="Import").click()
    expect(dialog.get_by_role("alert")).to_have_text(
        "That cannot be read: not JSON from line 1, column 2 on."
    )


def test_a_game_that_does_not_exist_is_named(visitor: Visitor) -> None:
    visitor.open("/?game=chess")
    expect(visitor.page.locator(".opponents input:checked")).to_have_count(1)
    expect(visitor.page.get_by_role("alert")).to_contain_text("There is no game called “chess”.")
    expect(visitor.button("Play")).to_be_enabled()
    visitor.choose("small")
    expect(visitor.page.get_by_role("alert")).to_have_count(0)
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    assert visitor.record()["variant"]["name"] == "small"


def test_an_address_of_no_game(visitor: Visitor) -> None:
    visitor.open("/game/x!")
    expect(visitor.page.get_by_role("alert")).to_have_text("There is no such game.")


@pytest.mark.parametrize(
    ("game", "choice", "spec", "moves"),
    [
        ("othello", "Side by side", "othello:start=parallel", 1),
        ("kalah", "", "kalah:pie=yes", 2),
    ],
)
def test_a_transcript_by_other_rules_is_imported(
    visitor: Visitor, game: str, choice: str, spec: str, moves: int
) -> None:
    visitor.open("/games")
    variant = visitor.page.request.get(f"/api/variants/{spec}").json()
    text = " ".join([variant["start"]["legal"][0]["move"], "swap"][:moves])
    visitor.button("Import").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("A transcript of").select_option(game)
    if choice:
        tick(dialog.get_by_role("group", name="First discs").get_by_label(choice))
    else:
        (rule,) = (each for each in variant["switches"] if each["option"] == "pie")
        tick(dialog.get_by_role("switch", name=rule["title"]))
    dialog.get_by_label("Or paste").fill(text)
    dialog.get_by_role("button", name="Import").click()
    visitor.page.wait_for_url("**/game/*")
    record = visitor.agrees()
    assert record["variant"]["spec"] == variant["spec"]
    assert " ".join(move["move"] for move in record["moves"]) == text
