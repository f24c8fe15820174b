"""Fingers: what is too small for one is aimed at first, whatever the game and the phone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Visit
from .visitor import Visitor

SMALLEST = {"width": 320, "height": 568}
COMMON = {"width": 360, "height": 740}


def size_of(phone: Visitor, move: dict[str, Any]) -> float:
    """The smaller side of what a finger hits: the cell and what it is enlarged by."""
    smaller: float = phone.cell(move).evaluate(
        """(cell) => {
          const box = cell.getBoundingClientRect(), more = getComputedStyle(cell, '::after');
          const side = (own, other) => Math.max(own, parseFloat(other) || 0);
          if (!cell.matches('.pit')) return Math.min(box.width, box.height);
          return Math.min(side(box.width, more.width), side(box.height, more.height));
        }"""
    )
    return smaller


@pytest.mark.parametrize("size", [PHONE, COMMON, SMALLEST], ids=["390", "360", "320"])
def test_small_cells_are_aimed_at_and_large_ones_played(visit: Visit, size: dict[str, int]) -> None:
    phone = visit(size)
    phone.quick()
    for variant in (
        "othello",
        "reversi:size=6",
        "reversi:size=10",
        "octagon",
        "relay",
        "kalah",
        "oware",
    ):
        phone.sit_down(variant)
        move = phone.record()["view"]["legal"][0]
        small = size_of(phone, move) < 43.5
        phone.cell(move).tap()
        if small:
            aimed = phone.page.locator(".stage .cell.aimed, .stage .pit.chosen")
            expect(aimed).to_have_count(1)
            assert phone.record()["moves"] == [], variant
            phone.cell(move).tap()
        expect(phone.page.locator(".game")).to_have_attribute("data-shown", "1")
        assert phone.agrees()["moves"][0]["move"] == move["move"]


def test_othello_needs_no_aim_on_common_phones(visit: Visit) -> None:
    for size in (PHONE, COMMON):
        phone = visit(size)
        phone.sit_down("othello")
        assert size_of(phone, phone.record()["view"]["legal"][0]) >= 43.5
        expect(phone.page.locator(".stage .coordinates span").first).to_be_visible()
