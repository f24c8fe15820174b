"""The compiled kernel, or its absence: the only importer of the compiled modules.

The kernel is built once per CPU level and the best one is picked here, once, at import.
`TURNSTONE_KERNEL` overrides: `auto`, `v3`, `v2`, `plain`, or `python` for none of them.
"""

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NewType, Protocol, cast

Board = NewType("Board", object)  # a rule set ready to make positions


class Mancala(Protocol):
    """A Mancala rule set, playing on a ring of 2 * houses + 2 pits, stores included."""

    def moves(self, pits: Sequence[int], turn: int, swap: bool) -> list[int]:
        """The legal moves: ring indices, ascending, then -1 for a swap. None: it is over."""

    def play(
        self, pits: Sequence[int], turn: int, swap: bool, move: int
    ) -> tuple[list[int], int, bool]:
        """Pits, turn and swap after a legal move."""

    def perft(self, pits: Sequence[int], turn: int, swap: bool, depth: int) -> int:
        """Leaves of the game tree; repetition is ignored, a finished game is one leaf."""

    def board(self, variant: object, repetition: int) -> Board:
        """The rules ready to make positions, which say that they belong to `variant`."""


class Candidate(Protocol):
    """A move and what is expected to follow."""

    line: list[int]
    score: float
    exact: bool


class News(Protocol):
    """What is known so far about a position being thought about."""

    moves: list[Candidate]
    score: float
    lower: float
    upper: float
    exact: bool
    depth: int
    nodes: int
    seconds: float
    table_use: float


class Task(Protocol):
    """Something being thought about, on a thread of its own."""

    def stop(self) -> None:
        """Stop thinking, within milliseconds."""

    def next(self, seconds: float) -> News | None:
        """The newest news, waiting so long for it."""

    def is_over(self) -> bool:
        """Whether all news has been handed out."""


class Database(Protocol):
    """What Mancala positions with few seeds are worth."""

    seeds: int
    bytes: int

    def save(self, path: str) -> None:
        """Write it, whole or not at all; OSError if that fails."""


Endgames = Database  # within Kernel, Database is where they come from


class Databases(Protocol):
    """Where databases come from."""

    def build(
        self,
        rules: Mancala,
        seeds: int,
        threads: int,
        progress: Callable[[int, int], object] | None,
    ) -> Database:
        """All positions with up to so many seeds in the houses.

        `progress` gets positions done and in all, many times a second; what it raises ends it.
        """

    def load(self, path: str, rules: Mancala) -> Database:
        """What was saved; ValueError if it is missing, damaged or of other rules."""

    def size(self, rules: Mancala, seeds: int) -> int:
        """The bytes of a database."""

    def seeds_within(self, rules: Mancala, bytes: int) -> int:  # noqa: A002
        """The most seeds whose database takes no more bytes."""


class Memory(Protocol):
    """What was found out, for one analysis after the other; made by the kernel."""


Known = Memory  # within Kernel, Memory is where it comes from


class Thinking(Protocol):
    """How to think; made by the kernel."""


