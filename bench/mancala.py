"""Mancala solved from the start: databases, nodes, seconds, and values beside those we expect.

    python bench/mancala.py [--all-moves] [--threads 2] [--memory 256] [--endgames MB] [GAME …]
    python bench/mancala.py --oware 25 [--seconds 1]

Databases are built anew, in a directory of their own, and timed apart. The exit code is 1 if a
value is wrong. `--oware` takes so many random games of Oware each down to 3, 4 … 12 seeds, and
counts those whose value is found in so many seconds, and their moves.
"""

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field
from random import Random
from statistics import median

from turnstone import kernel, variant
from turnstone.engine import databases
from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse
from turnstone.rules.mancala import Mancala, MancalaPosition


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


def ending(rules: Mancala, seeds: int, random: Random) -> MancalaPosition:
    """A position with so many seeds in the houses, from games of random moves."""
    while True:
        position = rules.start()
        while not position.outcome:
            held = sum(position.pits[house] for row in rules.owned for house in row)
            if held == seeds:
                return position
            if held < seeds:
                break
            position = position.play(random.choice(position.legal_moves))


def oware_endings(count: int, options: argparse.Namespace) -> None:
    rules, random = variant("oware"), Random(1)
    assert isinstance(rules, Mancala)
    built = databases.database(rules, options.endgames, threads=options.threads)
    assert built is not None
    print(f"oware: a database of {built.seeds} seeds")
    for seeds in range(3, 13):
        values, moves, listed, took = 0, 0, 0, []
        for _ in range(count):
            position = ending(rules, seeds, random)
            began = time.perf_counter()
            value = analyse(position, Limit(seconds=options.seconds), endgames=options.endgames)
            if value.exact:
                values += 1
                took.append(time.perf_counter() - began)
            every = analyse(
                position, Limit(seconds=options.seconds), multi_pv=0, endgames=options.endgames
            )
            moves += sum(each.exact for each in every.moves.values())
            listed += len(every.moves)
        middle = f"{median(took):.3f}, {max(took):.2f} s" if took else "none"
        print(f"  {seeds:2} seeds: {values}/{count} exact ({middle}), moves {moves}/{listed}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(KNOWN))
    parser.add_argument("--all-moves", action="store_true", help="the value of every first move")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", type=int, default=256, help="megabytes for what was found")
    parser.add_argument("--endgames", type=int, help="megabytes of the databases; 0 for none")
    parser.add_argument("--oware", type=int, metavar="COUNT", help="endgames of random Oware games")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each of those")
    options = parser.parse_args()
    unknown = set(options.games) - set(KNOWN)
    if unknown:
        parser.error(f"no value is kept for {', '.join(sorted(unknown))}")
    print(f"kernel: {kernel.name}, {options.threads} threads")
    with tempfile.TemporaryDirectory() as directory:
        os.environ["TURNSTONE_DATA_DIR"] = directory
        if options.oware:
            oware_endings(options.oware, options)
            return
        results = [solve(spec, options) for spec in options.games or KNOWN]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
