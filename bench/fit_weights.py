"""Fits the weights of the evaluations in native/wide/ to the ends of games, and writes weights.h.

    python bench/fit_weights.py [--games 1200] [--jobs 1] [--seed 1] [--to FILE]

It begins with nothing: simple bots play the first games, and the engine the next ones with the
weights fitted to those before. What is built in takes no part in it, so the same run gives the same
weights whatever they were. Every fifth game is kept out of the fit, and says how far the predicted
margins are off, in discs. At last the new weights play a match against those that are built in.
Build the kernel again (`make setup`) to play with the new ones.
"""

import argparse
import math
import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from turnstone import kernel
from turnstone.players.match import opening
from turnstone.players.specs import bot
from turnstone.rules.game import Game
from turnstone.rules.reversi import EMPTY, Reversi, ReversiMove, ReversiPosition
from turnstone.rules.variants import variant

HEADER = Path(__file__).parents[1] / "native" / "wide" / "weights.h"
SIMPLE = ("random", "greedy", "corner-edge", "positional:depth=1")
HELD_OUT = 5  # one game in so many
RIDGE = 0.03  # what a weight costs: keeps counts that often go together from growing huge ones
KNOTS = 3
HEAVIEST = 9999  # the kernel takes no more
FILE = """\
// Made by `make weights` (bench/fit_weights.py): do not change it by hand. Off by so many discs
// means the root of the mean square of predicted minus final margins.
#pragma once

#include <array>

#include "knots.h"

namespace turnstone {{

// clang-format off
{arrays}
// clang-format on

}}  // namespace turnstone
"""

Weights = tuple[tuple[int, ...], ...]  # by count, in hundredths of a disc at each knot
Result = TypeVar("Result")
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """One table of the file: the goal and the boards it is for, and how its games are played."""

    name: str
    goal: str
    boards: tuple[str, ...]
    depth: int
    end: int  # with so many empty squares the rest is played perfectly

    @property
    def rules(self) -> list[Reversi]:
        found = [variant(board, goal=self.goal) for board in self.boards]
        return [rules for rules in found if isinstance(rules, Reversi)]

    @property
    def built_in(self) -> list[tuple[str, list[int]]]:
        assert kernel.native
        return kernel.native.reversi_weights(
            colours=self.rules[0].colours, fewest=self.goal == "fewest"
        )


WIDE = ("othello", "reversi:size=10", "reversi:size=12", "octagon")
COLOURS = ("reversi:colours=3", "reversi:colours=4", "octagon:colours=4")
TABLES = (
    Table("kWideMost", "most", WIDE, depth=3, end=10),
    Table("kWideFewest", "fewest", WIDE, depth=3, end=10),
    Table("kColourMost", "most", COLOURS, depth=2, end=6),
    Table("kColourFewest", "fewest", COLOURS, depth=2, end=6),
)


@dataclass(frozen=True)
class Job:
    """One game, as plain data. Without weights simple bots play it."""

    table: Table
    seed: int
    generation: int
    number: int
    weights: Weights


@dataclass(frozen=True)
class Sample:
    """What was counted in the positions of some games, a row for the mover or among more than two
    for each seat; how full the board was; by how much that seat led in the end; the squares."""

    counts: Floats
    full: Floats
    margins: Floats
    squares: Floats


def spelt_out(position: ReversiPosition) -> dict[str, Any]:
    """A position as the kernel takes it."""
    rules = position.variant
    return {
        "size": rules.size,
        "colours": rules.colours,
        "fewest": rules.goal == "fewest",
        "snake": rules.order == "snake",
        "cells": position.cells,
        "phase": position.phase,
    }


def thought(position: ReversiPosition, depth: int, weights: Weights) -> ReversiMove:
    """The engine's move with these weights."""
    assert kernel.native
    task = kernel.native.think_reversi(
        **spelt_out(position),
        settings=kernel.native.Settings(
            depth=depth,
            seconds=0,
            nodes=0,
            threads=1,
            top=1,
            winner_only=False,
            megabytes=1,
            weights=weights,
        ),
    )
    best = -1
    while not task.is_over():
        if news := task.next(1.0):
            best = news.moves[0].line[0]
    return next(move for move in position.legal_moves if move.index == best)


def counted(position: ReversiPosition) -> list[list[int]]:
    """What the kernel counts: for the mover, or among more than two for every seat."""
    assert kernel.native
    return kernel.native.reversi_counts(**spelt_out(position))


