"""Wrong usage and wrong input: exit code 2, one line that says what is wrong, no traceback."""

import os
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from turnstone.cli.app import COMMANDS

from .conftest import COMMAND, Turnstone

LONG = "x" * 5000
RING = "a1+b1+c1+d1+a2+d2+a3+d3+a4+b4+c4+d4"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nonsense"], "nonsense"),
        (["--nonsense"], "--nonsense"),
        (["play", "--nonsense"], "--nonsense"),
        (["play", "--json"], "--json"),
        (["play", "chess"], "no game called 'chess'"),
        (["play", ""], "is not a name"),
        (["play", LONG], "is not a name|no game called"),
        (["play", "\x1b[31mred"], "is not a name"),
        (["play", "othello", "kalah"], "unexpected"),
        (["play", "othello:"], "names no option"),
        (["play", "othello:size"], "option=value"),
        (["play", "othello:size=5"], "size must be"),
        (["play", "othello:size=6", "--size", "4"], "given twice"),
        (["play", "othello:colour=3"], "no option 'colour'"),
        (["play", "reversi:start=round"], "start must be one of"),
        (["play", "reversi:blocked=z9"], "z9"),
        (["play", "reversi:colours=3,start=parallel"], "two colours only"),
        (["play", "--size", "5"], "even number from 4 to 16, not 5"),
        (["play", "--size", "18"], "from 4 to 16"),
        (["play", "--size", "2"], "from 4 to 16"),
        (["play", "--size", "-4"], "from 4 to 16"),
        (["play", "--size", "0"], "from 4 to 16"),
        (["play", "--size", "eight"], "--size"),
        (["play", "--size"], "--size"),
        (["play", "--colours", "1"], "colours must be"),
        (["play", "--colours", "5"], "colours must be"),
        (["play", "kalah", "--size", "6"], "kalah has no option 'size'"),
        (["play", "kalah", "--colours", "3"], "kalah has no option 'colours'"),
        (["play", "kalah:seeds=0"], "seeds must be"),
        (["play", "relay:houses=3"], "even number of houses"),
        (["play", "othello", "--black", "nobody"], "no player called 'nobody'"),
        (["play", "--black", "greedy:depth=2"], "takes none"),
        (["play", "--white", "minimax:depth=999"], "from 1 to 256"),
        (["play", "--players", "human,human,human"], "is for 2 players, not 3"),
        (["play", "--players", ""], "is not a name"),
        (["play", "--players", "human,,human"], "is not a name"),
        (["play", "--players", "human", "--white", "first"], "not both"),
        (["play", "kalah", "--north", "positional"], "positional plays with discs only, not Kalah"),
        (["play", "relay", "--players", "human,corner"], "corner plays with discs only"),
        (["play", "--load", "/no/such/file"], "/no/such/file: No such file"),
        (["play", "--load", "/"], "Is a directory"),
        (["play", "--load", "no\nsuch\nfile"], "No such file"),
        (["play", "--load", "x", "--resume"], "bring their own game"),
        (["play", "--load", "x", "--size", "4"], "bring their own game"),
        (["play", "othello", "--resume"], "bring their own game"),
        (["play", "--resume"], "no unfinished game"),
        (["rules"], "variant"),
        (["rules", "go"], "no game called 'go'"),
        (["rules", "othello", "--size", "7"], "even number"),
        (["variants", "othello"], "unexpected"),
        (["bots", "--depth", "3"], "--depth"),
        (["match"], "players"),
        (["match", "greedy"], "Othello needs 2 players, not 1"),
        (["match", "greedy", "first", "random"], "needs 2 players, not 3"),
        (["match", "greedy", "human"], "person"),
        (["match", "greedy", "nobody"], "no player called"),
        (["match", "greedy", "random", "--games", "0"], "--games"),
        (["match", "greedy", "random", "--games", "-5"], "--games"),
        (["match", "greedy", "random", "--games", "many"], "--games"),
        (["match", "greedy", "random", "--plies", "-1"], "--plies"),
        (["match", "greedy", "random", "--seed", "x"], "--seed"),
        (["match", "greedy", "random", "--workers", "-1"], "--workers"),
        (["match", "greedy", "random", "--variant", "chess"], "no game called"),
        (["match", "first", "random", "--variant", "oware"], "first plays with discs only"),
        (["match", "greedy", "random", "--colours", "3"], "needs 3 players"),
        (["perft"], "variant|--depth"),
        (["perft", "othello"], "--depth"),
        (["perft", "othello", "--depth", "-1"], "--depth"),
        (["perft", "othello", "--depth", "61"], "--depth"),
        (["perft", "othello", "--depth", "3.5"], "--depth"),
        (["perft", "chess", "--depth", "1"], "no game called"),
        (["perft", "othello", "--depth", "1", "--position", ""], "64 squares"),
        (["perft", "othello", "--depth", "1", "--position", "XO"], "64 squares"),
        (["perft", "othello", "--depth", "1", "--position", "-" * 64 + "X"], "at least one disc"),
        (["perft", "othello", "--depth", "1", "--position", "X" * 64 + "Z"], "side to move"),
        (["perft", "othello", "--depth", "1", "--position", "Z" * 64 + "X"], "'Z' at a1"),
        (["perft", "othello", "--depth", "1", "--position", LONG], "not a position"),
        (["perft", "othello", "--depth", "1", "--position", "é" * 65], "not a position"),
        (["perft", "kalah", "--depth", "1", "--position", "1 2 3"], "S or N"),
        (["perft", "kalah", "--depth", "1", "--position", "<6,0,0,1> S"], "houses|pits"),
        (["perft", "relay", "--depth", "1", "--position", "4,4 S"], "pits"),
        (["perft", "relay", "--depth", "1", "--position", ",".join("5" * 14) + " S"], "48 pebbles"),
        (["scores", "chess"], "no game called"),
        (["scores", "--import", "/no/such/file"], "/no/such/file: No such file"),
        (["scores", "--import", "/"], "Is a directory"),
        (["scores", "--export", "/no/such/directory/x"], "/no/such/directory/x: No such file"),
        (["scores", "--export", "/"], "/"),
        (["scores", "--export"], "--export"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(
    turnstone: Turnstone, arguments: list[str], why: str
) -> None:
    ran = turnstone(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("turnstone: ")
    assert ran.err.endswith("\n")
    line = ran.err[:-1]
    assert line.isprintable(), "one line, nothing that a terminal would obey"
    assert any(part in line for part in why.split("|")), line
    assert len(line) < 400, "no echo of everything that was typed"


@pytest.mark.parametrize("bot", ["first", "most", "corner", "corner-edge", "lookahead"])
@pytest.mark.parametrize("game", ["relay", "kalah", "avalanche", "oware"])
def test_bots_for_discs_refuse_mancala(turnstone: Turnstone, bot: str, game: str) -> None:
    for arguments in (["play", game, "--south", bot], ["match", "random", bot, "--variant", game]):
        ran = turnstone(*arguments)
        assert ran.code == 2
        assert ran.err.startswith(f"turnstone: {bot} plays with discs only, not ")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe\x00", "not text|not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "JSON object"),
        (b'{"turnstone": 99}', "newer program"),
        (b'{"turnstone": 1, "variant": "othello", "moves": ["a1"], "outcome": null}', "move 1"),
        (
            b'{"turnstone": 1, "variant": "othello", "moves": [],'
            b' "outcome": {"reason": "no moves", "scores": [64, 0]}}',
            "do not give the result",
        ),
        (
            b'{"turnstone": 1, "variant": "othello", "moves": [], "outcome": null,'
            b' "players": ["human", "\\u001b[2Jnobody"]}',
            "is not a name",
        ),
        (
            b'{"turnstone": 1, "variant": "kalah", "moves": [], "outcome": null,'
            b' "players": ["human", "first"]}',
            "discs only",
        ),
        (
            b'{"turnstone": 1, "variant": "othello", "moves": [], "outcome": null, "resigned": 0}',
            "that game is over",
        ),
    ],
)
def test_a_file_that_cannot_be_gone_on_with(
    turnstone: Turnstone, tmp_path: Path, data: bytes, why: str
) -> None:
    path = tmp_path / "save.json"
    path.write_bytes(data)
    ran = turnstone("play", "--load", path)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert any(part in ran.err for part in why.split("|")), ran.err
    assert ran.err[:-1].isprintable()


