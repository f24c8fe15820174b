"""What the page says belongs to the position on its board, however far the server is ahead."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from turnstone import variant

from .visitor import Record, Visitor

# Notes what stands on the page whenever any of it changes.
NOTE = """() => {
  window.noted = [];
  const note = () => {
    const game = document.querySelector('.game');
    const lit = document.querySelector('.player-turn .player-count');
    const now = {
      shown: +game.dataset.shown,
      status: document.querySelector('[data-testid=status]')?.textContent ?? '',
      result: document.querySelector('.result') !== null,
      lit: lit ? +lit.dataset.testid.split('-')[1] : null,
      listed: document.querySelectorAll('.panel .move').length - 1,
      title: document.title,
      running: document.querySelector('.stage [data-running]') !== null,
    };
    if (JSON.stringify(now) !== JSON.stringify(window.noted.at(-1))) window.noted.push(now);
  };
  new MutationObserver(note).observe(document.documentElement,
    {subtree: true, childList: true, characterData: true, attributes: true});
  note();
}"""


def noted(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.noted")
    return found


def check(notes: list[dict[str, Any]], record: Record) -> None:
    """Nothing was said, lit or listed before its time."""
    moves, words = record["moves"], (record["view"]["outcome"] or {"text": "?"})["text"]
    turns = [move["seat"] for move in moves] + [record["view"]["turn"]]
    for now in notes:
        shown, last = now["shown"], now["shown"] == len(moves)
        over = last and record["view"]["outcome"]
        assert now["lit"] in ((None, turns[shown]) if over else (turns[shown],)), now
        assert now["listed"] <= shown + 1, now
        if now["status"] in ("Your move.", "Again your move."):
            assert turns[shown] == 0, now
            assert not now["running"], now
        if "gain" in now["status"]:
            assert [move["seat"] for move in moves[shown - 1 : shown]] == [turns[shown]], now
        if words in now["status"] or words in now["title"] or now["result"]:
            assert last, now


def slow(visitor: Visitor) -> None:
    visitor.page.add_init_script(
        "localStorage.setItem('turnstone.settings', JSON.stringify({speed: 'slow'}))"
    )


@pytest.mark.parametrize("game", ["relay", "othello"])
def test_an_answer_is_not_spoken_of_before_it_is_shown(visitor: Visitor, game: str) -> None:
    visitor.start(game, "random")
    visitor.settle()
    visitor.page.evaluate(NOTE)
    visitor.play()
    record = visitor.play()
    notes = noted(visitor.page)
    check(notes, record)
    assert {now["shown"] for now in notes} >= {0, 1, 2}
    assert any(now["status"].startswith("You play ") for now in notes)


def test_the_result_is_told_after_the_last_move(visitor: Visitor) -> None:
    position, moves = variant("small").start(), list[str]()
    while not position.play(position.legal_moves[0]).outcome:
        moves.append(str(position.legal_moves[0]))
        position = position.play(position.legal_moves[0])
    slow(visitor)
    visitor.sit_down("small", moves=moves)
    visitor.page.evaluate(NOTE)
    visitor.play()
    expect(visitor.page.locator(".result")).to_be_visible()
    record = visitor.record()
    check(noted(visitor.page), record)
    words = record["view"]["outcome"]["text"]
    expect(visitor.page).to_have_title(f"{words} Reversi 4×4 · Turnstone")


def test_birds_that_are_watched_give_nothing_away(visitor: Visitor) -> None:
    slow(visitor)
    visitor.open("/watch")
    visitor.page.get_by_label("Game").select_option("small")
    expect(visitor.page.locator(".opponents input:checked")).to_have_count(2)
    visitor.button("Watch").click()
    visitor.page.wait_for_url("**/game/*")
    game, status = visitor.page.locator(".game"), visitor.page.get_by_test_id("status")
    expect(game).to_be_visible()
    visitor.page.evaluate(NOTE)
    while not visitor.record()["view"]["outcome"]:
        visitor.page.wait_for_timeout(50)
    visitor.button("Pause").click()
    visitor.button("One move on").click()
    expect(visitor.page.locator(".stage [data-running]")).to_have_count(0)
    record = visitor.record()
    at = int(game.get_attribute("data-shown") or 0)
    assert at < len(record["moves"]) - 2
    names = [seat["player"] for seat in record["seats"]]
    expect(status).to_have_text(f"{names[record['moves'][at]['seat']]} to move.")
    expect(visitor.page.locator(".panel .move")).to_have_count(at + 1)
    expect(visitor.page).to_have_title(f"Reversi 4×4: {names[0]} and {names[1]} · Turnstone")
    visitor.button("To the start").click()
    expect(status).to_have_text("Looking back.")
    expect(visitor.page.locator(".panel .move")).to_have_count(at + 1)
    check([now for now in noted(visitor.page) if now["status"] != "Looking back."], record)
    visitor.button("To the end").click()
    expect(visitor.page.locator(".result")).to_be_visible()
    visitor.agrees()


def test_a_way_back_to_the_result_from_anywhere(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    visitor.play_out()
    visitor.page.locator(".panel .move").nth(2).click()
    expect(visitor.page.get_by_test_id("status")).to_have_text("Looking back.")
    visitor.button("Result").click()
    expect(visitor.page.locator(".result")).to_be_visible()
