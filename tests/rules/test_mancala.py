"""Mancala: sowing, captures, extra turns, feeding, slams, endings and every refusal."""

import pytest
from hypothesis import given, settings

from turnstone import Game, IllegalMove, InvalidMove, InvalidPosition, InvalidVariant, variant
from turnstone.rules.mancala import MancalaPosition
from turnstone.rules.position import Position
from turnstone.rules.steps import Captured, Lifted, Sown, Swapped

from .games import mancala_rules, positions


def pits(position: Position) -> tuple[int, ...]:
    assert isinstance(position, MancalaPosition)
    return position.pits


def relay(houses: dict[int, int], south: int, north: int, side: str = "S") -> MancalaPosition:
    ring = [houses.get(pit, 0) for pit in range(14)]
    ring[13], ring[6] = south, north
    position = variant("relay").position(f"{','.join(map(str, ring))} {side}")
    assert isinstance(position, MancalaPosition)
    return position


def test_relay_belongs_to_the_ends() -> None:
    rules = variant("relay")
    assert [str(move) for move in rules.start().legal_moves] == ["0", "1", "2", "10", "11", "12"]
    north = relay(dict.fromkeys(range(14), 3) | {6: 0, 13: 0}, 6, 6, "N")
    assert [str(move) for move in north.legal_moves] == ["3", "4", "5", "7", "8", "9"]


def test_relay_sows_on_from_a_house_that_was_not_empty() -> None:
    # 0 has 2: pits 1, 2; house 2 held 1, so its 2 go on to 3, 4; 4 was empty.
    position = relay({0: 2, 2: 1, 9: 1}, 44, 0)
    move = position.move("0")
    assert move.path == (1, 2, 3, 4)
    assert move.gain == 0
    assert position.steps(move) == (
        Lifted(0, 2), Sown(1), Sown(2), Lifted(2, 2), Sown(3), Sown(4),
    )  # fmt: skip
    assert pits(position.play(move)) == (0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 44)


def test_relay_skips_the_other_store_and_ends_in_the_own() -> None:
    south = relay({2: 12, 5: 0}, 36, 0)
    assert 6 not in south.move("2").path
    north = relay({9: 6, 0: 1}, 41, 0, "N")
    assert 13 not in north.move("9").path
    banked = relay({12: 1, 3: 1}, 40, 6)
    assert banked.move("12").gain == 1
    assert banked.play("12").turn == 1  # the own store gives no extra turn here


def test_relay_skips_who_has_nothing() -> None:
    position = relay({0: 1, 12: 1}, 46, 0)
    after = position.play("12")
    assert after.turn == 0
    assert after.outcome is None
    with pytest.raises(InvalidPosition, match="it is South's turn"):
        relay({0: 1, 12: 1}, 46, 0, "N")


def test_the_cycle_of_the_rules_ends_at_the_third_occurrence() -> None:
    game = Game.new("relay", relay({0: 1, 1: 1, 4: 1, 11: 1}, 24, 20))
    cycle = ["0", "4", "2", "7", "11", "9"]
    once = game.play_all(cycle)
    assert pits(once.position) == pits(game.position)
    assert once.outcome is None
    twice = once.play_all(cycle)
    assert twice.position.outcome is None
    assert twice.outcome is not None
    assert twice.outcome.reason == "repetition"
    assert twice.outcome.scores == (24, 20)  # what lies in houses counts for nobody
    with pytest.raises(IllegalMove, match="the game is over"):
        twice.play("0")
    assert twice.undo().outcome is None


def test_kalah_extra_turn_and_capture() -> None:
    start = variant("kalah").start()
    again = start.play("3")
    assert again.turn == 0
    assert again.scores == (1, 0)
    position = variant("kalah").position("<6,20,20,1,0,0,0,0,1,0,0,0,0,5,1> S")
    after = position.play("1")
    assert pits(after) == (0, 0, 0, 0, 0, 1, 26, 0, 0, 0, 0, 0, 1, 20)
    assert position.steps("1") == (Lifted(0, 1), Sown(1), Captured(1, 1, 6), Captured(11, 5, 6))


@pytest.mark.parametrize(("capture", "banked"), [("opposite", 0), ("always", 1)])
def test_kalah_with_an_empty_house_opposite(capture: str, banked: int) -> None:
    rules = variant("kalah", capture=capture)
    after = rules.position("<6,20,20,1,0,0,0,0,1,0,0,5,0,0,1> S").play("1")
    assert after.scores == (20 + banked, 20)


def test_kalah_thirteen_seeds_come_home_and_capture() -> None:
    position = variant("kalah").position("<6,15,14,13,0,0,0,0,0,1,1,1,1,1,1> S")
    move = position.move("1")
    assert isinstance(position, MancalaPosition)
    assert pits(position.play(move))[0] == 0
    assert pits(position.play(move))[12] == 0
    assert position.play(move).scores[0] == 15 + 1 + 1 + 2  # sown, home seed, opposite


