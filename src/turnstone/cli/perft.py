"""`turnstone perft`: count the leaves of the game tree."""

import time
from typing import Annotated

import typer

from .options import Colours, Json, Size, asked_position, print_json, rule_set


def perft(
    variant: Annotated[str, typer.Argument(help="The game, such as othello or kalah:seeds=3.")],
    depth: Annotated[int, typer.Option("--depth", min=0, max=60, help="How many plies.")],
    position: Annotated[str | None, typer.Option(help="Start from this position.")] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count move by move.")] = False,
    size: Size = None,
    colours: Colours = None,
    json: Json = False,
) -> None:
    """Count the leaves of the game tree."""
    from turnstone import kernel  # only here: a kernel that is not there must not stop the rest
    from turnstone.rules import perft as counting

    rules = rule_set(variant, size, colours)
    start = asked_position(rules, position)
    began = time.perf_counter()
    moves = list(counting.divide(start, depth)) if divide and start.legal_moves else []
    leaves = sum(each for _, each in moves) if depth and moves else counting.perft(start, depth)
    seconds = time.perf_counter() - began
    used = kernel.name if counting.in_kernel(start) else "python"
    if json:
        data = {"variant": rules.spec, "position": start.text(), "depth": depth, "leaves": leaves}
        data |= {"seconds": round(seconds, 6), "kernel": used}
        print_json(data | ({"moves": dict(moves)} if divide else {}))
        return
    for move, count in moves:
        print(f"{move:>4}  {count:,}")
    print(f"{leaves:,} leaves at depth {depth} in {seconds:.3f} s ({used})")
