"""Sowing in the page: pebble by pebble, relays, another move, skipping, whole games."""

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .visitor import Visitor


def test_a_full_relay_game(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("relay", "random")
    expect(visitor.page.locator(".mancala.upright")).to_be_visible()
    record = visitor.play_out()
    visitor.agrees()
    outcome = record["view"]["outcome"]
    expect(visitor.page.locator(".result")).to_contain_text(outcome["text"])


@pytest.mark.parametrize("game", ["kalah", "avalanche", "oware"])
def test_two_row_games_lie_flat_and_are_played(visitor: Visitor, game: str) -> None:
    visitor.quick()
    visitor.start(game, "greedy")
    expect(visitor.page.locator(".mancala.flat")).to_be_visible()
    for _ in range(4):
        if visitor.settle()["view"]["outcome"]:
            break
        visitor.play()
    visitor.agrees()


@pytest.mark.parametrize("game", ["relay", "kalah"])
def test_every_pit_shows_its_count_on_the_smallest_phone(visit: Visit, game: str) -> None:
    phone = visit({"width": 320, "height": 568})
    phone.sit_down(game)
    plates = phone.page.locator(".stage .plate")
    assert all(plate.is_visible() for plate in plates.all())
    boxes = [plate.bounding_box() for plate in plates.all()]
    assert len(boxes) == 14
    for index, box in enumerate(boxes):
        for other in boxes[index + 1 :]:
            assert box
            assert other
            apart = abs(box["x"] - other["x"]) >= box["width"]
            assert apart or abs(box["y"] - other["y"]) >= box["height"]


def test_sowing_is_shown_pebble_by_pebble_and_can_be_skipped(visitor: Visitor) -> None:
    visitor.start("relay", "here")
    record = visitor.settle()
    longest = max(record["view"]["legal"], key=lambda move: len(move["path"]))
    visitor.cell(longest).hover()
    expect(visitor.page.locator(".stage .landing")).to_have_count(1)
    visitor.cell(longest).click()
    running = visitor.page.locator(".stage [data-running]")
    expect(running).to_have_count(1)
    expect(visitor.page.locator(".stage .lap")).to_be_visible()
    before = visitor.drawn()
    visitor.page.wait_for_timeout(400)
    assert visitor.drawn() != before
    visitor.page.locator("h1").focus()
    visitor.page.keyboard.press("Space")
    expect(running).to_have_count(0)
    visitor.agrees()


# After South's 6 the greedy bot moves fourteen times in a row.
CHAIN = "<6,7,1,1,3,1,1,2,5,0,3,10,3,2,9> S"
WATCHED = """() => {
  window.heard = []; window.begun = [];
  const speaker = document.querySelector("[data-testid=speaker]");
  const watch = (what, kept) => () => what() && what() !== kept.at(-1)?.[0]
    && kept.push([what(), performance.now()]);
  const hear = watch(() => speaker.innerText.trim(), heard);
  const all = {childList: true, subtree: true, characterData: true};
  new MutationObserver(hear).observe(speaker, all);
  const see = watch(() => document.querySelector(".status").innerText, begun);
  new MutationObserver(see).observe(document.querySelector(".panel"), all);
}"""


def test_a_long_chain_of_extra_turns_is_all_drawn_and_spoken(visit: Visit) -> None:
    visitor = visit()
    seats = [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}]
    visitor.seat("avalanche", seats, position=CHAIN)
    visitor.page.evaluate(WATCHED)
    visitor.play("6")
    record = visitor.agrees()
    moves = record["moves"]
    assert len(moves) > 9
    assert {move["seat"] for move in moves[1:]} == {1}
    heard = visitor.page.evaluate("heard")
    spoken = [text for text, _ in heard if "sows" in text or "plays" in text]
    assert len(spoken) == len(moves)
    assert all(said.startswith(move["text"]) for said, move in zip(spoken, moves, strict=True))
    begun = [(text, at) for text, at in visitor.page.evaluate("begun") if "play" in text]
    own, first = begun[0][1], begun[1][1]
    assert begun[0][0] == "You play house 6."
    assert first - own > 90 * sum("sown" in step for step in moves[0]["steps"])
    assert heard[-1][1] - first < 10_000


def test_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("kalah", "random")
    visitor.settle()
    visitor.page.keyboard.press("m")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_function("() => +document.querySelector('.game').dataset.shown > 0")
    assert visitor.agrees()["moves"][0]["move"] == "2"


