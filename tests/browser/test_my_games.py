"""My games and the home page's list: resume, search, rename, delete and undo, export and import."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ..server.house import Server, fresh_key
from .conftest import Visit
from .visitor import Visitor, tick


def test_an_unfinished_game_waits_at_the_top(visitor: Visitor) -> None:
    visitor.start("large")
    game = visitor.play()["game"]
    visitor.open()
    visitor.page.get_by_role("region", name="Go on playing").get_by_role("link").nth(1).click()
    visitor.page.wait_for_url(f"**/game/{game}")
    visitor.agrees()


def test_a_game_goes_on_after_the_server_was_killed(visitor: Visitor, server: Server) -> None:
    visitor.expected += ["WebSocket", "Failed to load resource", "ERR_"]
    visitor.start("small", "random")
    before = visitor.play()
    server.kill()
    server.start()
    visitor.open("/games")
    visitor.page.get_by_role("link", name="Resume", exact=True).first.click()
    assert visitor.agrees()["moves"] == before["moves"]
    visitor.play()
    visitor.agrees()


def test_rename_search_delete_and_undo(visitor: Visitor) -> None:
    visitor.start("kalah")
    game = visitor.settle()["game"]
    visitor.open("/games")
    rows = visitor.page.locator(".game-row")
    expect(rows).to_have_count(1)
    visitor.button("Rename", exact=False).first.click()
    visitor.page.get_by_label("New name").fill("Sunday")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("link", name="Sunday", exact=True)).to_be_visible()
    assert visitor.record(game)["title"] == "Sunday"
    search = visitor.page.get_by_role("searchbox")
    search.fill("nothing like it")
    expect(visitor.page.get_by_text("No game fits that.")).to_be_visible()
    search.fill("sund")
    expect(rows).to_have_count(1)
    visitor.button("Delete Sunday").click()
    expect(rows).to_have_count(0)
    assert visitor.page.request.get("/api/games").json()["games"] == []
    visitor.button("Undo").click()
    expect(rows).to_have_count(1)
    assert [each["game"] for each in visitor.page.request.get("/api/games").json()["games"]] == [
        game
    ]


def deleted(visitor: Visitor, titles: list[str]) -> list[str]:
    """Make games and delete them one after the other, without waiting for what is said."""
    visitor.open()
    games = []
    for title in titles:
        answer = visitor.page.request.post(
            "/api/games",
            data={
                "key": title,
                "variant": "small",
                "seats": [{"kind": "here"}, {"kind": "here"}],
                "title": title,
            },
        )
        games.append(answer.json()["game"])
    visitor.open("/games")
    for title in titles:
        visitor.button(f"Delete {title}").click()
    expect(visitor.page.locator(".game-row")).to_have_count(0)
    return games


def test_every_deleted_game_can_be_brought_back(visitor: Visitor) -> None:
    games = deleted(visitor, ["Mon", "Tue", "Wed", "Thu", "Fri"])
    # One sentence, about the last of them; it says where the others are.
    expect(visitor.page.locator(".toast")).to_have_count(1)
    expect(visitor.page.locator(".toast")).to_contain_text("“Fri” was deleted.")
    expect(visitor.page.locator(".toast")).to_contain_text("under “Deleted”")
    show = visitor.page.get_by_role("group", name="Show")
    tick(show.get_by_label("Deleted"))
    rows = visitor.page.locator(".game-row")
    expect(rows).to_have_count(5)
    expect(visitor.page.get_by_role("link", name="Mon", exact=True)).to_have_count(0)
    visitor.page.get_by_role("searchbox").fill("mo")
    expect(rows).to_have_count(1)
    visitor.page.reload()
    visitor.button("Bring back Mon").click()
    expect(visitor.page.get_by_text("No deleted game fits that.")).to_be_visible()
    tick(show.get_by_label("All"))
    expect(visitor.page.get_by_role("link", name="Mon", exact=True)).to_be_visible()
    listed = visitor.page.request.get("/api/games").json()["games"]
    assert [each["game"] for each in listed] == games[:1]


def test_the_page_of_a_deleted_game_brings_it_back(visitor: Visitor, visit: Visit) -> None:
    visitor.expected.append("410")
    (game,) = deleted(visitor, ["Once"])
    other = visit()
    other.expected.append("404")
    other.open(f"/game/{game}")
    expect(other.page.get_by_role("heading", name="No such game")).to_be_visible()
    visitor.open(f"/game/{game}")
    expect(visitor.page.get_by_role("heading", name="This game was deleted")).to_be_visible()
    visitor.button("Bring back").click()
    expect(visitor.page.locator(".game")).to_be_visible()
    visitor.play()
    # Deleted elsewhere while it is open, it comes back and is played on.
    assert visitor.page.request.delete(f"/api/games/{game}").ok
    visitor.button("Bring back").click()
    expect(visitor.page.locator(".game")).to_be_visible()
    visitor.play()
    assert len(visitor.agrees()["moves"]) == 2


def test_a_damaged_game_is_shown_as_such_and_deleted(visitor: Visitor, server: Server) -> None:
    visitor.start("kalah")
    game = visitor.settle()["game"]
    with closing(sqlite3.connect(server.data / "turnstone.db")) as database:
        database.execute(
            "UPDATE games SET outcome = 'garbage', title = 'Old' WHERE id = ?", (game,)
        )
        database.commit()
    visitor.open("/games")
    expect(visitor.page.get_by_text("What is stored of this game is damaged")).to_be_visible()
    visitor.button("Delete Old").click()
    expect(visitor.page.locator(".game-row")).to_have_count(0)
    assert visitor.page.request.get("/api/games").json()["damaged"] == []


def test_export_and_import_are_round_trips(visitor: Visitor, tmp_path: Path) -> None:
    visitor.start("large")
    visitor.play()
    first = visitor.play()
    visitor.open("/games")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Record of Reversi", exact=False).first.click()
    record = tmp_path / "game.json"
    download.value.save_as(record)
    assert json.loads(record.read_text())["moves"] == [move["move"] for move in first["moves"]]
    visitor.button("Import").click()
    visitor.page.get_by_label("A file").set_input_files(record)
    visitor.page.get_by_role("dialog").get_by_role("button", name="Import").click()
    visitor.page.wait_for_url("**/game/*")
    again = visitor.agrees()
    assert again["game"] != first["game"]
    assert again["view"]["position"] == first["view"]["position"]


def test_no_score_is_asked_for_a_game_that_was_played_elsewhere(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    visitor.play_out()
    asked = visitor.page.get_by_label("Your name for the score table")
    expect(asked).to_be_visible()
    record = visitor.page.request.get(f"/api/games/{visitor.game}/export?format=json").text()
    visitor.open("/games")
    visitor.button("Import").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Or paste").fill(record)
    dialog.get_by_role("button", name="Import").click()
    visitor.page.wait_for_url("**/game/*")
    expect(visitor.page.locator(".result")).to_be_visible()
    visitor.agrees()
    expect(asked).to_have_count(0)


def test_a_transcript_is_imported_and_a_bad_one_explained(visitor: Visitor) -> None:
    visitor.expected.append("Failed to load resource")
    visitor.open("/games")
    visitor.button("Import").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Or paste").fill("f5f5")
    dialog.get_by_role("button", name="Import").click()
    expect(dialog.get_by_role("alert")).to_contain_text("f5")
    dialog.get_by_label("Or paste").fill("f5d6c3")
    dialog.get_by_role("button", name="Import").click()
    visitor.page.wait_for_url("**/game/*")
    assert [move["move"] for move in visitor.agrees()["moves"]] == ["f5", "d6", "c3"]


def test_the_transcript_goes_to_the_clipboard(visitor: Visitor) -> None:
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.start()
    record = visitor.play()
    visitor.button("More").click()
    visitor.button("Copy transcript").click()
    expect(visitor.page.get_by_text("Transcript copied.")).to_be_visible()
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    assert copied == "".join(move["move"] for move in record["moves"])


def test_moves_from_another_position_say_that_they_are_no_game(visitor: Visitor) -> None:
    visitor.expected.append("Failed to load resource")
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.sit_down("small")
    pasted = visitor.play()["view"]["position"]
    visitor.sit_down("small", text=pasted)
    moved = visitor.play()["moves"][0]["move"]
    visitor.button("More").click()
    visitor.button("Copy transcript").click()
    expect(visitor.page.get_by_text("the record keeps that too")).to_be_visible()
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    visitor.open("/games")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Moves of Reversi", exact=False).first.click()
    for text in (copied, Path(download.value.path()).read_text().strip()):
        sentence, moves = text.splitlines()
        assert "another position" in sentence
        assert "record" in sentence
        assert moves == moved
    visitor.button("Import").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Or paste").fill(copied)
    dialog.get_by_label("A transcript of").select_option("small")
    dialog.get_by_role("button", name="Import").click()
    expect(dialog.get_by_role("alert")).to_be_visible()  # it is not another game


def test_the_score_table_speaks_to_people(visitor: Visitor) -> None:
    visitor.quick()
    visitor.open()
    created = visitor.page.request.post(
        "/api/games",
        data={
            "key": "scores",
            "variant": "kalah:houses=2,seeds=1",
            "seats": [{"kind": "here"}, {"kind": "bot", "bot": "random"}],
        },
    ).json()
    visitor.follow(created["game"])
    visitor.play_out()
    visitor.page.get_by_label("Your name for the score table").fill("Ann")
    visitor.button("Enter").click()
    visitor.page.get_by_role("link", name="See the scores").click()
    table = visitor.page.get_by_role("table", name="Kalah (2 houses, 1 seed)")
    expect(table.get_by_role("row").nth(1)).to_contain_text("Sanderling")


def test_more_games_stay_when_one_is_deleted(visitor: Visitor) -> None:
    visitor.expected += ["WebSocket", "Failed to load resource", "ERR_"]
    visitor.open()
    for number in range(33):
        answer = visitor.page.request.post(
            "/api/games",
            data={
                "key": f"many{number}",
                "variant": "small",
                "seats": [{"kind": "here"}, {"kind": "here"}],
                "title": f"Game {number}",
            },
        )
        assert answer.ok
    visitor.open("/games")
    rows = visitor.page.locator(".game-row")
    expect(rows).to_have_count(30)
    visitor.page.context.set_offline(True)
    visitor.button("Show more").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("does not answer")
    visitor.page.context.set_offline(False)  # they come by themselves
    expect(rows).to_have_count(33)
    visitor.button("Delete Game 2", exact=True).click()
    expect(rows).to_have_count(32)
    expect(visitor.page.get_by_role("link", name="Game 1", exact=True)).to_be_focused()


def test_the_focus_stays_where_a_game_was_renamed(visitor: Visitor) -> None:
    visitor.start("small")
    visitor.settle()
    visitor.open("/games")
    visitor.button("Rename", exact=False).first.click()
    expect(visitor.page.locator(".game-row input")).to_be_focused()
    visitor.page.keyboard.press("Escape")
    expect(visitor.button("Rename", exact=False).first).to_be_focused()


def test_empty_lists_say_what_would_be_there(visitor: Visitor) -> None:
    visitor.open("/games")
    expect(visitor.page.get_by_text("No games yet.")).to_be_visible()
    visitor.page.get_by_role("link", name="Play a game").click()
    expect(visitor.page.get_by_role("heading", name="Play", exact=True)).to_be_focused()
    visitor.open("/analysis")
    visitor.button("Open").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_text("No games yet.")).to_be_visible()
    dialog.get_by_role("link", name="Play a game").click()
    expect(visitor.page).to_have_url(re.compile(r"/$"))
    expect(dialog).to_have_count(0)


def created(visitor: Visitor, variant: str, *kinds: str) -> str:
    """A game with seats of these kinds, made without a click."""
    wanted = {"key": fresh_key(), "variant": variant, "seats": [{"kind": kind} for kind in kinds]}
    answer = visitor.page.request.post("/api/games", data=wanted)
    assert answer.ok, answer.text()
    game: str = answer.json()["game"]
    return game


@pytest.mark.parametrize(
    ("variant", "kinds", "said"),
    [
        ("small", ["here", "link"], "Waiting for your friend"),
        ("three-colour", ["here", "link", "link"], "Waiting for your friends"),
        ("small", ["here", "here"], "Your move"),
    ],
)
def test_what_a_listed_game_waits_for(
    visitor: Visitor, variant: str, kinds: list[str], said: str
) -> None:
    visitor.open()
    game = created(visitor, variant, *kinds)
    visitor.open()
    expect(visitor.page.locator(".unfinished-game small")).to_contain_text(f"{said}, ")
    visitor.page.get_by_role("link", name="All games").click()
    expect(visitor.page).to_have_url(re.compile(r"/games\?show=open$"))
    expect(visitor.page.locator(".game-about p")).to_contain_text(f"{said}.")
    visitor.follow(game)
    if "link" in kinds:
        expect(visitor.page.get_by_test_id("status")).to_have_text(f"{said}.")


def test_a_new_name_begins_with_the_shown_one(visitor: Visitor) -> None:
    visitor.open()
    game = created(visitor, "small", "here", "here")
    visitor.open("/games")
    title = visitor.page.locator("a.game-title").inner_text()
    visitor.button("Rename", exact=False).click()
    field = visitor.page.get_by_label("New name")
    expect(field).to_have_value(title)
    selected = "(each) => each.value.slice(each.selectionStart, each.selectionEnd)"
    assert field.evaluate(selected) == title
    field.press("Enter")
    expect(field).to_have_count(0)
    assert visitor.record(game)["title"] == ""


def test_every_icon_of_a_game_says_what_it_does(visitor: Visitor) -> None:
    visitor.sit_down("othello")
    visitor.open("/games")
    tools = visitor.page.locator(".game-row").first.locator(".tool")
    expect(tools).to_have_text(["Analyse", "Rename", "Record", "Moves", "Delete"])
    for tool in tools.all():
        name = tool.get_attribute("aria-label")
        assert name is not None
        assert name.startswith(tool.inner_text())
