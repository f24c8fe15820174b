"""The analysis board: lines that stream in, values, set-up by clicks and text, the graph."""

import re

import pytest
from playwright.sync_api import Page, expect

from .visitor import Visitor, tick


def values(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.stage .cell .value')]"
        ".map((each) => [each.closest('.cell').dataset.square, each.innerText.trim()]))"
    )
    return found


def test_lines_stream_in_and_values_stand_on_squares(visitor: Visitor) -> None:
    visitor.open("/analysis")
    expect(visitor.page.locator(".line").first).to_be_visible()
    expect(visitor.page.locator(".stage .value")).to_have_count(4)
    assert set(values(visitor.page)) == {"d3", "c4", "f5", "e6"}
    visitor.page.locator("[data-square=f5]").click()
    expect(visitor.page.locator(".moves [aria-current]")).to_contain_text("f5")
    expect(visitor.page.locator(".stage .value")).to_have_count(3)
    shown = visitor.page.request.post(
        "/api/positions", data={"variant": "othello", "moves": ["f5"]}
    ).json()
    assert visitor.drawn() == shown["board"]
    assert set(values(visitor.page)) == {move["move"] for move in shown["legal"]}


def test_exact_values_are_marked(visitor: Visitor) -> None:
    visitor.open("/analysis?game=small&position=-----OX--XO-----%20X")
    expect(visitor.page.get_by_text("Solved")).to_be_visible()
    expect(visitor.page.locator(".stage .value .lock").first).to_be_visible()
    assert set(values(visitor.page).values()) == {"−10"}


def test_houses_carry_values_too(visitor: Visitor) -> None:
    visitor.open("/analysis")
    visitor.page.get_by_label("Game").select_option("relay")
    expect(visitor.page.locator(".stage .mancala .value").first).to_be_visible(timeout=30_000)


def test_set_up_by_clicking_and_by_pasting(visitor: Visitor) -> None:
    visitor.expected.append("Failed to load resource")
    visitor.open("/analysis")
    visitor.button("Set up").click()
    visitor.button("Clear the board").click()
    visitor.button("Analyse this").click()
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    for square, tool in (("d4", "Black"), ("e4", "White")):
        tick(visitor.page.get_by_role("group", name="Put down").get_by_label(tool))
        visitor.page.locator(f"[data-square={square}]").click()
    visitor.button("Analyse this").click()
    expect(visitor.page.locator(".stage .value")).to_have_count(1)
    assert list(values(visitor.page)) == ["f4"]
    visitor.button("Set up").click()
    visitor.page.get_by_label("Or paste").fill("f5d6c3")
    visitor.button("Analyse this").click()
    expect(visitor.page.locator(".moves .move")).to_have_count(4)
    shown = visitor.page.request.post(
        "/api/positions", data={"variant": "othello", "moves": ["f5", "d6", "c3"]}
    ).json()
    assert visitor.drawn() == shown["board"]


