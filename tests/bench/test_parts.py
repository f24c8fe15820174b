"""bench/parts.py: every part of the solver can be named, and is left out by itself."""

import shutil
from pathlib import Path

import pytest
from bench import parts as parts_bench
from bench.parts import compiled, discs, parts, solved

from turnstone.records.obf import problems
from turnstone.rules.reversi import Reversi

ENDGAMES = Path(__file__).parents[2] / "bench" / "endgames.obf"


def test_every_part_has_a_bit_of_its_own() -> None:
    bits = list(parts().values())
    assert bits == [1 << at for at in range(len(bits))]
    assert len(bits) == 8


@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler here")
def test_scores_are_the_same_without_all_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts_bench, "BUILD", tmp_path)
    plain = [option for option in parts_bench.OPTIONS if not option.startswith("-march")]
    monkeypatch.setattr(parts_bench, "OPTIONS", [*plain, "-O1"])  # quickly built, for any CPU
    chosen = list(problems(ENDGAMES, Reversi()))[:12]
    found = solved(compiled("nothing", sum(parts().values())), "".join(map(discs, chosen)))
    assert [score for score, _, _ in found] == [problem.score for problem in chosen]
