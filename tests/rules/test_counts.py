"""The check counts, through the kernel all of them, through the Python rules up to 600,000 leaves.

Beyond that Python would take an hour, and the kernel is compared with it ply by ply elsewhere.
"""

import pytest

from turnstone import kernel
from turnstone.rules.perft import divide, in_kernel, perft, plain_perft
from turnstone.rules.variants import variant

from .counts import COUNTS

PYTHON_LIMIT = 600_000


@pytest.mark.parametrize("name", COUNTS)
def test_python_rules(name: str) -> None:
    start = variant(name).start()
    for depth, leaves in enumerate(COUNTS[name], 1):
        if leaves <= PYTHON_LIMIT:
            assert plain_perft(start, depth) == leaves, f"{name} at depth {depth}"


@pytest.mark.parametrize("name", COUNTS)
def test_kernel(name: str) -> None:
    start = variant(name).start()
    if not in_kernel(start):
        pytest.skip(f"{name} is played by the Python rules alone ({kernel.name})")
    for depth, leaves in enumerate(COUNTS[name], 1):
        assert perft(start, depth) == leaves, f"{name} at depth {depth}"


def test_the_kernel_knows_what_it_should() -> None:
    if kernel.native is None:
        pytest.skip("no compiled kernel here")
    known = [name for name in COUNTS if in_kernel(variant(name).start())]
    assert len(known) == 10  # all but the octagon and the games of three and four colours


@pytest.mark.parametrize("name", ["othello", "octagon", "kalah", "four-colour"])
def test_divide_adds_up(name: str) -> None:
    start = variant(name).start()
    parts = dict(divide(start, 4))
    assert sum(parts.values()) == COUNTS[name][3]
    assert list(parts) == [str(move) for move in start.legal_moves]


def test_depth_nought_is_the_position_itself() -> None:
    start = variant("othello").start()
    assert perft(start, 0) == plain_perft(start, 0) == 1


def test_a_finished_game_is_one_leaf() -> None:
    over = variant("reversi-4").position("X" * 16 + " X")
    assert perft(over, 3) == plain_perft(over, 3) == 1
