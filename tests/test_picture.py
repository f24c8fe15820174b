"""Pictures: sound XML, everything drawn once and in its place, nothing from outside."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from xml.etree import ElementTree

import pytest

from turnstone import picture

SVG = "{http://www.w3.org/2000/svg}"
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
FULL = "XOOXXOXO" * 8
OCTAGON = [0, 1, 10, 8, 9, 19, 80, 90, 91, 89, 98, 99]
RELAY = [0, 17, 1, 2, 0, 5, 9, 1, 0, 3, 2, 0, 1, 7]
MANCALAS = [
    ([4] * 6 + [0] + [4] * 6 + [0], 6, True),
    ([4] * 6 + [0] + [4] * 6 + [0], 6, False),
    (RELAY, 6, True),
    (RELAY, 6, False),
    ([0] * 6 + [48] + [0] * 7, 6, False),
    ([10] * 10 + [0] + [10] * 10 + [0], 10, False),
    ([0] * 21 + [200], 10, True),
    ([3, 2, 2, 1], 1, False),
    ([0, 0, 0, 0], 1, True),
]


def octagon() -> str:
    cells = ["-"] * 100
    for index in OCTAGON:
        cells[index] = "#"
    for index, disc in zip((44, 45, 55, 54), "XOAB", strict=True):
        cells[index] = disc
    return "".join(cells)


def pictures() -> list[str]:
    boards = [
        picture.reversi(8, START, legal=[19, 26, 37, 44]),
        picture.reversi(8, FULL, last=20),
        picture.reversi(4, "-----OX--XO-----"),
        picture.reversi(16, "XOABN#-X" * 32, last=0),
        picture.reversi(10, octagon(), last=44),
        picture.reversi(6, "#" * 36),
    ]
    return boards + [
        picture.mancala(pits, houses=houses, upright=upright, last=0)
        for pits, houses, upright in MANCALAS
    ]


def uses(svg: str, name: str) -> list[tuple[float, float]]:
    """Where things of that name stand."""
    return [
        (float(use.get("x", 0)), float(use.get("y", 0)))
        for use in ElementTree.fromstring(svg).iter(f"{SVG}use")
        if re.fullmatch(rf"#t[0-9a-f]{{8}}{name}", use.get("href", ""))
    ]


def pebbles(svg: str) -> list[tuple[str, float, float]]:
    """Hue and place of every pebble, in the order of the pits."""
    found = re.findall(r'href="#t[0-9a-f]{8}p(\d)" transform="translate\((\S+) (\S+)\)rot', svg)
    return [(hue, float(x), float(y)) for hue, x, y in found]


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def placed(svg: str) -> dict[tuple[float, float], str]:
    return {
        (float(text.get("x", 0)), float(text.get("y", 0))): text.text or ""
        for text in ElementTree.fromstring(svg).iter(f"{SVG}text")
    }


@pytest.mark.parametrize("svg", pictures())
def test_stands_alone(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert 150 <= int(root.get("width", 0)) <= 720
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    width, height = int(root.get("width", 0)), int(root.get("height", 0))
    assert height / width == pytest.approx(high / wide, rel=0.01)
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    assert not {element.tag for element in root.iter()} & {f"{SVG}script", f"{SVG}style"}
    assert "@" not in svg
    assert "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert set(re.findall(r'font-family="([^"]*)"', svg)) == {"system-ui,sans-serif"}


@pytest.mark.parametrize("svg", pictures())
def test_every_reference_has_its_definition(svg: str) -> None:
    ids = re.findall(r'\bid="([^"]*)"', svg)
    assert len(ids) == len(set(ids))
    found = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)|labelledby="([^"]*)"', svg)
    assert set(chain.from_iterable(found)) - {""} <= set(ids)


@pytest.mark.parametrize("svg", pictures())
def test_numbers_are_short(svg: str) -> None:
    assert not re.search(r"\d\.\d{3}|\de-\d|nan|inf\b|-0[ \"]", svg)


def test_ids_differ_between_pictures() -> None:
    found = Counter(chain.from_iterable(re.findall(r'\bid="([^"]*)"', svg) for svg in pictures()))
    assert set(found.values()) == {1}
    same = [picture.reversi(8, START, title=title) for title in ("one", "two")]
    assert same[0].split("id=")[1][:10] != same[1].split("id=")[1][:10]


def test_same_arguments_same_picture() -> None:
    assert pictures() == pictures()
    assert picture.reversi(8, START, legal=[19, 26]) == picture.reversi(8, START, legal={26, 19})


def test_title_is_escaped() -> None:
    title = 'a < b & "c" > \x00 \ud800 @ é'
    for svg in (
        picture.reversi(4, "-" * 16, title=title),
        picture.mancala([0] * 4, houses=1, upright=False, title=title),
    ):
        svg.encode()
        assert ElementTree.fromstring(svg)[0].text == 'a < b & "c" > \ufffd \ufffd @ é'


def test_title_tells_the_board_by_itself() -> None:
    assert "Reversi board, 8 by 8: 2 black, 2 white" in picture.reversi(8, START)
    relay = picture.mancala(RELAY, houses=6, upright=True)
    assert "houses 0 17 1 2 0 5, store 9; houses 1 0 3 2 0 1, store 7" in relay


@pytest.mark.parametrize(
    ("size", "cells"), [(8, START), (8, FULL), (10, octagon()), (16, "XOABN#-X" * 32)]
)
def test_every_disc_is_drawn_once(size: int, cells: str) -> None:
    svg = picture.reversi(size, cells)
    for symbol in "XOABN":
        expected = [
            (index % size * 40 + 20, index // size * 40 + 20)
            for index, cell in enumerate(cells)
            if cell == symbol
        ]
        assert uses(svg, symbol) == expected


def test_coordinates() -> None:
    assert Counter(texts(picture.reversi(10, "-" * 100))) == Counter(
        [*"abcdefghij", *map(str, range(1, 11))]
    )


def test_legal_squares_have_dots() -> None:
    svg = picture.reversi(8, START, legal=[19, 26, 37, 44, 19])
    assert uses(svg, "dot") == [(140, 100), (100, 140), (220, 180), (180, 220)]


def test_last_disc_has_a_mark() -> None:
    plain, marked = picture.reversi(8, START), picture.reversi(8, START, last=28)
    assert marked.count("<circle") == plain.count("<circle") + 1
    assert '<circle cx="180" cy="139.3" r="3.8"' in marked


def test_third_and_fourth_colour_carry_a_mark() -> None:
    root = ElementTree.fromstring(picture.reversi(4, "XOABN" + "-" * 11))
    parts = {
        group.get("id", "")[-1]: len(group) for group in root.iter(f"{SVG}g") if group.get("id")
    }
    assert parts == {"X": 3, "O": 3, "A": 4, "B": 4, "N": 4}


def test_blocked_squares_are_no_felt() -> None:
    path = re.search(r'board" d="([^"]*)"', picture.reversi(10, octagon()))
    assert path
    boxes = re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", path[1])
    covered = [
        column + row * 10
        for x, y, w, h in (tuple(int(number) // 40 for number in box) for box in boxes)
        for row in range(y, y + h)
        for column in range(x, x + w)
    ]
    assert sorted(covered) == [index for index in range(100) if index not in OCTAGON]


@pytest.mark.parametrize("blocked", [(), (27, 28, 35, 36)])
def test_lines_run_only_inside_the_board(blocked: tuple[int, ...]) -> None:
    svg = picture.reversi(8, "".join("#" if i in blocked else "-" for i in range(64)))
    strokes = re.findall(r"M\d+ \d+[hv](\d+)(?=[M\"])", svg)
    # A hole of two by two squares takes four lines inside it and eight at its edge.
    assert sum(int(length) // 40 for length in strokes) == 2 * 7 * 8 - (12 if blocked else 0)


@pytest.mark.parametrize(("pits", "houses", "upright"), MANCALAS)
def test_every_pebble_is_drawn(pits: list[int], houses: int, upright: bool) -> None:
    svg = picture.mancala(pits, houses=houses, upright=upright)
    assert len(pebbles(svg)) == sum(pits)
    middles = uses(svg, "house")
    assert len(middles) == 2 * houses
    drawn = iter(pebbles(svg))
    for index, count in enumerate(pits):
        own = [next(drawn) for _ in range(count)]
        if index % (houses + 1) < houses:
            x, y = middles[index - (index > houses)]
            assert all((px - x) ** 2 + (py - y) ** 2 < 22**2 for _, px, py in own)


@pytest.mark.parametrize(("pits", "houses", "upright"), MANCALAS)
def test_every_pit_has_its_count(pits: list[int], houses: int, upright: bool) -> None:
    svg = picture.mancala(pits, houses=houses, upright=upright)
    words, plates = placed(svg), uses(svg, "plate")
    assert [words[x, round(y + 4.8, 1)] for x, y in plates] == [str(count) for count in pits]
    assert len(words) == len(plates) + 2 * houses


def test_flat_board_lies_as_players_sit() -> None:
    svg = picture.mancala(range(14), houses=6, upright=False)
    houses, plates = uses(svg, "house"), uses(svg, "plate")
    south, north = houses[:6], houses[6:]
    assert south == sorted(south)
    assert north == sorted(north, reverse=True)
    assert south[0][1] == south[5][1] > north[0][1] == north[5][1]
    assert plates[6][0] > max(x for x, _ in houses)
    assert plates[13][0] < min(x for x, _ in houses)
    assert texts(svg)[:12] == [*"123456"] * 2


def test_upright_board_stands_with_store_13_at_the_bottom() -> None:
    svg = picture.mancala(range(14), houses=6, upright=True)
    houses, plates = uses(svg, "house"), uses(svg, "plate")
    right, left = houses[:6], houses[6:]
    assert [y for _, y in right] == sorted((y for _, y in right), reverse=True)
    assert [y for _, y in left] == sorted(y for _, y in left)
    assert right[0][0] == right[5][0] > left[0][0] == left[5][0]
    assert plates[6][1] < min(y for _, y in houses)
    assert plates[13][1] > max(y for _, y in houses)
    assert texts(svg)[:12] == [str(index) for index in range(13) if index != 6]


def test_pebbles_stay_as_others_join_them() -> None:
    few = pebbles(picture.mancala([4, 0, 0, 6], houses=1, upright=False))
    more = pebbles(picture.mancala([5, 0, 0, 9], houses=1, upright=False))
    assert few[:4] == more[:4]
    assert few[4:] == more[5:11]
    assert len({hue for hue, _, _ in pebbles(picture.mancala(RELAY, houses=6, upright=True))}) > 5


def test_legal_houses_and_last_pit_are_marked() -> None:
    plain = picture.mancala(RELAY, houses=6, upright=True)
    svg = picture.mancala(RELAY, houses=6, upright=True, legal=[1, 2, 10], last=6)
    middles = uses(svg, "house")
    assert uses(plain, "legal") == []
    assert uses(svg, "legal") == [middles[1], middles[2], middles[9]]
    assert svg.count('r="4.8"') == 1
    assert 'r="4.8"' not in plain


def test_pictures_are_small() -> None:
    assert len(picture.reversi(8, FULL, last=0)) < 8_000
    assert len(picture.reversi(16, "XOAB" * 64, last=0)) < 20_000
    assert len(picture.mancala(RELAY, houses=6, upright=True)) < 14_000
    assert (
        len(picture.mancala([10] * 10 + [0] + [10] * 10 + [0], houses=10, upright=False)) < 32_000
    )


@pytest.mark.parametrize("size", [0, 2, 5, 18, -8])
def test_wrong_size(size: int) -> None:
    with pytest.raises(ValueError, match="even number from 4 to 16"):
        picture.reversi(size, "-" * size * size)


@pytest.mark.parametrize(
    ("cells", "legal", "last", "words"),
    [
        ("-" * 63, [], None, "has 64 cells, not 63"),
        ("x" + "-" * 63, [], None, "one of XOABN#-, not 'x'"),
        (START, [64], None, "legal index 64"),
        (START, [-1], None, "legal index -1"),
        (START, [27], None, "legal index 27 is no empty square"),
        (START, [], 64, "last index 64"),
        (START, [], 0, "last index 0 is no disc"),
    ],
)
def test_wrong_board(cells: str, legal: list[int], last: int | None, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        picture.reversi(8, cells, legal=legal, last=last)


@pytest.mark.parametrize(
    ("pits", "houses", "legal", "last", "words"),
    [
        ([0, 0], 0, [], None, "from 1 to 10"),
        ([0] * 24, 11, [], None, "from 1 to 10"),
        ([4] * 13, 6, [], None, "ring of 14 pits, not 13"),
        ([4, -1, 0, 0], 1, [], None, "pit 1 cannot hold -1"),
        ([501, 0, 0, 0], 1, [], None, "too many"),
        ([4, 0, 4, 0], 1, [1], None, "legal index 1 is no house"),
        ([4, 0, 4, 0], 1, [3], None, "legal index 3 is no house"),
        ([4, 0, 4, 0], 1, [-2], None, "legal index -2"),
        ([4, 0, 4, 0], 1, [], 4, "last index 4 is no pit"),
    ],
)
def test_wrong_pits(
    pits: list[int], houses: int, legal: list[int], last: int | None, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        picture.mancala(pits, houses=houses, upright=False, legal=legal, last=last)
