"""What a frame costs: while discs turn and pebbles are sown, the page's thread has little to do.

Processor time of the page's main thread is measured, not frames a second: a loaded machine that
draws by software drops frames whatever the page does.
"""

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from .visitor import Visitor

FRAME = 1000 / 60  # milliseconds
EIGHT = "XOOOOOO- ------OO -----O-O ----O--O ---O---O --O----O -O-----O X------X"


def sixteen() -> str:
    """White from p1 to three far corners, Black in them."""
    rows = ["X" + "O" * 14 + "-"]
    for row in range(1, 16):
        cells = ["-"] * 16
        cells[15] = cells[15 - row] = "X" if row == 15 else "O"
        rows.append("".join(cells))
    return "".join(rows)


class Cost:
    """What the page's main thread did in the meantime."""

    def __init__(self, visitor: Visitor, browser: Browser) -> None:
        self.frames: list[float] = []  # processor milliseconds of each
        self.seconds = 0.0
        self._page = visitor.page
        self._metrics = visitor.page.context.new_cdp_session(visitor.page)
        # Seconds of the thread, not of the clock.
        self._metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._tracer = browser.new_browser_cdp_session()
        self._before: dict[str, float] = {}
        self._after: dict[str, float] = {}

    def of(self, name: str) -> float:
        """How much a measure of Chromium's has grown: a count, or seconds."""
        return self._after[name] - self._before[name]

    @contextmanager
    def counted(self) -> Iterator[None]:
        events: list[dict[str, Any]] = []
        complete: list[object] = []
        self._tracer.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
        self._tracer.on("Tracing.tracingComplete", lambda end: complete.append(end))
        config = {"includedCategories": ["cc", "toplevel"]}
        self._tracer.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
        self._before = self._now()
        began = time.monotonic()
        yield
        self.seconds = time.monotonic() - began
        self._after = self._now()
        self._tracer.send("Tracing.end")
        while not complete:
            self._page.wait_for_timeout(20)
        self.frames = [
            event["tdur"] / 1000
            for event in events
            if event["name"] == "ProxyMain::BeginMainFrame" and event.get("tdur")
        ]

    def _now(self) -> dict[str, float]:
        metrics = self._metrics.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] for each in metrics}


def shown(visitor: Visitor, browser: Browser, cell: str) -> Cost:
    """Choose a cell and let its whole animation run, without asking the page anything meanwhile."""
    visitor.page.evaluate(
        """() => {
          window.over = new Promise((resolve) => new MutationObserver(() => {
            if (document.querySelector('.game').dataset.shown === '1') resolve();
          }).observe(document.querySelector('.game'), {attributeFilter: ['data-shown']}));
        }"""
    )
    cost = Cost(visitor, browser)
    with cost.counted():
        visitor.page.evaluate("(cell) => document.querySelector(cell).click()", cell)
        expect(visitor.page.locator(".stage [data-running]")).to_have_count(1)
        visitor.page.evaluate("window.over")
    assert len(cost.frames) > 10, "nothing moved"
    return cost


def assert_smooth(cost: Cost, changes: int) -> None:
    """`changes` is how often something else than a transform had to be drawn."""
    assert statistics.median(cost.frames) < FRAME / 2
    assert statistics.quantiles(cost.frames, n=10)[-1] < FRAME
    assert cost.of("LayoutCount") <= changes
    assert cost.of("RecalcStyleCount") <= 2 * len(cost.frames) + 2 * changes
    assert cost.of("LayoutDuration") + cost.of("ScriptDuration") < 0.2 * cost.seconds


@pytest.mark.parametrize(
    ("variant", "board", "corner"),
    [("othello", EIGHT, "h1"), ("othello:size=16", sixteen(), "p1")],
    ids=["8x8", "16x16"],
)
def test_a_cascade_of_flips(
    visitor: Visitor, browser: Browser, variant: str, board: str, corner: str
) -> None:
    visitor.sit_down(variant, position=f"{board.replace(' ', '')} X")
    cost = shown(visitor, browser, f"[data-square={corner}]")
    assert_smooth(cost, changes=12)
    visitor.agrees()


def test_a_long_relay(visitor: Visitor, browser: Browser) -> None:
    visitor.sit_down("relay")
    longest = max(visitor.settle()["view"]["legal"], key=lambda move: len(move["path"]))
    cost = shown(visitor, browser, f".stage [data-pit='{longest['pit']}']")
    steps = visitor.agrees()["moves"][0]["steps"]
    assert len(steps) > 60
    # Every pebble that falls changes its plate, and nothing else is laid out.
    assert_smooth(cost, changes=len(steps) + 12)
