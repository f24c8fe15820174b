"""A game with a friend by link: two browsers, offers, a lost connection, a server that dies."""

import pytest
from playwright.sync_api import expect

from ..server.house import Server
from .conftest import PHONE, Visit
from .visitor import Visitor

Friends = tuple[Visitor, Visitor]


@pytest.fixture
def friends(visit: Visit) -> Friends:
    host, guest = visit(), visit(PHONE)
    for each in (host, guest):
        each.expected += ["WebSocket", "Failed to load resource", "ERR_"]
    host.start("othello", "link")
    expect(host.page.get_by_test_id("status")).to_contain_text("Waiting for your friend")
    link = host.page.get_by_label("Send this link").input_value()
    assert "/join/" in link
    guest.open(link)
    guest.page.get_by_label("Your name").fill("Bob")
    guest.button("Sit down and play").click()
    guest.page.wait_for_url("**/game/*")
    expect(host.page.locator(".player", has_text="Bob")).to_be_visible()
    expect(host.page.get_by_test_id("status")).to_have_text("Your move.")
    return host, guest


def test_ones_own_link_takes_no_seat_without_a_word(visitor: Visitor) -> None:
    visitor.start("small", "link")
    game = visitor.game
    link = visitor.page.get_by_label("Send this link").input_value()
    visitor.open(link)
    expect(visitor.page.get_by_role("heading", name="This is a game of yours")).to_be_visible()
    expect(visitor.button("Sit down and play")).to_have_count(0)
    assert visitor.record(game)["seats"][1]["taken"] is False
    visitor.page.get_by_role("link", name="To the game").click()
    visitor.page.wait_for_url(f"**/game/{game}")
    visitor.open(link)
    visitor.button("Play White myself").click()
    visitor.button("Sit down and play").click()
    visitor.page.wait_for_url(f"**/game/{game}")
    assert [seat["yours"] for seat in visitor.record(game)["seats"]] == [True, True]


@pytest.mark.parametrize(("name", "title"), [("Ann", "Ann invites you"), ("", "You are invited")])
def test_a_link_names_its_host_or_nobody(visit: Visit, name: str, title: str) -> None:
    host, bea, guest = visit(), visit(), visit()
    host.seat("three-colour", [{"kind": "here", "name": name}, {"kind": "link"}, {"kind": "link"}])
    _, first, second = host.record()["seats"]
    bea.page.request.post(f"/api{first['link']}", data={"name": "Bea"})
    guest.open(second["link"])
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text(f"{title} to a game of")


def both_agree(friends: Friends) -> None:
    host, guest = friends
    shown, other = host.agrees(), guest.agrees()
    assert shown["moves"] == other["moves"]
    assert shown["view"] == other["view"]


def test_moves_go_back_and_forth(friends: Friends) -> None:
    host, guest = friends
    for _ in range(3):
        host.play()
        guest.play()
    both_agree(friends)
    assert "/join/" not in guest.page.url


def test_a_dropped_connection_is_said_retried_and_caught_up(friends: Friends) -> None:
    host, guest = friends
    host.play()
    both_agree(friends)
    guest.page.context.set_offline(True)
    expect(guest.page.get_by_text("Connection lost")).to_be_visible()
    guest.page.context.set_offline(False)
    expect(guest.page.get_by_text("Connection lost")).to_have_count(0)
    guest.play()
    host.play()
    both_agree(friends)


def test_the_server_dies_and_comes_back(friends: Friends, server: Server) -> None:
    host, guest = friends
    host.play()
    guest.play()
    both_agree(friends)
    server.kill()
    expect(host.page.get_by_text("Connection lost")).to_be_visible()
    move = host.page.locator(".cell.legal").first
    move.click()  # asked for while nobody listens: neither lost nor doubled
    server.start()
    expect(host.page.get_by_text("Connection lost")).to_have_count(0, timeout=20_000)
    expect(host.page.locator(".game")).to_have_attribute("data-shown", "3", timeout=20_000)
    guest.play()
    both_agree(friends)
    assert len(host.record()["moves"]) == 4


def test_a_draw_is_offered_declined_and_agreed(friends: Friends) -> None:
    host, guest = friends
    host.play()
    host.button("Draw").click()
    expect(guest.page.locator(".panel").get_by_text("offers a draw.")).to_be_visible()
    guest.button("No, thank you").click()
    expect(guest.page.locator(".panel").get_by_text("offers a draw.")).to_have_count(0)
    guest.button("More").click()
    guest.button("Offer a draw").click()
    host.button("Agree").click()
    expect(host.page.get_by_role("heading", name="A draw")).to_be_visible()
    expect(guest.page.get_by_role("heading", name="A draw")).to_be_visible()
    assert host.agrees()["view"]["outcome"]["reason"] == "agreement"


def test_taking_back_is_asked_for(friends: Friends) -> None:
    host, guest = friends
    host.play()
    host.button("Undo").click()
    expect(
        host.page.locator(".panel").get_by_text("You asked to take a move back.")
    ).to_be_visible()
    guest.button("Agree").click()
    expect(host.page.locator(".game")).to_have_attribute("data-shown", "0")
    both_agree(friends)


def test_a_rematch_when_both_ask(friends: Friends) -> None:
    host, guest = friends
    first = host.game
    host.button("Resign").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    host.button("Rematch").click()
    expect(guest.page.locator(".panel").get_by_text("would like a rematch.")).to_be_visible()
    guest.button("Rematch").click()
    for each in friends:
        each.page.wait_for_url(lambda url: "/game/" in url and first not in url)
    guest.play()
    host.play()
    both_agree(friends)


