"""Offers among several at one screen: everybody is asked, one after the other."""

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Visit
from .visitor import Visitor

HERE = {"kind": "here"}
COLOURS = ["Black", "White", "Amber", "Blue"]


def offer(visitor: Visitor) -> None:
    """Offer a draw, wherever the button is."""
    if not visitor.button("Draw").is_visible():
        visitor.button("More").click()
        visitor.button("Offer a draw").click()
    else:
        visitor.button("Draw").click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("variant", ["othello", "three-colour", "four-colour"])
def test_all_at_one_screen_agree_on_a_draw(
    visit: Visit, size: dict[str, int], variant: str
) -> None:
    visitor = visit(size)
    visitor.quick()
    seats = COLOURS[: {"othello": 2, "three-colour": 3, "four-colour": 4}[variant]]
    visitor.seat(variant, [HERE] * len(seats))
    offer(visitor)
    box = visitor.page.get_by_role("group", name="Offer")
    for number, seat in enumerate(seats[1:], 1):
        expect(box).to_have_count(1)
        expect(box).to_contain_text("Black offers a draw.")
        expect(visitor.button(f"{seat} agrees")).to_be_visible()
        assert [each["seat"] for each in visitor.record()["offers"]] == list(range(number))
        visitor.button(f"{seat} agrees").click()
    expect(visitor.page.locator(".result")).to_contain_text("draw")
    outcome = visitor.record()["view"]["outcome"]
    assert (outcome["reason"], outcome["winner"]) == ("agreement", None)


def test_one_of_three_says_no(visitor: Visitor) -> None:
    visitor.seat("three-colour", [HERE] * 3)
    offer(visitor)
    visitor.button("White agrees").click()
    expect(visitor.page.get_by_test_id("speaker")).to_contain_text("White agreed to a draw.")
    expect(visitor.button("Amber agrees")).to_be_visible()
    visitor.button("No, thank you").click()
    expect(visitor.page.get_by_role("group", name="Offer")).to_have_count(0)
    expect(visitor.page.locator(".told")).to_contain_text("Amber declined the draw.")
    assert visitor.record()["offers"] == []
    visitor.play()
    assert visitor.agrees()["view"]["outcome"] is None


def test_a_double_click_answers_for_one(visitor: Visitor) -> None:
    visitor.seat("four-colour", [HERE] * 4)
    offer(visitor)
    visitor.button("White agrees").dblclick()
    expect(visitor.button("Amber agrees")).to_be_visible()
    visitor.page.wait_for_timeout(300)
    assert [each["seat"] for each in visitor.record()["offers"]] == [0, 1]
