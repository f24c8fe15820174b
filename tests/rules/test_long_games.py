"""Long games: Oware need not end by itself, and a game of thousands of moves is no burden."""

import random
import time

import pytest

from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import Game
from turnstone.rules.mancala import Mancala
from turnstone.rules.occurrences import Occurrences

from .games import endless


def test_two_thousand_moves_are_replayed_in_no_time() -> None:
    moves = endless(2_000)
    begun = time.process_time()
    game = Game.new("oware").play_all(moves)
    assert game.outcome is None
    assert time.process_time() - begun < 0.5


def test_every_position_is_looked_at_a_few_times_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where moves are taken back and played again and again, far into the game."""
    moves, key_of, looks = endless(400), Mancala.recurrence_key, 0

    def counted(rules: Mancala, position: object) -> object:
        nonlocal looks
        looks += 1
        return key_of(rules, position)  # type: ignore[arg-type]

    monkeypatch.setattr(Mancala, "recurrence_key", counted)
    game = Game.new("oware").play_all(moves)
    for _ in range(400):
        game = game.undo().redo()
        assert game.outcome is None
    assert [str(move) for move in game.moves] == moves
    assert looks < 10 * 400


def test_repetition_is_found_on_every_way_to_it() -> None:
    """Taking back, playing again and branching off count as a fresh replay does."""
    chance, repeated = random.Random(5), 0
    game = Game.new("oware:houses=2,seeds=2")
    for _ in range(3_000):
        if game.undone and chance.random() < 0.2:
            game = game.redo(chance.randint(1, len(game.undone)))
        elif game.moves and (game.outcome or chance.random() < 0.2):
            game = game.undo(chance.randint(1, len(game.moves)))
        else:
            game = game.play(chance.choice(game.position.legal_moves))
        again = Game(game.positions, game.moves)
        assert (game, game.outcome) == (again, again.outcome)
        assert hash(game) == hash(again)
        repeated += game.outcome is not None and game.outcome.reason == "repetition"
    assert repeated > 10


def test_occurrences_are_those_of_a_plain_count() -> None:
    chance = random.Random(3)
    counts = dict.fromkeys("abcdefghijklmnopqrstuvwxyz", 0)
    found, earlier = Occurrences(()), []
    for _ in range(2_000):
        letter = chance.choice(list(counts))
        by = chance.choice((1, -1)) if counts[letter] else 1
        counts[letter] += by
        found = found.changed(letter, by)
        earlier.append((found, dict(counts)))
    for occurrences, wanted in earlier[::50]:
        assert {letter: occurrences.count(letter) for letter in wanted} == wanted


def test_too_many_moves_are_refused_before_they_are_replayed() -> None:
    data = {"turnstone": 1, "variant": "oware", "moves": ["nonsense"] * 11, "outcome": None}
    with pytest.raises(InvalidRecord, match="11 moves are too many: 10 at most"):
        Game.from_data(data, 10)
