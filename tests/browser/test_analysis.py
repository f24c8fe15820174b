"""The analysis board: lines that stream in, values, set-up by clicks and text, the graph."""

from playwright.sync_api import Page, expect

from .visitor import Visitor


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
        visitor.page.get_by_role("group", name="Put down").get_by_label(tool).check(force=True)
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


def test_a_game_is_reviewed_with_graph_and_mistakes(visitor: Visitor) -> None:
    visitor.quick()
    visitor.start("small", "random")
    record = visitor.play_out()
    expect(visitor.page.locator(".result")).to_be_visible()
    visitor.open(f"/analysis/{record['game']}")
    expect(visitor.page.locator(".graph canvas")).to_be_visible()
    expect(visitor.button("Review again")).to_be_visible(timeout=30_000)
    assert len(record["moves"]) == visitor.page.locator(".moves .move").count() - 1
    mistake = visitor.page.locator(".move-mistake")
    if mistake.count():
        mistake.first.click()
        expect(visitor.page.get_by_text("Better was")).to_be_visible()
