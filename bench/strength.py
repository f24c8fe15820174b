"""One engine among bots that look two plies ahead: three and four colours, and wide boards.

    python bench/strength.py [--games 24] [--time 1 | --nodes N] [--bot positional:depth=2]

First it prints how many nodes a second the engine looks at, alone. Then every game has one seat for
the engine, each seat in turn from the same openings. "First" counts a shared first place in part;
"above" counts each opponent of each game: how many of them ended below the engine, a tie as half.
Behind each stands how far it may be off by chance (95 %). With `--nodes` instead of `--time` the
games are the same on every machine, however busy; `--jobs 2` plays two at once.
"""

import argparse
import math
from concurrent.futures import ProcessPoolExecutor

from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse
from turnstone.players.match import Job, opening, play_job
from turnstone.rules.game import Game
from turnstone.rules.variants import variant

GAMES = ("reversi:colours=3", "reversi:colours=4", "reversi:size=10", "octagon")
PLIES = 6


def nodes_a_second(spec: str) -> float:
    found = analyse(opening(Game.new(spec), 1, PLIES).position, Limit(seconds=2))
    return found.nodes / found.seconds


def share(parts: list[float]) -> str:
    """The mean of numbers from 0 to 1 and its error (Wilson's, which holds near the ends too)."""
    n, mean, z = len(parts), sum(parts) / len(parts), 1.96
    middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
    off = z / (1 + z * z / n) * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    return f"{mean:.0%} ({max(middle - off, 0):.0%} to {min(middle + off, 1):.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move")
    parser.add_argument("--nodes", type=int, help="nodes a move, instead of seconds")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1, help="of the openings")
    parser.add_argument("--bot", default="positional:depth=2")
    parser.add_argument("--variants", nargs="*", default=GAMES)
    arguments = parser.parse_args()
    limit = f"nodes={arguments.nodes}" if arguments.nodes else f"time={arguments.time}"
    for spec in arguments.variants:
        rules = variant(spec)
        print(f"{rules.title}: {nodes_a_second(rules.spec) / 1e6:.1f} Mnodes/s", flush=True)
        specs = (f"engine:{limit}", *[arguments.bot] * (len(rules.seats) - 1))
        jobs = [
            Job(rules.spec, specs, arguments.seed, number, PLIES)
            for number in range(arguments.games)
        ]
        first: list[float] = []
        above: list[float] = []
        with ProcessPoolExecutor(arguments.jobs) as pool:
            for result in pool.map(play_job, jobs):
                own, others = result.ranks[0], result.ranks[1:]
                first.append(1 / result.ranks.count(1) if own == 1 else 0)
                above += [(own < other) + (own == other) / 2 for other in others]
                print(
                    f"\r  engine:{limit}, game {len(first)}: first in {share(first)},"
                    f" above {share(above)} of {arguments.bot}",
                    end="",
                    flush=True,
                )
        print()


if __name__ == "__main__":
    main()
