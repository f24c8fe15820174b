"""Matches between bots: pairs of games from the same random opening with the seats changed."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from random import Random

from turnstone.rules.game import Game
from turnstone.rules.variants import variant as find_variant

from .player import play_out
from .specs import PlayerSpec


@dataclass(frozen=True)
class Job:
    """One game of a match, as plain data that can cross to another process."""

    variant: str
    specs: tuple[str, ...]
    seed: int
    number: int
    plies: int

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.specs)

    @property
    def shift(self) -> int:
        """By how many seats the players are moved on in this game."""
        return self.number % self.seats


@dataclass(frozen=True)
class GameResult:
    """What came out of one game: margins and ranks in the order of the specs."""

    number: int
    margins: tuple[int, ...]
    ranks: tuple[int, ...]
    plies: int
    fault: str


@dataclass(frozen=True)
class MatchResult:
    """A match from the first player's view."""

    games: int
    wins: int
    draws: int
    losses: int
    margin: float
    faults: tuple[str, ...]
    placings: tuple[float, ...]
    margins: tuple[float, ...]


def opening(start: Game, seed: int, plies: int) -> Game:
    """A random opening, the same for the same seed, that does not end the game."""
    rng = Random(f"opening/{seed}")
    while True:
        game = start
        for _ in range(plies):
            if game.outcome:
                break
            game = game.play(rng.choice(game.position.legal_moves))
        if not game.outcome or plies <= 0:
            return game
        plies -= 1  # a tiny game may be over before so many plies


def play_job(job: Job) -> GameResult:
    """Play one game of a match."""
    rules = find_variant(job.variant)
    game = opening(Game.new(rules), job.seed * 1_000_003 + job.number // job.seats, job.plies)
    seated = [(place + job.shift) % job.seats for place in range(job.seats)]
    bots = [
        PlayerSpec.parse(job.specs[who]).bot(rules, f"{job.seed}/{job.number}/{who}")
        for who in seated
    ]
    faults: list[str] = []

    def watch(_: object, event: object) -> None:
        if why := getattr(event, "why", ""):
            faults.append(f"game {job.number + 1}: {why}")

    state = play_out(bots, game, on_event=watch)
    assert state.outcome is not None
    place_of = [seated.index(who) for who in range(job.seats)]
    margins = tuple(state.outcome.margins[place] for place in place_of)
    ranks = tuple(state.outcome.ranks[place] for place in place_of)
    return GameResult(job.number, margins, ranks, len(state.game.moves), "; ".join(faults))


def play_match(
    specs: Sequence[str],
    variant: str,
    games: int,
    *,
    seed: int = 0,
    plies: int = 6,
    executor: Executor | None = None,
    on_game: Callable[[GameResult], None] | None = None,
) -> MatchResult:
    """Play a match, in this process or fanned out over an executor; the result is the same."""
    rules = find_variant(variant)
    if len(specs) != len(rules.seats):
        raise ValueError(f"{rules.title} is for {len(rules.seats)} players, not {len(specs)}")
    for spec in specs:
        PlayerSpec.parse(spec).bot(rules)
    jobs = [Job(rules.spec, tuple(specs), seed, number, plies) for number in range(games)]
    results: list[GameResult] = []

    def arrived(result: GameResult) -> None:
        results.append(result)
        if on_game:
            on_game(result)

    if executor is None:
        for job in jobs:
            arrived(play_job(job))
    else:
        futures = [executor.submit(play_job, job) for job in jobs]
        try:
            for future in as_completed(futures):
                arrived(future.result())
        finally:
            for future in futures:
                future.cancel()
    return summary(sorted(results, key=lambda result: result.number), len(specs))


def summary(results: Sequence[GameResult], players: int) -> MatchResult:
    """Add up the games: a win is the first place alone, a draw the first place shared."""
    wins = sum(each.ranks[0] == 1 and each.ranks.count(1) == 1 for each in results)
    draws = sum(each.ranks[0] == 1 and each.ranks.count(1) > 1 for each in results)
    total = max(len(results), 1)
    means = tuple(sum(each.margins[who] for each in results) / total for who in range(players))
    places = tuple(sum(each.ranks[who] for each in results) / total for who in range(players))
    return MatchResult(
        games=len(results),
        wins=wins,
        draws=draws,
        losses=len(results) - wins - draws,
        margin=means[0],
        faults=tuple(each.fault for each in results if each.fault),
        placings=places,
        margins=means,
    )
