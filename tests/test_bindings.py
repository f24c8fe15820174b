"""The compiled kernel as Python meets it: which build is picked, what it refuses, Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from turnstone import kernel
from turnstone.kernel import Board, Kernel

BLACK, WHITE, ALL = 0x0000_0008_1000_0000, 0x0000_0010_0800_0000, 2**64 - 1
KALAH: dict[str, Any] = {
    "houses": 6,
    "ends": False,
    "relay": False,
    "sow_store": True,
    "skip_origin": False,
    "again": True,
    "capture": "opposite",
    "slam_illegal": False,
    "feed": False,
    "finish": "row_empty",
    "keep": True,
    "pie": True,
}
PITS = [4] * 6 + [0] + [4] * 6 + [0]
BOARD: dict[str, Any] = {
    "size": 4,
    "colours": 2,
    "fewest": False,
    "snake": False,
    "cells": "-----OX--XO-----",
    "phase": 0,
}


def weighed(native: Kernel, weights: list[list[int]]) -> object:
    """Thinking with these weights."""
    settings = native.Settings(
        depth=1,
        seconds=0,
        nodes=0,
        threads=1,
        top=1,
        winner_only=False,
        megabytes=1,
        weights=weights,
    )
    return native.think_reversi(**BOARD, settings=settings)


def builds() -> list[str]:
    """The builds that are here and run on this CPU."""
    found = []
    for build in kernel.NAMES:
        try:
            kernel.pick(build)
        except ImportError:
            continue
        found.append(build)
    return found


@pytest.fixture(params=builds())
def native(request: pytest.FixtureRequest) -> Kernel:
    found, name = kernel.pick(request.param)
    assert found is not None
    assert name == kernel.NAMES[request.param]
    return found


def test_auto_takes_the_best() -> None:
    best = builds()[:1]
    assert kernel.pick("auto")[1] == (kernel.NAMES[best[0]] if best else "python")
    assert kernel.pick("python") == (None, "python")


def test_an_unknown_build_is_one_clear_line() -> None:
    environment = os.environ | {"TURNSTONE_KERNEL": "v9"}
    command = [sys.executable, "-c", "import turnstone.kernel"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1] == (
        "ImportError: TURNSTONE_KERNEL=v9: not one of auto, python, v3, v2, plain"
    )


REFUSED: dict[str, Callable[[Kernel], object]] = {
    "two discs on a square": lambda k: k.reversi_moves(1, 1, ALL),
    "disc outside": lambda k: k.reversi_moves(1, 2, 1),
    "square too high": lambda k: k.reversi_flips(1, 2, 64),
    "square negative": lambda k: k.reversi_flips(1, 2, -1),
    "square occupied": lambda k: k.reversi_flips(1, 2, 0),
    "depth negative": lambda k: k.reversi_perft(BLACK, WHITE, ALL, -1),
    "depth absurd": lambda k: k.reversi_perft(BLACK, WHITE, ALL, 1001),
    "no houses": lambda k: k.Mancala(**KALAH | {"houses": 0}),
    "many houses": lambda k: k.Mancala(**KALAH | {"houses": 11}),
    "odd ends": lambda k: k.Mancala(**KALAH | {"ends": True, "houses": 5, "capture": "none"}),
    "unknown capture": lambda k: k.Mancala(**KALAH | {"capture": "all"}),
    "unknown finish": lambda k: k.Mancala(**KALAH | {"finish": ""}),
    "endless relay": lambda k: k.Mancala(**KALAH | {"relay": True, "sow_store": False}),
    "pit missing": lambda k: k.Mancala(**KALAH).moves(PITS[1:], 0, False),
    "no such player": lambda k: k.Mancala(**KALAH).moves(PITS, 2, False),
    "negative seeds": lambda k: k.Mancala(**KALAH).moves([-1, *PITS[1:]], 0, False),
    "too many seeds": lambda k: k.Mancala(**KALAH).moves([250, *PITS[1:]], 0, False),
    "store": lambda k: k.Mancala(**KALAH).play(PITS, 0, False, 6),
    "not your house": lambda k: k.Mancala(**KALAH).play(PITS, 0, False, 7),
    "no such pit": lambda k: k.Mancala(**KALAH).play(PITS, 1, True, 31),
    "swap too early": lambda k: k.Mancala(**KALAH).play(PITS, 0, True, -1),
    "swap too late": lambda k: k.Mancala(**KALAH).play(PITS, 1, False, -1),
    "counts at the end": lambda k: k.reversi_counts(**BOARD | {"cells": "X" * 16}),
    "counts of nothing": lambda k: k.reversi_counts(**BOARD | {"cells": ""}),
    "counts of five colours": lambda k: k.reversi_counts(**BOARD | {"colours": 5}),
    "no such phase": lambda k: k.reversi_counts(**BOARD | {"phase": 2}),
    "weights missing": lambda k: weighed(k, [[1, 2, 3]]),
    "weights too large": lambda k: weighed(k, [[10_000, 0, 0]] * 12),
    "mancala depth": lambda k: k.Mancala(**KALAH).perft(PITS, 0, False, -1),
}


@pytest.mark.parametrize("call", REFUSED.values(), ids=list(REFUSED))
def test_nonsense_is_a_value_error(native: Kernel, call: Callable[[Kernel], object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        call(native)


def test_boards_and_positions_are_told_apart(native: Kernel) -> None:
    with pytest.raises(ValueError, match="no position"):
        native.playouts("othello", 1, 0)
    with pytest.raises(ValueError, match="no board"):
        native.reversi_position(Board(0), BLACK, WHITE, 0)
    with pytest.raises(ValueError, match="no board"):
        native.mancala_position(Board(0), PITS, 0, False)
    for size, mask in ((9, 1), (0, 1), (6, ALL)):
        with pytest.raises(ValueError, match=r"size|mask"):
            native.reversi_board("rules", size, mask, False)
    with pytest.raises(ValueError, match="repetition"):
        native.Mancala(**KALAH).board("rules", -1)


def test_swap_is_listed_last(native: Kernel) -> None:
    rules = native.Mancala(**KALAH)
    assert rules.moves(PITS, 0, True) == [0, 1, 2, 3, 4, 5]
    assert rules.moves(PITS, 1, True) == [7, 8, 9, 10, 11, 12, -1]
    assert rules.play([1] * 7 + [2] * 7, 1, True, -1) == ([2] * 7 + [1] * 7, 0, False)


def test_counting_leaves_other_threads_running(native: Kernel) -> None:
    leaves: list[int] = []
    count = threading.Thread(
        target=lambda: leaves.append(native.reversi_perft(BLACK, WHITE, ALL, 10))
    )
    count.start()
    turns = 0
    while count.is_alive():
        turns += 1
    assert leaves == [24571284]
    assert turns > 100


LONG_COUNTS = {
    "reversi": f"k.reversi_perft({BLACK}, {WHITE}, {ALL}, 60)",
    "mancala": f"k.Mancala(**{KALAH}).perft({PITS}, 0, False, 1000)",
}


@pytest.mark.skipif(os.name == "nt", reason="sends a Unix signal")
@pytest.mark.parametrize("count", LONG_COUNTS.values(), ids=list(LONG_COUNTS))
@pytest.mark.parametrize("build", builds())
def test_interrupt_stops_a_count(build: str, count: str) -> None:
    program = f"from turnstone.kernel import native as k\nprint('go', flush=True)\n{count}"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env=os.environ | {"TURNSTONE_KERNEL": build},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(0.2)
        sent = time.monotonic()
        running.send_signal(signal.SIGINT)
        _, complaint = running.communicate(timeout=20)
        # A tenth of a second in practice; the rest is for a busy machine.
        assert time.monotonic() - sent < 2
    assert complaint.splitlines()[-1] == "KeyboardInterrupt"
