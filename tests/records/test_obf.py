"""Files of problems: what other programs write is read, what is wrong is named."""

from pathlib import Path

import pytest

from turnstone.records.obf import problems, written
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.reversi import Reversi

START = "---------------------------OX------XO---------------------------"


def read(tmp_path: Path, text: str) -> list[dict[str, int]]:
    path = tmp_path / "file.obf"
    path.write_text(text)
    return [dict(problem.scores) for problem in problems(path, Reversi())]


def test_scores_padding_and_comments(tmp_path: Path) -> None:
    text = f"% head\n\n{START} X; D3:+02; c4:-4; --:-127; --:-127;\n{START} O % no scores\n"
    assert read(tmp_path, text) == [{"d3": 2, "c4": -4}, {}]


def test_the_mark_that_some_editors_put_in_front(tmp_path: Path) -> None:
    assert read(tmp_path, f"\ufeff{START} X; D3:+02;\n") == [{"d3": 2}]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    start = Reversi().start()
    line = written(start, {"c4": -4, "d3": 12})
    assert line.endswith("X; D3:+12; C4:-04;")
    assert read(tmp_path, line) == [{"d3": 12, "c4": -4}]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"{START}", "line 2: a position of Othello is 64 squares"),
        (f"{START} X; d3=5;", "line 2: 'd3=5' is not move:score"),
        (f"{START} X; a1:+5;", "line 2: a1 flips nothing"),
        (f"0{START[1:]} X;", "line 2: '0' at a1"),
    ],
)
def test_the_line_that_is_wrong_is_named(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why):
        read(tmp_path, f"{START} X;\n{line}\n")
