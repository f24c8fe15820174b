"""The perfect player from the start: its slowest answers, its results, and its openings anew.

    python bench/perfect.py [--games 4] [--anywhere 200] [--sample 5] [--seed 1] [GAME …]

In each game it plays from the start, in both seats, against the other bots. A game is wrong if it
ends worse for it than the start is worth. In relay it also answers positions that random games came
to, where it has not played before. Then some lines of the game's file of solved openings,
drawn by chance, are solved again without it: score and move must hold. The exit code is 1 if
anything is wrong, or an answer took longer than a second.
"""

import argparse
import sys
import time
from dataclasses import dataclass
from random import Random

from turnstone import Game, bot, kernel, play_out, variant
from turnstone.engine import openings
from turnstone.engine.search import MEMORY, analyse, remember
from turnstone.players.player import Choice
from turnstone.players.thinking import perfect, prepare_perfect
from turnstone.rules.position import Move, Position
from turnstone.rules.variants import RuleSet

GAMES = ["small", "reversi:size=6", "relay", "kalah", "kalah:capture=always", "avalanche"]
ANYWHERE = {"relay"}  # games that it answers at once wherever they are
OTHERS = ["random", "greedy", "engine:time=0.1"]
LONGEST = 1.0  # seconds that an answer may take


@dataclass
class Watch:
    """The slowest answer so far, and where it was given."""

    seconds: float = 0.0
    at: str = ""
    answers: int = 0
    slow: int = 0

    def __call__(self, position: Position) -> Move:
        began = time.perf_counter()
        move = perfect(position)
        seconds = time.perf_counter() - began
        self.answers += 1
        self.slow += seconds > LONGEST
        if seconds > self.seconds:
            self.seconds, self.at = seconds, position.text()
        return move

    def report(self) -> bool:
        """Says how long the answers took; whether all were quick."""
        print(
            f"  {self.answers} answers, the slowest in {self.seconds:.2f} s: {self.at}"
            + (f"; {self.slow} TOO SLOW" if self.slow else ""),
            flush=True,
        )
        return not self.slow


def play(rules: RuleSet, games: int, seed: int) -> bool:
    """Games against everybody; whether all were as they should be."""
    prepare_perfect(rules)
    worth = int(analyse(rules.start(), threads=2, memory=1000).score)
    watch, lost, played = Watch(), [], 0
    for other in OTHERS:
        for number in range(games):
            for seat in (0, 1):
                players: list[Choice] = [watch, watch]
                players[1 - seat] = bot(other, rules, f"{seed}/{number}").choose
                state = play_out(players, Game.new(rules))
                assert state.outcome is not None
                played += 1
                margin = state.outcome.margins[seat]
                if margin < (worth, -worth)[seat] or state.outcome.reason == "forfeit":
                    lost.append(f"{margin:+} in seat {seat} against {other}: {state.game.moves}")
    print(
        f"  {played} games, none worse than the start is worth, {worth:+} for the first player"
        if not lost
        else "\n".join(f"  WRONG: {each}" for each in lost)
    )
    return watch.report() and not lost


def answer_anywhere(rules: RuleSet, positions: int, seed: int) -> bool:
    """Positions of random games; whether all were answered in time.

    In every other game little is banked, so that many seeds are left and the positions are hard.
    """
    random, watch = Random(seed), Watch()
    while watch.answers < positions:
        thrifty = watch.answers % 2 == 1
        position: Position = rules.start()
        for _ in range(random.randint(4, 9) if thrifty else random.randint(1, 20)):
            if position.outcome is not None:
                break
            after = [position.play(move) for move in position.legal_moves]
            if thrifty and random.random() < 0.7:
                least = min(sum(each.scores) for each in after)
                after = [each for each in after if sum(each.scores) == least]
            position = random.choice(after)
        if len(position.legal_moves) > 1:
            watch(position)
    print("  anywhere:")
    return watch.report()


def sample(rules: RuleSet, lines: int, seed: int) -> bool:
    """Some solved openings, solved again."""
    path = openings.FOLDER / openings.name_of(rules)
    if not path.exists():
        print("  no solved openings")
        return True
    known = openings.read(path.read_text("ascii"))
    drawn = Random(seed).sample(sorted(known), min(lines, len(known)))
    right, began = 0, time.perf_counter()
    for text in drawn:
        score, move = known[text]
        position = rules.position(text)
        memory = remember(1000) if rules.family == "reversi" else MEMORY
        found = analyse(position, threads=2, memory=memory, openings=False)
        after = position.play(move)
        reply = analyse(after, threads=2, memory=memory, openings=False).score
        kept = reply if after.turn == position.turn else -reply
        if found.exact and found.score == score == kept:
            right += 1
        else:
            print(f"  WRONG: {text} is {found.score:+g}, {move} {kept:+g}, not {score:+}")
    seconds = time.perf_counter() - began
    print(
        f"  {right}/{len(drawn)} of {len(known)} solved openings solved again, {seconds:.1f} s",
        flush=True,
    )
    return right == len(drawn)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games_of", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--games", type=int, default=4, help="against each bot in each seat")
    parser.add_argument("--anywhere", type=int, default=200, help="positions of random games")
    parser.add_argument("--sample", type=int, default=5, help="openings to solve again")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"kernel: {kernel.name}")
    right = True
    for spec in options.games_of or GAMES:
        rules = variant(spec)
        print(rules.title)
        right &= play(rules, options.games, options.seed)
        if spec in ANYWHERE:
            right &= answer_anywhere(rules, options.anywhere, options.seed)
        right &= sample(rules, options.sample, options.seed)
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
