"""The rules of a game in words, made from the rule set itself: enough to sit down and play.

What they look like is `illustrate`'s.
"""

from dataclasses import dataclass
from typing import Literal

from .mancala import Mancala
from .reversi import DISCS, Reversi

# Where it is read: a terminal has letters and numbers for what a page draws.
Place = Literal["terminal", "page"]


@dataclass(frozen=True)
class Part:
    """A paragraph, and what it is about."""

    topic: str
    text: str


def explain(rules: Reversi | Mancala) -> str:
    """The rules as plain text, with the start position and how to type a move."""
    board, *rest = [part.text for part in parts(rules, "terminal")]
    if isinstance(rules, Reversi):
        typed = "the square, such as d3"
    else:
        typed = "the number of the house" + (", or swap" if rules.pie else "")
    return "\n\n".join([rules.title, board, str(rules.start()), *rest, f"To move, type {typed}."])


def parts(rules: Reversi | Mancala, place: Place) -> list[Part]:
    """The rules in words; the first part is about the board."""
    return _reversi(rules, place) if isinstance(rules, Reversi) else _mancala(rules, place)


def _reversi(rules: Reversi, place: Place) -> list[Part]:
    many = rules.colours > 2
    typed = place == "terminal"
    names = [f"{name} ({DISCS[seat]})" if typed else name for seat, name in enumerate(rules.seats)]
    text = [
        Part(
            "board",
            f"The board has {rules.size} columns, a to {rules.squares[-1][0]}, and rows 1 to"
            f" {rules.size} from the top. {', '.join(names[:-1])} and {names[-1]} play;"
            f" {rules.seats[0]} begins.",
        ),
        Part(
            "flip",
            "Put a disc on an empty square so that a straight, unbroken run of one or more discs of"
            f" {'other colours' if many else 'the other colour'} lies between it and another disc"
            " of yours: across, up and down, or diagonally. All such runs, in all eight directions,"
            " flip to your colour. Discs that flip do not flip others in turn.",
        ),
    ]
    if many:
        text.append(
            Part(
                "placing",
                "Whoever can flip must flip. Whoever cannot puts a disc on any empty square that"
                " touches any disc, and nothing flips; so nobody passes. The game ends when no"
                " empty square touches a disc.",
            )
        )
        if rules.colours == 3:
            which = "disc N" if typed else "grey disc"
            text.append(
                Part(
                    "neutral",
                    f"The {which} in the centre is nobody's: it can be flipped, and counts for"
                    " none.",
                )
            )
        if rules.order == "snake":
            text.append(
                Part(
                    "order",
                    "After each round the order turns round: the last to move moves first.",
                )
            )
    else:
        text.append(
            Part(
                "pass",
                "Whoever has no such move passes, and the other goes again; whoever has one may not"
                " pass. The game ends when neither can move.",
            )
        )
    if rules.blocked:
        text.append(
            Part(
                "blocked",
                "Squares shown as gaps are blocked: no disc goes there, and no run crosses one.",
            )
        )
    aim = "Most" if rules.goal == "most" else "Fewest"
    text.append(Part("goal", f"{aim} discs win."))
    if not many:
        gets = "winner" if rules.goal == "most" else "loser"
        text.append(
            Part(
                "count",
                f"Empty squares at the end go to the {gets} in the official count: 40-10 with 14"
                " empty is 54-10, a margin of 44.",
            )
        )
    return text


def _mancala(rules: Mancala, place: Place) -> list[Part]:
    h = rules.houses
    if rules.ends:
        board = (
            "The ring of pits stands upright. South owns the lower end: the houses below the middle"
            " and the store at the bottom. North owns the upper end."
        )
        if place == "terminal":
            board += (
                " The numbers are those of the houses;"
                f" {h} is North's store and {2 * h + 1} is South's."
            )
    else:
        board = (
            "South owns the lower row and the store at the right, North the upper row and the store"
            " at the left. Houses are numbered 1 to "
            f"{h} in the direction in which their owner sows."
        )
    text = [
        Part("board", f"{board} Each house begins with {rules.seeds}. South begins."),
        *_sowing(rules),
        *_captures(rules),
        *_skipping(rules),
        Part("end", _ending(rules)),
    ]
    if rules.pie:
        text.append(
            Part(
                "swap",
                "Swap rule: instead of his first move North may swap. The sides then exchange"
                " houses and stores, and South goes on.",
            )
        )
    text.append(Part("goal", f"More {rules.unit}s win; equal is a draw."))
    return text


def _sowing(rules: Mancala) -> list[Part]:
    sow = (
        f"Take all {rules.unit}s of one of your houses that is not empty and sow them one by one"
        " into the pits that follow, anticlockwise"
    )
    if rules.sows_store:
        sow += ", your own store included and the other's left out."
    else:
        sow += " (the stores are not sown)."
    if rules.skips_origin:
        sow += " A long sowing leaves out the house it started from."
    text = [Part("sow", sow)]
    if rules.relay:
        text.append(
            Part(
                "relay",
                f"If the last {rules.unit} falls into a house that was not empty, anyone's, take"
                f" all its {rules.unit}s and sow on from there. The turn ends in an empty house or"
                " in your store.",
            )
        )
    if rules.again:
        said = f"A last {rules.unit} in your own store gives you another move."
        text.append(Part("again", said))
    return text


def _captures(rules: Mancala) -> list[Part]:
    if rules.capture in ("opposite", "always"):
        even = "" if rules.capture == "opposite" else ", even if there are none opposite"
        return [
            Part(
                "capture",
                f"If the last {rules.unit} falls into an empty house of your own, it and the"
                f" {rules.unit}s of the house opposite go to your store{even}."
                + ("" if even else " If the house opposite is empty, nothing happens."),
            )
        ]
    if rules.capture != "twos-threes":
        return []
    slam = (
        "captures nothing"
        if rules.slam == "cancelled"
        else "is not allowed, unless there is no other; then it captures nothing"
    )
    return [
        Part(
            "capture",
            f"If the last {rules.unit} brings a house of the other row to 2 or 3, you capture those"
            f" {rules.unit}s, and those of the houses directly before it in that row as"
            f" long as each holds 2 or 3. A move that would capture all the other has {slam}.",
        ),
        Part(
            "feed",
            f"If the other has no {rules.unit}s, you must play a house that gives him some, if you"
            " have one.",
        ),
    ]


def _skipping(rules: Mancala) -> list[Part]:
    if rules.finish != "houses empty":
        return []
    said = f"Whoever has no {rules.unit}s in his houses is skipped, and the other moves again."
    return [Part("skip", said)]


def _ending(rules: Mancala) -> str:
    rest = {
        "owner": f"each side keeps the {rules.unit}s in its own houses",
        "nobody": f"{rules.unit}s left in houses count for nobody",
    }[rules.leftovers]
    if rules.finish == "houses empty":
        text = "The game ends when all houses are empty."
    elif rules.finish == "row empty":
        text = f"The game ends when all houses of one side are empty; {rest}."
    else:
        text = (
            f"The game ends when one side has captured more than half of the {rules.unit}s, when"
            f" both have exactly half, or when the side to move cannot play (then {rest})."
        )
    if rules.repetition:
        times = {2: "second", 3: "third"}[rules.repetition]
        text += f" A position that comes up for the {times} time ends the game: {rest}."
    return text