def test_a_data_directory_that_cannot_be_one(turnstone: Turnstone, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.MonkeyPatch.context() as patch:
        for path in (tmp_path / "file", tmp_path / "file" / "below"):
            patch.setenv("TURNSTONE_DATA_DIR", str(path))
            for arguments in (["scores"], ["play", "small"], ["play", "--resume"]):
                ran = turnstone(*arguments)
                assert ran.code == 2
                assert ran.err.count("\n") == 1


def test_whole_processes_die_as_quietly(process: Turnstone) -> None:
    for arguments in (["play", "chess"], ["match", "greedy"], ["perft", "othello"]):
        ran = process(*arguments)
        assert ran.code == 2
        assert ran.out == ""
        assert ran.err.count("\n") == 1


def test_a_kernel_that_is_not_there(process: Turnstone) -> None:
    for arguments in (["--version"], ["perft", "othello", "--depth", "1"]):
        ran = process(*arguments, TURNSTONE_KERNEL="quantum")
        assert ran.code == 2
        assert ran.err.startswith("turnstone: TURNSTONE_KERNEL=quantum")
        assert ran.err.count("\n") == 1


def test_arguments_that_are_not_text(data_directory: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "--load", os.fsdecode(b"\xff\xfe.json")], capture_output=True
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
    assert not data_directory.exists()


def test_a_reader_that_has_seen_enough(data_directory: Path) -> None:
    data_directory.mkdir()
    command = subprocess.list2cmdline(COMMAND)
    done = subprocess.run(
        ["bash", "-c", f"{command} play small --players first,first | head -n 1"],
        capture_output=True,
        timeout=60,
    )
    assert done.stderr == b""
    assert done.stdout.startswith("Reversi 4×4".encode())


def test_a_game_that_is_over_at_once_is_no_trouble(turnstone: Turnstone) -> None:
    spec = f"reversi:size=4,blocked={RING}"
    ran = turnstone("match", "random", "random", "--variant", spec, "--games", 2, "--workers", 1)
    assert ran.code == 0
    assert "2 draws" in ran.out
    played = turnstone("play", spec, "--players", "random,random")
    assert played.code == 0
    assert "A draw, 2-2." in played.out


@pytest.mark.parametrize(("name", "line"), COMMANDS.items())
def test_the_list_of_commands_says_what_each_says_of_itself(name: str, line: str) -> None:
    command = getattr(import_module(f"turnstone.cli.{name}"), name)
    assert command.__doc__.splitlines()[0] == line
