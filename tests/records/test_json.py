"""Saved games: they come back as they were, and nothing that is not one comes in."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnstone.records.json import Ending, Reason, SavedGame
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.game import Game
from turnstone.rules.variants import PRESETS

LOSSES: tuple[Reason, ...] = ("resignation", "time", "forfeit")
SPECS = [
    *sorted(PRESETS),
    "reversi:size=6,colours=3,order=snake",
    "reversi:size=6,goal=fewest,start=parallel,blocked=a1+f6",
    "kalah:houses=3,seeds=2,pie=yes,capture=always",
    "oware:slam=illegal,leftovers=nobody",
]


def wander(spec: str, rng: Random, plies: int, undone: int = 0) -> Game:
    game = Game.new(spec)
    for _ in range(plies):
        if game.outcome:
            break
        game = game.play(rng.choice(game.position.legal_moves))
    return game.undo(min(undone, len(game.moves)))


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(SPECS),
    st.randoms(use_true_random=False),
    st.integers(0, 70),
    st.integers(0, 12),
    st.booleans(),
)
def test_games_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory,
    spec: str,
    rng: Random,
    plies: int,
    undone: int,
    names: bool,
) -> None:
    game = wander(spec, rng, plies, undone)
    seats = len(game.variant.seats)
    players = tuple(["human", "positional:depth=2,fill=0.5", "first", "random:seed=4"][:seats])
    endings = [None, Ending("agreement")]
    endings += [Ending(reason, rng.randrange(seats)) for reason in LOSSES]
    ended = rng.choice(endings) if not game.outcome else None
    called = ("Zoe", "", "Łukasz 🐦", "Max")[:seats]
    clock = rng.choice([None, "300", "300+2", "0.5+0.25"])
    saved = SavedGame(game, players if names else (), ended, called if names else (), clock)
    path = tmp_path_factory.mktemp("saves") / "game.json"
    saved.write(path)
    again = SavedGame.read(path)
    assert again == saved
    assert again.game.undone == game.undone
    assert again.game.position == game.position
    assert again.is_over == bool(game.outcome or ended)


def test_a_game_from_another_start_comes_back(tmp_path: Path) -> None:
    game = Game.new("reversi-4", "XO-- ---- ---- XO-- X").play("c1").play("pass")
    SavedGame(game).write(tmp_path / "x")
    again = SavedGame.read(tmp_path / "x").game
    assert again == game
    assert again.play("c4").outcome is not None


def test_a_plain_game_is_a_saved_game_too(tmp_path: Path) -> None:
    game = Game.new("othello").play_all(["f5", "d6"])
    (tmp_path / "x").write_text(game.to_json(), encoding="utf-8")
    assert SavedGame.read(tmp_path / "x") == SavedGame(game)


def test_a_save_is_readable_json_with_a_version(tmp_path: Path) -> None:
    SavedGame(Game.new("othello").play("f5"), ("human", "first")).write(tmp_path / "x")
    data = json.loads((tmp_path / "x").read_text(encoding="utf-8"))
    assert data["turnstone"] == 1
    assert data["variant"] == "othello"
    assert data["moves"] == ["f5"]
    assert data["outcome"] is None
    assert data["players"] == ["human", "first"]


# What is refused

GOOD: dict[str, Any] = {
    "turnstone": 1,
    "variant": "reversi-4",
    "start": "XO-- ---- ---- XO-- X",
    "moves": ["c1", "pass", "c4"],
    "outcome": {"reason": "no moves", "scores": [6, 0]},
}
UNFINISHED = {**GOOD, "moves": ["c1", "pass"], "outcome": None}


def read(tmp_path: Path, data: object) -> SavedGame:
    path = tmp_path / "game.json"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return SavedGame.read(path)


def test_the_model_of_the_refused_ones_is_accepted(tmp_path: Path) -> None:
    assert read(tmp_path, GOOD).is_over
    assert not read(tmp_path, UNFINISHED).is_over
    assert read(tmp_path, {**UNFINISHED, "ended": {"reason": "time", "seat": 1}}).is_over


def test_files_that_knew_no_ending_but_resigning_are_still_read(tmp_path: Path) -> None:
    saved = read(tmp_path, {**UNFINISHED, "resigned": 1, "undone": ["c4"]})
    assert saved.ended == Ending("resignation", 1)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"turnstone": 2}, "newer program"),
        ({"turnstone": 10**30}, "newer program"),
        ({"turnstone": 0}, "names no version"),
        ({"turnstone": "1"}, "names no version"),
        ({"turnstone": True}, "names no version"),
        ({"turnstone": 1.0}, "names no version"),
        ({"turnstone": None}, "names no version"),
        ({"variant": "chess"}, "no game called 'chess'"),
        ({"variant": 5}, "must be texts"),
        ({"variant": "reversi:size=5"}, "size must be"),
        ({"start": "XO X"}, "squares and the side to move"),
        ({"start": 3}, "must be texts"),
        ({"start": "-" * 16 + " X"}, "at least one disc"),
        ({"moves": ["c1", "pass", "c3"]}, "move 3: c3 flips nothing"),
        ({"moves": ["c1", "c4"]}, "move 2: .*pass"),
        ({"moves": ["c1", "pass", "c4", "d4"]}, "move 4: the game is over"),
        ({"moves": ["c1", "pass", "c4", "pass"]}, "move 4: the game is over"),
        ({"moves": ["c1", "nonsense"]}, "move 2: "),
        ({"moves": ["c1", 4]}, "move 2 is not a text"),
        ({"moves": ["c1", None]}, "move 2 is not a text"),
        ({"moves": "c1 pass c4"}, "moves must be a list"),
        ({"moves": None}, "moves must be a list"),
        ({"moves": {"0": "c1"}}, "moves must be a list"),
        ({"moves": ["c1"]}, "do not give the result"),  # a lie about the end
        ({"moves": ["c1", "pass"]}, "do not give the result"),
        ({"outcome": None}, "do not give the result"),
        ({"outcome": {"reason": "no moves", "scores": [0, 6]}}, "do not give the result"),
        ({"outcome": {"reason": "no moves", "scores": [6]}}, "do not give the result"),
        ({"outcome": {"reason": "majority", "scores": [6, 0]}}, "do not give the result"),
        ({"outcome": "won"}, "do not give the result"),
        ({"undone": ["d4"]}, "undone move 1: the game is over"),
        ({"undone": 7}, "undone moves must be a list"),
        ({"comment": "hello"}, "has no 'comment'"),
        ({"__class__": "os.system"}, "has no '__class__'"),
        ({"players": "human"}, "players must be a list of texts"),
        ({"players": ["human", 3]}, "players must be a list of texts"),
        ({"players": ["human"]}, "2 seats but 1 players"),
        ({"players": ["human"] * 3}, "2 seats but 3 players"),
        ({"names": "Zoe"}, "names must be a list of texts"),
        ({"names": ["Zoe", None]}, "names must be a list of texts"),
        ({"names": ["Zoe"]}, "2 seats but 1 names"),
        ({"clock": 300}, "clock must be seconds"),
        ({"clock": "soon"}, "clock must be seconds"),
        ({"clock": "300+2\n"}, "clock must be seconds"),
        ({"resigned": 0}, "the board decided cannot have ended otherwise"),
        ({"ended": {"reason": "agreement", "seat": None}}, "the board decided cannot have ended"),
    ],
)
def test_broken_future_and_lying_files_are_refused(
    tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(InvalidRecord, match=why) as error:
        read(tmp_path, {**GOOD, **changes})
    assert str(tmp_path / "game.json") in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seat", [-1, 2, True, "0", 0.0, [0], 10**30])
def test_only_a_seat_can_have_lost(tmp_path: Path, seat: object) -> None:
    for ending in ({"resigned": seat}, {"ended": {"reason": "forfeit", "seat": seat}}):
        with pytest.raises(InvalidRecord, match="ended: "):
            read(tmp_path, {**UNFINISHED, **ending})


@pytest.mark.parametrize(
    "ended",
    [
        "time",
        {"reason": "time"},
        {"reason": "time", "seat": None},
        {"reason": "agreement", "seat": 0},
        {"reason": "no moves", "seat": 0},
        {"reason": ["time"], "seat": 0},
        {"reason": "time", "seat": 0, "why": ""},
    ],
)
def test_only_what_ends_games_can_have_ended_one(tmp_path: Path, ended: object) -> None:
    with pytest.raises(InvalidRecord, match="ended"):
        read(tmp_path, {**UNFINISHED, "ended": ended})


@pytest.mark.parametrize("key", ["turnstone", "variant", "moves", "outcome"])
def test_what_a_save_needs_must_be_there(tmp_path: Path, key: str) -> None:
    with pytest.raises(InvalidRecord):
        read(tmp_path, {name: value for name, value in GOOD.items() if name != key})


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (json.dumps(GOOD).encode()[:-1], "not JSON"),
        (json.dumps(GOOD).encode() + b"}", "not JSON"),
        (b"[]", "JSON object"),
        (b"3", "JSON object"),
        (b"null", "JSON object"),
        (b"\x80abc", "not text"),
        (b'{"turnstone": "\xff"}', "not text"),
        (b"\x00" * 64, "not JSON|not text"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"turnstone": ' + b"9" * 5000 + b"}", "not a game"),
        (b'{"turnstone": NaN}', "names no version"),
        (b"cos\nsystem\n(S'true'\ntR.", "not JSON"),  # a pickle
    ],
)
def test_what_is_no_json_object_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why) as error:
        read(tmp_path, data)
    assert "\n" not in str(error.value)


def test_foreign_text_is_quoted_not_passed_on(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord) as error:
        read(tmp_path, {**GOOD, "moves": ["\x1b[2J" + "x" * 1000]})
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 400 + len(str(tmp_path))
    with pytest.raises(InvalidRecord) as error:
        read(tmp_path, {**GOOD, "\x1b[2J\n": 1})
    assert str(error.value).isprintable()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damage_never_gets_through_as_anything_else(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole = json.dumps(GOOD).encode()
    place = data.draw(st.integers(0, len(whole) - 1))
    broken = whole[:place] + data.draw(st.binary(max_size=3)) + whole[place + 1 :]
    path = tmp_path_factory.mktemp("damaged") / "x"
    path.write_bytes(broken)
    try:
        saved = SavedGame.read(path)
    except InvalidRecord:
        return
    # What is accepted is a game by the rules: it can be written and read again.
    saved.write(path)
    assert SavedGame.read(path) == saved


def test_a_directory_and_a_missing_file_are_errors_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        SavedGame.read(tmp_path)
    with pytest.raises(FileNotFoundError):
        SavedGame.read(tmp_path / "nothing here")


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with open(path, "wb") as file:
        file.truncate(1 << 30)  # a gigabyte of nothing, which takes no room
    with pytest.raises(InvalidRecord, match="too large"):
        SavedGame.read(path)
