"""Fitting the weights: the same run gives the same file, and its arithmetic is the kernel's."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from bench import fit_weights

from turnstone import kernel
from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse
from turnstone.rules.reversi import EMPTY, Reversi, ReversiPosition
from turnstone.rules.variants import variant

pytestmark = pytest.mark.skipif(kernel.native is None, reason="needs the compiled kernel")


def arrays(text: str) -> dict[str, list[tuple[str, list[int]]]]:
    """The tables of a file, by name."""
    found = re.findall(r"std::array<Knots, (\d+)> (\w+)\{\{\n(.*?)\}\};", text, re.DOTALL)
    tables = {}
    for size, name, body in found:
        rows = re.findall(r"^    \{([-0-9, ]+)\},  // (.+)$", body, re.MULTILINE)
        assert len(rows) == int(size)
        tables[name] = [(count, [int(each) for each in knots.split(",")]) for knots, count in rows]
    return tables


def test_the_same_run_writes_the_same_file(tmp_path: Path) -> None:
    written = []
    for jobs in "12":
        path = tmp_path / jobs
        command = [sys.executable, fit_weights.__file__, "--games=5", "--generations=1"]
        command += ["--match=0", f"--jobs={jobs}", f"--to={path}"]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        assert run.stdout.splitlines()[-1].startswith(f"Wrote {path} after ")
        written.append(path.read_text())
    assert written[0] == written[1]
    tables = arrays(written[0])
    assert list(tables) == [table.name for table in fit_weights.TABLES]
    for table in fit_weights.TABLES:
        assert [count for count, _ in tables[table.name]] == [count for count, _ in table.built_in]
        assert {len(knots) for _, knots in tables[table.name]} == {fit_weights.KNOTS}


def test_the_kernel_has_what_lies_in_the_file() -> None:
    tables = arrays(fit_weights.HEADER.read_text())
    for table in fit_weights.TABLES:
        assert table.built_in == tables[table.name]


def opened(rules: Reversi, rng: Random, plies: int) -> ReversiPosition:
    position = rules.start()
    for _ in range(plies):
        position = position.play(rng.choice(position.legal_moves))
    return position


@pytest.mark.parametrize(
    "spec", ["reversi:size=10", "octagon:goal=fewest", "reversi:colours=3", "reversi:colours=4"]
)
def test_predictions_are_those_of_the_kernel(spec: str) -> None:
    rules = variant(spec)
    assert isinstance(rules, Reversi)
    table = next(
        table
        for table in fit_weights.TABLES
        if table.goal == rules.goal and (table.rules[0].colours > 2) == (rules.colours > 2)
    )
    for seed in range(20):
        position = opened(rules, Random(seed), 8 + 2 * seed)
        found = analyse(position, Limit(depth=1))
        assert found.best
        after = position.play(found.best)
        counts = np.array(fit_weights.counted(after), dtype=np.float64)
        full = np.full(len(counts), 1 - after.cells.count(EMPTY) / rules.material)
        sample = fit_weights.Sample(counts, full, full, full)
        worths = fit_weights.predicted(sample, [knots for _, knots in table.built_in])
        if rules.colours == 2:
            expected = -worths[0]
        else:
            others = [each for seat, each in enumerate(worths) if seat != position.turn]
            expected = worths[position.turn] - max(others)
        # The kernel rounds to a hundredth of a disc, and the way between knots to a 1024th.
        assert found.score == pytest.approx(expected, abs=0.5)
