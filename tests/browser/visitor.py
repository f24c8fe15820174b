"""Somebody at the page: opens it, plays, and compares what is drawn with the server's record."""

import re
import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

from ..server.house import fresh_key

Record = dict[str, Any]

DRAWN_DISCS = """() => [...document.querySelectorAll('.stage .cell')].map((cell) => {
  if (cell.classList.contains('blocked')) return '#';
  const face = cell.querySelector(':scope > .disc .face:not(.back)');
  const colours = {black: 'X', white: 'O', amber: 'A', blue: 'B', neutral: 'N'};
  return face ? colours[[...face.classList].find((each) => each in colours)] : '-';
}).join('')"""
DRAWN_SEEDS = (
    """() => [...document.querySelectorAll('.stage .plate')].map((each) => +each.innerText)"""
)


def tick(box: Locator, on: bool = True) -> None:
    """Click the label of a radio button or a switch, once it lies still, as a person would."""
    if box.is_checked() != on:
        box.locator("xpath=ancestor::label").click()
    expect(box).to_be_checked(checked=on)


class Visitor:
    """A person with a page of their own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        self.expected: list[str] = []  # pieces of console errors that belong to the test

    def open(self, path: str = "/") -> None:
        """Go to an address."""
        self.page.goto(path)
        expect(self.page.locator("h1").first).to_be_attached()

    def button(self, name: str, *, exact: bool = True) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=exact)

    # ---- Sitting down

    def start(
        self, game: str = "othello", opponent: str | None = None, **choices: str | bool
    ) -> None:
        """From the home page into a game."""
        self.open()
        self.choose(game, opponent, **choices)
        self.button("Play").click()
        self.page.wait_for_url("**/game/*")
        expect(self.page.locator(".game")).to_be_visible()

    def choose(self, game: str, opponent: str | None = None, **choices: str | bool) -> None:
        """Pick a game and whom to play, on the home page."""
        tick(self.page.locator(f".shelf-game input[value='{game}']"))
        form = self.page.get_by_role("form", name="New game")
        expect(form.locator(".opponents input:checked")).to_have_count(1)
        if opponent is not None:
            tick(form.locator(f".opponents input[value='{opponent}']"))
        for legend, value in choices.items():
            if isinstance(value, bool):
                tick(form.get_by_role("switch", name=legend), value)
                continue
            group = form.get_by_role("group", name=legend.replace("_", " "))
            tick(group.get_by_label(value, exact=True))

    def follow(self, game: str) -> None:
        """Open a game by its id."""
        self.open(f"/game/{game}")
        expect(self.page.locator(".game")).to_be_visible()

    def sit_down(self, variant: str, **start: Any) -> None:
        """At a table for two at this screen; rules and start may be such as no button offers."""
        self.seat(variant, [{"kind": "here"}, {"kind": "here"}], **start)

    def seat(
        self,
        variant: str,
        seats: list[dict[str, str]],
        clock: str | None = None,
        **start: Any,
    ) -> None:
        """At a table with any players."""
        self.open()
        wanted = {"key": fresh_key(), "variant": variant, "seats": seats, "clock": clock}
        created = self.page.request.post(
            "/api/games", data=wanted | ({"start": start} if start else {})
        )
        assert created.ok, created.text()
        self.follow(created.json()["game"])
        self.settle()

    # ---- What is there

    @property
    def game(self) -> str:
        """The id of the game that is open."""
        found = re.search(r"/game/([^/?]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def record(self, game: str | None = None) -> Record:
        """What the server knows about the game, asked for by this very browser."""
        answer = self.page.request.get(f"/api/games/{game or self.game}")
        assert answer.ok, answer.text()
        record: Record = answer.json()
        return record

    def drawn(self) -> str | list[int]:
        """What lies on the board."""
        discs = self.page.locator(".stage .reversi").count()
        found: str | list[int] = self.page.evaluate(DRAWN_DISCS if discs else DRAWN_SEEDS)
        return found

    @property
    def status(self) -> str:
        """The line that says what is going on."""
        return self.page.get_by_test_id("status").inner_text()

    def settle(self, seconds: float = 30) -> Record:
        """Wait until bots have moved and everything was shown; then the record."""
        deadline = time.monotonic() + seconds
        while True:
            record = self.record()
            seat = record["seats"][record["view"]["turn"]]
            waiting = seat["kind"] == "bot" and not record["view"]["outcome"]
            if not waiting and self._shows(record):
                return record
            assert time.monotonic() < deadline, f"never settled at {record['seq']}"
            self.page.wait_for_timeout(50)

    def _shows(self, record: Record) -> bool:
        shown = f".game[data-seq='{record['seq']}'][data-shown='{len(record['moves'])}']"
        still = self.page.locator(".stage [data-running]").count() == 0
        return still and self.page.locator(shown).count() == 1

    def agrees(self) -> Record:
        """The page shows exactly what the server has."""
        record = self.settle()
        assert self.drawn() == record["view"]["board"]
        names = self.page.locator(".panel .moves .move").all_inner_texts()
        played = [re.split(r"\s+", name.strip())[-1] for name in names[1:]]
        if self.page.locator(".panel .moves").is_visible():
            assert played == [move["move"] for move in record["moves"]]
        for seat, score in enumerate(record["view"]["scores"]):
            count = self.page.get_by_test_id(f"count-{seat}")
            assert int(count.inner_text().split()[-1]) == score
        return record

    # ---- Playing

    def play(self, move: str | None = None) -> Record:
        """Click a legal move (the first, if none is named) and wait for what follows."""
        record = self.settle()
        legal = record["view"]["legal"]
        chosen = legal[0] if move is None else next(m for m in legal if m["move"] == move)
        self.cell(chosen).click()
        deadline = time.monotonic() + 15
        while self.record()["seq"] == record["seq"]:
            assert time.monotonic() < deadline, f"{chosen['move']} was never played"
            self.page.wait_for_timeout(30)
        return self.settle()

    def cell(self, move: dict[str, Any]) -> Locator:
        """Where a legal move is clicked."""
        if "pit" in move:
            return self.page.locator(f".stage [data-pit='{move['pit']}']")
        return self.page.locator(f".stage [data-square='{move['move']}']")

    def play_out(self, most: int = 200) -> Record:
        """Play first moves until the game is over."""
        record = self.settle()
        for _ in range(most):
            if record["view"]["outcome"]:
                return record
            record = self.play()
        raise AssertionError("the game did not end")

    def quick(self) -> None:
        """No waiting for animations in the games that follow."""
        self.page.add_init_script(
            "localStorage.setItem('turnstone.settings', JSON.stringify({speed: 'instant'}))"
        )
