"""Kalah and Oware against an independent implementation, move by move on random games."""

import random

import pytest

from turnstone import Game, variant
from turnstone.rules.mancala import MancalaPosition

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not to be had here")


@pytest.mark.parametrize("seed", range(60))
def test_kalah(seed: int) -> None:
    rng = random.Random(seed)
    theirs = pyspiel.load_game("mancala").new_initial_state()
    game = Game.new("kalah")
    while not game.outcome:
        position = game.position
        assert isinstance(position, MancalaPosition)
        # Their board: 0 is north's store, 1-6 south's houses, 7 south's store, 8-13 north's.
        assert theirs.current_player() == position.turn
        ours = {move.house + 1 for move in position.legal_moves if move.house is not None}
        assert ours == set(theirs.legal_actions())
        move = rng.choice(position.legal_moves)
        assert move.house is not None
        game = game.play(move)
        theirs.apply_action(move.house + 1)
        if not game.outcome:
            after = game.position
            assert isinstance(after, MancalaPosition)
            rows = [line.replace("-", " ").split() for line in str(theirs).splitlines()[:3]]
            north, stores, south = [[int(word) for word in row] for row in rows]
            assert list(after.pits[7:13]) == north[::-1]
            assert list(after.pits[:6]) == south
            assert [after.pits[13], after.pits[6]] == stores
    assert theirs.is_terminal()
    sign = (game.outcome.margins[0] > 0) - (game.outcome.margins[0] < 0)
    assert theirs.returns()[0] == sign


@pytest.mark.parametrize("seed", range(60))
def test_oware(seed: int) -> None:
    rng = random.Random(seed)
    theirs = pyspiel.load_game("oware").new_initial_state()
    game = Game.new(variant("oware"))
    while not game.outcome and not theirs.is_terminal():
        position = game.position
        assert theirs.current_player() == position.turn
        assert {int(str(move)) - 1 for move in position.legal_moves} == set(theirs.legal_actions())
        move = rng.choice(position.legal_moves)
        game = game.play(move)
        theirs.apply_action(int(str(move)) - 1)
    # They sweep the rows when the game is decided; the winner is the same.
    assert game.outcome is not None
    assert theirs.is_terminal()
    sign = (game.outcome.margins[0] > 0) - (game.outcome.margins[0] < 0)
    assert theirs.returns()[0] == sign
