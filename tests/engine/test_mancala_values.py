"""Values of the Mancala solver beside a solver that shares nothing with it, and published ones."""

from collections.abc import Iterator
from random import Random

import pytest

from turnstone import kernel, variant
from turnstone.engine import databases
from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse, stream
from turnstone.rules.mancala import Mancala, MancalaPosition
from turnstone.rules.position import Position

from . import plain_mancala as plain

pytestmark = pytest.mark.skipif(kernel.native is None, reason="the engine is compiled")


def mancala(spec: str) -> Mancala:
    rules = variant(spec)
    assert isinstance(rules, Mancala)
    return rules


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    databases.forget()


def plain_game(rules: Mancala) -> plain.Game:
    if rules.name == "relay":
        return plain.relay
    if rules.name == "oware":
        return plain.oware(slam=rules.slam)
    return plain.kalah(rules.capture, rules.leftovers, laps=rules.name == "avalanche")


def plain_board(position: MancalaPosition) -> plain.Board:
    """The position as its mover sees it."""
    rules, pits, half = position.variant, position.pits, position.variant.houses + 1
    ring = pits[half:] + pits[:half] if position.turn else pits
    mine, own, theirs, other = ring[: half - 1], ring[half - 1], ring[half:-1], ring[-1]
    if rules.name == "relay":
        return ((*mine, 0, *theirs, 0),)
    return (mine, theirs, (own, other)) if rules.name == "oware" else (mine, theirs)


def written(position: MancalaPosition, house: int) -> str:
    """A move of the plain solver as the package writes it."""
    rules = position.variant
    if not rules.ends:
        return str(house + 1)
    return str((house + position.turn * (rules.houses + 1)) % (2 * rules.houses + 2))


def lead(position: MancalaPosition) -> int:
    own, other = (position.pits[position.variant.stores[seat]] for seat in (0, 1))
    return other - own if position.turn else own - other


def held(position: MancalaPosition) -> int:
    return sum(position.pits[house] for row in position.variant.owned for house in row)


def games(rules: Mancala, most: int, count: int) -> Iterator[MancalaPosition]:
    """A position of each of so many random games, with at most so many seeds in the houses."""
    rng = Random(rules.spec)
    while count:
        position, few = rules.start(), rng.randint(2, most)
        for _ in range(300):
            if position.outcome or held(position) <= few:
                break
            position = position.play(rng.choice(position.legal_moves))
        if not position.outcome and held(position) <= most:
            count -= 1
            yield position


# Whole small games, and the ends of full-sized ones.
WITHOUT_CYCLES = [
    ("kalah:houses=3,seeds=3", 18, 12),
    ("kalah:houses=4,seeds=2", 16, 6),
    ("kalah:houses=2,seeds=5", 20, 12),
    ("kalah:houses=6,seeds=1", 12, 2),
    ("kalah:houses=3,seeds=3,capture=always", 18, 12),
    ("kalah:houses=3,seeds=2,leftovers=nobody", 12, 12),
    ("avalanche:houses=3,seeds=3", 18, 12),
    ("avalanche:houses=4,seeds=2", 16, 6),
    ("kalah", 9, 40),
    ("kalah:capture=always", 10, 40),
    ("avalanche", 8, 40),
    ("kalah:houses=8,seeds=2", 8, 8),
]
RELAY = [
    ("relay:houses=2,seeds=3", 12, 20),
    ("relay:houses=4,seeds=1", 8, 8),
    ("relay", 5, 8),
]
OWARE = [
    ("oware:houses=2,seeds=3", 12, 20),
    ("oware:houses=3,seeds=1", 6, 20),
    ("oware:houses=2,seeds=2,slam=illegal", 8, 20),
    ("oware", 5, 6),
]


@pytest.mark.parametrize(("spec", "most", "count"), WITHOUT_CYCLES + RELAY)
def test_values_are_those_of_the_plain_solver(spec: str, most: int, count: int) -> None:
    rules = mancala(spec)
    game = plain_game(rules)
    solve = plain.limit if rules.repetition else plain.memo
    starts = [rules.start()] if rules.material <= most else []
    for number, position in enumerate([*starts, *games(rules, most, count)]):
        board = plain_board(position)
        values = solve(game, board)
        # A search alone, above a database of few seeds, and the database itself.
        for size in (0, 1):
            found = analyse(position, multi_pv=0, threads=1 + number % 2, endgames=size)
            assert found.exact
            assert found.score == lead(position) + values[board], (position, size)
            assert {name: value.score for name, value in found.moves.items()} == {
                written(position, move.number): lead(position) + plain.worth(move, values.get)  # type: ignore[arg-type]
                for move in game(board)
            }, (position, size)
            assert all(value.exact for value in found.moves.values())
            who = analyse(position, winner_only=True, endgames=size)
            assert (who.score > 0, who.score < 0) == (found.score > 0, found.score < 0)


@pytest.mark.parametrize(("spec", "most", "count"), OWARE)
def test_oware_is_exact_where_no_repetition_can_matter(spec: str, most: int, count: int) -> None:
    rules = mancala(spec)
    game = plain_game(rules)
    exact = 0
    for position in games(rules, most, count):
        board = plain_board(position)
        low, high = (lead(position) + bound for bound in plain.span(game, board)[board])
        for size in (0, 1):
            found = analyse(position, multi_pv=0, endgames=size)
            assert low <= found.lower <= found.score <= found.upper <= high
            if low == high:
                assert found.exact
                assert found.score == low
        exact += low == high
    assert exact > count // 4


