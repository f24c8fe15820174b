"""The soak's own rules agree with the program's."""

import random

import pytest
from soak import rules

from turnstone.rules.game import Game


@pytest.mark.parametrize("variant", ["othello", "reversi:size=6", "kalah", "relay"])
def test_random_games_are_the_same(variant: str) -> None:
    for seed in range(8):
        rng, game, own = random.Random(seed), Game.new(variant), rules.start(variant)
        while not game.outcome:
            assert (own.text, own.turn, own.is_over) == (game.position.text(), own.turn, False)
            move = str(rng.choice(list(game.position.legal_moves)))
            game, own = game.play(move), own.play(move)
        assert own.is_over
        assert own.scores == list(game.outcome.scores)


def test_what_is_not_allowed_is_not_played() -> None:
    for move in ("a1", "d4", "pass"):
        with pytest.raises(rules.Illegal):
            rules.start("othello").play(move)
    for move in ("3", "6", "13"):
        with pytest.raises(rules.Illegal):
            rules.start("relay").play(move)
