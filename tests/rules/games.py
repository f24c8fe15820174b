"""Random games for property tests: any rule set, any course."""

import random

from hypothesis import strategies as st

from turnstone.rules.game import Game
from turnstone.rules.position import Position
from turnstone.rules.reversi import square_names
from turnstone.rules.variants import PRESETS, RuleSet, variant

sizes = st.sampled_from([4, 6, 8, 10, 12, 16])
small_sizes = st.sampled_from([4, 6, 8])


@st.composite
def two_colour_boards(
    draw: st.DrawFn, board_sizes: st.SearchStrategy[int] = small_sizes
) -> RuleSet:
    """Two-colour Reversi with any goal, start and blocked squares that leave the centre free."""
    size = draw(board_sizes)
    middle = {size // 2 - 1, size // 2}
    names = [
        name
        for index, name in enumerate(square_names(size))
        if not (index // size in middle and index % size in middle)
    ]
    return variant(
        "reversi",
        size=size,
        goal=draw(st.sampled_from(["most", "fewest"])),
        start=draw(st.sampled_from(["cross", "parallel", "mirrored"])),
        blocked=sorted(draw(st.sets(st.sampled_from(names), max_size=12))),
    )


@st.composite
def mancala_rules(draw: st.DrawFn) -> RuleSet:
    """Any Mancala rule set with any of its options."""
    name = draw(st.sampled_from(["relay", "kalah", "avalanche", "oware"]))
    houses = draw(st.integers(1, 10))
    options: dict[str, object] = {
        "houses": houses + houses % 2 if name == "relay" else houses,
        "seeds": draw(st.integers(1, 10)),
        "leftovers": draw(st.sampled_from(["owner", "nobody"])),
        "pie": draw(st.booleans()),
    }
    if name == "kalah":
        options["capture"] = draw(st.sampled_from(["opposite", "always"]))
    if name == "oware":
        options["slam"] = draw(st.sampled_from(["cancelled", "illegal"]))
    return variant(name, **options)


@st.composite
def many_colours(draw: st.DrawFn) -> RuleSet:
    """Reversi with three or four colours."""
    return variant(
        "reversi",
        size=draw(st.sampled_from([4, 6, 8])),
        colours=draw(st.sampled_from([3, 4])),
        order=draw(st.sampled_from(["round", "snake"])),
        goal=draw(st.sampled_from(["most", "fewest"])),
    )


presets = st.sampled_from([preset.rules for preset in PRESETS.values()])
rule_sets = st.one_of(
    presets, two_colour_boards(st.sampled_from([4, 6, 8, 10])), mancala_rules(), many_colours()
)


@st.composite
def positions(
    draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rule_sets, longest: int = 70
) -> Position:
    """A position some random moves into a game."""
    position: Position = draw(rules).start()
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, longest))):
        if position.outcome:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


@st.composite
def games(
    draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rule_sets, longest: int = 40
) -> Game:
    """A game some random moves long."""
    game = Game.new(draw(rules))
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, longest))):
        if game.outcome:
            break
        game = game.play(rng.choice(game.position.legal_moves))
    return game


def endless(plies: int) -> list[str]:
    """Moves of Oware in which nobody captures more than he must and nothing repeats."""
    rules, chance = variant("oware"), random.Random(0)
    position = rules.start()
    seen = {rules.recurrence_key(position)}
    moves: list[str] = []
    while len(moves) < plies:
        ways = [(move, position.play(move)) for move in position.legal_moves]
        fresh = [way for way in ways if rules.recurrence_key(way[1]) not in seen]
        move, position = min(fresh, key=lambda way: (sum(way[1].scores), chance.random()))
        seen.add(rules.recurrence_key(position))
        moves.append(str(move))
    return moves
