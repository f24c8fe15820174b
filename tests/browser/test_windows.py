"""Every situation of a game in windows of every shape: all can be seen, and touched."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ..server.house import fresh_key
from .conftest import DESKTOP, Visit
from .visitor import Visitor

SIZES = [
    (320, 640),
    (390, 844),
    (568, 320),
    (640, 360),
    (667, 375),
    (740, 360),
    (844, 390),
    (932, 430),
    (820, 1180),
    (1024, 600),
    (1024, 768),
    (1280, 640),
    (1280, 800),
    (1366, 657),
    (1366, 768),
    (1920, 1080),
]
HERE = {"kind": "here"}
LINK = {"kind": "link"}
BOT = {"kind": "bot", "bot": "random"}

# What somebody with a finger would complain of.
FAULTS = """() => {
  const all = (place) => [...document.querySelectorAll(place)].filter((each) =>
    each.checkVisibility({visibilityProperty: true}) && each.getBoundingClientRect().width > 1);
  // Of a line of text, where the words are.
  const box = (each) => {
    if (!each.matches('.status, .told-text')) return each.getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect();
  };
  const name = (each) => each.getAttribute('aria-label')
    ?? (each.innerText.trim().replace(/\\s+/g, ' ') || each.className || each.localName);
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1
    && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const root = document.documentElement;
  const faults = [];
  if (root.scrollWidth > innerWidth) faults.push(`sideways by ${root.scrollWidth - innerWidth}`);
  if (root.scrollHeight > innerHeight) faults.push(`down by ${root.scrollHeight - innerHeight}`);

  const buttons = all('.panel :is(button, a.button, select)')
    .filter((each) => !each.closest('.moves'));
  const others = all('.player, .stage .board, .panel :is(.status, .told-text, .moves, input)');
  for (const [index, button] of buttons.entries()) {
    const at = box(button);
    if (at.width < 43.5 || at.height < 43.5) {
      faults.push(`${name(button)} is ${Math.round(at.width)} by ${Math.round(at.height)}`);
    }
    if (!within(at, {left: 0, top: 0, right: innerWidth, bottom: innerHeight})) {
      faults.push(`${name(button)} is not in the window`);
    }
    const frame = box(button.closest('.result, .panel'));
    if (at.left < frame.left - 1 || at.right > frame.right + 1) {
      faults.push(`${name(button)} sticks out`);
    }
    for (let each = button.parentElement; each !== document.body; each = each.parentElement) {
      const {display, overflowY} = getComputedStyle(each);
      if (display !== 'contents' && overflowY !== 'visible' && !within(at, box(each))) {
        faults.push(`${name(button)} is cut by ${each.className}`);
      }
    }
    for (const other of [...others, ...buttons.slice(index + 1)]) {
      if (over(at, box(other))) faults.push(`${name(button)} lies on ${name(other)}`);
    }
    const words = [button, ...button.querySelectorAll('.offer-name')];
    const cut = (each) => each.scrollWidth > each.clientWidth + 1
      || each.scrollHeight > each.clientHeight + 1;
    if (button.localName !== 'select' && words.some(cut)) faults.push(`${name(button)} is cut`);
  }
  for (const aside of all('.panel .asides')) {
    for (const other of others.filter((each) => !aside.contains(each))) {
      if (over(box(aside), box(other))) faults.push(`${name(aside)} lies on ${name(other)}`);
    }
  }
  for (const select of all('.reel select')) {
    const pen = document.createElement('canvas').getContext('2d');
    const style = getComputedStyle(select);
    pen.font = style.font;
    const arrow = style.appearance === 'none' ? 0 : 20;
    const edges = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + arrow;
    for (const option of select.options) {
      if (pen.measureText(option.text).width + edges > select.clientWidth) {
        faults.push(`${option.text} is cut`);
      }
    }
  }
  for (const list of all('.panel > .moves')) {
    const rows = [...list.children].filter((row) => within(box(row), box(list)));
    if (!rows.length) faults.push(`the moves have ${Math.round(box(list).height)}`);
  }
  return faults;
}"""


def bot_game(visitor: Visitor) -> None:
    visitor.seat("othello", [HERE, BOT])


def two_here(visitor: Visitor) -> None:
    visitor.seat("othello", [HERE, HERE])
    visitor.play()


def oware_here(visitor: Visitor) -> None:
    visitor.seat("oware", [HERE, HERE])


def four_here(visitor: Visitor) -> None:
    visitor.seat("four-colour", [HERE] * 4, clock="300")


def link_for_two(visitor: Visitor) -> None:
    visitor.seat("othello", [HERE, LINK])


def links_for_three(visitor: Visitor) -> None:
    visitor.seat("three-colour", [HERE, LINK, LINK])


def links_for_four(visitor: Visitor) -> None:
    visitor.seat("four-colour", [HERE, LINK, LINK, LINK])


def draw_offered(visitor: Visitor) -> None:
    visitor.seat("othello", [HERE, HERE])
    visitor.play()
    visitor.button("Draw").click()
    expect(visitor.page.get_by_role("group", name="Offer")).to_be_visible()


def swap_open(visitor: Visitor) -> None:
    visitor.sit_down("kalah:pie=yes")
    visitor.play()
    expect(visitor.button("Swap sides")).to_be_visible()


def watched(visitor: Visitor) -> None:
    watch(visitor, "othello", 2)


def four_watched(visitor: Visitor) -> None:
    watch(visitor, "four-colour", 4)


def watch(visitor: Visitor, game: str, birds: int) -> None:
    visitor.open("/watch")
    visitor.page.get_by_label("Game").select_option(game)
    expect(visitor.page.locator(".opponents input:checked")).to_have_count(birds)
    visitor.button("Watch").click()
    visitor.button("Pause").click()


def result_of_bots(visitor: Visitor) -> None:
    visitor.open()
    wanted = {"key": fresh_key(), "variant": "four-colour:size=4", "seats": [BOT] * 4}
    visitor.follow(visitor.page.request.post("/api/games", data=wanted).json()["game"])
    expect(visitor.page.locator(".result")).to_be_visible()


def result(visitor: Visitor) -> None:
    visitor.sit_down("othello:size=4")
    visitor.play_out()
    expect(visitor.page.locator(".turning")).to_contain_text("turning point was", timeout=30_000)


def result_of_four(visitor: Visitor) -> None:
    visitor.seat("four-colour:size=4", [HERE] * 4)
    visitor.play_out()
    expect(visitor.page.locator(".turning")).to_contain_text("turning point was", timeout=30_000)


SITUATIONS = [
    bot_game,
    two_here,
    oware_here,
    four_here,
    link_for_two,
    links_for_three,
    links_for_four,
    draw_offered,
    swap_open,
    watched,
    four_watched,
    result_of_bots,
    result,
    result_of_four,
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.__name__)
def test_all_is_in_sight_and_can_be_touched(
    visit: Visit, situation: Callable[[Visitor], None]
) -> None:
    visitor = visit(DESKTOP, has_touch=True)
    visitor.quick()
    situation(visitor)
    found = {}
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.wait_for_timeout(120)  # the board measures itself
        faults = visitor.page.evaluate(FAULTS)
        if faults:
            found[f"{width}x{height}"] = faults
    assert not found


@pytest.mark.parametrize("size", [(568, 320), (667, 375), (844, 390)], ids=str)
def test_details_of_a_result_leave_its_buttons_in_sight(
    visit: Visit, size: tuple[int, int]
) -> None:
    visitor = visit({"width": size[0], "height": size[1]}, has_touch=True)
    visitor.quick()
    result(visitor)
    visitor.button("Details").click()
    for name in ("Rematch", "Less", "New game", "Look back", "Analyse", "More", "Quit"):
        expect(visitor.button(name)).to_be_in_viewport(ratio=1)
    entry = visitor.page.get_by_label("Name for the scores")
    entry.scroll_into_view_if_needed()
    entry.fill("Ann")
    expect(entry).to_be_in_viewport(ratio=0.9)