def leads(rules: Reversi, worths: npt.ArrayLike) -> Floats:
    """By seat, what it has more than the average of the others; of numbers or of rows of them."""
    own = np.asarray(worths, dtype=np.float64)
    others: Floats = (own.sum(axis=0) - own) / (rules.colours - 1)
    return own - others


def final_leads(position: ReversiPosition) -> Floats:
    """By seat, how far it leads at the end of the game by the official count."""
    assert position.outcome
    sign = 1 if position.variant.goal == "most" else -1
    return leads(position.variant, [sign * each for each in position.outcome.official])


def depth_at(table: Table, position: ReversiPosition) -> int:
    empty = position.cells.count(EMPTY)
    return empty if empty <= table.end else table.depth


def play(job: Job) -> Sample:
    """A game from an opening of random moves, a short or a long one. Later on nothing is left to
    chance: a random move would make all that came before it less predictable."""
    rng = Random(f"{job.seed}/{job.table.name}/{job.generation}/{job.number}")
    boards = job.table.rules
    rules = boards[job.number % len(boards)]
    bots = [bot(rng.choice(SIMPLE), rules, f"{rng.random()}") for _ in rules.seats]
    plies = rng.randint(2, rules.material // 4)
    seen: list[ReversiPosition] = []
    position = rules.start()
    while moves := position.legal_moves:
        if moves[0].index is not None:
            seen.append(position)
        if len(moves) == 1:
            move = moves[0]
        elif len(seen) <= plies:
            move = rng.choice(moves)
        elif job.weights:
            move = thought(position, depth_at(job.table, position), job.weights)
        else:
            move = position.move(str(bots[position.turn].choose(position)))
        position = position.play(move)
    end = final_leads(position)
    counts: list[Floats] = []
    margins: list[float] = []
    for each in seen:
        found = counted(each)
        if rules.colours == 2:
            counts.append(np.asarray(found, dtype=np.float64))
            margins.append(end[each.turn])
        else:
            counts.append(leads(rules, found))
            margins += end.tolist()
    rows = len(margins) // len(seen)
    full = [1 - each.cells.count(EMPTY) / rules.material for each in seen for _ in range(rows)]
    squares = np.full(len(full), float(rules.material))
    return Sample(np.concatenate(counts), np.array(full), np.array(margins), squares)


def spread(sample: Sample) -> Floats:
    """Each count shared out among the knots, as straight lines between them do."""
    at = sample.full[:, None] * (KNOTS - 1)
    shares: Floats = np.maximum(0, 1 - np.abs(at - np.arange(KNOTS)))
    return (sample.counts[:, :, None] * shares[:, None, :]).reshape(len(at), -1)


def fitted(sample: Sample) -> Weights:
    """The weights whose predictions are off by the least squares, in parts of the board: else the
    largest boards, with the largest margins, would decide alone."""
    rows = spread(sample) / sample.squares[:, None]
    square = rows.T @ rows
    scale = np.diag(square)
    square += np.diag(RIDGE * scale + (scale == 0))  # what was never seen weighs nothing
    found = np.linalg.solve(square, rows.T @ (sample.margins / sample.squares))
    found = np.clip(found, -HEAVIEST / 100, HEAVIEST / 100)
    return tuple(
        tuple(round(100 * each) for each in knots) for knots in found.reshape(-1, KNOTS).tolist()
    )


def predicted(sample: Sample, weights: Iterable[Sequence[int]]) -> Floats:
    """The final margins that these weights expect, in discs."""
    flat = np.array([each for knots in weights for each in knots]) / 100
    margins: Floats = spread(sample) @ flat
    return margins


def error(sample: Sample, weights: Iterable[Sequence[int]]) -> float:
    """How far the predicted margins are off, in discs: the root of the mean square."""
    off = predicted(sample, weights) - sample.margins
    return math.sqrt(float(np.mean(off * off)))


def joined(samples: Sequence[Sample]) -> Sample:
    return Sample(
        np.concatenate([each.counts for each in samples]),
        np.concatenate([each.full for each in samples]),
        np.concatenate([each.margins for each in samples]),
        np.concatenate([each.squares for each in samples]),
    )


@dataclass(frozen=True)
class Duel:
    """A game of one seat with the new weights among others with the old ones."""

    table: Table
    board: int
    seed: int
    number: int
    new: Weights
    old: Weights


def duel(job: Duel) -> tuple[float, float]:
    """How far the new ones lead in the end, and their share of the first place."""
    rules = job.table.rules[job.board]
    own = job.number % rules.colours  # each seat in turn, from the same opening
    position = opening(
        Game.new(rules), job.seed * 1_000_003 + job.number // rules.colours, 8
    ).position
    assert isinstance(position, ReversiPosition)
    while moves := position.legal_moves:
        weights = job.new if position.turn == own else job.old
        alone = len(moves) == 1
        position = position.play(
            moves[0] if alone else thought(position, depth_at(job.table, position), weights)
        )
    assert position.outcome
    ranks = position.outcome.ranks
    return float(final_leads(position)[own]), (ranks[own] == 1) / ranks.count(1)


def spelled(table: Table, weights: Weights, said: str) -> str:
    """The table as C++ reads it, each line with the name of its count."""
    lines = [f"// {line}" for line in textwrap.wrap(said, 97)]
    lines += [f"inline constexpr std::array<Knots, {len(weights)}> {table.name}{{{{"]
    for (count, _), knots in zip(table.built_in, weights, strict=True):
        lines.append(f"    {{{', '.join(f'{each:5}' for each in knots)}}},  // {count}")
    return "\n".join([*lines, "}};"])


def mean(numbers: Sequence[float], scale: float = 1) -> str:
    """The mean of some numbers and how far it may be off by chance (95 %)."""
    off = 1.96 * float(np.std(numbers)) / math.sqrt(len(numbers))
    return f"{scale * float(np.mean(numbers)):.1f} ± {scale * off:.1f}"


class Campaign:
    """All games of a run, on some processes."""

    def __init__(self, pool: Executor, seed: int, games: int, generations: int) -> None:
        self.pool, self.seed, self.games, self.generations = pool, seed, games, generations

    def fit(self, table: Table) -> tuple[Weights, str]:
        """The weights of the last generation, and what is to be said of them."""
        weights: Weights = ()
        samples: list[Sample] = []
        old = [knots for _, knots in table.built_in]
        for generation in range(self.generations + 1):
            # Simple bots are slow, and their games only there to begin with: who sits where they
            # do loses, and a fit would take their habits for the cause.
            games = self.games if generation else max(self.games // 4, HELD_OUT)
            jobs = [Job(table, self.seed, generation, number, weights) for number in range(games)]
            title = f"{table.name}, generation {generation}"
            played = shown(title, self.pool.map(play, jobs, chunksize=4), games)
            samples = [*samples, *played] if generation > 1 else [*played]
            held_out = joined(samples[::HELD_OUT])
            learnt = joined([each for i, each in enumerate(samples) if i % HELD_OUT])
            weights = fitted(learnt)
            said = (
                f"{len(samples):,} games, {len(learnt.full) + len(held_out.full):,} rows;"
                f" off by {error(held_out, weights):.2f} discs in every fifth game,"
                " which was kept out of the fit"
            )
            print(f"\r{title}: {said}; what is built in by {error(held_out, old):.2f}", flush=True)
        return weights, said

    def match(self, table: Table, new: Weights, games: int) -> None:
        """Prints how the new weights do against those that are built in."""
        old = tuple(tuple(knots) for _, knots in table.built_in)
        if new == old:
            print(f"{table.name}: as it was")
            return
        for board, rules in enumerate(table.rules):
            jobs = [Duel(table, board, self.seed, number, new, old) for number in range(games)]
            title = f"  {rules.title}, new against old"
            ends = list(shown(title, self.pool.map(duel, jobs, chunksize=4), games))
            lead, first = zip(*ends, strict=True)
            print(f"\r{title}: {games} games, {mean(first, 100)} % first, {mean(lead)} discs ahead")


def shown(title: str, results: Iterable[Result], total: int) -> Iterator[Result]:
    """The same results, with a line that tells how many there are."""
    began = time.monotonic()
    for done, each in enumerate(results, 1):
        print(f"\r{title}: {done}/{total}, {time.monotonic() - began:.0f} s", end="", flush=True)
        yield each


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1200, help="of each generation")
    parser.add_argument("--generations", type=int, default=4, help="of the engine's games")
    parser.add_argument("--match", type=int, default=120, help="games on each board, 0 for none")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=HEADER, help="the file to write")
    arguments = parser.parse_args()
    if arguments.games < HELD_OUT:
        parser.error(
            f"--games must be at least {HELD_OUT}: one in {HELD_OUT} is kept out of the fit"
        )
    began = time.monotonic()
    arrays: list[str] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        campaign = Campaign(pool, arguments.seed, arguments.games, arguments.generations)
        for table in TABLES:
            weights, said = campaign.fit(table)
            arrays.append(spelled(table, weights, said))
            if arguments.match:
                campaign.match(table, weights, arguments.match)
    arguments.to.write_text(FILE.format(arrays="\n\n".join(arrays)))
    print(f"Wrote {arguments.to} after {(time.monotonic() - began) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
