"""SVG pictures of plain cells and pits, for notebooks and documents.

A picture knows no rules: it draws what it is told. It stands alone (no scripts, styles, fonts or
references from outside), brings its own background, and is the same text for the same arguments.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby
from random import Random
from typing import NamedTuple

__all__ = ["mancala", "reversi"]

_PAPER = "#f7f2e7"
_INK = "#3b3226"
_CORAL = "#e2563c"
_FONT = 'font-family="system-ui,sans-serif" text-anchor="middle"'
_ILLEGAL_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _number(value: float) -> str:
    """One decimal at most: finer than any screen shows, and short."""
    return f"{round(value, 1) + 0:g}"


def _svg(size: tuple[float, float], width: float, title: str, body: str) -> str:
    # A notebook shows many pictures in one document and ids are the document's, so each "@" of
    # the body becomes a prefix made from the content: equal ids only where pictures are equal.
    key = "t" + sha256(f"{title}\n{body}".encode(errors="replace")).hexdigest()[:8]
    wide, high = size
    name = escape(_ILLEGAL_IN_XML.sub("\ufffd", title))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(wide)} {_number(high)}"'
        f' width="{round(width)}" height="{round(width * high / wide)}"'
        f' style="max-width:100%;height:auto" role="img" aria-labelledby="{key}title">'
        f'<title id="{key}title">{name}</title>{body.replace("@", key)}</svg>'
    )


def _radial(name: str, stops: Iterable[tuple[float, str]], where: str = "") -> str:
    """A radial gradient; a stop is an offset and a colour, `#rrggbb` or `#rrggbb/opacity`."""
    drawn = []
    for offset, colour in stops:
        tint, _, opacity = colour.partition("/")
        veil = f' stop-opacity="{opacity}"' if opacity else ""
        drawn.append(f'<stop offset="{offset:g}" stop-color="{tint}"{veil}/>')
    return f'<radialGradient id="@{name}" {where}>{"".join(drawn)}</radialGradient>'


# Reversi

_CELL = 40
_SYMBOLS = "XOABN#-"
_NAMES = {"X": "black", "O": "white", "A": "amber", "B": "blue", "N": "neutral"}
# A disc: top light, face, lower face, edge.
_DISCS = {
    "X": ("#76828b", "#3a444c", "#222a31", "#12171b"),
    "O": ("#ffffff", "#fbf7ea", "#e6deca", "#b9ae94"),
    "A": ("#ffdf8e", "#f2ae35", "#d98a14", "#945806"),
    "B": ("#7cc3f0", "#2475b6", "#164f88", "#0a3057"),
    "N": ("#d3d0c9", "#a3a29c", "#85847f", "#5b5a56"),
}
# Colour is never the only sign: amber carries a sun, blue the waves, neutral a bar.
# Each leaves the middle free for the mark of the last move.
_ENGRAVED = 'fill="none" stroke-width="2.4" stroke-linecap="round"'
_WAVE = "q2-3.4 4 0t4 0t4 0t4 0"
_EMBLEMS = {
    "A": f'<circle cy="-.7" r="8.2" stroke="#7a4300" {_ENGRAVED}/>',
    "B": f'<path d="M-8-7.2{_WAVE}M-8 5.8{_WAVE}" stroke="#eaf6ff" {_ENGRAVED}/>',
    "N": f'<path d="M-6-.7h12" stroke="#45443f" {_ENGRAVED}/>',
}


def _disc(symbol: str) -> str:
    light, face, low, edge = _DISCS[symbol]
    return (
        _radial(
            f"face{symbol}",
            [(0, light), (0.55, face), (1, low)],
            'cx=".46" cy=".1" r=".95"',
        )
        + f'<g id="@{symbol}"><circle cx=".8" cy="3" r="17.4" fill="url(#@shade)"/>'
        f'<circle r="16.4" fill="{edge}"/>'
        f'<circle cy="-.7" r="15.6" fill="url(#@face{symbol})"/>{_EMBLEMS.get(symbol, "")}</g>'
    )


def _felt(size: int, on_board: Sequence[bool]) -> str:
    """Path data of the squares on the board; equal rows below one another make one band."""
    path, top = [], 0
    rows = [tuple(on_board[row * size : (row + 1) * size]) for row in range(size)]
    for row, same in groupby(rows):
        height, left = len(list(same)), 0
        for present, run in groupby(row):
            length = len(list(run))
            if present:
                path.append(
                    f"M{left * _CELL} {top * _CELL}h{length * _CELL}v{height * _CELL}"
                    f"h{-length * _CELL}z"
                )
            left += length
        top += height
    return "".join(path)


def _lines(size: int, on_board: Sequence[bool]) -> str:
    """Path data of the lines between two squares of the board."""
    path = []
    for line in range(1, size):
        for step, pen, along in ((1, "v", size), (size, "h", 1)):
            ends = [place * along + line * step for place in range(size)]
            start = 0
            for inner, run in groupby(on_board[end] and on_board[end - step] for end in ends):
                length = len(list(run))
                if inner:
                    x, y = (line, start) if pen == "v" else (start, line)
                    path.append(f"M{x * _CELL} {y * _CELL}{pen}{length * _CELL}")
                start += length
    return "".join(path)


def _check_reversi(size: int, cells: str, legal: Collection[int], last: int | None) -> None:
    if size not in range(4, 17, 2):
        raise ValueError(f"size must be an even number from 4 to 16, not {size!r}")
    if len(cells) != size * size:
        raise ValueError(f"a board of size {size} has {size * size} cells, not {len(cells)}")
    if wrong := set(cells) - set(_SYMBOLS):
        raise ValueError(f"a cell is one of {_SYMBOLS}, not {min(wrong)!r}")
    for index in legal:
        if index not in range(len(cells)) or cells[index] != "-":
            raise ValueError(f"legal index {index!r} is no empty square of this board")
    if last is not None and (last not in range(len(cells)) or cells[last] not in _DISCS):
        raise ValueError(f"last index {last!r} is no disc of this board")


def reversi(
    size: int,
    cells: str,
    *,
    legal: Collection[int] = (),
    last: int | None = None,
    title: str = "",
) -> str:
    """Draw a board of discs: `reversi(4, "-----OX--XO-----", legal=[1, 4, 11, 14])`.

    `cells` are read from a1 row by row: `X` black, `O` white, `A` amber, `B` blue, `N` neutral,
    `#` blocked, `-` empty. `legal` squares get a small dot, the disc of the `last` move too.
    """
    _check_reversi(size, cells, legal, last)
    wider = max(0, size - 8)
    text = 13 + wider / 2
    margin, border = 25 + 2 * wider, 14
    side = margin + size * _CELL + border

    def spot(index: int) -> tuple[int, int]:
        row, column = divmod(index, size)
        return column * _CELL + _CELL // 2, row * _CELL + _CELL // 2

    on_board = [cell != "#" for cell in cells]
    present = [symbol for symbol in _DISCS if symbol in cells]
    body = [
        "<defs>",
        '<linearGradient id="@felt" x2="0" y2="1"><stop stop-color="#3d9c82"/>'
        '<stop offset="1" stop-color="#2f8770"/></linearGradient>',
        f'<path id="@board" d="{_felt(size, on_board)}" stroke-linejoin="round"/>',
        _radial("shade", [(0.72, "#03211a/.55"), (1, "#03211a/0")]),
        *map(_disc, present),
        '<circle id="@dot" r="4.6" fill="#e9fbf0" fill-opacity=".72"/></defs>',
        f'<rect x=".5" y=".5" width="{side - 1}" height="{side - 1}" rx="10" fill="{_PAPER}"'
        ' stroke="#d8cdb6"/>',
        f'<g font-size="{_number(text)}" fill="#6b5f4c" {_FONT}>',
    ]
    for index in range(size):
        middle = margin + index * _CELL + _CELL / 2
        body.append(
            f'<text x="{_number(middle)}" y="{_number(margin - text * 0.62)}">'
            f"{chr(ord('a') + index)}</text>"
            f'<text x="{_number(margin * 0.46)}" y="{_number(middle + text * 0.35)}">'
            f"{index + 1}</text>"
        )
    body += [
        f'</g><g transform="translate({margin} {margin})">',
        '<use href="#@board" y="2.5" stroke="#3b3226" stroke-width="7" opacity=".22"/>',
        '<use href="#@board" stroke="#174d40" stroke-width="6"/>',
        '<use href="#@board" fill="url(#@felt)"/>',
        f'<path d="{_lines(size, on_board)}" stroke="#1d6453" stroke-width="1.2"/>',
    ]
    if size > 4:
        near = max(2, size // 4)
        for row in (near, size - near):
            for column in (near, size - near):
                corner = row * size + column
                around = (corner, corner - 1, corner - size, corner - size - 1)
                if all(on_board[index] for index in around):
                    body.append(
                        f'<circle cx="{column * _CELL}" cy="{row * _CELL}" r="3.2" fill="#174d40"/>'
                    )
    marks = [(index, "dot") for index in sorted(set(legal))]
    discs = [(index, cell) for index, cell in enumerate(cells) if cell in _DISCS]
    for index, name in marks + discs:
        x, y = spot(index)
        body.append(f'<use href="#@{name}" x="{x}" y="{y}"/>')
    if last is not None:
        x, y = spot(last)
        body.append(
            f'<circle cx="{x}" cy="{y - 0.7}" r="3.8" fill="{_CORAL}" stroke="#fff6ea"'
            ' stroke-width="1.2"/>'
        )
    body.append("</g>")
    counts = ", ".join(f"{cells.count(symbol)} {_NAMES[symbol]}" for symbol in present)
    title = title or f"Reversi board, {size} by {size}: {counts or 'empty'}"
    return _svg((side, side), 240 + 20 * size, title, "".join(body))


# Mancala

_PITCH = 64  # from house to house
_HOLLOW = 27.0  # radius of a house
_MARGIN = 3.6  # between the pebbles and the rim
_PLATE = (32, 18)
_MOST = 500  # pebbles in one picture
_RADII = (7.8, 7.0, 6.2, 5.2, 4.4, 3.7, 3.1)
_TRIES = 24  # places considered for a pebble
# A pebble: light, body, dark, and half its breadth for a half length of ten.
_PEBBLES = (
    ("#ffffff", "#ebe4d6", "#b5aa95", 8.6),  # quartz
    ("#b9c4cb", "#7d8a94", "#4b565e", 7.4),  # slate
    ("#e9a98a", "#bd6f4f", "#7d3f28", 8.2),  # brick
    ("#f6e3b8", "#d9b77c", "#98753f", 7.8),  # sandstone
    ("#cfe9dc", "#84b7a2", "#4a7c69", 8.0),  # sea glass
    ("#8d9296", "#4a4f54", "#24282c", 7.6),  # basalt
    ("#f5d6cc", "#d3a093", "#946458", 8.4),  # rose
    ("#cfdcea", "#8ea6bf", "#556d87", 7.8),  # blue flint
)

_Point = tuple[float, float]


class _Pit(NamedTuple):
    """Where a pit lies: its middle, its half width and height, its plate and its label."""

    middle: _Point
    half: _Point
    plate: _Point
    label: _Point | None = None

    @property
    def shoulder(self) -> _Point:
        """A point of the rim, at the upper right."""
        bend = min(self.half) * (1 - math.sqrt(0.5))
        return self.middle[0] + self.half[0] - bend, self.middle[1] - self.half[1] + bend


class _Slab:
    """The wood: places along and across the lying board; the upright one is turned to the left."""

    def __init__(self, houses: int, upright: bool) -> None:
        self.houses, self.upright = houses, upright
        self.strip = _PLATE[not upright] + 2
        self.house_at = self.strip + 9 + _HOLLOW
        self.store = 68 + 5 * max(0, houses - 6)  # more pebbles need more room
        self.store_at = houses * _PITCH / 2 + self.store / 2 + 6
        self.length = 2 * self.store_at + self.store + 28
        self.breadth = 2 * (self.house_at + _HOLLOW + 32)
        self.size = (self.breadth, self.length) if upright else (self.length, self.breadth)

    def turned(self, along: float, across: float) -> _Point:
        return (across, -along) if self.upright else (along, across)

    def spot(self, along: float, across: float) -> _Point:
        x, y = self.turned(along, across)
        return self.size[0] / 2 + x, self.size[1] / 2 + y

    def pit(self, index: int) -> _Pit:
        side, place = (1 if index <= self.houses else -1), index % (self.houses + 1)
        if place < self.houses:
            along = side * (place - (self.houses - 1) / 2) * _PITCH
            return _Pit(
                self.spot(along, side * self.house_at),
                (_HOLLOW, _HOLLOW),
                self.spot(along, side * (3 + self.strip / 2)),
                self.spot(along, side * (self.house_at + _HOLLOW + 15)),
            )
        # The plate stands at the owner's end of the store, which gives way to it.
        along, reach, kept = side * self.store_at, self.house_at + _HOLLOW + 8, self.strip + 8
        width, height = self.turned(self.store / 2, reach - kept / 2)
        return _Pit(
            self.spot(along, -side * kept / 2),
            (abs(width), abs(height)),
            self.spot(along, side * (reach - self.strip / 2)),
        )

    def grain(self) -> str:
        """Path data of the lines in the wood."""
        path, chance = [], Random(self.houses)
        for line in range(-5, 6):
            start = self.spot(12 - self.length / 2, line * self.breadth / 12)
            run = self.length - 24
            bends = [self.turned(run * part, chance.uniform(-9, 9)) for part in (0.3, 0.7)]
            points = [*bends, self.turned(run, chance.uniform(-3, 3))]
            path.append(f"M{_pair(start)}c{' '.join(map(_pair, points))}")
        return "".join(path)


def _pair(point: _Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _at(point: _Point, prefix: str = "") -> str:
    return f'{prefix}x="{_number(point[0])}" {prefix}y="{_number(point[1])}"'


def _pebble(hue: int) -> str:
    light, body, dark, breadth = _PEBBLES[hue]
    return (
        _radial(f"hue{hue}", [(0, light), (0.45, body), (1, dark)], 'cx=".38" cy=".22" r=".85"')
        + f'<g id="@p{hue}"><ellipse cx="1" cy="2.2" rx="10.4" ry="{breadth + 0.4:g}"'
        ' fill="#2a1808" fill-opacity=".42"/>'
        f'<ellipse rx="10" ry="{breadth:g}" fill="url(#@hue{hue})"/></g>'
    )


def _nature(index: int, number: int) -> tuple[int, int, float]:
    """Hue, turn and relative size of a pit's pebble, the same in every picture."""
    hue, turn, size, *_ = sha256(f"{index} {number}".encode()).digest()
    # Turned a little only, so that the light stays above.
    return hue % len(_PEBBLES), turn % 71 - 35, 0.9 + size % 21 / 100