def test_again_your_move_is_said(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("kalah", "random")
    record = visitor.settle()
    extra = record["view"]["legal"][2]
    assert extra["path"][-1] == 6
    visitor.play(extra["move"])
    assert visitor.status == "Again your move."
    assert visitor.agrees()["view"]["turn"] == 0


def test_a_house_of_the_other_side_says_whose_it_is(visitor: Visitor) -> None:
    visitor.start("relay", "here")
    visitor.settle()
    visitor.page.locator(".stage [data-pit='4']").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("belongs to North")
    visitor.page.locator(".stage [data-pit='13']").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("Stores are not sown")
    assert visitor.agrees()["moves"] == []


def open_to_swap(visitor: Visitor, variant: str) -> None:
    """A game for two at this screen, after a first move that may be answered by swapping."""
    visitor.sit_down(variant)
    visitor.play()


@pytest.mark.parametrize("variant", ["kalah:pie=yes", "relay:pie=yes"])
def test_sides_that_swap_are_seen_to_change_places(visitor: Visitor, variant: str) -> None:
    open_to_swap(visitor, variant)
    before = visitor.drawn()
    assert isinstance(before, list)
    visitor.button("Swap sides").click()
    expect(visitor.page.locator(".stage [data-running]")).to_have_count(1)
    moving = visitor.page.locator(".stage .pebble[data-moving]")
    expect(moving).to_have_count(sum(before))
    visitor.page.wait_for_function("() => document.querySelector('.game').dataset.shown === '2'")
    after = visitor.drawn()
    half = len(before) // 2
    assert after == [*before[half:], *before[:half]]
    assert visitor.agrees()["moves"][1]["move"] == "swap"
    expect(visitor.page.get_by_test_id("speaker")).to_contain_text("swaps sides")


def test_sides_that_swap_without_motion_stay_marked(visitor: Visitor) -> None:
    visitor.page.emulate_media(reduced_motion="reduce")
    open_to_swap(visitor, "kalah:pie=yes")
    visitor.button("Swap sides").click()
    visitor.page.wait_for_function("() => document.querySelector('.game').dataset.shown === '2'")
    expect(visitor.page.locator(".stage .plate.changed")).to_have_count(14)
    visitor.agrees()


def test_reduced_motion_changes_at_once(visitor: Visitor) -> None:
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.start("relay", "here")
    record = visitor.settle()
    longest = max(record["view"]["legal"], key=lambda move: len(move["path"]))
    visitor.cell(longest).click()
    visitor.page.wait_for_function(
        "() => document.querySelector('.game').dataset.shown === '1'", timeout=1000
    )
    expect(visitor.page.locator(".stage .changed").first).to_be_visible()
    visitor.agrees()


def test_the_swap_rule_is_chosen_offered_and_used(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("kalah", "here", **{"Second player may swap sides": True})
    visitor.page.reload()
    switch = visitor.page.get_by_role("switch", name="Second player may swap sides")
    expect(switch).to_be_checked()
    visitor.button("Play").click()
    visitor.page.wait_for_url("**/game/*")
    expect(visitor.button("Swap sides")).to_have_count(0)
    before = visitor.play()
    assert before["variant"]["options"] == {"pie": "yes"}
    visitor.button("Swap sides").click()
    visitor.page.wait_for_function("() => document.querySelector('.game').dataset.shown === '2'")
    record = visitor.agrees()
    assert record["moves"][1]["move"] == "swap"
    assert record["view"]["scores"] == before["view"]["scores"][::-1]


def test_a_game_without_the_swap_rule_has_no_such_choice(visitor: Visitor) -> None:
    visitor.open()
    visitor.choose("othello")
    expect(visitor.page.get_by_role("switch", name="Hints")).to_be_visible()
    expect(visitor.page.get_by_role("switch", name="Second player", exact=False)).to_have_count(0)


@pytest.mark.parametrize("game", ["kalah", "oware", "relay"])
def test_the_way_of_a_move_hides_no_number_of_a_house(visitor: Visitor, game: str) -> None:
    visitor.sit_down(game)
    numbers = visitor.page.locator(".stage .caption:not(.name)")
    for move in visitor.record()["view"]["legal"]:
        visitor.cell(move).hover()
        expect(visitor.page.locator(".stage .chosen")).to_have_attribute(
            "data-pit", str(move["pit"])
        )
        expect(visitor.page.locator(".stage .preview .way")).to_be_visible()
        expect(numbers.locator("visible=true")).to_have_count(12)
    above = "(way) => way.compareDocumentPosition(document.querySelector('.stage .captions'))"
    follows = visitor.page.locator(".stage .preview").evaluate(above)
    assert follows == 4  # what comes later is drawn over it
