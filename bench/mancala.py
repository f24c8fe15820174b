"""Mancala solved from the start: databases, nodes, seconds, and values beside those we expect.

    python bench/mancala.py [--all-moves] [--threads 2] [--memory 256] [--endgames MB] [GAME …]

Databases are built anew, in a directory of their own, and timed apart. The exit code is 1 if a
value is wrong.
"""

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field

from turnstone import kernel, variant
from turnstone.engine import databases
from turnstone.engine.search import analyse
from turnstone.rules.mancala import Mancala


@dataclass(frozen=True)
class Known:
    """What a start is worth to the first player, each first move, and who says so."""

    value: int
    source: str
    moves: dict[str, int] = field(default_factory=dict)


IRVING = "Irving, Donkers, Uiterwijk: Solving Kalah, ICGA Journal 23(3), 2000"
# Found by this solver with databases of different sizes, on one and on two threads; small games
# and endgames agree with the plain solver of tests/engine/plain_mancala.py.
OURS = "ours"

KNOWN = {
    "relay": Known(6, OURS, {"0": -2, "1": 0, "2": 2, "10": 6, "11": 0, "12": 2}),
    "avalanche": Known(42, OURS, {"1": 22, "2": 38, "3": 28, "4": -26, "5": 22, "6": 42}),
    "kalah": Known(8, OURS, {"1": -14, "2": -10, "3": 8, "4": -2, "5": -8, "6": 4}),
    "kalah:capture=always": Known(
        10, IRVING, {"1": -14, "2": -8, "3": 10, "4": -2, "5": -6, "6": 4}
    ),
    "kalah:seeds=1,capture=always": Known(2, IRVING),
    "kalah:seeds=2,capture=always": Known(10, IRVING),
    "kalah:seeds=3,capture=always": Known(2, IRVING),
}


def solve(spec: str, options: argparse.Namespace) -> bool:
    rules = variant(spec)
    assert isinstance(rules, Mancala)
    began = time.perf_counter()
    found = databases.database(rules, options.endgames, threads=options.threads)
    took = time.perf_counter() - began
    if found is None:
        print(f"{spec}: no database")
    else:
        print(f"{spec}: {found.seeds} seeds, {found.bytes / 1e6:.1f} MB built in {took:.1f} s")
    result = analyse(
        rules.start(),
        multi_pv=0 if options.all_moves else 1,
        threads=options.threads,
        memory=options.memory,
        endgames=options.endgames,
        openings=False,
    )
    known = KNOWN[spec]
    moves = {name: int(value.score) for name, value in result.moves.items()}
    right = result.exact and result.score == known.value
    if options.all_moves and known.moves:
        right = right and moves == known.moves
    rate = result.nodes / max(result.seconds, 1e-3) / 1e6
    print(
        f"  {result.score:+.0f} by {result.best}, {result.nodes / 1e6:.1f} M nodes in"
        f" {result.seconds:.1f} s, {rate:.1f} M a second:"
        f" {'right' if right else f'WRONG, expected {known.value:+} {known.moves or str()}'}"
        f" ({known.source})"
    )
    if options.all_moves:
        print("  " + "  ".join(f"{name}: {score:+}" for name, score in moves.items()))
    databases.forget()
    return right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(KNOWN))
    parser.add_argument("--all-moves", action="store_true", help="the value of every first move")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", type=int, default=256, help="megabytes for what was found")
    parser.add_argument("--endgames", type=int, help="megabytes of the databases; 0 for none")
    options = parser.parse_args()
    unknown = set(options.games) - set(KNOWN)
    if unknown:
        parser.error(f"no value is kept for {', '.join(sorted(unknown))}")
    print(f"kernel: {kernel.name}, {options.threads} threads")
    with tempfile.TemporaryDirectory() as directory:
        os.environ["TURNSTONE_DATA_DIR"] = directory
        results = [solve(spec, options) for spec in options.games or KNOWN]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
