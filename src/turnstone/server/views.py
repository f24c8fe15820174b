"""Positions, moves, results and rule sets as clients see them: all translation is here."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from turnstone.rules import words
from turnstone.rules.game import Game
from turnstone.rules.mancala import Mancala, MancalaMove, MancalaPosition
from turnstone.rules.position import Move, Position
from turnstone.rules.position import Outcome as Result
from turnstone.rules.position import Variant as RuleSet
from turnstone.rules.reversi import Reversi, ReversiMove, ReversiPosition
from turnstone.rules.steps import Captured, Flipped, Lifted, Passed, Placed, Sown, Swapped
from turnstone.rules.steps import Step as Happening
from turnstone.rules.variants import chosen, name_of
from turnstone.rules.variants import variant as find_variant

from .messages import LegalMove, Outcome, PlayedMove, Step, Variant, View


def board(position: Position) -> str | list[int]:
    """One character a square, or the count of every pit."""
    if isinstance(position, ReversiPosition):
        return position.cells
    assert isinstance(position, MancalaPosition)
    return list(position.pits)


def legal_move(move: Move) -> LegalMove:
    """A move with what it would do."""
    if isinstance(move, ReversiMove):
        return {"move": str(move), "flips": list(move.flips)}
    assert isinstance(move, MancalaMove)
    if move.house is None:
        return {"move": "swap"}
    return {"move": str(move), "pit": move.house, "path": list(move.path), "gain": move.gain}


def outcome(rules: RuleSet, result: Result | None) -> Outcome | None:
    """A result with its sentence."""
    if result is None:
        return None
    return {
        "reason": result.reason,
        "on_board": result.on_board,
        "scores": list(result.scores),
        "official": list(result.official),
        "margins": list(result.margins),
        "ranks": list(result.ranks),
        "winner": result.winner,
        "text": words.result(rules, result),
        "official_text": words.official(rules, result),
    }


def view(position: Position, result: Result | None = None) -> View:
    """A position to draw and to act in; `result` when something else than the board decided."""
    ended = result or position.outcome
    return {
        "position": position.text(),
        "board": board(position),
        "scores": list(ended.scores if ended else position.scores),
        "turn": position.turn,
        "legal": [] if ended else [legal_move(move) for move in position.legal_moves],
        "outcome": outcome(position.variant, ended),
    }


def step(happening: Happening) -> Step:
    """One thing that happened."""
    match happening:
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
        case Swapped(seat, pits):
            return {"swapped": seat, "pits": list(pits)}


def steps(position: Position, move: Move | str) -> list[Step]:
    """All that a move does, in order."""
    return [step(each) for each in position.steps(move)]


def played(
    before: Position, move: Move | str, after: Position, seconds: float | None = None
) -> PlayedMove:
    """A move that was made, and the board after it."""
    return {
        "move": str(move),
        "seat": before.turn,
        "steps": steps(before, move),
        "text": words.told(before, move),
        "position": after.text(),
        "board": board(after),
        "scores": list(after.scores),
        "seconds": seconds,
    }


def history(game: Game, seconds: Iterable[float | None] | None = None) -> list[PlayedMove]:
    """Every move of a game."""
    times = [None] * len(game.moves) if seconds is None else list(seconds)
    return [
        played(before, move, after, time)
        for before, move, after, time in zip(
            game.positions, game.moves, game.positions[1:], times, strict=False
        )
    ]


@lru_cache(maxsize=512)
def _described(spec: str) -> Variant:
    rules = find_variant(spec)
    game, options = chosen(rules) or (None, dict[str, int | str]())
    common: Variant = {
        "spec": rules.spec,
        "name": name_of(rules),
        "game": game,
        "options": options,
        "title": rules.title,
        "family": rules.family,
        "unit": rules.unit,
        "seats": list(rules.seats),
    }
    if isinstance(rules, Reversi):
        return {
            **common,
            "size": rules.size,
            "colours": rules.colours,
            "goal": rules.goal,
            "discs": _discs(rules),
        }
    return {
        **common,
        "houses": rules.houses,
        "seeds": rules.seeds,
        "layout": "upright" if rules.ends else "flat",
        "stores": list(rules.stores),
        "owners": _owners(rules),
        "labels": _labels(rules),
    }


def variant(rules: RuleSet) -> Variant:
    """A rule set and its board."""
    return _described(rules.spec)


def _discs(rules: Reversi) -> dict[str, str]:
    """Whose each symbol on its board is: those of the seats, in order, then nobody's."""
    owners = [*rules.seats, "Nobody’s"]
    return dict(zip(rules.symbols, owners, strict=False))


def _owners(rules: Mancala) -> list[int]:
    pits: Sequence[int] = range(2 * rules.houses + 2)
    south = {rules.stores[0], *rules.owned[0]}
    return [0 if pit in south else 1 for pit in pits]


def _labels(rules: Mancala) -> list[str]:
    pits = range(2 * rules.houses + 2)
    return ["" if pit in rules.stores else str(rules.number(pit)) for pit in pits]
