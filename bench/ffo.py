"""Exact endgames: ours and, given its path, another engine on the same problem file in one run.

python bench/ffo.py --problems FILE [--first 10] [--threads 1] [--other PATH]

The other engine is started as `PATH -solve FILE -n-tasks THREADS`, as Edax is, and reports for
itself. Without a file the project's own endgames are solved.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import turnstone
from turnstone.engine.search import analyse
from turnstone.records.obf import Problem, problems
from turnstone.rules.reversi import Reversi

OWN = Path(__file__).with_name("endgames.obf")


def ours(chosen: list[Problem], threads: int, memory: int) -> bool:
    nodes, cpu, wall, right, listed = 0, time.process_time(), time.perf_counter(), 0, 0
    for number, problem in enumerate(chosen, 1):
        found = analyse(problem.position, threads=threads, memory=memory)
        good = found.exact and found.score == problem.score
        right += good
        listed += problem.score is not None
        verdict = f"WRONG, the file says {problem.score}"
        if problem.score is None:
            verdict = "no score is listed"
        elif good:
            verdict = "right"
        nodes += found.nodes
        print(
            f"  {number:3}  {found.score:+4.0f}  {found.best or '-':4} {found.seconds:8.2f} s"
            f"  {found.nodes:>14,} nodes  {found.nodes / max(found.seconds, 1e-9) / 1e6:6.1f} M/s"
            f"  {verdict}",
            flush=True,
        )
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(
        f"turnstone: {right}/{listed} right, {nodes:,} nodes, {wall:.1f} s"
        f" ({cpu:.1f} s of processor time, {nodes / cpu / 1e6:.1f} M nodes/s of it)"
    )
    return right == listed


def other(path: Path, chosen: list[Problem], threads: int) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".obf") as file:
        file.writelines(f"{problem.position.text()};\n" for problem in chosen)
        file.flush()
        command = [str(path), "-solve", file.name, "-n-tasks", str(threads)]
        began = time.perf_counter()
        # Edax looks for its weights below the directory above its own.
        ran = subprocess.run(
            command, cwd=path.parent.parent, capture_output=True, text=True, check=False
        )
        seconds = time.perf_counter() - began
    said = (ran.stdout.strip() or ran.stderr.strip() or "it said nothing").splitlines()[-1]
    if ran.returncode:
        sys.exit(f"{path.name} ended with {ran.returncode}: {said}")
    print(f"{path.name}: {said} ({seconds:.1f} s in all)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=Path, default=OWN)
    parser.add_argument("--first", type=int, default=10, help="how many problems of the file")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=512, help="megabytes")
    parser.add_argument("--other", type=Path, help="path of another engine")
    asked = parser.parse_args()
    engine = asked.other.resolve() if asked.other else None
    if engine and not engine.is_file():
        parser.error(f"there is no engine at {engine}")
    rules = turnstone.variant("othello")
    assert isinstance(rules, Reversi)
    try:
        chosen = list(islice(problems(asked.problems, rules), asked.first))
        right = ours(chosen, asked.threads, asked.memory)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if engine:
        other(engine, chosen, asked.threads)
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
