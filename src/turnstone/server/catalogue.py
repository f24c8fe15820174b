"""What there is to play: rule sets, their rules, bots, and any position."""

from functools import lru_cache
from typing import Annotated, TypedDict

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from turnstone.records import pasted
from turnstone.rules.errors import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidVariant,
)
from turnstone.rules.explain import parts
from turnstone.rules.game import Game
from turnstone.rules.illustrate import Example, examples
from turnstone.rules.variants import PRESETS, RuleSet, name_of
from turnstone.rules.variants import variant as find_variant

from . import characters, limits, views
from .messages import (
    Bots,
    Diagram,
    ListedVariant,
    OtherStart,
    Paragraph,
    RuleSwitch,
    VariantRules,
    Variants,
)
from .refusals import Refuse
from .study import Asked

router = APIRouter(tags=["catalogue"])

SpecPath = Annotated[str, Path(max_length=limits.SPEC, examples=["othello", "kalah:seeds=3"])]
SpecQuery = Annotated[
    str | None, Query(max_length=limits.SPEC, examples=["othello"], description="Of this game only")
]

OTHER_STARTS: tuple[OtherStart, ...] = (
    {
        "start": "mirrored",
        "title": "Colours swapped",
        "hint": "Black and White change places in the middle",
    },
    {
        "start": "parallel",
        "title": "Side by side",
        "hint": "A row of each colour in the middle, as in old Reversi",
    },
)


SWITCHES: tuple[RuleSwitch, ...] = (
    {
        "option": "pie",
        "title": "Second player may swap sides",
        "hint": "Instead of a first move, so that the first player opens fairly",
    },
)


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
    game = views.variant(rules)["game"]
    return {
        **views.variant(rules),
        "description": preset.description if preset else f"{rules.title}.",
        "start": views.view(started(rules, None).position),
        **_open_to_choice(game),
    }


class _Choices(TypedDict):
    starts: list[OtherStart]
    choices: dict[str, list[int]]
    switches: list[RuleSwitch]


def _open_to_choice(game: str | None) -> _Choices:
    """What may be chosen about the board of a named game: whatever makes a rule set."""
    if game is None:
        return {"starts": [], "choices": {}, "switches": []}
    numbers = ("size",) if PRESETS[game].rules.family == "reversi" else ("houses", "seeds")
    return {
        "starts": [each for each in OTHER_STARTS if _is_rule_set(game, "start", each["start"])],
        "choices": {
            option: [n for n in range(1, 17) if _is_rule_set(game, option, n)] for option in numbers
        },
        "switches": [each for each in SWITCHES if _is_rule_set(game, each["option"], "yes")],
    }


def _is_rule_set(game: str, option: str, value: int | str) -> bool:
    try:
        find_variant(game, **{option: value})
    except InvalidVariant:
        return False
    return True


@router.get("/variants/{spec}", response_model=VariantRules)
async def variant(spec: SpecPath, asked: Asked) -> Response:
    """One rule set with its rules in words and diagrams."""
    return await asked.answer(lambda: described(spec))


def described(spec: str) -> VariantRules:
    """A rule set that a client names, with its rules; or Refuse."""
    rules = asked_variant(spec)
    return {**listed(rules), "rules": explained(rules)}


def explained(rules: RuleSet) -> list[Paragraph]:
    """The rules as texts, each followed by what it looks like."""
    pictures = _pictures(rules.spec)
    shown: list[Paragraph] = []
    for part in parts(rules, "page"):
        shown.append({"text": part.text})
        shown += [{"diagram": diagram} for topic, diagram in pictures if topic == part.topic]
    return shown


@lru_cache(maxsize=128)
def _pictures(spec: str) -> tuple[tuple[str, Diagram], ...]:
    """Found once: that takes a second on the largest boards."""
    return tuple((each.topic, _diagram(each)) for each in examples(find_variant(spec)))


def _diagram(example: Example) -> Diagram:
    before, move = example.position, example.move
    shown: Diagram = {"caption": example.caption, "view": views.view(before)}
    if move is None:
        return shown
    return {
        **shown,
        "move": str(move),
        "steps": views.steps(before, move),
        "after": views.view(before.play(move)),
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


def begun(rules: RuleSet, text: str) -> Game:
    """A game from a text somebody pasted, or Refuse."""
    try:
        return pasted.read(text, rules, limits.MOVES)
    except InvalidRecord as error:
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