BY_PATHS = [
    ("oware:houses=2,seeds=1", 4, 20),
    ("oware:houses=2,seeds=2", 8, 20),
    ("oware:houses=2,seeds=3", 12, 20),
    ("oware:houses=3,seeds=1", 6, 20),
    ("oware:houses=3,seeds=3", 6, 12),
    ("oware:houses=2,seeds=3,slam=illegal", 12, 20),
    ("oware:houses=3,seeds=2,slam=illegal", 6, 12),
    ("oware", 4, 8),
]


def strewn(rules: Mancala, most: int, count: int) -> Iterator[MancalaPosition]:
    """Seeds laid out at random, no more than so many in the houses and no majority in a store."""
    rng = Random(rules.spec)
    houses = [house for row in rules.owned for house in row]
    while count:
        pits = [0] * (2 * rules.houses + 2)
        for _ in range(rng.randint(2, most)):
            pits[rng.choice(houses)] += 1
        stored = rules.material - sum(pits)
        half = rules.material // 2
        pits[rules.stores[0]] = rng.randint(max(0, stored - half), min(stored, half))
        pits[rules.stores[1]] = stored - pits[rules.stores[0]]
        position = rules.make(rules, tuple(pits), rng.randrange(2), False)
        if not position.outcome:
            count -= 1
            yield position


def check_by_paths(position: MancalaPosition, size: int | None, budget: int) -> int | None:
    """Solve it and compare with the plain solver; the value, if that found it."""
    game, board = plain_game(position.variant), plain_board(position)
    found = analyse(position, multi_pv=0, endgames=size)
    assert found.exact
    assert all(value.exact for value in found.moves.values())
    assert found.score == max(value.score for value in found.moves.values())
    assert found.best is not None
    assert found.moves[found.best].score == found.score
    assert found.line[0] == found.best
    who = analyse(position, winner_only=True, endgames=size)
    assert (who.score > 0, who.score < 0) == (found.score > 0, found.score < 0)
    for value in found.moves.values():
        at: Position = position
        for name in value.line:
            at = at.play(name)
    try:
        expected = lead(position) + plain.Paths(game, budget).value(board)
    except plain.GaveUp:
        return None
    assert found.score == expected, position
    moves = plain.Paths(game, budget)
    for number in [move.number for move in game(board)]:
        try:
            worth = moves.move(board, number)
        except plain.GaveUp:
            moves = plain.Paths(game, budget)
            continue
        name = written(position, number)
        assert found.moves[name].score == lead(position) + worth, (position, name)
    return expected


@pytest.mark.parametrize(("spec", "most", "count"), BY_PATHS)
def test_oware_is_solved_by_its_paths(spec: str, most: int, count: int) -> None:
    positions = [*strewn(mancala(spec), most, count), *games(mancala(spec), most, count // 2)]
    compared = [
        check_by_paths(position, (0, 1, None)[number % 3], 20_000)
        for number, position in enumerate(positions)
    ]
    assert sum(value is not None for value in compared) > count // 2


@pytest.mark.parametrize(
    ("spec", "text", "margin"),
    [
        ("oware", "<6,21,24,0,0,0,1,0,0,1,0,0,0,0,1> N", 4),
        ("oware", "<6,24,21,0,1,0,0,0,0,1,0,0,0,1,0> N", -2),
        ("oware:houses=2,seeds=1", None, 2),
    ],
)
def test_oware_where_bounds_do_not_meet(spec: str, text: str | None, margin: int) -> None:
    rules = mancala(spec)
    position = rules.position(text) if text else rules.start()
    assert check_by_paths(position, None, 200_000) == margin


@pytest.mark.parametrize(("seeds", "count"), [(5, 4), (6, 4), (24, 2)])
def test_guesses_are_margins_a_game_can_end_with(seeds: int, count: int) -> None:
    for position in games(mancala("oware"), seeds, count):
        for found in stream(position, Limit(nodes=20_000), multi_pv=0):
            assert found.lower <= found.score <= found.upper
            # All 48 seeds are counted unless a majority leaves some: it is then by three at least.
            assert found.score % 2 == 0 or abs(found.score) >= 3


# Kalah 6xn with capture=always: G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah, ICGA Journal
# 23(3), 2000. 6x4 is in bench/mancala.py.
@pytest.mark.parametrize(("seeds", "margin"), [(1, 2), (2, 10), (3, 2)])
def test_published_values_of_kalah(seeds: int, margin: int) -> None:
    rules = mancala(f"kalah:seeds={seeds},capture=always")
    found = analyse(rules.start(), threads=2)
    assert found.exact
    assert found.score == margin


@pytest.mark.parametrize("spec", ["kalah:seeds=2", "avalanche:seeds=2", "relay:seeds=2"])
def test_every_size_of_database_gives_the_same_values(spec: str) -> None:
    position = mancala(spec).start()
    found = {}
    for size in (0, 1, 3):
        if size:
            databases.database(position.variant, size)
        each = analyse(position, multi_pv=0, endgames=size)
        assert each.exact
        found[size] = {name: value.score for name, value in each.moves.items()}
    assert found[0] == found[1] == found[3]
