"""`turnstone analyse`: what the engine thinks of a position."""

from typing import Annotated

import typer

from turnstone.engine import search
from turnstone.engine.limit import Limit

from .options import Colours, Endgames, Json, Memory, Size, Threads, asked_position, rule_set
from .thinking import Progress, answer, prepare


def analyse(
    variant: Annotated[str, typer.Argument(help="The game, such as othello.")] = "othello",
    position: Annotated[str | None, typer.Option(help="Think about this position.")] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=256, help="So many plies.")] = None,
    time: Annotated[float | None, typer.Option(min=0.01, max=1e9, help="So many seconds.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, max=2**62, help="So many positions.")] = None,
    threads: Threads = 1,
    memory: Memory = 64,
    endgames: Endgames = None,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="Score every move.")] = False,
    size: Size = None,
    colours: Colours = None,
    json: Json = False,
) -> None:
    """Think about a position for a while, 5 seconds if no limit is given."""
    rules = rule_set(variant, size, colours)
    start = asked_position(rules, position)
    if depth is None and nodes is None and time is None:
        time = 5.0
    with Progress(quiet=json) as progress:
        if endgames is not None:
            prepare(start, endgames, threads, progress)
        found = search.analyse(
            start,
            Limit(depth, time, nodes),
            multi_pv=0 if all_moves else 1,
            threads=threads,
            memory=memory,
            endgames=endgames,
            on_progress=progress,
        )
    answer(start, found, all_moves=all_moves, json=json)