def _lie(index: int, count: int, half: _Point, radius: float) -> list[_Point]:
    """Places of a pit's pebbles around its middle, each independent of those that come later.

    Of some random places inside the pit the one freest of earlier pebbles is taken, and among
    free ones that nearest the middle: pebbles roll down a house's slope, less so a store's.
    """
    across, down = (side - _MARGIN - radius for side in half)
    bend = min(across, down)
    slope, enough = (0.12, radius * 2) if half[0] == half[1] else (0.06, radius * 2.8)
    slope *= (radius / _RADII[0]) ** 3  # a crowd climbs up to the rim
    chance = Random(index)
    places: list[_Point] = []
    for _ in range(count):
        best, best_worth, tries = (0.0, 0.0), -math.inf, 0
        while tries < _TRIES:
            x, y = chance.uniform(-across, across), chance.uniform(-down, down)
            if math.hypot(max(0, abs(x) - across + bend), max(0, abs(y) - down + bend)) > bend:
                continue
            tries += 1
            free = min((math.hypot(x - px, y - py) for px, py in places), default=enough)
            worth = min(free, enough) - slope * math.hypot(x, y)
            if worth > best_worth:
                best, best_worth = (x, y), worth
        places.append(best)
    return places


def _pebbles(index: int, count: int, pit: _Pit) -> str:
    # Sizes come in steps, so that a pit's pebbles mostly stay where they are as it fills.
    room = 4 * (pit.half[0] - _MARGIN) * (pit.half[1] - _MARGIN) * 0.75
    fitting = (radius for radius in _RADII if count * math.pi * radius**2 <= room)
    radius = next(fitting, _RADII[-1])
    drawn = []
    for number, (x, y) in enumerate(_lie(index, count, pit.half, radius)):
        hue, turn, size = _nature(index, number)
        place = _pair((pit.middle[0] + x, pit.middle[1] + y))
        drawn.append(
            f'<use href="#@p{hue}" transform="translate({place})rotate({turn})'
            f'scale({radius / 10 * size:.2f})"/>'
        )
    return "".join(drawn)


