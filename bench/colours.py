"""One engine among bots that look two plies ahead: three and four colours, and wide boards.

    python bench/colours.py [--games 24] [--time 1] [--bot positional:depth=2]

Every game has one seat for the engine, each seat in turn from the same openings. "Above" counts
each opponent of each game: how many of them ended below the engine, a tie as half.
"""

import argparse

from turnstone.players.match import Job, play_job
from turnstone.rules.variants import variant

GAMES = ("reversi:colours=3", "reversi:colours=4", "reversi:size=10", "octagon")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move")
    parser.add_argument("--bot", default="positional:depth=2")
    parser.add_argument("--variants", nargs="*", default=GAMES)
    arguments = parser.parse_args()
    for spec in arguments.variants:
        rules = variant(spec)
        others = len(rules.seats) - 1
        specs = (f"engine:time={arguments.time}", *[arguments.bot] * others)
        first, above = 0.0, 0.0
        for number in range(arguments.games):
            ranks = play_job(Job(rules.spec, specs, seed=1, number=number, plies=6)).ranks
            first += 1 / ranks.count(1) if ranks[0] == 1 else 0
            above += sum((ranks[0] < other) + (ranks[0] == other) / 2 for other in ranks[1:])
            print(
                f"\r{rules.title}: game {number + 1}, first in {first / (number + 1):.0%},"
                f" above {above / others / (number + 1):.0%} of {arguments.bot}",
                end="",
                flush=True,
            )
        print()


if __name__ == "__main__":
    main()
