"""What there is to play: rule sets, their rules, bots, and any position."""

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query

from turnstone.rules import words
from turnstone.rules.errors import IllegalMove, InvalidMove, InvalidPosition, InvalidVariant
from turnstone.rules.explain import paragraphs
from turnstone.rules.game import Game
from turnstone.rules.position import Position
from turnstone.rules.variants import PRESETS, RuleSet, name_of
from turnstone.rules.variants import variant as find_variant

from . import characters, limits, views
from .messages import Bots, Diagram, ListedVariant, Paragraph, VariantRules, Variants
from .refusals import Refuse

router = APIRouter(tags=["catalogue"])

SpecPath = Annotated[str, Path(max_length=limits.SPEC, examples=["othello", "kalah:seeds=3"])]
SpecQuery = Annotated[
    str | None, Query(max_length=limits.SPEC, examples=["othello"], description="Of this game only")
]


def asked_variant(spec: str) -> RuleSet:
    """The rule set a client names, or Refuse."""
    try:
        return find_variant(spec)
    except InvalidVariant as error:
        named = spec.partition(":")[0].strip().lower() in PRESETS
        raise Refuse("invalid" if named else "not-found", str(error)) from None


@router.get("/variants")
def variants() -> Variants:
    """The rule sets that have a name, each with its start position."""
    return {"variants": list(_listed_presets())}


@lru_cache
def _listed_presets() -> tuple[ListedVariant, ...]:
    named = {name_of(preset.rules): preset.rules for preset in PRESETS.values()}
    return tuple(listed(rules) for rules in named.values())


def listed(rules: RuleSet) -> ListedVariant:
    """A rule set as the list shows it."""
    preset = PRESETS.get(name_of(rules))
    return {
        **views.variant(rules),
        "description": preset.description if preset else f"{rules.title}.",
        "start": views.view(rules.start()),
        "choices": _choices(rules),
    }


def _choices(rules: RuleSet) -> dict[str, list[int]]:
    """The numbers of its board that may be others, and which: whatever makes a rule set."""
    options = ("size",) if rules.family == "reversi" else ("houses", "seeds")
    return {
        option: [n for n in range(1, 17) if _is_rule_set(rules, option, n)] for option in options
    }


def _is_rule_set(rules: RuleSet, option: str, number: int) -> bool:
    name = name_of(rules).partition(":")[0]
    try:
        find_variant(name, **{option: number})
    except InvalidVariant:
        return False
    return True


@router.get("/variants/{spec}")
def variant(spec: SpecPath) -> VariantRules:
    """One rule set with its rules in words and diagrams."""
    rules = asked_variant(spec)
    return {**listed(rules), "rules": explained(rules)}


def explained(rules: RuleSet) -> list[Paragraph]:
    """The rules as texts, with the start and a first move to look at."""
    board, *rest = paragraphs(rules)
    start = rules.start()
    texts: list[Paragraph] = [{"text": text} for text in rest]
    shown: list[Paragraph] = [{"text": board}]
    shown.append({"diagram": {"caption": "The start.", "view": views.view(start)}})
    if not start.outcome:
        shown += [texts.pop(0), {"diagram": _first_move(start)}]
    return [*shown, *texts]


def _first_move(start: Position) -> Diagram:
    move = start.legal_moves[0]
    return {
        "caption": f"A first move: {words.told(start, move)}",
        "view": views.view(start),
        "move": str(move),
        "steps": views.steps(start, move),
        "after": views.view(start.play(move)),
    }


@router.get("/bots")
def bots(variant: SpecQuery = None) -> Bots:
    """The bots that may be named, weakest first, with the largest depth and time allowed."""
    return {"bots": characters.bots(asked_variant(variant) if variant is not None else None)}


def started(rules: RuleSet, text: str | None) -> Game:
    """A game from a position a client sent, or Refuse."""
    try:
        return Game.new(rules, text)
    except InvalidPosition as error:
        raise Refuse("invalid", str(error)) from None


def replayed(game: Game, moves: list[str]) -> Game:
    """A game after moves a client sent; forced passes may be left out. Refuse names the move."""
    for number, move in enumerate(moves, 1):
        try:
            game = _passed(game, move).play(move)
        except InvalidMove as error:
            raise Refuse("invalid-move", f"move {number}: {error}") from None
        except IllegalMove as error:
            raise Refuse("illegal-move", f"move {number}: {error}") from None
    return game


def _passed(game: Game, move: str) -> Game:
    """Transcripts leave passes out; one that is forced is played before a move that is none."""
    written = move.strip().lower()
    if game.outcome or written in ("pass", "pa", "ps"):
        return game
    moves = game.position.legal_moves
    return game.play("pass") if [str(each) for each in moves] == ["pass"] else game
