"""What each part of the endgame solver is worth: the same problems without it, one after another.

    python bench/parts.py [--problems FILE] [--first 12] [--least 16]

Compiles the solver as often as it has parts (native/endgame/parts.h), some four minutes in all, and
prints the nodes and the seconds of processor time that the problems take without each of them, as
multiples of the whole. Scores must not change. With more empty squares a part matters more: give it
harder problems than ours if you have them.
"""

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import turnstone
from turnstone.records.obf import Problem, problems
from turnstone.rules.reversi import EMPTY, Reversi

HERE = Path(__file__).parent
NATIVE = HERE.parent / "native"
BUILD = HERE.parent / "build" / "parts"
OPTIONS = ["-std=c++20", "-O3", "-march=x86-64-v3", "-pthread", "-I", str(NATIVE)]
SOURCES = [
    HERE / "parts.cpp",
    NATIVE / "reversi.cpp",
    *sorted((NATIVE / "endgame").glob("*.cpp")),
]


def parts() -> dict[str, int]:
    """The names and bits of native/endgame/parts.h."""
    text = (NATIVE / "endgame" / "parts.h").read_text()
    return {name: int(bit) for name, bit in re.findall(r"^  (\w+) = (\d+),", text, re.M)}


def compiled(name: str, bit: int) -> Path:
    path = BUILD / name
    command = [os.environ.get("CXX", "c++"), *OPTIONS, f"-DTURNSTONE_WITHOUT={bit}"]
    subprocess.run([*command, *map(str, SOURCES), "-o", str(path)], check=True)
    return path


def solved(program: Path, lines: str) -> list[tuple[int, int, float]]:
    """Score, nodes and seconds of each problem."""
    ran = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    rows = [line.split() for line in ran.stdout.splitlines()]
    return [(int(score), int(nodes), float(seconds)) for score, nodes, seconds in rows]


def discs(problem: Problem) -> str:
    """The mover's discs and the other's, as numbers."""
    cells, own = problem.position.cells, "XO"[problem.position.turn]
    boards = [0, 0]
    for square, cell in enumerate(cells):
        if cell != EMPTY:
            boards[cell != own] |= 1 << square
    return f"{boards[0]:x} {boards[1]:x}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--problems", type=Path, default=HERE / "endgames.obf")
    parser.add_argument("--first", type=int, default=12, help="how many problems of the file")
    parser.add_argument("--least", type=int, default=16, help="empty squares")
    asked = parser.parse_args()
    rules = turnstone.variant("othello")
    assert isinstance(rules, Reversi)
    try:
        every = list(problems(asked.problems, rules))
    except (OSError, ValueError) as error:
        parser.error(str(error))
    hard = [each for each in every if each.position.cells.count(EMPTY) >= asked.least]
    lines = "".join(discs(each) for each in hard[: asked.first])
    if not lines:
        parser.error(f"no problem of {asked.problems} has {asked.least} empty squares")
    BUILD.mkdir(parents=True, exist_ok=True)
    names = {"whole": 0, **parts()}
    with ThreadPoolExecutor(2) as pool:
        programs = dict(zip(names, pool.map(compiled, names, names.values()), strict=True))
    whole = solved(programs.pop("whole"), lines)
    nodes, seconds = (sum(each[at] for each in whole) for at in (1, 2))
    print(f"{len(whole)} problems, {nodes / 1e6:,.1f} M nodes, {seconds:.1f} s; without")
    right = True
    for name, program in programs.items():
        found = solved(program, lines)
        same = [each[0] for each in found] == [each[0] for each in whole]
        right &= same
        print(
            f"  {name:10} {sum(each[1] for each in found) / nodes:6.2f} times the nodes"
            f"  {sum(each[2] for each in found) / seconds:6.2f} times the seconds"
            + ("" if same else "  WRONG SCORES"),
            flush=True,
        )
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
