"""The terminal game with its input piped in: commands, records, players and the kept file."""

import json
import os
from pathlib import Path

import pytest

from turnstone.records.json import Ending, SavedGame
from turnstone.rules.game import Game
from turnstone.rules.variants import PRESETS

from .conftest import Turnstone, kept_game, kept_games, kept_id

TWO = ("--players", "human,human")
# Black wins 9-1 with six squares empty; White has to pass before the last move.
WITH_A_PASS = ["d3", "d2", "d1", "d4", "b4", "a1"]


def lines(*typed: str) -> str:
    return "".join(line + "\n" for line in typed)


def test_a_whole_game_with_a_pass_and_an_official_margin(
    turnstone: Turnstone, data_directory: Path
) -> None:
    ran = turnstone("play", "small", *TWO, typed=lines(*WITH_A_PASS, "Ada", "", "quit"))
    assert ran.code == 0
    assert ran.err == ""
    assert "Reversi 4×4. Black: human, White: human." in ran.out
    assert "Black plays d3 and flips c3." in ran.out
    assert "White cannot move. Black goes again." in ran.out
    assert "Black wins 9-1; officially 15-1, by 14." in ran.out
    (score,) = turnstone("scores", "--json").json["scores"]
    assert (score["name"], score["margin"], score["own"]) == ("Ada", 14, 9)
    assert (score["variant"], score["opponent"]) == ("reversi:size=4", "human")
    assert [str(move) for move in kept_game(data_directory).moves][-2:] == ["pass", "a1"]


def test_the_loser_of_two_people_gets_his_line_too(turnstone: Turnstone) -> None:
    turnstone("play", "small", *TWO, typed=lines(*WITH_A_PASS, "Ada", "Bob", "quit"))
    scores = turnstone("scores", "--json").json["scores"]
    assert [(each["name"], each["margin"], each["own"]) for each in scores] == [
        ("Ada", 14, 9),
        ("Bob", -14, 1),
    ]


def test_the_board_shows_discs_and_legal_squares(turnstone: Turnstone) -> None:
    out = turnstone("play", "small", *TWO, typed=lines("d3")).out
    assert "   a b c d\n 1 . * . .\n 2 * O X .\n 3 . X O *\n 4 . . * .\n" in out
    assert "Black (X) 2, White (O) 2. Black (X) to move.\nLegal: b1 a2 d3 c4\n" in out
    assert " 2 . O X *\n 3 . X X X\n 4 . * . *\n" in out
    assert "Black (X) 4, White (O) 1. White (O) to move." in out
    assert "\x1b" not in out


def test_refusals_say_why_and_change_nothing(turnstone: Turnstone, data_directory: Path) -> None:
    typed = ["a1", "b2", "z9", "44", "pass", "nonsense", "undo", "redo", "save", "load", ""]
    typed += ["save /no/such/place/x", "load /no/such/file", "load /", "save ~nobody-here/x"]
    typed += ["save a\0b", "load a\0b", "\x1b[A", "x" * 3000, "é", "resign now please"]
    ran = turnstone("play", "small", *TWO, typed=lines(*typed))
    assert ran.code == 0
    assert ran.err == ""
    for reason in [
        "a1 flips nothing.",
        "B2 is occupied.|b2 is occupied.",
        "is not a square of this board (a1 to d4)",
        "Black can move and may not pass.",
        "There is nothing to take back.",
        "There is nothing to play again.",
        "Name the file: save FILE.",
        "Name the file: load FILE.",
        "/no/such/place/x: No such file or directory.",
        "/no/such/file: No such file or directory.",
        "/: Is a directory.",
        "no such home directory",
        "is not the name of a file",
    ]:
        assert any(each in ran.out for each in reason.split("|")), reason
    assert kept_game(data_directory).moves == ()


def test_help_rules_and_hint(turnstone: Turnstone) -> None:
    out = turnstone("play", "small", *TWO, typed=lines("help", "rules", "hint")).out
    for word in ("hint", "undo", "redo", "save", "load", "new", "rules", "resign", "quit"):
        assert f"  {word}" in out or f" {word} " in out
    assert "Put a disc on an empty square" in out
    hint = out.partition("Hint: ")[2].split()[0]
    assert hint in ("b1", "a2", "d3", "c4")
    out = turnstone("play", "kalah", *TWO, typed=lines("hint")).out
    assert out.partition("Hint: ")[2].split()[0] in "123456"


