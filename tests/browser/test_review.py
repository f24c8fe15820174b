"""A game gone through by the engine: marks, costs and graph are the server's own answers."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from .visitor import Visitor

GAME = "b1a3d4c1b4a1"
Answers = list[dict[str, Any]]


def heard(page: Page) -> Answers:
    """What the server will say about the positions of a review, as it comes in."""
    answers: Answers = []

    def listen(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "reviewed":
            answers.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", listen))
    return answers


def review(visitor: Visitor, game: str, moves: list[str]) -> None:
    """Open a line by its address and let the engine go through it."""
    visitor.open(f"/analysis?game={game}&moves={'.'.join(moves)}&ply={len(moves)}")
    visitor.button("Review the game").click()
    expect(visitor.button("Review again")).to_be_visible(timeout=60_000)


def marked(page: Page) -> dict[int, int]:
    """The cost that the list of moves shows, by the number of the move."""
    found: dict[int, int] = {}
    for move in page.locator(".moves .move-mistake").all():
        number = int(move.locator(".move-number").inner_text())
        found[number] = int(move.locator(".move-cost").inner_text().rpartition("−")[2])
    return found


def test_the_moves_that_cost_are_those_that_are_marked(visitor: Visitor) -> None:
    answers = heard(visitor.page)
    review(visitor, "small", re.findall("..", GAME))
    costs = {each["ply"] + 1: round(each["cost"]) for each in answers if (each["cost"] or 0) >= 2}
    assert costs
    assert marked(visitor.page) == costs
    number, cost = next(iter(costs.items()))
    visitor.page.locator(".move-mistake").first.click()
    said = next(each for each in answers if each["ply"] == number - 1)
    assert said["cost_exact"]
    swung = said["score"] > 0 > said["played"]
    lost = f"{'swung the result by' if swung else 'cost'} {cost} discs"
    expect(visitor.page.locator(".better")).to_contain_text(
        f"{re.findall('..', GAME)[number - 1]} {lost}. Better was {said['best']}"
    )


def test_costs_stand_beside_their_move(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1440, "height": 900})
    review(visitor, "small", re.findall("..", GAME))
    expect(visitor.page.locator(".move-cost").first).to_be_visible()
    outside = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.moves .move')].filter((each) => "
        "each.scrollWidth > each.clientWidth).map((each) => each.innerText)"
    )
    assert outside == []


def test_another_line_keeps_only_what_both_have_in_common(visitor: Visitor) -> None:
    review(visitor, "small", re.findall("..", GAME))
    before = marked(visitor.page)
    first = min(before)
    visitor.page.locator(".moves .move").nth(first - 1).click()
    played = re.findall("..", GAME)[first - 1]
    visitor.page.locator(f".stage .cell.legal:not([data-square={played}])").first.click()
    expect(visitor.page.locator(".moves .move")).to_have_count(first + 1)
    assert marked(visitor.page) == {}
    visitor.page.get_by_label("Game").select_option("large")
    expect(visitor.page.locator(".reversi[data-size='6']")).to_be_visible()
    expect(visitor.page.locator(".graph")).to_have_count(0)


def test_the_graph_of_three_colours_has_a_line_for_each(visitor: Visitor) -> None:
    answers = heard(visitor.page)
    moves: list[str] = []
    for _ in range(6):
        shown = visitor.page.request.post(
            "/api/positions", data={"variant": "three-colour", "moves": moves}
        ).json()
        moves.append(shown["legal"][0]["move"])
    review(visitor, "three-colour", moves)
    names = visitor.page.locator(".graph-names li")
    expect(names).to_have_text(["Black", "White", "Amber"])
    last = {each["turn"]: each["values"][each["turn"]] for each in answers}
    told = visitor.page.get_by_role("img", name="Evaluation of").get_attribute("aria-label") or ""
    for seat, name in enumerate(("Black", "White", "Amber")):
        shown_value = re.search(rf"{name} ([+−]?\d+(?:\.\d)?)", told.partition(";")[2])
        assert shown_value
        assert abs(float(shown_value[1].replace("−", "-")) - last[seat]) < 0.06
