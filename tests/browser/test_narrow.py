"""The narrowest windows, also those of somebody with a mouse who has zoomed in."""

import pytest

from .conftest import Visit

SIZES = [{"width": 320, "height": 568}, {"width": 320, "height": 256}]
MOUSE = {"has_touch": False, "is_mobile": False}
PAGES = [
    "/",
    "/rules",
    "/rules/relay",
    "/rules/othello",
    "/learn/othello",
    "/learn/relay",
    "/watch",
    "/analysis",
    "/games",
    "/scores",
    "/nowhere",
]
WIDE = """() => [document.documentElement.scrollWidth, ...[...document.querySelectorAll('.bar *')]
  .map((each) => Math.round(each.getBoundingClientRect().right))]"""


@pytest.mark.parametrize("size", SIZES, ids=["568", "256"])
def test_no_page_is_wider_than_its_window(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(size, **MOUSE)
    for path in PAGES:
        visitor.open(path)
        visitor.page.wait_for_load_state("networkidle")
        assert max(visitor.page.evaluate(WIDE)) <= 320, path
    assert visitor.page.get_by_role("link", name="Turnstone").is_visible()
    for variant in ("othello", "reversi:size=10", "relay", "kalah", "oware"):
        visitor.sit_down(variant)
        assert max(visitor.page.evaluate(WIDE)) <= 320, variant
    assert visitor.button("Keys").is_visible()
