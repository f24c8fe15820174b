"""Frames a second while discs turn and pebbles are sown, in Chromium without a graphics card.

    python bench/frames.py [--times 3]

Run it on a machine that does nothing else: software draws the frames here, and a busy machine
drops them whatever the page does. What a frame costs the page is a test: tests/browser.
"""

import argparse
import re
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

FRAME = 1000 / 60
EIGHT = "XOOOOOO- ------OO -----O-O ----O--O ---O---O --O----O -O-----O X------X X"


def sixteen() -> str:
    """White from p1 to three far corners, Black in them."""
    top = "X" + "O" * 14 + "-"
    middle = ["-" * (15 - row) + "O" + "-" * (row - 1) + "O" for row in range(1, 15)]
    return " ".join([top, *middle, "X" + "-" * 14 + "X", "X"])


# What is played from where: cascades of 18 and of 42 flips, and the longest relay there is.
SCENES: dict[str, tuple[str, str | None, str | None]] = {
    "8×8, flips": ("othello", EIGHT, "h1"),
    "16×16, flips": ("othello:size=16", sixteen(), "p1"),
    "relay": ("relay", None, None),
}
WATCH = """() => {
  window.frames_ = [];
  const stage = document.querySelector('.stage');
  let last = 0;
  const tick = (now) => {
    if (stage.querySelector('[data-running]')) {
      if (last) window.frames_.push(now - last);
      last = now;
    } else last = 0;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def animated(page: Page, variant: str, position: str | None, move: str | None) -> list[float]:
    """The milliseconds between the frames of one animation."""
    wanted = {
        "key": secrets.token_hex(8),
        "variant": variant,
        "seats": [{"kind": "here"}, {"kind": "here"}],
        **({"start": {"position": position}} if position else {}),
    }
    made = page.request.post("/api/games", data=wanted)
    assert made.ok, made.text()
    page.goto(f"/game/{made.json()['game']}")
    legal = made.json()["view"]["legal"]
    chosen = (
        next(each for each in legal if each["move"] == move)
        if move
        else max(legal, key=lambda each: len(each["path"]))
    )
    cell = f"[data-square={move}]" if move else f"[data-pit='{chosen['pit']}']"
    page.locator(f".stage {cell}").wait_for()
    page.wait_for_timeout(1000)
    page.evaluate(WATCH)
    page.locator(f".stage {cell}").click()
    page.locator(".game[data-shown='1']").wait_for()
    page.wait_for_function("!document.querySelector('.stage [data-running]')")
    found: list[float] = page.evaluate("window.frames_")
    return found


@contextmanager
def serving() -> Iterator[str]:
    """A server of our own."""
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "turnstone.cli.main", "serve", "--port=0", f"--data-dir={data}"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout
            found = re.search(r"http://[^/]+", server.stdout.readline())
            assert found, "the server did not start"
            yield found[0]
        finally:
            server.terminate()
            server.wait()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Frames a second of the page's animations.")
    parser.add_argument("--times", type=int, default=3, help="so often each")
    times = parser.parse_args().times
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        print("There is no Chromium: install it (Debian: apt install chromium)", file=sys.stderr)
        return 2
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(base_url=address, viewport={"width": 1280, "height": 800})
        page.goto("/")
        for name, scene in SCENES.items():
            gaps = [gap for _ in range(times) for gap in animated(page, *scene)]
            late = sum(gap > 1.5 * FRAME for gap in gaps)
            print(
                f"{name:14} {1000 * len(gaps) / sum(gaps):5.1f} frames/s,"
                f" {statistics.median(gaps):.1f} ms in the middle,"
                f" {late} of {len(gaps)} late"
            )
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