@pytest.mark.parametrize(("leftovers", "scores"), [("owner", (21, 27)), ("nobody", (21, 20))])
def test_kalah_ends_when_a_row_is_empty(leftovers: str, scores: tuple[int, int]) -> None:
    rules = variant("kalah", leftovers=leftovers)
    over = rules.position("<6,20,20,0,0,0,0,0,1,0,0,0,0,5,2> S").play("6")
    assert over.outcome is not None
    assert over.outcome.reason == "row empty"
    assert over.outcome.scores == over.scores == scores
    assert over.outcome.margins == (scores[0] - scores[1], scores[1] - scores[0])


def test_avalanche_picks_up_from_either_side_and_goes_again() -> None:
    rules = variant("avalanche")
    # 5 has 2: store, north's first house (held 1): 2 on to 8 and 9; 9 was empty.
    position = rules.position("<6,20,22,0,0,0,0,1,2,1,1,0,1,0,0> S")
    after = position.play("6")
    assert after.turn == 1
    assert pits(after) == (0, 0, 0, 0, 1, 0, 21, 0, 2, 1, 1, 0, 0, 22)
    again = rules.position("<6,20,23,0,0,0,0,1,1,0,0,0,1,1,1> S").play("6")
    assert again.turn == 0


def oware(south: list[int], north: list[int], stores: tuple[int, int], **options: str) -> Position:
    rules = variant("oware", **options)
    numbers = [6, *stores, *south, *north]
    return rules.position(f"<{','.join(map(str, numbers))}> S")


def test_oware_captures_twos_and_threes_backwards() -> None:
    position = oware([0, 0, 0, 0, 0, 3], [2, 1, 2, 5, 0, 0], (18, 17))
    after = position.play("6")
    # 6 sows north's 1, 2, 3: they become 3, 2, 3 and are all captured.
    assert after.scores == (26, 17)
    steps = [step for step in position.steps("6") if isinstance(step, Captured)]
    assert [step.seeds for step in steps] == [3, 2, 3]


def test_oware_capture_stops_at_the_first_house_with_another_number() -> None:
    position = oware([0, 0, 0, 0, 0, 3], [2, 3, 2, 5, 0, 0], (18, 15))
    assert position.play("6").scores == (21, 15)


def test_oware_does_not_capture_in_the_own_row() -> None:
    position = oware([1, 1, 0, 0, 0, 0], [5, 5, 5, 5, 0, 0], (13, 13))
    assert position.play("1").scores == (13, 13)


def test_oware_long_sowing_skips_its_origin() -> None:
    position = oware([12, 0, 0, 0, 0, 0], [4, 4, 4, 4, 4, 4], (6, 6))
    after = position.play("1")
    assert pits(after)[0] == 0
    assert pits(after)[1] == 2  # the twelfth seed falls beyond the origin


def test_oware_grand_slam_is_cancelled_or_illegal() -> None:
    south, north = [0, 0, 0, 0, 1, 2], [1, 1, 0, 0, 0, 0]
    cancelled = oware(south, north, (21, 22))
    after = cancelled.play("6")
    assert after.scores == (21, 22)
    assert pits(after)[7:9] == (2, 2)
    illegal = oware(south, north, (21, 22), slam="illegal")
    assert [str(move) for move in illegal.legal_moves] == ["5"]
    with pytest.raises(IllegalMove, match="would capture everything"):
        illegal.play("6")
    alone = oware([0, 0, 0, 0, 0, 2], north, (22, 22), slam="illegal")
    assert [str(move) for move in alone.legal_moves] == ["6"]
    assert pits(alone.play("6"))[6:9] == (22, 2, 2)  # nothing was captured


def test_oware_must_feed() -> None:
    position = oware([1, 0, 0, 0, 0, 1], [0] * 6, (23, 23))
    assert [str(move) for move in position.legal_moves] == ["6"]
    with pytest.raises(IllegalMove, match="North has no seeds: South must play a house that feeds"):
        position.play("1")


@pytest.mark.parametrize(("leftovers", "scores"), [("owner", (25, 23)), ("nobody", (23, 23))])
def test_oware_ends_when_it_cannot_feed(leftovers: str, scores: tuple[int, int]) -> None:
    position = oware([2, 0, 0, 0, 0, 0], [0] * 6, (23, 23), leftovers=leftovers)
    assert position.outcome is not None
    assert position.outcome.reason == "cannot feed"
    assert position.outcome.scores == scores


