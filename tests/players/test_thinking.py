"""The players that ask the engine: perfect gives nothing away, and says what it cannot play."""

from pathlib import Path
from random import Random

import pytest

from turnstone import Game, Position, kernel, variant
from turnstone.engine import databases
from turnstone.engine.search import analyse
from turnstone.players.specs import InvalidPlayer, bot
from turnstone.players.thinking import perfect, prepare_perfect
from turnstone.rules.reversi import EMPTY, ReversiPosition

pytestmark = pytest.mark.skipif(kernel.native is None, reason="no compiled kernel here")


EDGES = [f"{column}{row}" for column in "abcdefgh" for row in (1, 2, 7, 8)]


def worth(position: Position, seat: int) -> float:
    """What a position is worth to a seat, by search alone."""
    score = analyse(position, memory=2, openings=False).score
    return score if position.turn == seat else -score


def endgame(spec: str, empties: int, seed: int) -> Position:
    """Where a random game has so many empty squares left, and somebody to move."""
    rng = Random(seed)
    position: Position = variant(spec).start()
    while isinstance(position, ReversiPosition) and position.cells.count(EMPTY) > empties:
        if position.outcome:
            return endgame(spec, empties, seed + 1000)
        position = position.play(rng.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("spec", "empties"),
    [
        ("small", 12),
        ("reversi:size=4,start=parallel", 12),
        ("reversi:size=4,goal=fewest", 12),
        ("large", 14),
        ("reversi:size=6,goal=fewest", 13),
        ("reversi:size=6,blocked=octagon", 13),
        (f"reversi:blocked={'+'.join(EDGES)}", 13),
        ("relay:houses=4,seeds=3", 0),
        ("relay:houses=2,seeds=5", 0),
        ("kalah:houses=4,seeds=3", 0),
        ("kalah:houses=3,seeds=4,capture=always", 0),
        ("kalah:houses=3,seeds=2,pie=yes", 0),
        ("avalanche:houses=3,seeds=3", 0),
    ],
)
def test_perfect_never_gives_anything_away(spec: str, empties: int, seat: int) -> None:
    for seed in range(2):
        rng = Random(f"{spec}/{seed}")
        game = Game((endgame(spec, empties, seed),))
        least = worth(game.position, seat)
        while not game.outcome:
            position = game.position
            if position.turn == seat:
                before = worth(position, seat)
                assert before >= least
                game = game.play(perfect(position))
                least = worth(game.position, seat)
                assert least == before
            else:
                game = game.play(rng.choice(position.legal_moves))
        assert game.outcome.margins[seat] >= least


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("othello", "too large"),
        ("reversi:size=10", "too large"),
        ("three-colour", "more than two"),
        ("reversi:size=4,colours=3", "more than two"),
        ("kalah:seeds=5", "too large"),
        ("kalah:houses=7,seeds=3", "too large"),
        ("kalah:pie=yes", "too large"),
        ("oware", "repetition"),
        ("oware:houses=2,seeds=2", "repetition"),
        ("relay:leftovers=owner", "repetition"),
    ],
)
def test_perfect_says_what_it_cannot_play(spec: str, why: str) -> None:
    with pytest.raises(InvalidPlayer, match=f"perfect does not play .*: .*{why}"):
        bot("perfect", variant(spec))


@pytest.mark.parametrize(
    "spec", ["small", "large", "relay", "kalah", "kalah:capture=always", "avalanche"]
)
def test_perfect_plays_what_can_be_solved(spec: str) -> None:
    assert bot("perfect", variant(spec)).name == "perfect"


def test_a_forced_move_needs_no_thought() -> None:
    position = variant("othello").position("O" + "X" * 62 + "- O")
    assert str(perfect(position)) == str(position.legal_moves[0])


def test_the_database_is_built_once(data_directory: Path) -> None:
    rules = variant("kalah:houses=4,seeds=2")
    databases.forget()
    prepare_perfect(rules)
    (built,) = (data_directory / "databases").iterdir()
    written = built.stat().st_mtime_ns
    databases.forget()
    prepare_perfect(rules)
    perfect(rules.start())
    assert built.stat().st_mtime_ns == written


def test_who_waits_for_the_database_hears_how_far_it_is() -> None:
    class Enough(Exception):
        pass

    heard: list[tuple[int, int]] = []

    def listen(done: int, total: int) -> None:
        heard.append((done, total))
        raise Enough

    databases.forget()
    with pytest.raises(Enough):
        prepare_perfect(variant("relay"), listen)
    assert 0 <= heard[0][0] < heard[0][1]


def test_who_does_not_listen_finds_one_line(caplog: pytest.LogCaptureFixture) -> None:
    databases.forget()
    prepare_perfect(variant("kalah:houses=4,seeds=2"))
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) <= 1  # none, where it takes less than a moment
    assert all("Kalah" in line and "once" in line for line in lines)
