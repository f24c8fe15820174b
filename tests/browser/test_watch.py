"""Bot against bot, at a speed of one's own: the server runs ahead, the page shows every move."""

from playwright.sync_api import expect

from .visitor import Visitor


def test_watch_pause_step_and_go_on(visitor: Visitor) -> None:
    visitor.open("/watch")
    visitor.page.get_by_label("Game").select_option("small")
    expect(visitor.page.locator(".opponents input:checked")).to_have_count(2)
    visitor.button("Watch").click()
    visitor.page.wait_for_url("**/game/*")
    game = visitor.page.locator(".game")
    visitor.button("Pause").click()
    visitor.page.wait_for_timeout(1200)
    at = int(game.get_attribute("data-shown") or 0)
    visitor.page.wait_for_timeout(1200)
    expect(game).to_have_attribute("data-shown", str(at))
    visitor.button("One move on").click()
    expect(game).to_have_attribute("data-shown", str(at + 1))
    assert visitor.drawn() == visitor.record()["moves"][at]["board"]
    visitor.page.get_by_label("Speed").select_option("instant")
    visitor.page.reload()
    expect(game).to_be_visible()
    assert int(game.get_attribute("data-shown") or 0) >= at
    visitor.button("Play").click()
    record = visitor.agrees()
    assert record["view"]["outcome"]
    assert [seat["kind"] for seat in record["seats"]] == ["bot", "bot"]


def test_a_finished_game_is_replayed(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    record = visitor.play_out()
    visitor.page.reload()
    visitor.button("Look back").click()
    visitor.button("To the start").click()
    assert visitor.drawn() == record["start"]["board"]
    visitor.button("Play").click()
    visitor.agrees()
