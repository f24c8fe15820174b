"""Positions, legal moves and steps for the gallery, made by the rules: fixtures.json beside it."""

import json
import random
from pathlib import Path
from typing import Any

import turnstone
from turnstone.server import views

GAMES = {
    "othello": 20, "small": 5, "large": 9, "octagon": 25, "three-colour": 24, "four-colour": 30,
    "reversi-16": 40, "relay": 3, "kalah": 8, "oware": 9, "avalanche": 4,
    "kalah:houses=10,seeds=10": 12,
}  # fmt: skip


def fixture(spec: str, plies: int) -> dict[str, Any]:
    """A game of random moves: the start, and every move with its steps."""
    chance = random.Random(7)
    rules = turnstone.variant(spec)
    position: Any = rules.start()
    moves, seen = [], [views.view(position)]
    for _ in range(plies + 12):
        if position.outcome:
            break
        move = chance.choice(list(position.legal_moves))
        steps = views.steps(position, move)
        moves.append({"move": str(move), "seat": position.turn, "steps": steps})
        position = position.play(move)
        seen.append(views.view(position))
    return {"variant": views.variant(rules), "ply": plies, "moves": moves, "views": seen}


if __name__ == "__main__":
    found = {spec: fixture(spec, plies) for spec, plies in GAMES.items()}
    Path(__file__).with_name("fixtures.json").write_text(json.dumps(found, separators=(",", ":")))