def _hollow(pit: _Pit) -> str:
    if pit.label:
        return f'<use href="#@house" {_at(pit.middle)}/>'
    (x, y), (w, h) = pit.middle, pit.half
    box = f'width="{_number(2 * w)}" height="{_number(2 * h)}" rx="{_number(min(w, h))}"'
    return (
        f'<rect {_at((x - w, y - h + 1.6))} {box} fill="#f3e0c0" fill-opacity=".7"/>'
        f'<rect {_at((x - w, y - h))} {box} fill="url(#@hollow)" stroke="#4d341d"/>'
    )


def _text(place: _Point, text: object, more: str = "") -> str:
    return f"<text {_at((place[0], place[1] + 4.8))}{more}>{text}</text>"


def _check_mancala(
    pits: Sequence[int], houses: int, legal: Collection[int], last: int | None
) -> None:
    if houses not in range(1, 11):
        raise ValueError(f"houses must be a number from 1 to 10, not {houses!r}")
    ring = 2 * houses + 2
    if len(pits) != ring:
        raise ValueError(f"{houses} houses a side make a ring of {ring} pits, not {len(pits)}")
    for index, count in enumerate(pits):
        if count < 0:
            raise ValueError(f"pit {index} cannot hold {count} pebbles")
    if sum(pits) > _MOST:
        raise ValueError(f"{sum(pits)} pebbles are too many to draw, {_MOST} is the most")
    for index in legal:
        if index not in range(ring) or index % (houses + 1) == houses:
            raise ValueError(f"legal index {index!r} is no house of this board")
    if last is not None and last not in range(ring):
        raise ValueError(f"last index {last!r} is no pit of this board")


