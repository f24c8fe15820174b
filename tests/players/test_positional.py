"""The bot of the second Othello design: its taste, its kept ranks and its search."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnstone.players.positional import Flips, positional, square_ranks
from turnstone.rules.reversi import PlainReversi, Reversi, ReversiMove, ReversiPosition
from turnstone.rules.variants import variant

from .boards import board, flips, read, wander

SPECS = [
    "reversi-4", "reversi-6", "othello", "octagon", "reversi:size=6,colours=3",
    "reversi:size=6,colours=4,order=snake",
]  # fmt: skip


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_corners_are_best_then_edges_and_beside_corners_worst_then_beside_edges(size: int) -> None:
    last = size - 1
    corners = {(0, 0), (0, last), (last, 0), (last, last)}
    kinds: dict[str, set[int]] = {}
    for index, rank in enumerate(square_ranks(Reversi(size=size))):
        column, row = index % size, index // size
        if (column, row) in corners:
            kind = "corner"
        elif any(abs(column - c) <= 1 and abs(row - r) <= 1 for c, r in corners):
            kind = "beside corner"
        elif {column, row} & {0, last}:
            kind = "edge"
        elif {column, row} & {1, last - 1}:
            kind = "beside edge"
        else:
            kind = "inside"
        kinds.setdefault(kind, set()).add(rank)
    assert all(len(ranks) == 1 for ranks in kinds.values())
    order = ["corner", "edge", "inside", "beside edge", "beside corner"]
    ranks = [kinds[kind].pop() for kind in order if kind in kinds]
    assert ranks == sorted(set(ranks), reverse=True)
    assert {"corner", "beside corner"} <= set(kinds)


def test_takes_a_corner_and_shuns_the_square_beside_one() -> None:
    corner_or_more = board("X", X="c3 f3", O="b2 e3 d3")
    assert str(positional(corner_or_more, depth=1, fill=0.67)) == "a1"
    # b2 flips d2 and c2 less than f5 flips, and lies beside the corner.
    beside_or_inside = board("X", X="e2 c5", O="c2 d2 d5 e5")
    assert {str(move) for move in beside_or_inside.legal_moves} == {"b2", "f5"}
    assert str(positional(beside_or_inside, depth=1, fill=0.67)) == "f5"


def test_fewest_flips_until_the_board_is_filled_and_then_most() -> None:
    # Both squares lie inside and leave both sides one move each; f5 flips one, h12 flips three.
    position = board("X", size=16, X="d5 d12", O="e5 e12 f12 g12")
    assert {str(move) for move in position.legal_moves} == {"f5", "h12"}
    assert str(positional(position, depth=1, fill=1.0)) == "f5"
    assert str(positional(position, depth=1, fill=0.0)) == "h12"
    filled = 6 / 256
    assert str(positional(position, depth=1, fill=filled)) == "h12"
    assert str(positional(position, depth=1, fill=filled + 0.01)) == "f5"


def games(spec: str, rng: Random, plies: int) -> Iterator[tuple[ReversiPosition, ReversiMove]]:
    position = wander(spec, rng, 0)
    for _ in range(plies):
        if not position.legal_moves:
            return
        move = rng.choice(position.legal_moves)
        yield position, move
        position = position.play(move)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SPECS), st.randoms(use_true_random=False))
def test_kept_counts_are_those_counted_anew(spec: str, rng: Random) -> None:
    kept = Flips.of(wander(spec, rng, 0))
    for position, move in games(spec, rng, 200):
        kept = kept.after(kept.position.move(str(move)))
        after = position.play(move)
        assert kept.position == after
        cells = read(after)
        for seat, counts in enumerate(kept.counts):
            anew = [
                flips(cells, "XOAB"[seat], square) if symbol == "-" else 0
                for square, symbol in cells.items()
            ]
            assert list(counts) == anew


def test_only_squares_whose_lines_changed_are_counted_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[int] = []
    real = PlainReversi.runs

    def spy(self: PlainReversi, square: int, disc: str) -> object:
        counted.append(square)
        return real(self, square, disc)

    monkeypatch.setattr(PlainReversi, "runs", spy)
    position = board("X", size=16, X="a1", O="b1")
    kept = Flips.of(position)
    from_nothing = len(counted)
    assert from_nothing == 2 * (256 - 2)  # every empty square, for both colours

    move = position.move("c1")
    assert move.flipped  # the move's own runs are looked up before we count
    counted.clear()
    kept.after(move)
    # Lines of b1 and c1: the row (13 empty squares left), columns 15 + 15, diagonals 1 + 14 and
    # 2 + 13; b2 and c2 lie on two of them.
    touched = set(counted) - {position.variant.squares.index("c1")}
    assert len(touched) == 13 + 30 + 15 + 15 - 2
    assert len(counted) < from_nothing / 3


def unpruned(position: ReversiPosition, depth: int, fill: float) -> str:
    """The same taste with every count made anew and no line cut."""
    me = position.turn

    def mobility(here: ReversiPosition, seat: int) -> int:
        cells = read(here)
        return sum(
            symbol == "-" and flips(cells, "XOAB"[seat], square) > 0
            for square, symbol in cells.items()
        )

    def ranked(here: ReversiPosition) -> list[tuple[int, ReversiMove]]:
        size, material = here.variant.size, here.variant.material
        early = 1 - here.cells.count("-") / material < fill
        found = []
        for move in here.legal_moves:
            child = here.play(move)
            square = 0 if move.index is None else square_ranks(Reversi(size=size))[move.index]
            rank = square + (-1 if early else 1) * len(move.flips)
            rank += mobility(child, here.turn) - mobility(child, child.turn)
            found.append((rank, move))
        return sorted(found, key=lambda each: -each[0])

    def value(here: ReversiPosition, plies: int) -> int:
        if not plies or not here.legal_moves:
            return 0
        sign = 1 if here.turn == me else -1
        values = [sign * rank + value(here.play(move), plies - 1) for rank, move in ranked(here)]
        return max(values) if sign > 0 else min(values)

    best = [
        (rank + value(position.play(move), depth - 1), str(move)) for rank, move in ranked(position)
    ]
    return max(best, key=lambda each: each[0])[1]


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(
        [
            ("reversi-4", 1), ("reversi-4", 4), ("reversi:size=4,goal=fewest", 4),
            ("reversi:size=4,colours=3", 3), ("reversi-6", 2), ("othello", 2),
        ]
    ),
    st.randoms(use_true_random=False),
    st.integers(0, 40),
    st.sampled_from([0.0, 0.67, 1.0]),
)  # fmt: skip
def test_looks_ahead_as_if_nothing_were_kept_or_pruned(
    case: tuple[str, int], rng: Random, plies: int, fill: float
) -> None:
    spec, depth = case
    position = wander(spec, rng, plies % 10 if "4" in spec else plies)
    assert str(positional(position, depth, fill)) == unpruned(position, depth, fill)


@pytest.mark.parametrize("seed", [15, 41, 54])
def test_lines_are_cut_only_where_they_cannot_matter(seed: int) -> None:
    # Positions in which a window that is off by the rank of the first move gives another move.
    rng = Random(seed)
    position = wander("reversi-6", rng, rng.randrange(1, 25))
    assert str(positional(position, 3, 0.67)) == unpruned(position, 3, 0.67)


def test_depth_matters() -> None:
    rng = Random(5)
    positions = [wander("reversi-6", rng, plies) for plies in range(2, 22)]
    shallow = [str(positional(each, 1, 0.67)) for each in positions]
    deep = [str(positional(each, 3, 0.67)) for each in positions]
    assert shallow != deep


def test_discs_only() -> None:
    with pytest.raises(TypeError, match="needs discs"):
        positional(variant("relay").start(), 2, 0.67)


def test_a_blocked_corner_is_none() -> None:
    whole, octagon = Reversi(size=10), variant("octagon")
    assert isinstance(octagon, Reversi)
    beside = whole.squares.index("b2")
    assert square_ranks(whole)[beside] == min(square_ranks(whole))
    assert square_ranks(octagon)[beside] > square_ranks(whole)[beside]
    assert max(square_ranks(octagon)) < max(square_ranks(whole))