def test_a_watcher_sees_it_and_cannot_play(friends: Friends, visit: Visit) -> None:
    host, _ = friends
    host.play()
    watcher = visit()
    watcher.follow(host.game)
    assert watcher.agrees()["moves"] == host.agrees()["moves"]
    expect(watcher.page.locator(".cell.legal")).to_have_count(0)
    expect(watcher.button("Undo")).to_have_count(0)
    expect(watcher.page.get_by_text("You are watching", exact=True)).to_be_visible()


def test_nameless_people_are_called_something(friends: Friends, visitor: Visitor) -> None:
    _, guest = friends
    far = guest.page.get_by_label("Far side").locator(".player-name")
    expect(far).to_have_text("A friendBlack")
    visitor.sit_down("kalah")
    assert visitor.page.locator(".player-name").all_inner_texts() == [
        "North\nhere",
        "South\nhere",
    ]


# ---- What was meant before the friend's move came is meant after it


def resign(visitor: Visitor) -> None:
    if not visitor.button("Resign").is_visible():
        visitor.button("More").click()
    visitor.button("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()


def leave(visitor: Visitor) -> None:
    """The network goes; what is asked for waits."""
    visitor.page.context.set_offline(True)
    expect(visitor.page.get_by_text("Connection lost")).to_be_visible()


def come_back(visitor: Visitor) -> None:
    visitor.page.context.set_offline(False)
    expect(visitor.page.get_by_text("Connection lost")).to_have_count(0)


def test_a_resignation_outlives_the_friends_move(friends: Friends) -> None:
    host, guest = friends
    host.play()
    leave(host)
    resign(host)
    guest.play()
    come_back(host)
    for each in friends:
        expect(each.page.locator(".result")).to_contain_text("resign")
    assert host.agrees()["view"]["outcome"]["winner"] == 1


def test_a_draw_offered_before_the_friends_move_is_offered_after_it(friends: Friends) -> None:
    host, guest = friends
    host.play()
    leave(host)
    host.button("Draw").click()
    guest.play()
    come_back(host)
    expect(host.page.locator(".panel").get_by_text("You offered a draw.")).to_be_visible()
    expect(guest.page.locator(".panel").get_by_text("offers a draw.")).to_be_visible()


def test_both_offer_a_draw_at_once(friends: Friends) -> None:
    host, guest = friends
    leave(host)
    host.button("Draw").click()
    guest.button("More").click()
    guest.button("Offer a draw").click()
    expect(guest.page.locator(".panel").get_by_text("You offered a draw.")).to_be_visible()
    come_back(host)
    for each in friends:
        expect(each.page.get_by_role("heading", name="A draw")).to_be_visible()


def test_both_ask_for_a_rematch_at_once(friends: Friends) -> None:
    host, guest = friends
    first = host.game
    resign(guest)
    for each in friends:
        expect(each.button("Rematch")).to_be_visible()
    host.page.context.set_offline(True)
    host.button("Rematch").click()
    guest.button("Rematch").click()
    expect(guest.button("Rematch offered")).to_be_visible()
    host.page.context.set_offline(False)
    for each in friends:
        each.page.wait_for_url(lambda url: "/game/" in url and first not in url)


def test_what_came_too_late_is_told(friends: Friends) -> None:
    host, guest = friends
    host.play()
    leave(host)
    host.button("Undo").click()
    guest.play()
    come_back(host)
    expect(host.page.get_by_role("alert")).to_contain_text("The game went on before that.")
    leave(host)
    host.button("Draw").click()
    resign(guest)
    expect(guest.page.locator(".result")).to_be_visible()
    come_back(host)
    expect(host.page.locator(".result")).to_contain_text("The game ended before that.")


@pytest.mark.parametrize("looks", [0, 1], ids=["desktop", "phone"])
def test_the_end_is_told_to_who_looks_back(friends: Friends, looks: int) -> None:
    host, guest = friends
    reader, other = friends[looks], friends[1 - looks]
    host.play()
    guest.play()
    both_agree(friends)
    reader.page.locator("h1").focus()  # on the board the key means another square
    reader.page.keyboard.press("Home")
    expect(reader.page.get_by_test_id("status")).to_have_text("Looking back.")
    resign(other)
    expect(other.page.locator(".result")).to_be_visible()  # the server has it
    words = other.settle()["view"]["outcome"]["text"]
    expect(reader.page.get_by_test_id("status")).to_have_text("You won.")
    for each in (reader.page.get_by_test_id("status"), reader.page.locator(".told")):
        expect(each).to_be_in_viewport()
    expect(reader.page.locator(".told")).to_have_text(words)
    expect(reader.page.get_by_test_id("speaker")).to_have_text(words)
    reader.button("To the result").click()
    expect(reader.page.locator(".result")).to_contain_text(words)
    both_agree(friends)


def test_friends_by_link_play_without_hints(friends: Friends) -> None:
    host, guest = friends
    expect(host.button("Undo")).to_be_visible()
    for each in friends:
        expect(each.button("Hint")).to_have_count(0)
    host.page.keyboard.press("h")
    expect(host.page.get_by_text("Looking for a good move.")).to_have_count(0)
    guest.open()
    guest.choose("othello", "link")
    hints = guest.page.get_by_role("switch", name="Hints")
    expect(hints).to_have_count(0)
    expect(guest.page.get_by_text("nobody gets hints")).to_be_visible()
    guest.choose("othello", "here")
    expect(hints).to_be_visible()
