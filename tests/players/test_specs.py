"""Players by name: what can be written, what is refused and why, and whole games by every bot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnstone import kernel
from turnstone.players.player import play_out
from turnstone.players.specs import KINDS, InvalidPlayer, PlayerSpec, bot, split
from turnstone.rules.game import Game
from turnstone.rules.variants import PRESETS, variant

DISC_BOTS = {"first", "most", "lookahead", "corner", "corner-edge", "positional"}


def test_the_bots_of_the_original_designs_are_all_there() -> None:
    wanted = DISC_BOTS | {"greedy", "random", "minimax"}
    assert wanted <= set(KINDS)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("greedy", {}),
        ("random:seed=7", {"seed": 7}),
        ("positional:depth=2,fill=0.5", {"depth": 2, "fill": 0.5}),
        ("positional:fill=1", {"fill": 1}),
        (" Minimax : depth = 3 ", {"depth": 3}),
        ("corner-edge:seed=0", {"seed": 0}),
    ],
)
def test_reads_specs(text: str, options: dict[str, float]) -> None:
    assert PlayerSpec.parse(text).options == options


@given(
    st.sampled_from(sorted(KINDS)),
    st.integers(1, 10),
    st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    st.integers(0, 999_999_999),
)
def test_a_spec_reads_its_own_writing(name: str, depth: int, fill: float, seed: int) -> None:
    values = {"depth": depth, "fill": fill, "seed": seed, "time": fill, "nodes": seed}
    chosen = {key: values[key] for key in KINDS[name].all_options}
    text = name + (":" + ",".join(f"{k}={v}" for k, v in chosen.items()) if chosen else "")
    spec = PlayerSpec.parse(text)
    assert spec.options == chosen
    assert PlayerSpec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a name"),
        ("gredy", "there is no player called 'gredy'; there are human, random"),
        ("greedy:depth=2", "greedy has no option 'depth'; it takes none"),
        ("minimax:seed=1", "minimax has no option 'seed'; it takes depth"),
        ("minimax:depth=0", "depth must be a whole number from 1 to 256, not '0'"),
        ("minimax:depth=257", "from 1 to 256"),
        ("minimax:depth=2.5", "whole number"),
        ("minimax:depth=deep", "whole number"),
        ("positional:fill=1.5", "fill must be from 0.0 to 1.0, not 1.5"),
        ("positional:fill=-1", "fill must be a number"),
        ("positional:fill=nan", "fill must be a number"),
        ("random:seed=-1", "seed must be"),
        ("random:seed=1,seed=2", "given twice"),
        ("random:seed", "is not option=value"),
        ("random:", "names no option"),
        ("human:depth=1", "there is no player called 'human'|has no option|takes none"),
        ("\x1b[31mred", "is not a name"),
    ],
)
def test_says_what_is_wrong_with_a_spec(text: str, why: str) -> None:
    with pytest.raises(InvalidPlayer, match=why) as error:
        PlayerSpec.parse(text)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("greedy", ["greedy"]),
        ("greedy,random", ["greedy", "random"]),
        ("positional:depth=2,fill=0.5,greedy", ["positional:depth=2,fill=0.5", "greedy"]),
        ("human, random:seed=3 ,first", ["human", "random:seed=3", "first"]),
        ("random:seed=1,random:seed=2", ["random:seed=1", "random:seed=2"]),
    ],
)
def test_splits_lists_of_specs(text: str, specs: list[str]) -> None:
    assert split(text) == specs


def test_bots_for_discs_refuse_mancala_and_say_why() -> None:
    for name in sorted(DISC_BOTS):
        with pytest.raises(InvalidPlayer, match=f"{name} plays with discs only, not Kalah"):
            bot(name, variant("kalah"))


def test_a_person_is_no_bot() -> None:
    assert PlayerSpec.parse("human").is_human
    with pytest.raises(InvalidPlayer, match="person"):
        bot("human", variant("othello"))


def course(spec: str, seed: str | None = None) -> list[str]:
    """The moves of a game that a bot plays against itself."""
    rules = variant("reversi-6")
    return [str(m) for m in play_out([bot(spec, rules, seed)] * 2, Game.new(rules)).game.moves]


@pytest.mark.parametrize("name", ["random", "corner", "corner-edge"])
def test_a_seed_repeats_a_game_of_chance(name: str) -> None:
    assert course(f"{name}:seed=7") == course(f"{name}:seed=7")
    assert course(f"{name}:seed=7", "a") == course(f"{name}:seed=7", "a")
    several = {tuple(course(f"{name}:seed={n}")) for n in range(5)}
    several |= {tuple(course(f"{name}:seed=7", text)) for text in "ab"}
    assert len(several) == 7
    assert len({tuple(course(name)) for _ in range(5)}) > 1  # without a seed it is chance


SHALLOW = {
    "positional": "positional:depth=1",
    "minimax": "minimax:depth=1",
    "engine": "engine:depth=2",
}
DEEPER = {"minimax": "minimax:depth=3", "engine": "engine:depth=4"}
# What the engine needs a kernel for, and what can be solved, has tests of its own.
PLAYERS = sorted(set(KINDS) - {"perfect"} - (set() if kernel.native else {"engine"}))


@pytest.mark.parametrize("size", range(4, 17, 2))
@pytest.mark.parametrize("name", PLAYERS)
def test_every_bot_plays_whole_games_on_every_size(name: str, size: int) -> None:
    rules = variant("reversi", size=size)
    spec = SHALLOW.get(name, name) if size > 6 else DEEPER.get(name, name)
    for seat in range(2) if size <= 8 else [0]:
        players = [bot("first", rules), bot("first", rules)]
        players[seat] = bot(spec, rules, "1")
        state = play_out(players, Game.new(rules))
        assert state.outcome is not None
        assert state.outcome.reason == "no moves"  # nobody forfeited


@pytest.mark.parametrize("colours", [3, 4])
@pytest.mark.parametrize("size", [4, 8])
@pytest.mark.parametrize("name", PLAYERS)
def test_every_bot_plays_with_more_colours(name: str, size: int, colours: int) -> None:
    rules = variant("reversi", size=size, colours=colours)
    spec = SHALLOW.get(name, name) if size > 4 else DEEPER.get(name, name)
    players = [bot(spec, rules, str(seat)) for seat in range(colours)]
    state = play_out(players, Game.new(rules))
    assert state.outcome is not None
    assert state.outcome.reason == "no moves"
    assert "-" not in state.game.position.text().split()[0]  # nobody passes: the board is filled


@pytest.mark.parametrize("name", ["greedy", "random", "minimax:depth=3"])
@pytest.mark.parametrize(
    "preset", ["relay", "kalah", "avalanche", "oware", "kalah:pie=yes", "oware:houses=3,seeds=2"]
)
def test_bots_for_seeds_play_whole_games(name: str, preset: str) -> None:
    rules = variant(preset)
    state = play_out([bot(name, rules, "1"), bot("random", rules, "2")], Game.new(rules))
    assert state.outcome is not None
    assert state.outcome.reason != "forfeit"
    assert sum(state.outcome.scores) <= rules.material


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_is_played_to_its_end(preset: str) -> None:
    rules = PRESETS[preset].rules
    players = [bot("random", rules, f"{preset}/{seat}") for seat in range(len(rules.seats))]
    state = play_out(players, Game.new(rules))
    assert state.outcome is not None
    assert state.outcome.reason not in ("forfeit", "time", "resignation")