def test_undo_and_redo_between_two_people(turnstone: Turnstone, data_directory: Path) -> None:
    typed = ["d3", "d2", "undo", "undo", "redo", "undo", "c4", "redo"]
    ran = turnstone("play", "small", *TWO, typed=lines(*typed))
    assert "There is nothing to play again." in ran.out  # c4 made another game of it
    assert [str(move) for move in kept_game(data_directory).moves] == ["c4"]


def test_undo_against_a_bot_goes_back_to_ones_own_move(
    turnstone: Turnstone, data_directory: Path
) -> None:
    typed = ["d3", "undo", "redo"]
    ran = turnstone("play", "small", "--white", "first", typed=lines(*typed))
    assert ran.out.count("White plays") == 1  # redone, not thought of anew
    assert len(kept_game(data_directory).moves) == 2
    turnstone("play", "--resume", typed=lines("undo"))
    saved = kept_game(data_directory)
    assert saved.moves == ()
    assert len(saved.undone) == 2
    assert str(saved.undone[0]) == "d3"


def test_undo_takes_the_pass_back_as_well(turnstone: Turnstone, data_directory: Path) -> None:
    turnstone("play", "small", *TWO, typed=lines(*WITH_A_PASS[:5], "undo"))
    game = kept_game(data_directory)
    assert [str(move) for move in game.moves] == WITH_A_PASS[:4]
    assert [str(move) for move in game.undone] == ["b4", "pass"]


def test_a_bot_that_begins_cannot_be_undone_before(turnstone: Turnstone) -> None:
    out = turnstone("play", "small", "--black", "first", typed=lines("undo")).out
    assert "There is nothing to take back." in out


def test_saved_games_are_loaded_with_their_players(turnstone: Turnstone, tmp_path: Path) -> None:
    path = tmp_path / "my game.json"
    ran = turnstone("play", "small", "--white", "greedy", typed=lines("d3", f"save {path}", "quit"))
    assert f"Saved to {path}" in ran.out
    saved = SavedGame.read(path)
    assert saved.players == ("human", "greedy")
    assert len(saved.game.moves) == 2
    ran = turnstone("play", "--load", path, typed=lines("undo"))
    assert "Black: human, White: greedy." in ran.out
    assert SavedGame.read(path) == saved  # loading works on a copy
    ran = turnstone("play", "--load", path, "--white", "human")
    assert "Black: human, White: human." in ran.out


