"""Boards as plain text. `paint` may colour a piece: it gets the text and what it stands for."""

from collections.abc import Callable, Collection, Sequence

Paint = Callable[[str, str], str]


def plain(text: str, _kind: str) -> str:
    """No colour at all."""
    return text


def reversi(
    size: int,
    cells: str,
    *,
    legal: Collection[int] = (),
    last: Collection[int] = (),
    paint: Paint = plain,
) -> str:
    """Letters on top, numbers at the left, one symbol a square; legal squares are marked *.

    `paint` is told the symbol itself, "legal" or "label", and then for a disc once more whether it
    just changed ("last") or not ("still").
    """
    letters = "abcdefghijklmnop"[:size]
    lines = [paint("   " + " ".join(letters), "label")]
    for row in range(size):
        shown = []
        for square in range(row * size, (row + 1) * size):
            symbol = cells[square]
            if square in legal:
                shown.append(paint("*", "legal"))
            elif symbol in "-#":
                shown.append(paint("." if symbol == "-" else " ", symbol))
            else:
                shown.append(paint(paint(symbol, symbol), "last" if square in last else "still"))
        lines.append(paint(f"{row + 1:2}", "label") + " " + " ".join(shown))
    return "\n".join(lines)


def mancala(
    pits: Sequence[int],
    *,
    upright: bool,
    legal: Collection[int] = (),
    last: Collection[int] = (),
    paint: Paint = plain,
) -> str:
    """Houses in round brackets, stores in square ones, each house with the number it is played by.

    `paint` is told "house", "store", "legal" or "label", and then for a pit once more whether it
    just changed ("last") or not ("still").
    """
    houses = len(pits) // 2 - 1

    def pit(index: int) -> str:
        shown = paint(f"({pits[index]:2})", "legal" if index in legal else "house")
        return paint(shown, "last" if index in last else "still")

    def store(index: int) -> str:
        shown = paint(f"[{pits[index]:2}]", "store")
        return paint(shown, "last" if index in last else "still")

    if upright:
        rows = [" " * 11 + store(houses)]
        for right in reversed(range(houses)):
            left = 2 * houses - right
            names = paint(f"{left:4}", "label"), paint(f"{right:<3}", "label")
            rows.append(f"{names[0]}  {pit(left)}         {pit(right)}  {names[1]}".rstrip())
            if 2 * right == houses:
                rows.append(paint("      " + "- " * 9, "label").rstrip())
        return "\n".join([*rows, " " * 11 + store(2 * houses + 1)])
    south, north = range(houses), range(2 * houses, houses, -1)
    numbers = [f"{n:^4}" for n in range(1, houses + 1)]
    gap = " " * 5
    return "\n".join(
        [
            paint((gap + " ".join(reversed(numbers))).rstrip(), "label"),
            gap + " ".join(pit(index) for index in north),
            store(2 * houses + 1) + " " * (5 * houses + 1) + store(houses),
            gap + " ".join(pit(index) for index in south),
            paint((gap + " ".join(numbers)).rstrip(), "label"),
        ]
    )