def test_oware_ends_at_a_majority_and_at_half_each() -> None:
    won = oware([0, 0, 0, 0, 1, 0], [3, 0, 0, 0, 0, 0], (25, 19))
    assert won.outcome is not None
    assert (won.outcome.reason, won.outcome.scores) == ("majority", (25, 19))
    half = oware([0] * 6, [0] * 6, (24, 24))
    assert half.outcome is not None
    assert (half.outcome.reason, half.outcome.winner) == ("half each", None)


def test_oware_second_occurrence_ends_the_game() -> None:
    start = oware([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], (23, 23))
    # One seed each going round for ever: twelve plies come back to the start.
    game = Game.new(start.variant, start)
    while not game.outcome:
        game = game.play(game.position.legal_moves[0])
    assert game.outcome.reason == "repetition"
    assert sum(game.outcome.scores) == 48
    assert len(game.moves) <= 12


def test_swap_exchanges_sides_once() -> None:
    rules = variant("kalah", pie="yes")
    position = rules.start().play("3").play("1")
    assert position.turn == 1
    assert position.text().endswith("N swap")
    assert str(position.legal_moves[-1]) == "swap"
    after = position.play("swap")
    assert after.turn == 0
    assert after.scores == position.scores[::-1]
    assert pits(after) == pits(position)[7:] + pits(position)[:7]
    (step,) = position.steps("swap")
    assert isinstance(step, Swapped)
    assert step.seat == 1
    assert [pits(after)[to] for to in step.pits] == list(pits(position))
    later = after.play("1")
    assert "swap" not in [str(move) for move in later.legal_moves]
    with pytest.raises(IllegalMove, match="swap rule is not open"):
        variant("kalah").start().play("swap")


@pytest.mark.parametrize(
    ("name", "text", "error", "why"),
    [
        ("kalah", "0", InvalidMove, "0 is no house; houses are 1 to 6"),
        ("kalah", "7", InvalidMove, "7 is no house"),
        ("kalah", "-1", InvalidMove, "not the number of a house"),
        ("kalah", "a1", InvalidMove, "not the number of a house"),
        ("kalah", "²", InvalidMove, "not the number of a house"),
        ("kalah", "", InvalidMove, "not the number of a house"),
        ("relay", "6", InvalidMove, "6 is a store"),
        ("relay", "13", InvalidMove, "13 is a store"),
        ("relay", "3", IllegalMove, "house 3 is not one of South's"),
    ],
)
def test_refused_moves(name: str, text: str, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        variant(name).start().play(text)


def test_an_empty_house_is_refused() -> None:
    position = variant("kalah").start().play("3")
    with pytest.raises(IllegalMove, match="house 3 is empty"):
        position.play("3")


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("kalah", "", "side to move"),
        ("kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", "side to move"),
        ("kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> X", "side to move"),
        ("kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,3> S", "48 seeds, not 47"),
        ("kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4> S", "not 13 pits"),
        ("kalah", "<5,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", "houses a side, 6"),
        ("kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,9,-1> S", "not a number of seeds"),
        ("kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S swap", "no swap rule"),
        ("kalah", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 S", "written like <6"),
        ("relay", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", "written like 4,4"),
        ("relay", "99999999999,4 S", "not a number of pebbles"),
        ("relay", "4 " * 500 + "S", "not a position"),
        ("kalah", "<> S", "houses a side"),
        ("kalah", "<6> S", "not 2 pits"),
    ],
)
def test_impossible_positions(name: str, text: str, why: str) -> None:
    with pytest.raises(InvalidPosition, match=why):
        variant(name).position(text)


@pytest.mark.parametrize(
    "spec",
    [
        "kalah:houses=0",
        "kalah:houses=11",
        "kalah:seeds=0",
        "kalah:seeds=x",
        "kalah:capture=none",
        "kalah:slam=illegal",
        "kalah:pie=maybe",
        "relay:houses=5",
        "relay:capture=always",
        "oware:leftovers=all",
        "oware:size=6",
    ],
)
def test_wrong_rule_sets(spec: str) -> None:
    with pytest.raises(InvalidVariant):
        variant(spec)


@settings(deadline=None, max_examples=100)
@given(position=positions(mancala_rules()))
def test_no_seed_is_lost_and_steps_tell_the_truth(position: MancalaPosition) -> None:
    for move in position.legal_moves:
        after = position.play(move)
        assert sum(after.pits) == position.variant.material
        ring, hand = list(position.pits), 0
        for step in position.steps(move):
            if isinstance(step, Lifted):
                assert step.seeds == ring[step.pit]
                assert hand == 0
                hand, ring[step.pit] = step.seeds, 0
            elif isinstance(step, Sown):
                ring[step.pit] += 1
                hand -= 1
            elif isinstance(step, Captured):
                assert step.seeds == ring[step.pit]
                ring[step.store] += step.seeds
                ring[step.pit] = 0
        if move.house is not None:
            assert hand == 0
            assert tuple(ring) == after.pits
            assert move.gain == after.banked[move.seat] - position.banked[move.seat]