class Kernel(Protocol):
    """What every compiled module offers. Bad arguments raise ValueError.

    A Reversi square is bit row * 8 + column (a1 = bit 0) whatever the size of the board;
    `mask` holds the squares that exist and are not blocked.
    """

    def Settings(  # noqa: N802 (a class, seen as the function that makes one)
        self,
        *,
        depth: int,
        seconds: float,
        nodes: int,
        threads: int,
        top: int,
        winner_only: bool,
        megabytes: int,
        weights: Sequence[Sequence[int]] = (),
    ) -> Thinking:
        """How to think; 0 is no limit. `weights` replace those of `reversi_weights`."""

    def think_reversi(
        self,
        *,
        size: int,
        colours: int,
        fewest: bool,
        snake: bool,
        cells: str,
        phase: int,
        settings: Thinking,
        memory: Known | None = None,
    ) -> Task:
        """Start thinking about a Reversi position; moves are indices of cells, -1 a pass."""

    def reversi_counts(
        self, *, size: int, colours: int, fewest: bool, snake: bool, cells: str, phase: int
    ) -> list[list[int]]:
        """What the evaluation counts: for the mover, or among more than two for every seat."""

    def reversi_weights(self, *, colours: int, fewest: bool) -> list[tuple[str, list[int]]]:
        """The counts by name, each with its weights at the first disc, half the board, the last."""

    def Memory(self, megabytes: int) -> Known:  # noqa: N802
        """A table that one analysis leaves to the next."""

    Database: Databases

    def think_mancala(
        self,
        *,
        rules: Mancala,
        pits: Sequence[int],
        turn: int,
        database: Endgames | None,
        settings: Thinking,
        memory: Known | None = None,
    ) -> Task:
        """Start thinking about a Mancala position, no swap open; moves are ring indices."""

    def reversi_moves(self, own: int, other: int, mask: int) -> int:
        """The legal squares of `own`."""

    def reversi_flips(self, own: int, other: int, square: int) -> int:
        """The discs that flip when `own` plays the empty `square`; 0 if none."""

    def reversi_perft(self, own: int, other: int, mask: int, depth: int) -> int:
        """Leaves of the game tree; a pass is a ply, a finished game is one leaf."""

    def Mancala(  # noqa: N802 (a class, seen as the function that makes one)
        self,
        *,
        houses: int,
        ends: bool,
        relay: bool,
        sow_store: bool,
        skip_origin: bool,
        again: bool,
        capture: str,
        slam_illegal: bool,
        feed: bool,
        finish: str,
        keep: bool,
        pie: bool,
    ) -> Mancala:
        """A rule set; `capture` and `finish` as native/mancala.h names them."""

    def derive_reversi(self, position: type, move: type, moves: type) -> None:
        """Make the kernel's classes of Reversi, once, as subclasses of the ones given."""

    def derive_mancala(self, position: type, move: type, moves: type) -> None:
        """The same for Mancala."""

    def reversi_board(self, variant: object, size: int, mask: int, fewest: bool) -> Board:
        """A rule set ready to make positions, which say that they belong to `variant`."""

    def reversi_position(self, board: Board, black: int, white: int, turn: int) -> Any:
        """A position, of the class derived from the one given."""

    def mancala_position(self, board: Board, pits: Sequence[int], turn: int, swap: bool) -> Any:
        """A position, of the class derived from the one given."""

    def playouts(
        self, position: object, games: int, seed: int, threads: int = 1
    ) -> tuple[int, int, int, int]:
        """Random games to the end: wins of each seat, draws, the summed margin of seat 0."""


NAMES = {"v3": "x86-64-v3", "v2": "x86-64-v2", "plain": "plain"}  # best first


def _cpu_level() -> int:
    """The x86-64 level of this CPU; 0 for another CPU or a kernel that was not built."""
    try:
        return cast(int, import_module("turnstone._cpu").level())
    except ModuleNotFoundError:
        return 0


def _runs_here(build: str) -> bool:
    # Asked before loading: a build above the CPU's level would die of an illegal instruction.
    return build == "plain" or _cpu_level() >= int(build.removeprefix("v"))


def _load(build: str) -> Kernel | None:
    """One build of the kernel, or None if there is no such file. A damaged one still raises."""
    module = f"turnstone._kernel_{build}"
    try:
        return cast(Kernel, import_module(module))
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None


def pick(wanted: str) -> tuple[Kernel | None, str]:
    """The kernel that a value of `TURNSTONE_KERNEL` asks for, and its name.

    One that cannot be had is an ImportError, not a class of ours: it is raised while this module
    is being imported, when nobody could name such a class.
    """
    if wanted == "python":
        return None, "python"
    if wanted in ("", "auto"):
        for build in NAMES:
            if _runs_here(build) and (kernel := _load(build)):
                return kernel, NAMES[build]
        return None, "python"
    if wanted not in NAMES:
        choices = ", ".join(["auto", "python", *NAMES])
        raise ImportError(f"TURNSTONE_KERNEL={wanted}: not one of {choices}")
    if _cpu_level() > 0 and not _runs_here(wanted):
        raise ImportError(f"TURNSTONE_KERNEL={wanted}: this CPU does not have {NAMES[wanted]}")
    forced = _load(wanted) if _runs_here(wanted) else None
    if forced is None:
        raise ImportError(f"TURNSTONE_KERNEL={wanted}: that kernel is not built here")
    return forced, NAMES[wanted]


native, name = pick(os.environ.get("TURNSTONE_KERNEL", "auto"))
