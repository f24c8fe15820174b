"""verify, backup and games, as a person calls them."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import text

from turnstone.records.json import SavedGame
from turnstone.store.database import Database

from .conftest import COMMAND, Turnstone, kept_games

TWO = ("--players", "human,human")


@pytest.fixture
def played(turnstone: Turnstone, data_directory: Path) -> str:
    """A game of two moves; its id."""
    turnstone("play", "small", *TWO, typed="d3\nd2\n")
    (game,) = kept_games(data_directory)
    return game.id


def damage(data_directory: Path, statement: str) -> None:
    with Database.open(directory=data_directory) as database:
        database.write(lambda c: c.execute(text(statement))).result()


def test_verify_says_that_all_is_well(turnstone: Turnstone, played: str) -> None:
    assert played
    ran = turnstone("verify")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "1 game, 3 events, 0 scores: 0 faults.\n"
    assert turnstone("verify", "--json").json == {
        "games": 1,
        "events": 3,
        "scores": 0,
        "faults": [],
    }


def test_the_directory_of_a_server_can_be_named(
    turnstone: Turnstone, played: str, data_directory: Path, tmp_path: Path
) -> None:
    assert played
    elsewhere = data_directory.rename(tmp_path / "elsewhere")
    ran = turnstone("verify", "--data-dir", elsewhere)
    assert (ran.code, ran.out) == (0, "1 game, 3 events, 0 scores: 0 faults.\n")
    assert turnstone("backup", tmp_path / "copy", "--data-dir", elsewhere).code == 0
    assert (tmp_path / "copy").stat().st_size > 0
    nowhere = tmp_path / "nowhere"
    assert turnstone("verify", "--data-dir", nowhere).code != 0
    assert not nowhere.exists()


def test_verify_tells_what_is_wrong_and_where(
    turnstone: Turnstone, played: str, data_directory: Path
) -> None:
    damage(data_directory, "UPDATE events SET event = replace(event, 'd2', 'a4') WHERE seq = 3")
    ran = turnstone("verify")
    assert ran.code == 1
    assert ran.out.startswith(f"game {played}, event 3: a4 flips nothing\n")
    assert "1 fault." in ran.out
    ran = turnstone("verify", "--json")
    assert ran.code == 1
    (fault,) = json.loads(ran.out)["faults"]
    assert fault == {"game": played, "seq": 3, "what": "a4 flips nothing"}


def test_damage_cannot_play_with_the_screen(
    turnstone: Turnstone, played: str, data_directory: Path
) -> None:
    assert played
    damage(data_directory, "UPDATE games SET position = 'x' || char(27) || '[2J' || char(10)")
    ran = turnstone("verify")
    assert ran.code == 1
    assert all(line.isprintable() for line in ran.out.splitlines())


def test_a_database_that_is_not_there_is_not_made(turnstone: Turnstone, tmp_path: Path) -> None:
    for command in (["verify"], ["backup", tmp_path / "copy"]):
        ran = turnstone(*command, "--database", f"sqlite:///{tmp_path / 'typo.db'}")
        assert ran.code == 2
        assert "there is no database here" in ran.err
    assert not (tmp_path / "typo.db").exists()


def test_a_newer_database_is_one_clear_line(
    turnstone: Turnstone, played: str, data_directory: Path
) -> None:
    assert played
    damage(data_directory, "UPDATE alembic_version SET version_num = '9999'")
    for command in (["verify"], ["scores"], ["games"], ["play", "small"], ["backup", "x"]):
        ran = turnstone(*command)
        assert ran.code == 2
        assert "was written by a newer Turnstone" in ran.err
        assert ran.err.count("\n") == 1


def test_a_schema_that_never_was_is_one_clear_line(
    turnstone: Turnstone, played: str, data_directory: Path
) -> None:
    assert played
    damage(data_directory, "UPDATE alembic_version SET version_num = '0000'")
    for command in (["verify"], ["serve", "--port", "0"]):
        ran = turnstone(*command)
        assert ran.code == 2
        assert "there is no schema '0000'" in ran.err
        assert ran.err.count("\n") == 1


def test_a_backup_can_be_played_on(turnstone: Turnstone, played: str, tmp_path: Path) -> None:
    copy = tmp_path / "my copy.db"
    ran = turnstone("backup", copy)
    assert ran.code == 0
    assert re.fullmatch(r"Backed up to .*my copy\.db \([\d,]+ bytes\)\.\n", ran.out)
    again = turnstone("backup", copy)
    assert again.code == 2
    assert "--force" in again.err
    assert turnstone("backup", copy, "--force", "--json").json["bytes"] == copy.stat().st_size
    url = f"sqlite:///{copy}"
    assert turnstone("verify", "--database", url, "--json").json["events"] == 3
    ran = turnstone("play", "--game", played, "--database", url, typed="d1\n")
    assert "Black plays d1" in ran.out
    assert turnstone("verify", "--json").json["events"] == 3  # the original is as it was


def test_a_backup_while_a_game_is_played(
    turnstone: Turnstone, data_directory: Path, tmp_path: Path
) -> None:
    playing = subprocess.Popen(
        [*COMMAND, "play", "small", *TWO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert playing.stdin
    assert playing.stdout
    playing.stdin.write("d3\n")
    playing.stdin.flush()
    for line in playing.stdout:
        if "Black plays d3" in line:
            break
    copy = tmp_path / "copy.db"
    assert turnstone("backup", copy).code == 0
    playing.send_signal(signal.SIGKILL)
    playing.communicate()
    assert turnstone("games", "--database", f"sqlite:///{copy}", "--json").json["games"][0]["plies"]
    assert len(kept_games(data_directory)) == 1


def test_games_are_listed_and_written_to_files(
    turnstone: Turnstone, played: str, tmp_path: Path
) -> None:
    turnstone("play", "kalah", "--players", "greedy,greedy")
    listed = turnstone("games").out.splitlines()
    assert "Kalah, greedy against greedy: " in listed[0]
    assert listed[1].startswith(played)
    assert listed[1].endswith("Reversi 4×4, human against human: 2 moves, Black to move.")
    over, going = turnstone("games", "--json").json["games"]
    assert over["outcome"]["reason"]
    assert (going["game"], going["plies"], going["outcome"]) == (played, 2, None)
    assert len(turnstone("games", "--limit", 1, "--json").json["games"]) == 1
    for game, moves in ((going, 2), (over, over["plies"])):
        file = tmp_path / f"{game['game']}.json"
        assert turnstone("games", game["game"], "--export", file).code == 0
        assert len(SavedGame.read(file).game.moves) == moves
    assert "2 moves" in turnstone("games", played).out
    ran = turnstone("play", "--load", tmp_path / f"{played}.json")
    assert "Black (X) 3, White (O) 3" in ran.out


def test_a_damaged_game_hides_no_other(
    turnstone: Turnstone, played: str, data_directory: Path
) -> None:
    turnstone("play", "kalah", *TWO, typed="a\n")
    damage(data_directory, f"UPDATE games SET turn = 7 WHERE id = '{played}'")
    listed = turnstone("games").out.splitlines()
    assert "Kalah, human against human: " in listed[0]
    assert listed[1].startswith(f"{played}  cannot be read: ")
    (broken,) = turnstone("games", "--json").json["damaged"]
    assert (broken["game"], "there is no seat 7" in broken["fault"]) == (played, True)
    ran = turnstone("play", "--resume", typed="quit\n")
    assert f"game {played} is left out" in ran.err
    assert "Kalah" in ran.out


def test_games_that_are_not_there(turnstone: Turnstone) -> None:
    assert "No games yet" in turnstone("games").out
    assert "No such game" in turnstone("games", "nothing").out
    ran = turnstone("games", "nothing", "--export", "x")
    assert (ran.code, ran.err) == (2, "turnstone: there is no such game\n")
    assert turnstone("games", "--export", "x").code == 2
    assert not os.path.exists("x")


def test_two_windows_on_one_game(turnstone: Turnstone, played: str, data_directory: Path) -> None:
    window = subprocess.Popen(
        [*COMMAND, "play", "--game", played],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert window.stdin
    assert window.stdout
    for line in window.stdout:
        if "Legal:" in line:
            break
    turnstone("play", "--game", played, typed="d1\n")
    out, err = window.communicate("c1\n", timeout=60)
    assert window.returncode == 0
    assert "gone on in another window" in out
    assert err == ""
    (game,) = kept_games(data_directory)
    assert [str(move) for move in game.state.game.moves] == ["d3", "d2", "d1"]


def test_a_full_disk_ends_the_game_with_one_line_and_keeps_what_was_shown(
    turnstone: Turnstone, data_directory: Path
) -> None:
    assert turnstone("scores").code == 0  # the database is there, and the disk has room for it
    command = " ".join([*COMMAND, "play", "othello", "--players", "first,first"])
    ran = subprocess.run(
        ["bash", "-c", f"ulimit -f 500; exec {command}"], capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "turnstone.db cannot be written: " in ran.stderr
    shown = re.findall(r"(?:Black|White) plays (\w\d)", ran.stdout)
    (game,) = kept_games(data_directory)
    assert [str(move) for move in game.state.game.moves] == shown
    assert shown
    assert turnstone("verify").code == 0
    assert turnstone("play", "--resume").code == 0


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["variants"], ["bots"]])
def test_what_needs_no_database_does_not_load_it(arguments: list[str]) -> None:
    command = [COMMAND[0], "-X", "importtime", *COMMAND[1:], *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    loaded = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "turnstone.cli.app" in loaded
    assert not {"sqlalchemy", "alembic", "psycopg", "fastapi"} & loaded
    if arguments == ["--help"]:  # it answers at once: not even the rules are loaded
        assert "turnstone.rules.game" not in loaded
