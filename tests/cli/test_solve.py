"""`turnstone solve` and `turnstone analyse`: answers, files of problems, refusals."""

from pathlib import Path

import pytest

from turnstone import kernel

from .conftest import Turnstone

pytestmark = pytest.mark.skipif(kernel.native is None, reason="no compiled kernel here")
ENDGAMES = Path(__file__).parents[2] / "bench" / "endgames.obf"


def test_four_by_four_is_solved(turnstone: Turnstone) -> None:
    found = turnstone("solve", "small", "--all-moves", "--json").json
    assert (found["score"], found["exact"], found["best"]) == (-10, True, found["line"][0])
    assert found["moves"] == {"b1": -10, "a2": -10, "d3": -10, "c4": -10}
    assert found["nodes"] > 0
    assert "exactly -10" in turnstone("solve", "reversi", "--size", 4, "--threads", 2).out


def test_a_small_kalah_is_solved_and_its_database_kept(
    turnstone: Turnstone, data_directory: Path
) -> None:
    found = turnstone("solve", "kalah:houses=2,seeds=2", "--endgames", 1, "--json").json
    assert found["exact"]
    assert found["score"] == max(found["moves"].values())
    assert any((data_directory / "databases").iterdir())


def test_an_analysis_within_a_limit(turnstone: Turnstone) -> None:
    found = turnstone("analyse", "othello", "--depth", 3, "--json").json
    assert (found["depth"], found["exact"]) == (3, False)
    assert found["best"] in ("d3", "c4", "f5", "e6")
    assert "to move: about" in turnstone("analyse", "octagon", "--time", "0.1").out


def test_a_file_of_problems_is_checked_move_by_move(turnstone: Turnstone, tmp_path: Path) -> None:
    lines = ENDGAMES.read_text().splitlines()[:3]
    good, bad = tmp_path / "good.obf", tmp_path / "bad.obf"
    good.write_text("\n".join([*lines, "% a comment", ""]))
    ran = turnstone("solve", "--obf", good)
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "3/3 right"
    move, _, score = lines[1].split(";")[2].strip().partition(":")
    bad.write_text("\n".join([lines[0], lines[1].replace(f"{move}:{score}", f"{move}:+63")]))
    ran = turnstone("solve", "--obf", bad)
    assert ran.code == 1
    assert f"{move.lower()}: the file says +63, it is {int(score):+}" in ran.out
    assert ran.out.splitlines()[-1] == "1/2 right"


def test_a_single_listed_move_is_judged_by_itself(turnstone: Turnstone, tmp_path: Path) -> None:
    board, *listed = ENDGAMES.read_text().splitlines()[0].rstrip(";").split(";")
    values = dict(each.strip().split(":") for each in listed)
    best, worst = next(iter(values)), list(values)[-1]
    assert int(values[worst]) < int(values[best])
    file = tmp_path / "one.obf"
    file.write_text(f"{board}; {worst}:{values[worst]};\n{board}; {worst}:{values[best]};\n")
    ran = turnstone("solve", "--obf", file)
    assert ran.code == 1
    assert f"says {int(values[best]):+}, it is {int(values[worst]):+}" in ran.out
    assert ran.out.splitlines()[-1] == "1/2 right"
    file.write_text(f"{board}; {best}:{values[best]}; {best}:{values[worst]};")
    assert "is listed twice" in turnstone("solve", "--obf", file).err
    file.write_text(f"{board};\n{board}; {best}:{values[best]};\n")
    ran = turnstone("solve", "--obf", file)
    assert "no score is listed" in ran.out.splitlines()[0]
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "1/1 right")
    file.write_text("% nothing here\n")
    assert "holds no problem" in turnstone("solve", "--obf", file).err


def test_a_size_that_is_none_is_refused(
    turnstone: Turnstone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNSTONE_ENDGAMES", "abc")
    ran = turnstone("solve", "relay", "--position", "1,1,0,0,1,0,22,0,0,0,0,1,0,22 S")
    assert (ran.code, ran.out) == (2, "")
    assert "TURNSTONE_ENDGAMES is megabytes" in ran.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["solve", "othello", "--position", "X" * 65 + "X"], "side to move"),
        (["solve", "othello", "--position", "-" * 64 + "X"], "at least one disc"),
        (["solve", "kalah", "--position", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,3> S"], "48 seeds"),
        (["solve", "--obf", "/nonexistent.obf"], "No such file"),
        (["solve", "--obf", str(ENDGAMES), "--winner"], "takes no such choice"),
        (["solve", "--obf", str(ENDGAMES), "--best-only"], "takes no such choice"),
        (["solve", "--position", "X" * 65 + " X"], "64 squares and the side to move, not 66"),
        (["solve", "kalah", "--obf", "/nonexistent.obf"], "positions of Reversi"),
        (["solve", "small", "--threads", "0"], "threads"),
        (["solve", "small", "--endgames", "30"], "--endgames is for Mancala"),
        (["solve", "relay", "--endgames", "9999"], "--endgames"),
        (["analyse", "othello", "--depth", "0"], "depth"),
        (["analyse", "othello", "--nodes", str(2**70)], "nodes"),
        (["analyse", "chess"], "no game called"),
        (["match", "perfect", "random"], "too large to be solved"),
    ],
)
def test_what_cannot_be_solved_is_refused(
    turnstone: Turnstone, arguments: list[str], why: str
) -> None:
    ran = turnstone(*arguments)
    assert ran.code == 2
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1


def test_perfect_does_not_lose_four_by_four_as_white(turnstone: Turnstone) -> None:
    won = turnstone(
        "match", "perfect", "random", "--variant", "small", "--games", 2, "--plies", 0, "--json"
    ).json
    assert won["wins"] >= 1  # White wins 4×4 whatever Black does


def test_mancala_scores_every_move_and_takes_any_database(
    turnstone: Turnstone, data_directory: Path
) -> None:
    found = [
        turnstone("solve", "kalah:houses=4,seeds=3", "--endgames", size, "--json").json
        for size in (0, 1)
    ]
    assert found[0]["moves"] == found[1]["moves"] == {"2": 6, "3": 2, "4": -2, "1": -6}
    assert all(each["exact"] and each["score"] == 6 for each in found)
    assert len(list((data_directory / "databases").iterdir())) == 1
    alone = turnstone(
        "solve", "kalah:houses=4,seeds=3", "--best-only", "--endgames", 0, "--json"
    ).json
    assert "moves" not in alone
    looked = turnstone("analyse", "kalah:houses=4,seeds=3", "--endgames", 1, "--json").json
    assert (looked["score"], looked["exact"]) == (6, True)


def test_who_wins_is_said_in_words(turnstone: Turnstone) -> None:
    out = turnstone("solve", "kalah:houses=4,seeds=3", "--winner", "--endgames", 1).out
    assert "South to move: a win, best" in out
    assert out.count("loss") == 2
    assert turnstone("solve", "small", "--winner", "--json").json["result"] == "loss"
