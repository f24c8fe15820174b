"""The bots clients may name, as characters: birds of the beach, weakest first.

Only what the table of built-in players holds can be named, within limits: nothing that starts a
program or opens a file.
"""

from dataclasses import dataclass

from turnstone.players.specs import KINDS, InvalidPlayer, Kind, PlayerSpec
from turnstone.rules.position import Variant as RuleSet
from turnstone.rules.reversi import Reversi

from . import limits
from .messages import Bot, BotOption
from .refusals import Refuse


@dataclass(frozen=True)
class Character:
    """A bot with a face: `line` is how it thinks, in its own words."""

    spec: str
    name: str
    portrait: str
    line: str


KERNEL_SIZE = 8  # larger boards, and more colours, are played in Python, which takes longer
CHARACTERS = (
    Character("random", "Sanderling", "sanderling", "I run about and play anything."),
    Character("first", "Stint", "stint", "I take the first move I find near my discs."),
    Character("corner", "Dunlin", "dunlin", "A corner if I see one. Otherwise, who knows."),
    Character("corner-edge", "Plover", "plover", "Corners, and then along their edges."),
    Character("most", "Puffin", "puffin", "I turn over as many as I can carry."),
    Character("greedy", "Gull", "gull", "I grab the most, and I grab it now."),
    Character("lookahead", "Avocet", "avocet", "I count what I win and what you win back."),
    Character(
        "minimax:depth=3", "Redshank", "redshank", "Three moves ahead, counting all the way."
    ),
    Character("positional:depth=1", "Curlew", "curlew", "Corners first, few flips early on."),
    Character("positional:depth=2", "Godwit", "godwit", "I want corners, and I want you to move."),
    Character("minimax:depth=6", "Oystercatcher", "oystercatcher", "Six moves ahead, patiently."),
    Character("positional:depth=4", "Heron", "heron", "I stand still and look four moves deep."),
    Character("engine:depth=4", "Tern", "tern", "Quick and sharp: a few moves deep, well judged."),
    Character("engine:depth=8", "Skua", "skua", "I look far ahead and chase you there."),
    Character("engine:time=1.0", "Turnstone", "turnstone", "I turn every stone for a second."),
    Character("engine:time=5.0", "Albatross", "albatross", "I take my time. I see a long way."),
    Character("perfect", "Phalarope", "phalarope", "On a small board I make no mistakes."),
)


def capped(kind: Kind, rules: RuleSet | None) -> dict[str, BotOption]:
    """A bot's numbers with the bounds that hold for clients, in one game or anywhere."""
    found: dict[str, BotOption] = {}
    for name, option in kind.all_options.items():
        high = option.high
        if name == "depth":
            high = min(high, deepest(kind.name, rules))
        elif name == "time":
            high = min(high, limits.BOT_SECONDS)
        found[name] = {"usual": min(option.usual, high), "low": option.low, "high": high}
    return found


def deepest(name: str, rules: RuleSet | None) -> int:
    """How far a bot may look ahead: less far where that takes long, so that whoever is offered for
    a board can play it."""
    most = limits.BOT_DEPTHS[name]
    if isinstance(rules, Reversi) and (rules.size > KERNEL_SIZE or rules.colours > 2):
        squares = min(each for each in limits.BOARD_DEPTHS if each >= rules.size**2)
        return limits.BOARD_DEPTHS[squares].get(name, most)
    return most


def allowed(text: str, rules: RuleSet) -> PlayerSpec:
    """The bot a client named, if it may, or Refuse."""
    try:
        spec = PlayerSpec.parse(text)
        if spec.is_human:
            raise InvalidPlayer("human is not a bot")
        spec.check(rules)
    except InvalidPlayer as error:
        named = text.partition(":")[0].strip().lower() in KINDS
        raise Refuse("invalid" if named else "not-found", str(error)) from None
    for name, bounds in capped(KINDS[spec.name], rules).items():
        if _value(spec, name) > bounds["high"]:
            raise Refuse(
                "too-large", f"{spec.name} may have {name}={bounds['high']:g} at most here"
            )
    return spec


def _value(spec: PlayerSpec, name: str) -> float:
    return spec.options.get(name, KINDS[spec.name].all_options[name].usual)


def character(spec: str) -> Character | None:
    """Who plays with a spec, if it is one of the characters."""
    return next((each for each in CHARACTERS if each.spec == spec), None)


def bots(rules: RuleSet | None) -> list[Bot]:
    """The characters, of one game or of all."""
    found: list[Bot] = []
    for each in CHARACTERS:
        spec = PlayerSpec.parse(each.spec)
        kind = KINDS[spec.name]
        if rules is not None:
            try:
                allowed(each.spec, rules)
            except Refuse:
                continue
        found.append(
            {
                "bot": each.spec,
                "name": each.name,
                "portrait": each.portrait,
                "line": each.line,
                "idea": kind.idea,
                "families": list(kind.families),
                "options": capped(kind, rules),
            }
        )
    return found
