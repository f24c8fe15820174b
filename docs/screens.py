"""Take the pictures of the page for docs/: a server, a browser, a few moves. `make pictures`."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
DESKTOP = (1280, 800)
PHONE = (390, 844)
OPENING = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5"
# Two players of some strength, up to where everything is solved.
GAME = "d3c5f6f5e6e3c3e7f3c4f4e2d2f2c2d1c1b3e1f1g1g6a3g3b1b2b4g4h3a2a4h2h1a5a1g2a6"


def sit_down(page: Page, game: str) -> None:
    """From the home page into a game, past the first animations."""
    page.locator(f".shelf-game input[value='{game}']").check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/game/*")
    page.wait_for_timeout(1000)


def othello(page: Page) -> None:
    """In the middle of a game, with a move about to be made."""
    page.get_by_label("Paste…").check(force=True)
    page.get_by_label("A transcript or a position").fill(OPENING)
    sit_down(page, "othello")
    page.locator(".stage .legal").first.hover()


def relay(page: Page) -> None:
    """After a few relays."""
    sit_down(page, "relay")
    for _ in range(2):
        page.locator(".stage .legal").first.click()
        page.wait_for_timeout(9000)


def analysis(page: Page) -> None:
    """A game gone through, at its last mistake: values on the squares, the graph, a better line."""
    page.goto("/analysis")
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Or paste").fill(GAME)
    page.get_by_role("button", name="Analyse this").click()
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("button", name="Review again").wait_for(timeout=120_000)
    page.locator(".move-mistake").last.click()
    page.locator(".stage .value").first.wait_for(timeout=60_000)


def home(page: Page) -> None:
    """As it is."""
    page.wait_for_load_state("networkidle")


def rules(page: Page) -> None:
    """Of a game with captures, at its diagram."""
    page.goto("/rules/kalah")
    page.locator(".diagram").first.wait_for()


def result(page: Page) -> None:
    """A short game, played to its end."""
    sit_down(page, "small")
    while not page.locator(".result").count():
        if page.locator(".stage .legal").count():
            page.locator(".stage .legal").first.click()
        page.wait_for_timeout(500)
    page.get_by_text("The turning point was").wait_for(timeout=60_000)


def scores(page: Page) -> None:
    """With two who have played."""
    for name in ("Ada", "Grace"):
        result(page)
        page.get_by_label("Your name for the score table").fill(name)
        page.get_by_role("button", name="Enter").click()
        page.get_by_text("Your score is in the table.").wait_for()
        page.goto("/")
    page.goto("/scores")
    page.locator(".scores").first.wait_for()


def games(page: Page) -> None:
    """Some unfinished, one over."""
    for game in ("relay", "four-colour", "kalah"):
        sit_down(page, game)
        page.locator(".stage .legal").first.click()
        page.wait_for_timeout(3000)
        page.goto("/")
    result(page)
    page.goto("/games")
    page.locator(".game-row").nth(3).wait_for()


def watch(page: Page) -> None:
    """Two bots, after a few moves."""
    page.goto("/watch")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_url("**/game/*")
    page.locator(".move").nth(18).wait_for(timeout=120_000)


SCREENS = {
    "home": (home, DESKTOP, "light"),
    "game": (othello, DESKTOP, "light"),
    "mancala": (relay, DESKTOP, "dark"),
    "analysis": (analysis, DESKTOP, "light"),
    "phone": (othello, PHONE, "light"),
    "rules": (rules, DESKTOP, "light"),
    "result": (result, DESKTOP, "light"),
    "scores": (scores, DESKTOP, "light"),
    "games": (games, DESKTOP, "light"),
    "watch": (watch, DESKTOP, "dark"),
}


def take(browser: Browser, address: str, name: str) -> None:
    """One picture."""
    scene, (width, height), scheme = SCREENS[name]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    page.goto("/")
    page.locator(".opponents input:checked").wait_for(state="attached")
    scene(page)
    page.wait_for_timeout(1500)
    page.screenshot(path=HERE / f"page-{name}.jpg", type="jpeg", quality=76)
    context.close()


def main() -> int:
    """All of them, or those named."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        print("There is no Chromium: install it (Debian: apt install chromium)", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = subprocess.Popen(
            [sys.executable, "-m", "turnstone.cli.main", "serve", "--port=0", f"--data-dir={data}"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout
            found = re.search(r"http://[^/]+", server.stdout.readline())
            assert found, "the server did not start"
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            for name in sys.argv[1:] or SCREENS:
                take(browser, found[0], name)
                print(f"docs/page-{name}.jpg")
            browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
