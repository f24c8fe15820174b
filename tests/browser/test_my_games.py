"""My games and the home page's list: resume, search, rename, delete and undo, export and import."""

import json
from pathlib import Path

from playwright.sync_api import expect

from ..server.house import Server
from .visitor import Visitor


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


def test_export_and_import_are_round_trips(visitor: Visitor, tmp_path: Path) -> None:
    visitor.start("large")
    visitor.play()
    first = visitor.play()
    visitor.open("/games")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Export Reversi", exact=False).first.click()
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
    visitor.page.context.set_offline(False)
    visitor.button("Try again").click()
    expect(rows).to_have_count(33)
    visitor.button("Delete Game 2", exact=True).click()
    expect(rows).to_have_count(32)
    expect(visitor.page.get_by_role("link", name="Game 1", exact=True)).to_be_focused()


def test_the_focus_stays_where_a_game_was_renamed(visitor: Visitor) -> None:
    visitor.start("small")
    visitor.settle()
    visitor.open("/games")
    visitor.button("Rename", exact=False).first.click()
    visitor.page.keyboard.press("Escape")
    expect(visitor.button("Rename", exact=False).first).to_be_focused()


def test_empty_lists_say_what_would_be_there(visitor: Visitor) -> None:
    visitor.open("/games")
    expect(visitor.page.get_by_text("No games yet.")).to_be_visible()
    visitor.page.get_by_role("link", name="Play a game").click()
    expect(visitor.page.get_by_role("heading", name="Play", exact=True)).to_be_focused()
