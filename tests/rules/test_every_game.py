"""What holds in every game: endings, round trips, immutability, steps, pictures and words."""

from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turnstone
from turnstone import Game, InvalidRecord, Position, variant
from turnstone.rules.explain import explain
from turnstone.rules.mancala import MancalaPosition
from turnstone.rules.reversi import ReversiPosition
from turnstone.rules.steps import Flipped, Placed
from turnstone.rules.variants import PRESETS, RuleSet, name_of
from turnstone.rules.words import result, told

from .games import games, positions, rule_sets


@settings(deadline=None, max_examples=60)
@given(rules=rule_sets, rng=st.randoms(use_true_random=False))
def test_every_game_ends(rules: RuleSet, rng: Random) -> None:
    game = Game.new(rules)
    # A disc or a pass between two discs a ply; seeds bank or repeat long before this many.
    limit = 2 * rules.material if rules.family == "reversi" else 5000
    while not game.outcome:
        game = game.play(rng.choice(game.position.legal_moves))
        assert len(game.moves) <= limit
    outcome = game.outcome
    assert min(outcome.ranks) == 1
    best = max(outcome.margins)
    assert [margin == best for margin in outcome.margins] == [rank == 1 for rank in outcome.ranks]
    if len(rules.seats) == 2:
        assert sum(outcome.margins) == 0


@settings(deadline=None, max_examples=150)
@given(position=positions())
def test_text_and_repr_round_trip(position: Position) -> None:
    again = position.variant.position(position.text())
    assert again == position
    assert hash(again) == hash(position)
    assert eval(repr(position), {"variant": variant}) == position
    assert variant(position.variant.spec) == position.variant


@settings(deadline=None, max_examples=100)
@given(position=positions())
def test_playing_changes_nothing(position: Position) -> None:
    text, moves = position.text(), list(position.legal_moves)
    for move in moves:
        assert position.play(move) == position.play(str(move))
    assert position.text() == text
    assert list(position.legal_moves) == moves
    assert len({str(move) for move in moves}) == len(moves)


@settings(deadline=None, max_examples=80)
@given(game=games(), plies=st.integers(0, 40))
def test_undo_restores_and_redo_repeats(game: Game, plies: int) -> None:
    plies = min(plies, len(game.moves))
    back = game.undo(plies)
    assert back.moves == game.moves[: len(game.moves) - plies]
    assert back.position == game.positions[len(game.moves) - plies]
    assert back.redo(plies) == game
    assert back.redo(plies).undone == ()


@settings(deadline=None, max_examples=80)
@given(game=games(), plies=st.integers(0, 40))
def test_json_round_trips(game: Game, plies: int) -> None:
    game = game.undo(min(plies, len(game.moves)))
    again = Game.from_json(game.to_json())
    assert again == game
    assert again.undone == game.undone
    assert Game.from_json(game.to_json().encode()) == game


@settings(deadline=None, max_examples=80)
@given(position=positions())
def test_discs_change_as_the_steps_say(position: Position) -> None:
    if not isinstance(position, ReversiPosition):
        return
    for move in position.legal_moves:
        cells = dict(zip(position.variant.squares, position.cells, strict=True))
        for step in position.steps(move):
            if isinstance(step, Placed | Flipped):
                assert (cells[step.square] == "-") == isinstance(step, Placed)
                cells[step.square] = "XOAB"[step.seat]
        assert "".join(cells.values()) == position.play(move).cells


@settings(deadline=None, max_examples=60)
@given(position=positions())
def test_boards_and_words_for_everything(position: Position) -> None:
    ElementTree.fromstring(position._repr_svg_())
    assert str(position)
    for move in position.legal_moves:
        sentence = told(position, move)
        assert sentence.endswith(".")
        assert position.variant.seats[position.turn] in sentence
    if position.outcome:
        assert result(position.variant, position.outcome).endswith(".")


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_explains_itself(name: str) -> None:
    rules = PRESETS[name].rules
    text = explain(rules)
    assert str(rules.start()) in text
    assert "To move, type" in text
    assert PRESETS[name].description.endswith(".")
    assert variant(name_of(rules)) == rules


def test_small_and_large() -> None:
    assert variant("small") == variant("reversi", size=4)
    assert variant("large") == variant("reversi:size=6")


def test_boards_can_be_read() -> None:
    shown = str(variant("reversi-4").start()).splitlines()
    assert [line.split() for line in shown] == [
        ["a", "b", "c", "d"],
        ["1", ".", ".", ".", "."],
        ["2", ".", "O", "X", "."],
        ["3", ".", "X", "O", "."],
        ["4", ".", ".", ".", "."],
    ]


def test_a_picture_shows_the_counts() -> None:
    position = variant("kalah").start().play("3")
    assert isinstance(position, MancalaPosition)
    texts = [each.text for each in ElementTree.fromstring(position._repr_svg_()).iter()]
    assert texts.count("5") >= 3  # three houses hold five seeds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("[]", "JSON object"),
        ("{}", "names no version"),
        ('{"turnstone": 2}', "newer program"),
        ('{"turnstone": true}', "names no version"),
        ('{"turnstone": 1, "variant": "chess", "moves": [], "outcome": null}', "no game called"),
        ('{"turnstone": 1, "variant": 5, "moves": [], "outcome": null}', "must be texts"),
        ('{"turnstone": 1, "variant": "othello", "moves": "f5", "outcome": null}', "a list"),
        ('{"turnstone": 1, "variant": "othello", "moves": [5], "outcome": null}', "not a text"),
        ('{"turnstone": 1, "variant": "othello", "moves": ["a1"], "outcome": null}', "move 1: a1"),
        ('{"turnstone": 1, "variant": "othello", "moves": ["f5"]}', "does not say whether"),
        (
            '{"turnstone": 1, "variant": "othello", "moves": [],'
            ' "outcome": {"reason": "no moves", "scores": [64, 0]}}',
            "do not give the result",
        ),
        ('{"turnstone": 1, "variant": "othello", "moves": [], "outcome": null, "x": 1}', "no 'x'"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5000, "not a game"),
        (b"\xff\xfe", "not"),
    ],
)
def test_broken_games_are_refused(text: str | bytes, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why):
        Game.from_json(text)


def test_moves_of_another_position_are_judged_here() -> None:
    start = variant("othello").start()
    with pytest.raises(turnstone.IllegalMove):
        start.play("f5").play(start.move("d3"))


def test_undo_beyond_the_start() -> None:
    with pytest.raises(turnstone.IllegalMove, match="nothing to take back"):
        Game.new().undo()
    with pytest.raises(turnstone.IllegalMove, match="nothing to play again"):
        Game.new().redo()


@settings(deadline=None, max_examples=60)
@given(rules=rule_sets)
def test_a_rule_set_is_its_own_constructor_call(rules: RuleSet) -> None:
    again = eval(repr(rules), {"variant": variant})
    assert again == rules
    assert again.spec == rules.spec


def test_a_game_starts_from_a_position_of_its_own() -> None:
    with pytest.raises(turnstone.InvalidPosition, match="a position of Kalah, not Othello"):
        Game.new("othello", variant("kalah").start())


def test_the_octagon_comes_in_other_sizes() -> None:
    assert variant("octagon", size=8) == variant("reversi:size=8,blocked=octagon")