def test_a_game_is_reviewed_with_its_graph(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    record = visitor.play_out()
    expect(visitor.page.locator(".result")).to_be_visible()
    visitor.open(f"/analysis/{record['game']}")
    expect(visitor.page.locator(".graph canvas")).to_be_visible()
    expect(visitor.button("Review again")).to_be_visible(timeout=30_000)
    assert len(record["moves"]) == visitor.page.locator(".moves .move").count() - 1


# Runs of columns in which the graph has the colour that mistakes have in the list of moves.
DOTS = """() => {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.color = 'var(--coral)';
  const colour = getComputedStyle(probe).color;
  probe.remove();
  const wanted = colour.match(/\\d+/g).slice(0, 3).join();
  const canvas = document.querySelector('.graph canvas');
  const {data, width} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const columns = new Set();
  for (let at = 0; at < data.length; at += 4) {
    if (data.slice(at, at + 3).join() === wanted) columns.add((at / 4) % width);
  }
  return [...columns].filter((column) => !columns.has(column - 1)).length;
}"""


def review(visitor: Visitor, transcript: str) -> int:
    """Go through a pasted 4×4 game; how many mistakes the graph marks."""
    visitor.open("/analysis?game=small")
    visitor.button("Set up").click()
    visitor.page.get_by_label("Or paste").fill(transcript)
    visitor.button("Analyse this").click()
    visitor.button("Review the game").click()
    expect(visitor.button("Review again")).to_be_visible(timeout=30_000)
    expect(visitor.page.locator(".graph canvas")).to_be_visible()  # its library comes by itself
    found: int = visitor.page.evaluate(DOTS)
    return found


def test_mistakes_are_marked_on_the_graph_and_explained(visitor: Visitor) -> None:
    moves = ["b1", "a3", "d4", "c1", "b4", "a1"]
    marked = review(visitor, "".join(moves))
    listed = visitor.page.locator(".moves .move")
    gone_through = listed.count()
    mistakes = visitor.page.locator(".move-mistake")
    assert mistakes.count() == marked > 0
    expect(visitor.page.get_by_role("img", name=f"{marked} mistake")).to_be_visible()
    number = int(mistakes.first.locator(".move-number").inner_text())
    cost = mistakes.first.locator(".move-cost").inner_text().rpartition("−")[2]
    mistakes.first.click()
    better = visitor.page.locator(".better")
    said = re.compile(f"^{moves[number - 1]} .* {cost} discs?. Better was")
    expect(better).to_contain_text(said)
    line = better.get_by_role("button").inner_text().split()
    assert line[0] != moves[number - 1]
    better.get_by_role("button").click()
    current = visitor.page.locator(".moves [aria-current]")
    expect(current).to_contain_text(line[0])
    # What was said of the move it replaces is not said of it.
    expect(current.locator(".move-cost")).to_have_count(0)
    visitor.page.locator(".graph .u-over").click(position={"x": 4, "y": 40})
    expect(listed).to_have_count(gone_through)
    expect(mistakes).to_have_count(marked)


def test_a_flawless_game_has_no_marks(visitor: Visitor) -> None:
    assert review(visitor, "b1a1a2c1d4a3d1b4a4c4") == 0
    expect(visitor.page.locator(".move-mistake")).to_have_count(0)
    expect(visitor.page.get_by_role("img", name="0 mistakes marked")).to_be_visible()


@pytest.mark.parametrize("known", [True, False], ids=["known", "new"])
def test_what_failed_offline_is_asked_again_online(visitor: Visitor, known: bool) -> None:
    visitor.expected += ["Failed to load resource", "WebSocket", "ERR_"]
    if known:  # the page's code is there, and only what it asks for fails
        visitor.open("/analysis")
        expect(visitor.page.locator(".line").first).to_be_visible()
    visitor.open()
    visitor.page.context.set_offline(True)
    visitor.page.evaluate("history.pushState({}, '', '/analysis?moves=f5.d6')")
    visitor.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(visitor.button("Try again")).to_be_visible()
    visitor.page.context.set_offline(False)
    expect(visitor.page.locator(".moves .move")).to_have_count(3)
    expect(visitor.button("Try again")).to_have_count(0)


def test_a_board_of_any_size_is_set_up_and_pasted(visitor: Visitor) -> None:
    visitor.open("/analysis")
    visitor.button("Set up").click()
    desk = visitor.page.get_by_role("region", name="Set up")
    tick(desk.get_by_role("group", name="Board").get_by_label("12×12"))
    cells = visitor.page.locator(".stage .cell")
    expect(cells).to_have_count(144)
    expect(visitor.page.get_by_label("Game")).to_have_value("othello")
    visitor.button("Clear the board").click()
    for square, tool in (("k11", "Black"), ("j11", "White")):
        tick(desk.get_by_role("group", name="Put down").get_by_label(tool))
        visitor.page.locator(f"[data-square={square}]").click()
    visitor.button("Analyse this").click()
    expect(visitor.page.locator(".stage .value")).to_have_count(1)
    assert list(values(visitor.page)) == ["i11"]
    expect(visitor.page.get_by_text("Black to move.")).to_be_visible()
    start = visitor.page.request.post(
        "/api/positions", data={"variant": "reversi:size=12,start=mirrored", "moves": []}
    ).json()
    after = visitor.page.request.post(
        "/api/positions",
        data={
            "variant": "reversi:size=12,start=mirrored",
            "moves": [start["legal"][0]["move"]],
        },
    ).json()
    visitor.button("Set up").click()
    tick(desk.get_by_role("group", name="First discs").get_by_label("Colours swapped"))
    desk.get_by_label("Or paste").fill(after["moves"][0]["move"])
    visitor.button("Analyse this").click()
    expect(visitor.page.locator(".moves .move")).to_have_count(2)
    assert visitor.drawn() == after["board"]
    visitor.page.reload()
    expect(cells).to_have_count(144)
    assert visitor.drawn() == after["board"]


def test_houses_and_seeds_are_chosen_too(visitor: Visitor) -> None:
    visitor.open("/analysis?game=kalah")
    visitor.button("Set up").click()
    visitor.page.get_by_label("Houses a side").select_option("3")
    visitor.page.get_by_label("Seeds a house").select_option("2")
    tick(visitor.page.get_by_label("Second player may swap sides"))
    expect(visitor.page.locator(".stage [data-pit]")).to_have_count(8)
    visitor.button("Usual start").click()
    expect(visitor.page.locator(".lines li").first).to_be_visible()
    assert visitor.drawn() == [2, 2, 2, 0, 2, 2, 2, 0]
    visitor.page.locator("[data-pit='0']").click()
    visitor.button("Swap sides").click()
    expect(visitor.page.locator(".moves [aria-current]")).to_contain_text("swap")


def test_any_game_can_be_opened(visitor: Visitor) -> None:
    visitor.open()
    games = []
    for number in range(33):
        answer = visitor.page.request.post(
            "/api/games",
            data={
                "key": f"opened{number}",
                "variant": "small",
                "seats": [{"kind": "here"}, {"kind": "here"}],
                "title": f"Game {number}.",
                "start": {"moves": ["b1"]},
            },
        )
        games.append(answer.json()["game"])
    visitor.open("/analysis")
    visitor.button("Open").click()
    dialog = visitor.page.get_by_role("dialog")
    shown = dialog.get_by_role("link")
    expect(shown).to_have_count(30)
    dialog.get_by_role("button", name="Show more").click()
    expect(shown).to_have_count(33)
    dialog.get_by_role("searchbox").fill("game 0.")
    expect(shown).to_have_count(1)
    shown.click()
    visitor.page.wait_for_url(f"**/analysis/{games[0]}*")
    expect(visitor.page.locator(".moves .move")).to_have_count(2)


@pytest.mark.parametrize(
    ("game", "cell", "said"),
    [
        ("othello", "[data-square=a1]", "a1 flips nothing."),
        ("kalah", "[data-pit='7']", "That house belongs to North."),
    ],
)
def test_why_a_move_is_none_is_said(visitor: Visitor, game: str, cell: str, said: str) -> None:
    visitor.open(f"/analysis?game={game}")
    expect(visitor.page.locator(".stage .legal").first).to_be_visible()
    for _ in range(2):
        visitor.page.locator(f".stage {cell}").click()
        expect(visitor.page.get_by_role("status").get_by_text(said)).to_have_count(1)