def mancala(
    pits: Sequence[int],
    *,
    houses: int,
    upright: bool,
    legal: Collection[int] = (),
    last: int | None = None,
    title: str = "",
) -> str:
    """Draw a ring of pits: `mancala([4] * 6 + [0] + [4] * 6 + [0], houses=6, upright=False)`.

    The ring is the houses 0 to h-1, their store, h more houses and their store, anticlockwise
    from the lower left, or `upright` from the lower right. Houses carry the name a move is
    written with; `legal` ones have it on a green ground, the `last` pit has a coral dot.
    """
    _check_mancala(pits, houses, legal, last)
    slab = _Slab(houses, upright)
    ring = [slab.pit(index) for index in range(len(pits))]
    width, height = slab.size
    labels = []
    for index, pit in enumerate(ring):
        if not pit.label:
            continue
        name = index if upright else index % (houses + 1) + 1
        if index in legal:
            labels.append(f'<use href="#@legal" {_at(pit.middle)}/>')
            labels.append(f'<circle {_at(pit.label, "c")} r="10.5" fill="#0f6350"/>')
        labels.append(_text(pit.label, name, ' fill="#fff"' if index in legal else ""))
    hues = {_nature(index, each)[0] for index, count in enumerate(pits) for each in range(count)}
    box = f'x="1" width="{_number(width - 2)}" height="{_number(height - 6)}" rx="26"'
    body = [
        "<defs>",
        '<linearGradient id="@wood" x2="0" y2="1"><stop stop-color="#decaab"/>'
        '<stop offset="1" stop-color="#c6a680"/></linearGradient>',
        _radial(
            "hollow",
            [(0, "#a5815b"), (0.6, "#8b6845"), (1, "#573c24")],
            'cx=".5" cy=".66" r=".68"',
        ),
        f'<g id="@house"><circle cy="1.6" r="{_HOLLOW:g}" fill="#f3e0c0" fill-opacity=".7"/>'
        f'<circle r="{_HOLLOW:g}" fill="url(#@hollow)" stroke="#4d341d"/></g>',
        f'<circle id="@legal" r="{_HOLLOW + 1:g}" fill="none" stroke="#0f6350" stroke-width="2"/>',
        f'<rect id="@plate" x="{-_PLATE[0] / 2:g}" y="{-_PLATE[1] / 2:g}" width="{_PLATE[0]}"'
        f' height="{_PLATE[1]}" rx="5" fill="#fbf5e8" stroke="#8d6d48"/>',
        *map(_pebble, sorted(hues)),
        "</defs>",
        f'<rect y="5" {box} fill="#8a6a48" stroke="#6d5136"/>',
        f'<rect y="1" {box} fill="url(#@wood)" stroke="#a58460"/>',
        f'<path d="{slab.grain()}" fill="none" stroke="#7a5630" stroke-opacity=".18"/>',
        *map(_hollow, ring),
        *(_pebbles(index, count, ring[index]) for index, count in enumerate(pits)),
        f'<g font-size="13" fill="{_INK}" {_FONT}>{"".join(labels)}</g>',
        *(f'<use href="#@plate" {_at(pit.plate)}/>' for pit in ring),
        f'<g font-size="14" font-weight="600" fill="{_INK}" {_FONT}>',
        *(_text(pit.plate, count) for pit, count in zip(ring, pits, strict=True)),
        "</g>",
    ]
    if last is not None:
        body.append(
            f'<circle {_at(ring[last].shoulder, "c")} r="4.8" fill="{_CORAL}" stroke="#fff6ea"'
            ' stroke-width="1.4"/>'
        )
    south, north = (" ".join(map(str, row)) for row in (pits[:houses], pits[houses + 1 : -1]))
    title = title or (
        f"Mancala board: houses {south}, store {pits[houses]}; houses {north}, store {pits[-1]}"
    )
    return _svg(slab.size, width * (1.1 if upright else 0.8), title, "".join(body))
