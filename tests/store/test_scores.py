"""The score table: nothing gets lost, nothing foreign gets in, best first."""

import json
import os
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnstone.records import files
from turnstone.rules.errors import InvalidRecord
from turnstone.store.scores import Score, ScoreTable, clean_name, today

ADA = Score("othello", "Ada", 12, 38, "greedy", "2024-05-01T10:00:00+00:00")


@pytest.fixture
def table(tmp_path: Path) -> ScoreTable:
    return ScoreTable(tmp_path / "scores.jsonl")


def test_an_empty_table_is_no_file(table: ScoreTable) -> None:
    assert table.read() == ([], [])
    assert not table.path.exists()


def test_scores_are_appended_one_line_each(table: ScoreTable) -> None:
    table.append([ADA])
    first = table.path.read_bytes()
    table.append([replace(ADA, name="Grün", margin=-3), replace(ADA, variant="kalah")])
    everything = table.path.read_bytes()
    assert everything.startswith(first)
    lines = everything.decode().splitlines()
    assert [json.loads(line)["name"] for line in lines] == ["Ada", "Grün", "Ada"]


def test_best_first_by_margin_then_own_count_then_age(table: ScoreTable) -> None:
    scores = [
        replace(ADA, name="d", margin=12, own=38, date="2024-05-02"),
        replace(ADA, name="f", margin=-4, own=30),
        replace(ADA, name="a", margin=64, own=64),
        replace(ADA, name="c", margin=12, own=38, date="2024-05-01"),
        replace(ADA, name="e", margin=12, own=37, date="2024-01-01"),
        replace(ADA, name="b", margin=12, own=39, date="2024-06-01"),
    ]
    table.append(scores)
    found, _ = table.read()
    assert [score.name for score in found] == list("abcdef")


def test_variants_are_kept_apart(table: ScoreTable) -> None:
    table.append([ADA, replace(ADA, variant="kalah", margin=40), replace(ADA, margin=1)])
    found, _ = table.read()
    assert [(score.variant, score.margin) for score in found] in (
        [("kalah", 40), ("othello", 12), ("othello", 1)],
        [("othello", 12), ("othello", 1), ("kalah", 40)],
    )


def test_appending_is_durable_before_it_returns(
    table: ScoreTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bytes] = []
    real = os.fsync

    def watch(handle: int) -> None:
        real(handle)
        synced.append(table.path.read_bytes())

    monkeypatch.setattr(os, "fsync", watch)
    table.append([ADA])
    assert len(synced) == 2  # the file, and the directory it is new in
    assert b"Ada" in synced[0]
    table.append([replace(ADA, name="Bea")])
    assert len(synced) == 3
    assert b"Bea" in synced[2]


@given(st.integers(1, 400))
@settings(max_examples=60, deadline=None)
def test_a_line_cut_short_by_a_crash_costs_only_itself(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    table = ScoreTable(tmp_path_factory.mktemp("scores") / "scores.jsonl")
    table.append([ADA])
    whole = table.path.stat().st_size
    table.append([replace(ADA, name="Cut", margin=3)])
    size = table.path.stat().st_size
    os.truncate(table.path, max(whole, size - cut))
    lost = cut > 1  # without its line end alone the line is whole
    table.append([replace(ADA, name="After", margin=1)])
    found, complaints = table.read()
    names = [score.name for score in found]
    assert names == (["Ada", "After"] if lost else ["Ada", "Cut", "After"])
    assert len(complaints) == (1 if lost and size - cut > whole else 0)
    for complaint in complaints:
        assert "line 2" in complaint


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
def test_a_line_that_is_no_score_is_reported_left_alone_and_refused_from_outside(
    table: ScoreTable, tmp_path: Path, line: bytes
) -> None:
    table.append([ADA])
    with open(table.path, "ab") as file:
        file.write(line + b"\n")
    table.append([replace(ADA, name="Bea", margin=1)])
    found, complaints = table.read()
    assert [score.name for score in found] == ["Ada", "Bea"]
    assert len(complaints) == 1
    assert "line 2" in complaints[0]
    assert line in table.path.read_bytes()

    other = tmp_path / "other.jsonl"
    other.write_bytes(json.dumps(asdict(replace(ADA, name="Eve"))).encode() + b"\n" + line)
    before = table.path.read_bytes()
    with pytest.raises(InvalidRecord, match="line 2"):
        table.take_in(other)
    assert table.path.read_bytes() == before


def test_export_and_import_carry_everything_over_once(table: ScoreTable, tmp_path: Path) -> None:
    scores = [replace(ADA, name=f"n{n}", margin=n) for n in range(5)]
    table.append(scores)
    file = tmp_path / "exported.jsonl"
    assert table.export(file) == 5

    other = ScoreTable(tmp_path / "elsewhere.jsonl")
    other.append(scores[:2])
    assert other.take_in(file) == 3
    assert other.take_in(file) == 0
    assert other.read() == table.read()


def test_doubles_within_a_file_are_taken_once(table: ScoreTable, tmp_path: Path) -> None:
    line = json.dumps(asdict(ADA)) + "\n"
    (tmp_path / "doubles").write_text(line * 3 + "\n\n" + line)
    assert table.take_in(tmp_path / "doubles") == 1
    assert table.read()[0] == [ADA]


def test_what_is_too_large_or_missing_is_not_taken_in(table: ScoreTable, tmp_path: Path) -> None:
    (tmp_path / "huge").write_bytes(b"\n" * (files.LIMIT + 1))
    with pytest.raises(InvalidRecord, match="too large"):
        table.take_in(tmp_path / "huge")
    with pytest.raises(FileNotFoundError):
        table.take_in(tmp_path / "nothing")
    assert not table.path.exists()


@given(st.text())
def test_a_clean_name_is_one_short_printable_line(text: str) -> None:
    name = clean_name(text)
    assert name.isprintable()
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
    ],
)
def test_names_lose_control_characters_and_nothing_else(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@given(
    st.text(max_size=60).filter(str.isprintable),
    st.integers(-256, 256),
    st.integers(0, 256),
    st.sampled_from(["othello", "relay", "reversi:size=6,goal=fewest", "kalah:seeds=3"]),
)
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
    table = ScoreTable(tmp_path / "scores.jsonl")
    with pytest.raises(InvalidRecord, match="cannot be shown"):
        table.take_in(source)
    assert table.read() == ([], [])