def test_saving_over_a_file_replaces_it(turnstone: Turnstone, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("something else")
    turnstone("play", "small", *TWO, typed=lines("d3", f"save {path}", "d2", f"save {path}"))
    assert [str(move) for move in SavedGame.read(path).game.moves] == ["d3", "d2"]


def test_load_and_new_within_a_game_keep_the_game_before(
    turnstone: Turnstone, tmp_path: Path, data_directory: Path
) -> None:
    path = tmp_path / "kalah.json"
    SavedGame(Game.new("kalah").play("3"), ("human", "human")).write(path)
    typed = ["d3", "new", "6", "c2", f"load {path}", "1", "new", "oware", "new", ""]
    ran = turnstone("play", "small", *TWO, typed=lines(*typed))
    assert ran.code == 0
    assert ran.out.count("The game before is kept: ") == 4
    kept = [stored.state.game for stored in kept_games(data_directory)]
    assert sorted(game.variant.spec for game in kept) == sorted(
        ["reversi:size=4", "reversi:size=6", "kalah", "oware", "oware"]
    )
    lengths = {(game.variant.spec, len(game.moves)) for game in kept}
    assert {("reversi:size=4", 1), ("reversi:size=6", 1), ("kalah", 2)} <= lengths


def test_a_game_that_is_over_or_broken_is_not_loaded_and_play_goes_on(
    turnstone: Turnstone, tmp_path: Path, data_directory: Path
) -> None:
    over = Game.new("reversi-4").play_all([*WITH_A_PASS[:5], "pass", "a1"])
    SavedGame(over).write(tmp_path / "over.json")
    (tmp_path / "broken.json").write_text("{")
    data = {**Game.new("othello").to_data(), "players": ["human", "deep-blue"]}
    (tmp_path / "unknown.json").write_text(json.dumps(data))
    typed = ["d3", *(f"load {tmp_path / name}.json" for name in ("over", "broken", "unknown"))]
    ran = turnstone("play", "small", *TWO, typed=lines(*typed, "d2"))
    assert ran.code == 0
    assert ran.err == ""
    assert "That game is over" in ran.out
    assert "not JSON" in ran.out
    assert "no player called 'deep-blue'" in ran.out
    assert [str(move) for move in kept_game(data_directory).moves] == ["d3", "d2"]


def test_after_a_game_another_board_or_another_game(turnstone: Turnstone) -> None:
    typed = [*WITH_A_PASS, "", "", "5", "chess", "kalah:seeds=99", "-2", "10", "quit"]
    ran = turnstone("play", "small", *TWO, typed=lines(*typed))
    assert ran.code == 0
    assert "even number from 4 to 16, not 5" in ran.out
    assert "no game called 'chess'" in ran.out
    assert "Reversi 10×10. Black: human, White: human." in ran.out
    assert turnstone("scores", "--json").json["scores"] == []  # Enter leaves no name


@pytest.mark.parametrize("answer", ["", "4", "small"])
def test_the_same_again(turnstone: Turnstone, answer: str) -> None:
    ran = turnstone("play", "small", *TWO, typed=lines(*WITH_A_PASS, "", "", answer, "quit"))
    assert ran.out.count("Reversi 4×4. Black: human, White: human.") == 2


def test_another_size_keeps_goal_and_players(turnstone: Turnstone) -> None:
    typed = ["new", "4", "new", "6"]
    ran = turnstone("play", "anti-othello", "--white", "first", typed=lines(*typed))
    assert "Anti-Reversi 4×4. Black: human, White: first." in ran.out
    assert "Anti-Reversi 6×6. Black: human, White: first." in ran.out


def test_players_that_do_not_know_the_new_game_are_replaced(turnstone: Turnstone) -> None:
    ran = turnstone("play", "small", "--white", "corner", typed=lines("new", "kalah"))
    assert ran.code == 0
    assert "Kalah. South: human, North: minimax" in ran.out
    ran = turnstone("play", "small", "--white", "first", typed=lines("new", "four-colour"))
    assert "Four colours. Black: human, White: first, Amber: positional" in ran.out


def test_resigning_ends_the_game_and_asks_for_no_name(turnstone: Turnstone) -> None:
    ran = turnstone("play", "small", "--white", "first", typed=lines("d3", "resign", "quit"))
    assert "Black resigned. White wins; it stood" in ran.out
    assert "score table" not in ran.out
    again = turnstone("play", "--resume")
    assert again.code == 2
    assert "no unfinished game" in again.err


# Keeping and resuming


def test_the_end_of_input_keeps_the_game_and_says_where(
    turnstone: Turnstone, data_directory: Path
) -> None:
    ran = turnstone("play", "small", *TWO, typed=lines("d3", "d2"))
    assert ran.code == 0
    name = kept_id(ran.out)
    assert [str(move) for move in kept_game(data_directory).moves] == ["d3", "d2"]
    ran = turnstone("play", "--resume", typed=lines("d1"))
    assert kept_id(ran.out) == name
    assert [str(move) for move in kept_game(data_directory).moves] == ["d3", "d2", "d1"]
    ran = turnstone("play", "--game", name, typed=lines("b4"))
    assert kept_id(ran.out) == name
    assert len(kept_game(data_directory).moves) > 3


def test_a_finished_game_is_not_resumed_but_the_one_before_is(turnstone: Turnstone) -> None:
    first = kept_id(turnstone("play", "kalah", *TWO, typed=lines("3")).out)
    turnstone("play", "small", *TWO, typed=lines(*WITH_A_PASS))
    assert kept_id(turnstone("play", "--resume").out) == first


def test_a_broken_file_does_not_bar_the_games_before_it(
    turnstone: Turnstone, data_directory: Path
) -> None:
    good = kept_id(turnstone("play", "small", *TWO, typed=lines("d3")).out)
    (data_directory / "games").mkdir()
    (data_directory / "games" / "zzz.json").write_text('{"turnstone": 99}')
    ran = turnstone("play", "--resume")
    assert ran.code == 0
    assert kept_id(ran.out) == good
    assert "zzz.json" in ran.err
    assert "newer program" in ran.err


# Bots, seats and families


def test_bots_alone_play_to_the_end_without_questions(turnstone: Turnstone) -> None:
    ran = turnstone("play", "small", "--players", "greedy,first")
    assert ran.code == 0
    assert "> " not in ran.out
    assert " wins " in ran.out or "A draw" in ran.out


def test_who_is_not_named_is_a_person_first_and_then_a_bot(turnstone: Turnstone) -> None:
    for arguments, header in [
        (["othello"], "Black: human, White: positional:depth=2."),
        (["othello", "--black", "first"], "Black: first, White: human."),
        (["othello", "--white", "human"], "Black: positional:depth=2, White: human."),
        (["kalah"], "South: human, North: minimax:depth=6."),
        (["kalah", "--south", "random:seed=2"], "South: random:seed=2, North: human."),
        (["three-colour", "--white", "first"], "Black: human, White: first, Amber: positional"),
        (["four-colour", "--players", "first,human"], "Black: first, White: human, Amber: pos"),
    ]:
        assert header in turnstone("play", *arguments).out


def test_positional_options_in_a_list_of_players(turnstone: Turnstone) -> None:
    out = turnstone("play", "small", "--players", "positional:depth=1,fill=0.5,human").out
    assert "Black: positional:depth=1,fill=0.5, White: human." in out


@pytest.mark.parametrize("preset", [n for n in sorted(PRESETS) if PRESETS[n].rules.material <= 100])
def test_presets_are_played_from_the_command_line(turnstone: Turnstone, preset: str) -> None:
    players = ",".join(["random:seed=1"] * len(PRESETS[preset].rules.seats))
    ran = turnstone("play", preset, "--players", players)
    assert ran.code == 0
    assert " win" in ran.out or "A draw" in ran.out


def test_extra_turns_are_announced(turnstone: Turnstone) -> None:
    out = turnstone("play", "kalah", *TWO, typed=lines("3", "1")).out
    assert "South sows house 3 (4 seeds), banks 1. Again South's move." in out
    assert "South sows house 1 (4 seeds)" in out


def test_turns_that_the_other_cannot_take_are_announced(
    turnstone: Turnstone, tmp_path: Path
) -> None:
    # Relay: North has nothing, so South goes on until all lies in stores.
    game = Game.new("relay", "2,1,0,0,0,0,20,0,0,0,0,0,0,25 S")
    SavedGame(game, ("human", "human")).write(tmp_path / "x.json")
    out = turnstone("play", "--load", tmp_path / "x.json", typed=lines("1")).out
    assert "South sows house 1 (1 pebble). North has nothing to sow. Again South's move." in out


def test_mancala_refusals(turnstone: Turnstone) -> None:
    out = turnstone("play", "relay", *TWO, typed=lines("3", "6", "13", "14", "swap", "x")).out
    assert "House 3 is not one of South's." in out
    assert "6 is a store" in out
    assert "14 is no house" in out
    assert "The swap rule is not open." in out
    assert "'x' is not the number of a house" in out


def test_three_people_and_their_names(turnstone: Turnstone) -> None:
    game = Game.new("reversi:size=4,colours=3")
    typed = []
    while not game.outcome:
        move = game.position.legal_moves[0]
        typed.append(str(move))
        game = game.play(move)
    players = "human,human,human"
    ran = turnstone(
        "play", "small", "--colours", 3, "--players", players, typed=lines(*typed, "A", "", "C")
    )
    assert ran.code == 0
    assert "Amber's name for the score table" in ran.out
    scores = turnstone("scores", "--json").json["scores"]
    margins = {each["name"]: each["margin"] for each in scores}
    assert margins == {"A": game.outcome.margins[0], "C": game.outcome.margins[2]}


def test_names_are_cleaned_before_they_are_stored(turnstone: Turnstone) -> None:
    ran = turnstone("play", "small", *TWO, typed=lines(*WITH_A_PASS, "\x1b[31mEve\x07", "", "quit"))
    assert "\x1b" not in ran.out
    (score,) = turnstone("scores", "--json").json["scores"]
    assert score["name"] == "[31mEve"


def test_input_that_is_not_text_is_survived(process: Turnstone) -> None:
    ran = process("play", "small", *TWO, typed=b"\xff\xfe\nd3\n")
    assert ran.code == 0
    assert ran.err == ""
    assert "Black plays d3" in ran.out


def test_a_person_whose_seat_is_gone_still_plays_the_next_game(turnstone: Turnstone) -> None:
    ran = turnstone(
        "play",
        "four-colour",
        "--players",
        "random,random,human,random",
        typed=lines("new", "kalah", "quit"),
    )
    assert "Kalah. South: human, North: random." in ran.out
    assert "South> " in ran.out


def test_what_cannot_be_played_does_not_bar_the_way_to_an_older_game(
    turnstone: Turnstone, data_directory: Path
) -> None:
    games = data_directory / "games"
    games.mkdir(parents=True)
    SavedGame(Game.new("small").play("d3"), ("human", "human")).write(games / "good.json")
    os.utime(games / "good.json", (1, 1))
    (games / "folder.json").mkdir()
    (games / "nowhere.json").symlink_to("/nonexistent")
    SavedGame(Game.new("small").play("d3"), ("bogus", "human")).write(games / "stranger.json")
    ran = turnstone("play", "--resume", typed=lines("quit"))
    assert ran.code == 0
    assert "White (O) to move" in ran.out
    assert ran.err.count("is left out") == 3


# Files of before


def test_kept_files_of_older_versions_are_taken_over_once(
    turnstone: Turnstone, data_directory: Path
) -> None:
    games = data_directory / "games"
    games.mkdir(parents=True)
    older = Game.new("small").play_all(["d3", "d2", "d1"]).undo(3)
    SavedGame(older, ("human", "greedy")).write(games / "older.json")
    os.utime(games / "older.json", (1_000, 1_000))
    SavedGame(Game.new("kalah").play("3"), ("human", "human"), Ending("resignation", 1)).write(
        games / "x.json"
    )
    ran = turnstone("play", "--resume", typed=lines("redo"))
    assert "Reversi 4×4. Black: human, White: greedy." in ran.out
    assert ran.err == ""
    first, _ = kept_games(data_directory)
    assert first.state.game.moves == older.redo(2).moves
    turnstone("scores")
    assert len(kept_games(data_directory)) == 2
    assert not games.exists()
    assert len(list((data_directory / "games.taken-over").iterdir())) == 2


def test_an_unknown_or_finished_game_is_refused(turnstone: Turnstone, data_directory: Path) -> None:
    turnstone("play", "small", "--players", "first,first")
    (over,) = kept_games(data_directory)
    for name, why in [(over.id, "that game is over"), ("nothing", "no such game")]:
        ran = turnstone("play", "--game", name)
        assert ran.code == 2
        assert why in ran.err
    both = turnstone("play", "--game", over.id, "--resume")
    assert both.code == 2
    assert "name no other" in both.err


def test_other_players_may_go_on_with_a_game(turnstone: Turnstone, data_directory: Path) -> None:
    turnstone("play", "small", "--white", "greedy", typed=lines("quit"))
    ran = turnstone("play", "--resume", "--white", "human", typed=lines("d3", "d2"))
    assert "Black: human, White: human." in ran.out
    ran = turnstone("play", "--resume", typed=lines("quit"))
    assert "Black: human, White: human." in ran.out
    assert len(kept_games(data_directory)) == 1


def test_a_database_of_ones_own(turnstone: Turnstone, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'mine.db'}"
    name = kept_id(turnstone("play", "small", *TWO, "--database", url, typed=lines("d3")).out)
    assert turnstone("play", "--resume").code == 2
    assert kept_id(turnstone("play", "--resume", "--database", url).out) == name


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("nonsense", "no database URL"),
        ("mysql://x/y", "a database is sqlite:///FILE or"),
        ("sqlite://", "a database is"),
        ("sqlite:////no/such/directory/x.db", "No such file"),
        ("postgresql+psycopg://me:secret@127.0.0.1:1/x", "cannot be opened"),
        ("postgresql+psycopg://me@127.0.0.1:1/x?password=secret", "cannot be opened"),
        ("postgresql+psycopg://me@127.0.0.1:1/x?sslpassword=secret", "use a passfile"),
    ],
)
def test_a_database_that_cannot_be_opened(turnstone: Turnstone, url: str, why: str) -> None:
    ran = turnstone("scores", "--database", url)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert why in ran.err
    assert "secret" not in ran.err
