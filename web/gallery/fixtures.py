"""Positions, legal moves and steps for the gallery, made by the rules: fixtures.json beside it."""

import json
import random
from pathlib import Path
from typing import Any

import turnstone
from turnstone.rules.steps import Captured, Flipped, Lifted, Passed, Placed, Sown, Swapped

GAMES = {
    "othello": 20, "small": 5, "large": 9, "octagon": 25, "three-colour": 24, "four-colour": 30,
    "reversi-16": 40, "relay": 3, "kalah": 8, "oware": 9, "avalanche": 4,
    "kalah:houses=10,seeds=10": 12,
}  # fmt: skip


def step(each: Any) -> dict[str, Any]:
    """A step as the protocol spells it."""
    match each:
        case Placed(square, seat):
            return {"placed": square, "seat": seat}
        case Flipped(square, seat):
            return {"flipped": square, "seat": seat}
        case Passed(seat):
            return {"passed": seat}
        case Lifted(pit, seeds):
            return {"lifted": pit, "seeds": seeds}
        case Sown(pit):
            return {"sown": pit}
        case Captured(pit, seeds, store):
            return {"captured": pit, "seeds": seeds, "store": store}
        case Swapped(seat):
            return {"swapped": seat}
    raise TypeError(each)


def board(position: Any) -> Any:
    """The cells, or the pits."""
    return position.cells if position.variant.family == "reversi" else list(position.pits)


def legal(position: Any) -> list[dict[str, Any]]:
    """Legal moves with what they would do."""
    if position.variant.family == "reversi":
        return [{"move": str(m), "flips": list(m.flips)} for m in position.legal_moves]
    return [
        {"move": str(m), "pit": m.house, "path": list(m.path), "gain": m.gain}
        for m in position.legal_moves
    ]


def variant(rules: Any) -> dict[str, Any]:
    """A rule set and its board."""
    found = {
        "spec": rules.spec,
        "title": rules.title,
        "family": rules.family,
        "seats": list(rules.seats),
    }
    if rules.family == "reversi":
        return {**found, "size": rules.size, "colours": rules.colours, "goal": rules.goal}
    pits = range(2 * rules.houses + 2)
    south = {rules.stores[0], *rules.owned[0]}
    return {
        **found,
        "houses": rules.houses,
        "seeds": rules.seeds,
        "layout": "upright" if rules.ends else "flat",
        "stores": list(rules.stores),
        "owners": [0 if pit in south else 1 for pit in pits],
        "labels": ["" if pit in rules.stores else str(rules.number(pit)) for pit in pits],
    }


def fixture(spec: str, plies: int) -> dict[str, Any]:
    """A game of random moves: the start, and every move with its steps."""
    chance = random.Random(7)
    position: Any = turnstone.variant(spec).start()
    moves = []
    views = [{"board": board(position), "turn": position.turn, "legal": legal(position)}]
    for _ in range(plies + 12):
        if position.outcome:
            break
        move = chance.choice(list(position.legal_moves))
        steps = [step(each) for each in position.steps(move)]
        moves.append({"move": str(move), "seat": position.turn, "steps": steps})
        position = position.play(move)
        views.append({"board": board(position), "turn": position.turn, "legal": legal(position)})
    rules = variant(turnstone.variant(spec))
    return {"variant": rules, "ply": plies, "moves": moves, "views": views}


if __name__ == "__main__":
    found = {spec: fixture(spec, plies) for spec, plies in GAMES.items()}
    Path(__file__).with_name("fixtures.json").write_text(json.dumps(found, separators=(",", ":")))
