"""Players by name: the table of bots and the text, `positional:depth=2`, that picks one."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from turnstone.rules import grammar
from turnstone.rules.position import Variant

from . import classic, thinking
from .player import Bot, Choice
from .positional import positional

HUMAN = "human"


class InvalidPlayer(ValueError):
    """A player that does not exist, an option it does not take, or a game it cannot play."""


@dataclass(frozen=True)
class Option:
    """A number a bot takes, with its usual value and its bounds."""

    usual: float
    low: float
    high: float

    def read(self, name: str, text: str) -> float:
        """The number in a text; ValueError says what is allowed."""
        if isinstance(self.usual, int):
            return grammar.integer(text, name, int(self.low), int(self.high))
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
            raise ValueError(f"{name} must be a number, not {grammar.shorten(text)}")
        if not self.low <= float(text) <= self.high:
            raise ValueError(f"{name} must be from {self.low} to {self.high}, not {text}")
        return float(text)


_SEED = Option(0, 0, 999_999_999)


@dataclass(frozen=True)
class Kind:
    """A bot and what it takes. `function` gets the position, then its options by name."""

    name: str
    function: Callable[..., Any]
    description: str
    families: tuple[str, ...] = ("reversi",)
    options: Mapping[str, Option] = field(default_factory=dict)
    fixed: Mapping[str, object] = field(default_factory=dict)
    chance: bool = False
    refusal: Callable[[Variant], str] = lambda _: ""  # why it does not play a game, or nothing
    # What it needs to have before it can play quickly; the second argument hears how far that is.
    prepare: Callable[[Variant, Callable[[int, int], object]], None] = lambda *_: None

    @property
    def idea(self) -> str:
        """Whose idea it was and how it decides, as its function says."""
        return inspect.getdoc(self.function) or ""

    @property
    def all_options(self) -> dict[str, Option]:
        """What the spec may set; bots of chance take a seed."""
        return {**self.options, **({"seed": _SEED} if self.chance else {})}

    @property
    def usage(self) -> str:
        """The spec with all its options at their usual values."""
        options = {name: each.usual for name, each in self.options.items() if each.usual}
        if self.chance:
            return self.name + "[:seed=N]"
        return grammar.spell(self.name, options)


_ANY = ("reversi", "mancala")
KINDS = {
    kind.name: kind
    for kind in (
        Kind("random", classic.random, "A random legal move.", _ANY, chance=True),
        Kind("first", classic.first, "The first move it meets, looking outward from its discs."),
        Kind(
            "corner", classic.corner, "A random corner if it can, else a random move.", chance=True
        ),
        Kind(
            "corner-edge",
            classic.corner,
            "As corner; edges of a corner it owns count as corners.",
            fixed={"edges": True},
            chance=True,
        ),
        Kind("greedy", classic.greedy, "Most flips; in Mancala the most gain.", _ANY),
        Kind("most", classic.most, "Most flips, found outward from its discs."),
        Kind("lookahead", classic.lookahead, "Most flips minus what can be flipped back."),
        Kind(
            "positional",
            positional,
            "Corners and edges, few flips early, more moves; looks ahead.",
            options={"depth": Option(2, 1, 256), "fill": Option(0.67, 0.0, 1.0)},
        ),
        Kind(
            "minimax",
            classic.minimax,
            "Looks ahead for the fullest store, or the most discs.",
            _ANY,
            options={"depth": Option(6, 1, 256)},
        ),
        Kind(
            "engine",
            thinking.engine,
            "Our engine: searches to a depth, for a time or so many nodes; else for one second.",
            _ANY,
            options={
                "depth": Option(0, 0, 256),
                "time": Option(0.0, 0.0, 3600.0),
                "nodes": Option(0, 0, 999_999_999),
            },
            refusal=thinking.why_no_engine,
        ),
        Kind(
            "perfect",
            thinking.perfect,
            "Our solver: plays small games without a mistake.",
            _ANY,
            refusal=thinking.why_not_perfect,
            prepare=thinking.prepare_perfect,
        ),
    )
}


@dataclass(frozen=True)
class PlayerSpec:
    """A player by name, checked, and not yet seated."""

    name: str
    options: Mapping[str, float]

    @classmethod
    def parse(cls, text: str) -> "PlayerSpec":
        """Read a spec; InvalidPlayer says what is wrong with it."""
        try:
            name, written = grammar.parse(text)
            if name == HUMAN and not written:
                return cls(HUMAN, {})
            if name not in KINDS:
                raise ValueError(
                    f"there is no player called {grammar.shorten(name)};"
                    f" there are {HUMAN}, {', '.join(KINDS)}"
                )
            options = KINDS[name].all_options
            if unknown := sorted(set(written) - set(options)):
                takes = f"it takes {', '.join(options)}" if options else "it takes none"
                raise ValueError(f"{name} has no option {unknown[0]!r}; {takes}")
            return cls(name, {key: options[key].read(key, value) for key, value in written.items()})
        except ValueError as error:
            raise InvalidPlayer(str(error)) from None

    @property
    def is_human(self) -> bool:
        """Whether a person plays here."""
        return self.name == HUMAN

    def __str__(self) -> str:
        return grammar.spell(self.name, self.options)

    def check(self, variant: Variant) -> None:
        """InvalidPlayer if this bot does not know that game."""
        if not self.is_human and variant.family not in KINDS[self.name].families:
            raise InvalidPlayer(f"{self.name} plays with discs only, not {variant.title}")
        if not self.is_human and (why := KINDS[self.name].refusal(variant)):
            raise InvalidPlayer(f"{self.name} does not play {variant.title}: {why}")

    def prepare(self, variant: Variant, on_progress: Callable[[int, int], object]) -> None:
        """Do once what would hold up the first move; `on_progress` gets what is done and all."""
        if not self.is_human:
            KINDS[self.name].prepare(variant, on_progress)

    def bot(self, variant: Variant, seed: str | None = None) -> Bot:
        """The bot, ready for one game. With `seed` its chances are repeatable; the spec's own
        seed, if it has one, counts as well."""
        self.check(variant)
        if self.is_human:
            raise InvalidPlayer("a person cannot play here, only bots")
        kind = KINDS[self.name]
        options: dict[str, object] = {name: each.usual for name, each in kind.options.items()}
        options |= {name: value for name, value in self.options.items() if name != "seed"}
        if kind.chance:
            own = self.options.get("seed")
            rng = Random() if seed is None and own is None else Random(f"{own}/{seed}")
            options["rng"] = rng
        choose: Choice = partial(kind.function, **options, **kind.fixed)
        return Bot(str(self), choose)


def bot(spec: str, variant: Variant, seed: str | None = None) -> Bot:
    """A built-in bot by its spec, for games of this rule set."""
    return PlayerSpec.parse(spec).bot(variant, seed)


def split(text: str) -> list[str]:
    """Specs in a list with commas: a part such as fill=0.5 belongs to the spec before it.

    >>> split("positional:depth=2,fill=0.5,greedy")
    ['positional:depth=2,fill=0.5', 'greedy']
    """
    specs: list[str] = []
    for part in text.split(","):
        if specs and "=" in part and ":" not in part:
            specs[-1] += "," + part
        else:
            specs.append(part.strip())
    return specs
