"""The table of named games, and the one function that makes a rule set from its name."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from . import grammar
from .errors import InvalidVariant
from .mancala import GAMES, Mancala, MancalaPosition
from .reversi import Reversi, ReversiPosition, corner_cuts

RuleSet = Reversi | Mancala


# The kernel is asked for with the first position, not before: a wrong TURNSTONE_KERNEL is then an
# error that the command line can report, and what needs no position starts sooner.
def _reversi(rules: Reversi, cells: str, phase: int) -> ReversiPosition:
    from . import native

    return native.reversi(rules, cells, phase)


def _mancala(rules: Mancala, pits: tuple[int, ...], turn: int, swap: bool) -> MancalaPosition:
    from . import native

    return native.mancala(rules, pits, turn, swap)


def _quick(rules: RuleSet) -> RuleSet:
    """The same rules with positions of the kernel's kind wherever it can."""
    if isinstance(rules, Reversi):
        return replace(rules, make=_reversi)
    return replace(rules, make=_mancala)


@dataclass(frozen=True)
class Preset:
    """A name, what it stands for, and one line for the list."""

    name: str
    rules: RuleSet
    description: str


PRESETS = {
    preset.name: replace(preset, rules=_quick(preset.rules))
    for preset in (
        Preset("othello", Reversi(), "The 8×8 game: outflank discs, own the most at the end."),
        Preset("reversi", Reversi(), "Othello under its old name; takes every option."),
        Preset("small", Reversi(size=4), "Reversi on 4×4: over in a minute, won by White."),
        Preset("large", Reversi(size=6), "Reversi on 6×6: a short game."),
        Preset("reversi-4", Reversi(size=4), "The same as small."),
        Preset("reversi-6", Reversi(size=6), "The same as large."),
        Preset("reversi-10", Reversi(size=10), "Reversi on 10×10: a long game."),
        Preset("reversi-12", Reversi(size=12), "Reversi on 12×12."),
        Preset("reversi-14", Reversi(size=14), "Reversi on 14×14."),
        Preset("reversi-16", Reversi(size=16), "Reversi on 16×16: for a rainy day."),
        Preset("anti-othello", Reversi(goal="fewest"), "Othello upside down: fewest discs win."),
        Preset(
            "parallel",
            Reversi(centre="parallel"),
            "Othello from the parallel start of old Reversi.",
        ),
        Preset("mirrored", Reversi(centre="mirrored"), "Othello with the start colours exchanged."),
        Preset(
            "octagon",
            Reversi(size=10, blocked=corner_cuts(10)),
            "10×10 with three squares cut off each corner.",
        ),
        Preset("three-colour", Reversi(colours=3), "Three players on one board; nobody passes."),
        Preset("four-colour", Reversi(colours=4), "Four players on one board; nobody passes."),
        Preset("relay", GAMES["relay"], "Mancala with relay sowing; each player owns an end."),
        Preset("mancala", GAMES["relay"], "The house's Mancala: the same as relay."),
        Preset("kalah", GAMES["kalah"], "Captures from the opposite house, extra turns."),
        Preset("avalanche", GAMES["avalanche"], "Kalah's board, relay sowing, no captures."),
        Preset(
            "oware", GAMES["oware"], "The Abapa rules: capture twos and threes, feed the other."
        ),
    )
}


def variant(name: str, /, **options: object) -> RuleSet:
    """The rule set of a name, with options in the name or beside it.

    >>> variant("reversi", size=6) == variant("reversi:size=6") == variant("large")
    True
    """
    try:
        base, written = grammar.parse(name)
    except ValueError as error:
        raise InvalidVariant(str(error)) from None
    if base not in PRESETS:
        raise InvalidVariant(
            f"there is no game called {grammar.shorten(base)}; there are {', '.join(PRESETS)}"
        )
    for option, value in options.items():
        if option in written:
            raise InvalidVariant(f"option {option} is given twice")
        written[option] = _spelled(value)
    rules = PRESETS[base].rules
    changes: dict[str, Any] = {}
    # Size first: a named mask is made for the size.
    for option in sorted(written, key=lambda each: each != "size"):
        try:
            if isinstance(rules, Reversi):
                size = changes.get("size", rules.size)
                changed, value = rules.read_option(option, written[option], size)
            else:
                changed, value = rules.read_option(option, written[option])
        except InvalidVariant:
            raise
        except ValueError as error:
            raise InvalidVariant(str(error)) from None
        changes[changed] = value
    if isinstance(rules, Reversi) and "size" in changes and rules.blocked:
        changes.setdefault("blocked", corner_cuts(changes["size"]))  # the octagon of that size
    return replace(rules, **changes) if changes else rules


def _spelled(value: object) -> str:
    """An option's value as the grammar writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return "+".join(map(str, value)) or "none"
    return str(value)


# What people choose about a game's board: an option and where a rule set keeps it.
BOARD_OPTIONS = {
    "reversi": {"size": "size", "start": "centre"},
    "mancala": {"houses": "houses", "seeds": "seeds", "pie": "pie"},
}


def chosen(rules: RuleSet) -> tuple[str, dict[str, int | str]] | None:
    """The named game that a rule set is, and what was chosen about its board; None if it is more
    than that away from all of them.

    >>> chosen(variant("octagon:size=12"))
    ('octagon', {'size': 12})
    """
    presets = [each for each in PRESETS.values() if each.rules.family == rules.family]
    # Of several the one that is closest: reversi-12 is a name, and Othello on 12×12 as well.
    for preset in sorted(presets, key=lambda each: each.rules != rules):
        options: dict[str, int | str] = {
            option: "yes" if getattr(rules, kept) is True else getattr(rules, kept)
            for option, kept in BOARD_OPTIONS[rules.family].items()
            if getattr(rules, kept) != getattr(preset.rules, kept)
        }
        try:
            if variant(preset.name, **options) == rules:
                return preset.name, options
        except InvalidVariant:
            continue
    return None


def name_of(rules: RuleSet) -> str:
    """The shortest name of a rule set: a preset's if it is one, else its spec."""
    for preset in PRESETS.values():
        if preset.rules == rules:
            return preset.name
    return rules.spec
