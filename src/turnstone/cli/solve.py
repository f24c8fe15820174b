"""`turnstone solve`: exact values of positions, and of problem files."""

from pathlib import Path
from typing import Annotated

import typer

from turnstone.engine.search import analyse
from turnstone.records.obf import Problem, problems
from turnstone.rules.errors import InvalidRecord, InvalidVariant
from turnstone.rules.mancala import Mancala
from turnstone.rules.position import Position
from turnstone.rules.reversi import Reversi

from .options import (
    Colours,
    Endgames,
    Json,
    Memory,
    Size,
    Threads,
    asked_position,
    print_json,
    rule_set,
)
from .thinking import Progress, answer, prepare, signed


def solve(
    variant: Annotated[str, typer.Argument(help="The game, such as small or reversi.")] = "othello",
    position: Annotated[str | None, typer.Option(help="Solve this position.")] = None,
    obf: Annotated[Path | None, typer.Option(help="Check the scores of a problem file.")] = None,
    threads: Threads = 1,
    memory: Memory = 256,
    endgames: Endgames = None,
    all_moves: Annotated[
        bool | None,
        typer.Option("--all-moves/--best-only", help="Score every move; Mancala does anyway."),
    ] = None,
    winner: Annotated[bool, typer.Option("--winner", help="Only who wins.")] = False,
    size: Size = None,
    colours: Colours = None,
    json: Json = False,
) -> None:
    """Solve a position exactly, by search: solved openings are not looked up."""
    rules = rule_set(variant, size, colours)
    if obf is not None:
        if not isinstance(rules, Reversi) or position is not None:
            raise InvalidVariant("--obf files hold positions of Reversi of their own")
        if winner or all_moves is not None or endgames is not None:
            raise InvalidVariant("--obf checks the scores a file lists, and takes no such choice")
        raise typer.Exit(check_file(obf, rules, threads, memory, json=json))
    start = asked_position(rules, position)
    if all_moves is None:
        all_moves = isinstance(rules, Mancala)  # six moves at most, mostly settled by one search
    with Progress(quiet=json) as progress:
        prepare(start, endgames, threads, progress)
        found = analyse(
            start,
            multi_pv=0 if all_moves else 1,
            threads=threads,
            winner_only=winner,
            memory=memory,
            endgames=endgames,
            openings=False,  # who asks for a proof gets one
            on_progress=progress,
        )
    answer(start, found, all_moves=all_moves, winner=winner, json=json)


def check_file(path: Path, rules: Reversi, threads: int, memory: int, *, json: bool) -> int:
    """Solve every problem of a file and compare; the exit code is 1 if any score is wrong."""
    rows, listed, right, nodes, seconds = [], 0, 0, 0, 0.0
    for number, problem in enumerate(problems(path, rules), 1):
        every = len(problem.scores) > 1  # a line that lists only the best needs no more
        found = analyse(
            problem.position,
            multi_pv=0 if every else 1,
            threads=threads,
            memory=memory,
            openings=False,
        )
        values = {move: int(value.score) for move, value in found.moves.items()}
        for move in problem.scores.keys() - values.keys():
            values[move] = _worth(problem.position, move, threads, memory)
        wrong = _wrong(problem, values)
        checked = bool(problem.scores)
        listed += checked
        right += checked and not wrong
        nodes, seconds = nodes + found.nodes, seconds + found.seconds
        rows.append(
            {"line": problem.line, "score": int(found.score), "best": found.best, "wrong": wrong}
        )
        if not json:
            answer = f"{number:3}  {signed(found.score):>4}  {found.best or '-':4}"
            cost = f"{found.seconds:8.2f} s {found.nodes:>14,} nodes"
            verdict = "; ".join(wrong) or ("right" if checked else "no score is listed")
            print(answer, cost, verdict, sep="  ", flush=True)
    if not rows:
        raise InvalidRecord(f"{path} holds no problem")
    if json:
        data = {
            "right": right,
            "problems": len(rows),
            "listed": listed,
            "nodes": nodes,
            "seconds": seconds,
        }
        print_json(data | {"rows": rows})
    else:
        rate = nodes / seconds / 1e6 if seconds else 0.0
        print(f"{nodes:,} nodes in {seconds:.2f} s, {rate:.1f} M a second")
        print(f"{right}/{listed} right" if listed else "no score is listed: nothing to compare")
    return 0 if right == listed else 1


def _wrong(problem: Problem, values: dict[str, int]) -> list[str]:
    return [
        f"{move}: the file says {listed:+}, it is {values[move]:+}"
        for move, listed in problem.scores.items()
        if values[move] != listed
    ]


def _worth(position: Position, move: str, threads: int, memory: int) -> int:
    """What a single move is worth to whoever makes it."""
    after = position.play(move)
    found = analyse(after, threads=threads, memory=memory, openings=False)
    return int(found.score if after.turn == position.turn else -found.score)
