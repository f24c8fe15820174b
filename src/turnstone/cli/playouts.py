"""`turnstone playouts`: random games from a position to the end."""

from dataclasses import asdict
from typing import Annotated

import typer

from .options import Colours, Json, Size, asked_position, print_json, rule_set


def playouts(
    variant: Annotated[str, typer.Argument(help="The game, such as othello or kalah:seeds=3.")],
    games: Annotated[int, typer.Option(min=1, max=100_000_000, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=2**63, help="Same seed, same games.")] = 0,
    position: Annotated[str | None, typer.Option(help="Start from this position.")] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=64, help="Threads to play with; else all cores.")
    ] = None,
    size: Size = None,
    colours: Colours = None,
    json: Json = False,
) -> None:
    """Play random games to the end: who stands better?"""
    from turnstone.engine import random_games

    rules = rule_set(variant, size, colours)
    start = asked_position(rules, position)
    found = random_games.playouts(start, games, seed, threads)
    if json:
        print_json(asdict(found) | {"variant": rules.spec, "position": start.text()})
        return
    shares = [
        f"{name} wins {wins / games:.1%}"
        for name, wins in zip(rules.seats, found.wins, strict=True)
    ]
    print(f"{games:,} random games: {', '.join(shares)}, shared {found.draws / games:.1%}.")
    print(f"On average {rules.seats[start.turn]}, to move, ends {found.margin:+.2f}.")
