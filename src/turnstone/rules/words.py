"""Moves and results as sentences, from the same steps that the page animates."""

from .position import Move, Outcome, Position, Variant
from .steps import Captured, Flipped, Lifted, Passed, Placed, Sown, Swapped


def told(position: Position, move: Move | str) -> str:
    """What a move did, and what follows from it for the turn.

    >>> from .variants import variant
    >>> told(variant("othello").start(), "f5")
    'Black plays f5 and flips e5.'
    """
    seats, seat = position.variant.seats, position.turn
    after = position.play(move)
    name, next_name = seats[seat], seats[after.turn]
    steps = position.steps(move)
    if isinstance(steps[0], Passed):
        return f"{name} cannot move. {next_name} goes again."
    if isinstance(steps[0], Swapped):
        return f"{name} swaps sides."
    if isinstance(steps[0], Placed):
        return f"{name} plays {steps[0].square} and {_flipped(steps)}."
    sentence = f"{name} sows house {move}{_sowing(position, steps)}."
    if after.turn == seat and not after.outcome:
        extra = isinstance(steps[-1], Sown) and steps[-1].pit in _stores(position)
        why = "" if extra else f" {seats[1 - seat]} has nothing to sow."
        sentence += f"{why} Again {name}'s move."
    return sentence


def _flipped(steps: tuple[object, ...]) -> str:
    flips = [step.square for step in steps if isinstance(step, Flipped)]
    if len(flips) > 3:
        return f"flips {len(flips)} discs"
    return f"flips {_and(flips)}" if flips else "flips nothing"


def _stores(position: Position) -> tuple[int, ...]:
    found: tuple[int, ...] = getattr(position.variant, "stores", ())
    return found


def _sowing(position: Position, steps: tuple[object, ...]) -> str:
    lifts = [step for step in steps if isinstance(step, Lifted)]
    captures = [step.seeds for step in steps if isinstance(step, Captured)]
    mine = _stores(position)[position.turn]
    banked = sum(isinstance(step, Sown) and step.pit == mine for step in steps)
    parts = [f" ({count(lifts[0].seeds, position.variant.unit)})"]
    parts += [f", goes on for {len(lifts)} laps"] if len(lifts) > 1 else []
    parts += [f", banks {banked}"] if banked else []
    parts += [f", captures {sum(captures)}"] if captures else []
    return "".join(parts)


def result(variant: Variant, outcome: Outcome) -> str:
    """The result in one or two sentences: who won, the count, and the official margin. The winner's
    figure comes first."""
    seats = variant.seats
    best = sorted(range(len(seats)), key=lambda seat: outcome.ranks[seat])
    counts, official = (
        "-".join(str(figures[seat]) for seat in best)
        for figures in (outcome.scores, outcome.official)
    )
    why = {
        "repetition": "The position came up again and stops the game. ",
        "cannot feed": "The side to move cannot play. ",
        "agreement": "Draw agreed. ",
    }.get(outcome.reason, "")
    if outcome.reason in ("resignation", "time", "forfeit"):
        loser = seats[outcome.ranks.index(max(outcome.ranks))]
        verb = {"resignation": "resigned", "time": "ran out of time", "forfeit": "forfeited"}
        why = f"{loser} {verb[outcome.reason]}. "
        if len(seats) == 2 and outcome.winner is not None:
            return f"{why}{seats[outcome.winner]} wins; it stood {counts}."
    if outcome.winner is None:
        names = _and([seats[seat] for seat in outcome.winners])
        shared = "A draw" if len(outcome.winners) == len(seats) else f"{names} share the win"
        return f"{why}{shared}, {counts}."
    winner, margin = outcome.winner, outcome.margins[outcome.winner]
    if len(seats) > 2:
        table = ", ".join(f"{seats[seat]} {outcome.scores[seat]}" for seat in best)
        return f"{why}{seats[winner]} wins: {table}."
    if outcome.official == outcome.scores:
        return f"{why}{seats[winner]} wins {counts}, by {margin}."
    return f"{why}{seats[winner]} wins {counts}; officially {official}, by {margin}."


def official(variant: Variant, outcome: Outcome) -> str | None:
    """What makes the official count another than what lies on the board, or None."""
    if outcome.official == outcome.scores or outcome.reason != "no moves":
        return None
    gainer = max(range(len(variant.seats)), key=lambda seat: outcome.scores[seat])
    if outcome.scores.count(outcome.scores[gainer]) > 1:
        return "The empty squares are shared."
    return f"The empty squares count for {variant.seats[gainer]}, who has more discs."


def count(number: int, noun: str) -> str:
    """1 seed, 2 seeds."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
