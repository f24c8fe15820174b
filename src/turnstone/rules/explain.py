"""The rules of a game in words, made from the rule set itself: enough to sit down and play."""

from .mancala import Mancala
from .reversi import DISCS, Reversi


def explain(rules: Reversi | Mancala) -> str:
    """The rules as plain text, with the start position and how to type a move."""
    board, *rest = paragraphs(rules)
    if isinstance(rules, Reversi):
        typed = "the square, such as d3"
    else:
        typed = "the number of the house" + (", or swap" if rules.pie else "")
    return "\n\n".join([rules.title, board, str(rules.start()), *rest, f"To move, type {typed}."])


def paragraphs(rules: Reversi | Mancala) -> list[str]:
    """The rules in words; the first paragraph is about the board."""
    return _reversi(rules) if isinstance(rules, Reversi) else _mancala(rules)


def _reversi(rules: Reversi) -> list[str]:
    many = rules.colours > 2
    names = [f"{name} ({DISCS[seat]})" for seat, name in enumerate(rules.seats)]
    text = [
        f"The board has {rules.size} columns, a to {rules.squares[-1][0]}, and rows 1 to"
        f" {rules.size} from the top. {', '.join(names[:-1])} and {names[-1]} play;"
        f" {rules.seats[0]} begins.",
        "Put a disc on an empty square so that a straight, unbroken run of one or more discs of"
        f" {'other colours' if many else 'the other colour'} lies between it and another disc of"
        " yours: across, up and down, or diagonally. All such runs, in all eight directions, flip"
        " to your colour. Discs that flip do not flip others in turn.",
    ]
    if many:
        text.append(
            "Whoever can flip must flip. Whoever cannot puts a disc on any empty square that"
            " touches any disc, and nothing flips; so nobody passes. The game ends when no empty"
            " square touches a disc."
        )
        if rules.colours == 3:
            text.append(
                "The disc N in the centre is nobody's: it can be flipped, and counts for none."
            )
        if rules.order == "snake":
            text.append("After each round the order turns round: the last to move moves first.")
    else:
        text.append(
            "Whoever has no such move passes, and the other goes again; whoever has one may not"
            " pass. The game ends when neither can move."
        )
    if rules.blocked:
        text.append(
            "Squares shown as gaps are blocked: no disc goes there, and no run crosses one."
        )
    aim = "Most" if rules.goal == "most" else "Fewest"
    text.append(f"{aim} discs win.")
    if not many:
        gets = "winner" if rules.goal == "most" else "loser"
        text.append(
            f"Empty squares at the end go to the {gets} in the official count: 40-10 with 14 empty"
            " is 54-10, a margin of 44."
        )
    return text


def _mancala(rules: Mancala) -> list[str]:
    h = rules.houses
    if rules.ends:
        board = (
            "The ring of pits stands upright. South owns the lower end: the houses below the line"
            " and the store at the bottom. North owns the upper end. The numbers are those of the"
            f" houses; {h} is North's store and {2 * h + 1} is South's."
        )
    else:
        board = (
            "South owns the lower row and the store at the right, North the upper row and the store"
            " at the left. Houses are numbered 1 to "
            f"{h} in the direction in which their owner sows."
        )
    text = [
        f"{board} Each house begins with {rules.seeds}. South begins.",
        _sowing(rules),
        *_captures(rules),
        _ending(rules),
    ]
    if rules.pie:
        text.append(
            "Swap rule: instead of his first move North may swap. The sides then exchange houses"
            " and stores, and South goes on."
        )
    text.append("More seeds win; equal is a draw.")
    return text


def _sowing(rules: Mancala) -> str:
    text = (
        "Take all seeds of one of your houses that is not empty and sow them one by one into the"
        " pits that follow, anticlockwise"
    )
    if rules.sows_store:
        text += ", your own store included and the other's left out."
    else:
        text += " (the stores are not sown)."
    if rules.skips_origin:
        text += " A long sowing leaves out the house it started from."
    if rules.relay:
        text += (
            " If the last seed falls into a house that was not empty, anyone's, take all its seeds"
            " and sow on from there. The turn ends in an empty house or in your store."
        )
    if rules.again:
        text += " A last seed in your own store gives you another move."
    return text


def _captures(rules: Mancala) -> list[str]:
    if rules.capture in ("opposite", "always"):
        even = "" if rules.capture == "opposite" else ", even if there are none opposite"
        return [
            "If the last seed falls into an empty house of your own, it and the seeds of the house"
            f" opposite go to your store{even}."
            + ("" if even else " If the house opposite is empty, nothing happens.")
        ]
    if rules.capture != "twos-threes":
        return []
    slam = (
        "captures nothing"
        if rules.slam == "cancelled"
        else "is not allowed, unless there is no other; then it captures nothing"
    )
    return [
        "If the last seed brings a house of the other row to 2 or 3, you capture those seeds, and"
        " those of the houses directly before it in that row as long as each holds 2 or 3. A move"
        f" that would capture all the other has {slam}.",
        "If the other has no seeds, you must play a house that gives him some, if you have one.",
    ]


def _ending(rules: Mancala) -> str:
    rest = {
        "owner": "each side keeps the seeds in its own houses",
        "nobody": "seeds left in houses count for nobody",
    }[rules.leftovers]
    if rules.finish == "houses empty":
        text = (
            "Whoever has no seeds in his houses is skipped, and the other moves again. The game"
            " ends when all houses are empty."
        )
    elif rules.finish == "row empty":
        text = f"The game ends when all houses of one side are empty; {rest}."
    else:
        text = (
            "The game ends when one side has captured more than half of the seeds, when both have"
            f" exactly half, or when the side to move cannot play (then {rest})."
        )
    if rules.repetition:
        times = {2: "second", 3: "third"}[rules.repetition]
        text += f" A position that comes up for the {times} time ends the game: {rest}."
    return text
