"""`turnstone match`: bots against each other, many games."""

import os
import signal
import sys
from contextlib import nullcontext
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from turnstone.players.match import GameResult, MatchResult, play_match
from turnstone.players.specs import InvalidPlayer, PlayerSpec

from .options import Colours, Json, Size, print_json, rule_set
from .thinking import Progress

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


def match(
    players: Annotated[list[str], typer.Argument(help="Bots, as many as the game has seats.")],
    variant: Annotated[str, typer.Option(help="The game.")] = "othello",
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same match.")] = 0,
    plies: Annotated[int, typer.Option(min=0, max=40, help="Random opening moves.")] = 6,
    workers: Annotated[
        int, typer.Option(min=0, max=256, help="Processes; 0: one for each core.")
    ] = 0,
    size: Size = None,
    colours: Colours = None,
    json: Json = False,
) -> None:
    """Let bots play a match.

    Each pair of games starts from the same random opening with the seats exchanged; with more
    colours the seats go round. Results are from the first player's view.
    """
    rules = rule_set(variant, size, colours)
    if len(players) != len(rules.seats):
        raise InvalidPlayer(f"{rules.title} needs {len(rules.seats)} players, not {len(players)}")
    with Progress(quiet=json) as shown:
        for spec in map(PlayerSpec.parse, players):
            spec.bot(rules)
            spec.prepare(rules, shown.building)
    count = min(workers or os.cpu_count() or 1, games)
    pool = process_pool(count) if count > 1 else None
    with progress(games, quiet=json) as step:
        try:
            result = play_match(
                players, rules.spec, games, seed=seed, plies=plies, executor=pool, on_game=step
            )
        except BaseException:
            if pool:
                for process in list((pool._processes or {}).values()):
                    process.terminate()
            raise
        finally:
            if pool:
                pool.shutdown(wait=True, cancel_futures=True)
    if json:
        data = asdict(result) | {"variant": rules.spec, "players": players, "seed": seed}
        print_json(data | {"margin": round(result.margin, 4)})
    else:
        show(players, result)


def process_pool(workers: int) -> "ProcessPoolExecutor":
    """Processes that do not hear Ctrl-C: stopping is this process's business alone.

    They are spawned, not forked, because a fork of a process with threads may hang.
    """
    from concurrent.futures import ProcessPoolExecutor  # slow to load, and not for --help
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(workers, get_context("spawn"))
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # which the processes inherit
    try:
        for _ in range(workers):
            pool.submit(int)
    finally:
        signal.signal(signal.SIGINT, heard)
    return pool


def show(players: list[str], result: MatchResult) -> None:
    """The result as a person reads it."""
    print(
        f"{players[0]}: {result.wins} wins, {result.draws} draws, {result.losses} losses"
        f" in {result.games} games, mean margin {result.margin:+.2f}"
    )
    if len(players) > 2:
        for player, place, margin in zip(players, result.placings, result.margins, strict=True):
            print(f"  {player:20} mean place {place:.2f}, mean margin {margin:+.2f}")
    for fault in result.faults[:10]:
        print(f"turnstone: forfeited, {fault}", file=sys.stderr)


class _Step:
    """Moves the progress bar on by one game."""

    def __init__(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        self.bar = Progress(
            "games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        self.task = self.bar.add_task("games", total=total)

    def __enter__(self) -> "_Step":
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def __call__(self, _: GameResult) -> None:
        self.bar.advance(self.task)


def progress(total: int, *, quiet: bool) -> "_Step | nullcontext[None]":
    """A progress bar on a terminal, nothing elsewhere."""
    return nullcontext() if quiet or not sys.stderr.isatty() else _Step(total)
