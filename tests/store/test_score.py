"""A score and its file form: nothing foreign gets in."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from turnstone.records import files
from turnstone.rules.errors import InvalidRecord
from turnstone.store.score import Score, clean_name, is_shown, lines, read_file, read_lines, today

ADA = Score("othello", "Ada", 12, 38, "greedy", "2024-05-01T10:00:00+00:00")


def test_the_file_form_is_one_line_a_score() -> None:
    text = lines([ADA, replace(ADA, name="Grün", margin=-3)])
    assert [json.loads(line)["name"] for line in text.splitlines()] == ["Ada", "Grün"]
    assert text.endswith("\n")


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"variant": "othello"}',
        b"[" * 50_000,
        json.dumps({**asdict(ADA), "extra": 1}).encode(),
        json.dumps({**asdict(ADA), "margin": "12"}).encode(),
        json.dumps({**asdict(ADA), "margin": True}).encode(),
        json.dumps({**asdict(ADA), "margin": 12.0}).encode(),
        json.dumps({**asdict(ADA), "margin": 257}).encode(),
        json.dumps({**asdict(ADA), "own": -1}).encode(),
        json.dumps({**asdict(ADA), "name": None}).encode(),
        json.dumps({**asdict(ADA), "variant": "chess"}).encode(),
        json.dumps({**asdict(ADA), "variant": "reversi:size=8"}).encode(),  # not its one spelling
        json.dumps({**asdict(ADA), "date": "yesterday"}).encode(),
    ],
)
def test_a_line_that_is_no_score_is_found_by_its_number(tmp_path: Path, line: bytes) -> None:
    good = lines([ADA]).encode()
    data = good + line + b"\n\n" + good
    read = list(read_lines(data))
    assert [(number, isinstance(each, Score)) for number, each in read] == [
        (1, True),
        (2, False),
        (4, True),
    ]
    (tmp_path / "scores").write_bytes(data)
    with pytest.raises(InvalidRecord, match="line 2"):
        read_file(tmp_path / "scores")


def test_doubles_within_a_file_are_taken_once(tmp_path: Path) -> None:
    (tmp_path / "doubles").write_text(lines([ADA] * 3) + "\n\n" + lines([ADA]))
    assert read_file(tmp_path / "doubles") == [ADA]


def test_what_is_too_large_or_missing_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "huge").write_bytes(b"\n" * (files.LIMIT + 1))
    with pytest.raises(InvalidRecord, match="too large"):
        read_file(tmp_path / "huge")
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "nothing")


@given(st.text() | st.text("👩🏽🚀❤\ufe0f\u200d\u202e\x1b a", max_size=60))
def test_a_clean_name_is_one_short_printable_line(text: str) -> None:
    name = clean_name(text)
    assert name.replace("\u200d", "").isprintable()
    assert is_shown(name)
    assert len(name) <= 40
    assert name == name.strip()
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ada  ", "Ada"),
        ("Ada\tLovelace", "Ada Lovelace"),
        ("\x1b[31mred\x1b[0m", "[31mred [0m"),
        ("\x9b2J", "2J"),
        ("a\u202eb", "a b"),
        ("Łukasz 王", "Łukasz 王"),
        ("\n\r\x00", ""),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("❤\ufe0f\u200d🔥 Ada", "❤\ufe0f\u200d🔥 Ada"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("🙂\u200d↔\ufe0f", "🙂\u200d↔\ufe0f"),
        ("A\u200dda\u200d", "A da"),
        ("👩\u200d\u200d🚀", "👩 🚀"),
        ("👩\u200d\u202e🚀", "👩 🚀"),
        ("👩\u200d\x1b[2J", "👩 [2J"),
        ("x" * 38 + "👩\u200d🚀", "x" * 38 + "👩"),
    ],
)
def test_names_lose_control_characters_and_nothing_else(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@given(
    st.text(max_size=60).filter(lambda name: name.isprintable() and name.strip() != ""),
    st.integers(-256, 256),
    st.integers(0, 256),
    st.sampled_from(["othello", "relay", "reversi:size=6,goal=fewest", "kalah:seeds=3"]),
)
@example("👩🏽\u200d🚀", 2, 33, "othello")
def test_any_score_comes_back(name: str, margin: int, own: int, variant: str) -> None:
    score = Score(variant, name, margin, own, "human", today())
    assert Score.from_data(json.loads(json.dumps(asdict(score)))) == score


@pytest.mark.parametrize("name", ["\\ud800", "a\\u0007b", "a\\nb"])
def test_a_name_that_cannot_be_shown_is_refused(tmp_path: Path, name: str) -> None:
    line = (
        f'{{"variant": "othello", "name": "{name}", "margin": 2, "own": 33,'
        ' "opponent": "x", "date": "2024-01-01"}\n'
    )
    source = tmp_path / "source.jsonl"
    source.write_text(line)
    with pytest.raises(InvalidRecord, match="cannot be shown"):
        read_file(source)
