"""Matches: fair pairs, the same result from any executor, and who beats whom."""

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from turnstone.players.match import (
    GameResult,
    Job,
    MatchResult,
    opening,
    play_job,
    play_match,
    summary,
)
from turnstone.players.player import play_out
from turnstone.players.specs import InvalidPlayer, bot
from turnstone.rules.game import Game
from turnstone.rules.position import ranks
from turnstone.rules.variants import variant


def results(specs: tuple[str, ...], spec: str, games: int, *, plies: int = 6) -> list[GameResult]:
    return [play_job(Job(variant(spec).spec, specs, 3, number, plies)) for number in range(games)]


def test_openings_are_seeded_and_as_long_as_asked() -> None:
    for plies in (0, 1, 6, 20):
        game = opening(Game.new(), 5, plies)
        assert len(game.moves) == plies
        assert game.moves == opening(Game.new(), 5, plies).moves
    assert len({opening(Game.new(), seed, 6).moves for seed in range(20)}) > 15


def test_an_opening_leaves_something_to_play() -> None:
    for seed in range(10):
        assert opening(Game.new("reversi-4"), seed, 40).outcome is None
        assert opening(Game.new("kalah:houses=1,seeds=1"), seed, 40).outcome is None


def test_a_game_that_is_over_at_the_start_has_no_opening() -> None:
    ring = "a1+b1+c1+d1+a2+d2+a3+d3+a4+b4+c4+d4"
    game = opening(Game.new(f"reversi:size=4,blocked={ring}"), 1, 6)
    assert game.moves == ()
    assert game.outcome is not None


def test_pairs_share_their_opening_with_the_seats_exchanged() -> None:
    # A bot without chance against itself: the second game of a pair is the first, seen from the
    # other side.
    played = results(("greedy", "greedy"), "reversi-6", 12)
    for one, other in zip(played[::2], played[1::2], strict=True):
        assert one.margins == other.margins[::-1]
        assert one.ranks == other.ranks[::-1]
        assert one.plies == other.plies
    assert len({one.margins for one in played[::2]}) > 1  # and pairs differ


def test_the_second_game_of_a_pair_has_the_first_player_in_the_other_seat() -> None:
    rules = variant("reversi-6")
    one, other = results(("greedy", "first"), "reversi-6", 2)
    game = opening(Game.new(rules), 3 * 1_000_003, 6)
    straight = play_out([bot("greedy", rules), bot("first", rules)], game).outcome
    crossed = play_out([bot("first", rules), bot("greedy", rules)], game).outcome
    assert straight is not None
    assert crossed is not None
    assert one.margins == straight.margins
    assert other.margins == crossed.margins[::-1]


@pytest.mark.parametrize("colours", [3, 4])
def test_seats_go_round_with_more_colours(colours: int) -> None:
    played = results(("first",) * colours, f"reversi:size=6,colours={colours}", 2 * colours)
    for rounds in (played[:colours], played[colours:]):
        whole = rounds[0].margins
        # The same game each time, and everybody sits on every seat once.
        seen = {tuple(result.margins[who] for result in rounds) for who in range(colours)}
        assert all(sorted(margins) == sorted(whole) for margins in seen)
        shifted = {whole[-turn:] + whole[:-turn] for turn in range(colours)}
        assert {result.margins for result in rounds} == shifted


def test_ranks_follow_margins() -> None:
    for result in results(("random", "first", "greedy"), "reversi:size=6,colours=3", 6):
        assert result.ranks == ranks(result.margins)


def test_the_same_seed_gives_the_same_match_from_any_executor() -> None:
    def go(executor: Executor | None, seed: int = 11) -> MatchResult:
        return play_match(
            ["random", "corner"], "reversi-6", 15, seed=seed, executor=executor, plies=4
        )

    alone = go(None)
    assert alone == go(None)
    assert go(None, seed=12) != alone
    with ThreadPoolExecutor(2) as threads:
        assert go(threads) == alone
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert go(processes) == alone


def test_every_game_is_told_of_as_it_ends() -> None:
    told: list[int] = []
    play_match(["first", "random"], "reversi-4", 7, on_game=lambda each: told.append(each.number))
    assert sorted(told) == list(range(7))


def test_a_match_is_added_up_from_the_first_players_view() -> None:
    games = [
        GameResult(0, (10, -10), (1, 2), 60, ""),
        GameResult(1, (-4, 4), (2, 1), 60, "game 2: oops"),
        GameResult(2, (0, 0), (1, 1), 60, ""),
        GameResult(3, (2, -2), (1, 2), 60, ""),
    ]
    result = summary(games, 2)
    assert (result.games, result.wins, result.draws, result.losses) == (4, 2, 1, 1)
    assert (result.margin, result.margins) == (2.0, (2.0, -2.0))
    assert result.placings == (1.25, 1.5)
    assert result.faults == ("game 2: oops",)


def test_sharing_the_first_place_is_a_draw_and_sharing_the_second_a_loss() -> None:
    shared = summary([GameResult(0, (0, 0, -9), (1, 1, 3), 60, "")], 3)
    beaten = summary([GameResult(0, (-5, 5, -5), (2, 1, 2), 60, "")], 3)
    assert (shared.draws, shared.losses) == (1, 0)
    assert (beaten.draws, beaten.losses) == (0, 1)


def test_players_that_cannot_play_are_refused_before_anything_is_played() -> None:
    told: list[GameResult] = []
    with pytest.raises(InvalidPlayer, match="discs only"):
        play_match(["random", "corner"], "kalah", 2, on_game=told.append)
    with pytest.raises(InvalidPlayer, match="person"):
        play_match(["random", "human"], "kalah", 2, on_game=told.append)
    with pytest.raises(ValueError, match="is for 3 players, not 2"):
        play_match(["random", "random"], "three-colour", 2, on_game=told.append)
    assert told == []


# Who beats whom, on the full board


def test_greedy_beats_random() -> None:
    result = play_match(["greedy", "random"], "othello", 200)
    assert result.games == 200
    assert result.wins > 0.55 * (result.wins + result.losses)
    assert result.margin > 0


def test_positional_beats_greedy_clearly() -> None:
    result = play_match(["positional:depth=2", "greedy"], "othello", 40)
    assert result.wins > 0.7 * (result.wins + result.losses)
    assert result.margin > 5


@pytest.mark.parametrize(
    ("better", "worse", "spec"),
    [
        ("positional:depth=2", "random", "reversi-6"),
        ("corner", "random", "reversi-6"),
        ("minimax:depth=3", "random", "kalah"),
        ("minimax:depth=3", "greedy", "relay"),
        ("greedy", "random", "oware"),
    ],
)
def test_the_ladder_of_bots(better: str, worse: str, spec: str) -> None:
    result = play_match([better, worse], spec, 24)
    assert result.wins > result.losses
    assert result.faults == ()
