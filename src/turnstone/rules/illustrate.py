"""Positions and moves that show what the rules say, found for any rule set by playing.

For each topic of `explain` the first move is taken, of games by chance but always the same ones,
that does what the topic speaks of.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from . import words
from .mancala import Mancala, MancalaPosition
from .position import Move, Position
from .reversi import Reversi, ReversiPosition
from .steps import Captured, Flipped, Lifted, Placed, Sown, Step
from .variants import RuleSet

GAMES = 60  # by chance; whatever a rule is about has come up by then, or hardly ever does
LONG = 400  # moves; some Mancala games go round for ever


@dataclass(frozen=True)
class Moment:
    """A move in a position, and what came of it."""

    before: Position
    move: Move
    steps: tuple[Step, ...]
    after: Position

    @property
    def captures(self) -> int:
        """How many houses were captured."""
        return sum(isinstance(step, Captured) for step in self.steps)

    @property
    def lifts(self) -> int:
        """How many times seeds were taken into the hand."""
        return sum(isinstance(step, Lifted) for step in self.steps)

    @property
    def told(self) -> str:
        """It in words."""
        return words.told(self.before, self.move)


@dataclass(frozen=True)
class Example:
    """A picture for a topic: a position, or a move in it."""

    topic: str
    caption: str
    position: Position
    move: Move | None = None


def examples(rules: RuleSet) -> list[Example]:
    """A start, and for every topic a move that shows it, if one is found."""
    start = rules.start()
    shown = [Example("board", "The start.", start)]
    if isinstance(rules, Reversi) and not start.outcome:
        first = _moment(start, start.legal_moves[0])
        shown.append(Example("flip", f"A first move: {first.told}", start, first.move))
    wanted = dict(_REVERSI if isinstance(rules, Reversi) else _MANCALA)
    for topic in [topic for topic in wanted if not wanted[topic].applies(rules)]:
        del wanted[topic]
    for moment in _moments(rules):
        found = [topic for topic in wanted if wanted[topic].shows(moment)]
        shown += [_pictured(topic, wanted.pop(topic), moment) for topic in found]
        if not wanted:
            break
    return shown


def _pictured(topic: str, wish: "Wish", moment: Moment) -> Example:
    caption = " ".join([*([wish.title] if wish.title else []), moment.told, *wish.then(moment)])
    return Example(topic, caption, moment.before, moment.move)


def _moments(rules: RuleSet) -> Iterator[Moment]:
    """Every move of every position in games by chance; on large boards, which the rules in Python
    play, only the moves made."""
    chance = Random(1)  # the same pictures every time
    large = isinstance(rules, Reversi) and (rules.size > 8 or rules.colours > 2)
    for game in range(GAMES // 10 if large else GAMES):
        position: Position = rules.start()
        plies = 0
        while not position.outcome and plies < LONG:
            moves: list[Move] = list(position.legal_moves)
            move = chance.choice(moves)
            begun = moves if game == 0 else []
            look = begun if plies == 0 else [move] if large else moves
            yield from (_moment(position, each) for each in look)
            position, plies = position.play(move), plies + 1


def _moment(before: Position, move: Move) -> Moment:
    return Moment(before, move, before.steps(move), before.play(move))


def _nothing(_: Moment) -> list[str]:
    return []


@dataclass(frozen=True)
class Wish:
    """What a picture of a topic has to show."""

    shows: Callable[[Moment], bool]
    title: str = ""
    then: Callable[[Moment], list[str]] = _nothing  # what else is said about it
    applies: Callable[[RuleSet], bool] = lambda _: True


# ---- Reversi


def _flips(moment: Moment) -> list[Flipped]:
    return [step for step in moment.steps if isinstance(step, Flipped)]


def _closes_three(moment: Moment) -> bool:
    lines = getattr(moment.move, "lines", ())
    return len(lines) >= 3


def _must_pass(moment: Moment) -> bool:
    return [str(move) for move in moment.after.legal_moves] == ["pass"]


def _says_pass(moment: Moment) -> list[str]:
    return [words.told(moment.after, "pass")]


def _flips_nothing(moment: Moment) -> bool:
    return isinstance(moment.steps[0], Placed) and not _flips(moment)


def _flips_neutral(moment: Moment) -> bool:
    before = moment.before
    assert isinstance(before, ReversiPosition)
    squares = before.variant.squares
    return any(before.cells[squares.index(step.square)] == "N" for step in _flips(moment))


def _beside_gap(moment: Moment) -> bool:
    """In a row or column whose next square is blocked."""
    placed, rules = moment.steps[0], moment.before.variant
    if not isinstance(placed, Placed) or not isinstance(rules, Reversi):
        return False
    at = rules.squares.index(placed.square)
    column, row = at % rules.size, at // rules.size
    beside = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    names = {
        rules.squares[y * rules.size + x]
        for x, y in beside
        if 0 <= x < rules.size and 0 <= y < rules.size
    }
    return bool(names & rules.blocked)


def _decides(moment: Moment) -> bool:
    return moment.after.outcome is not None and moment.after.outcome.winner is not None


def _says_result(moment: Moment) -> list[str]:
    outcome = moment.after.outcome
    assert outcome
    return [words.result(moment.before.variant, outcome)]


_REVERSI = {
    "flip": Wish(_closes_three, "Every run that is closed flips:"),
    "pass": Wish(_must_pass, "A pass:", _says_pass, lambda rules: len(rules.seats) == 2),
    "placing": Wish(
        _flips_nothing, "No flip to be had:", applies=lambda rules: len(rules.seats) > 2
    ),
    "neutral": Wish(
        _flips_neutral,
        "Nobody's disc is taken:",
        applies=lambda rules: len(rules.seats) == 3,
    ),
    "blocked": Wish(
        _beside_gap,
        "Beside a gap:",
        applies=lambda rules: isinstance(rules, Reversi) and bool(rules.blocked),
    ),
    "goal": Wish(_decides, "The last move:", _says_result),
}


# ---- Mancala


def _stores(moment: Moment) -> tuple[int, ...]:
    before = moment.before
    assert isinstance(before, MancalaPosition)
    return before.variant.stores


def _goes_on(moment: Moment) -> bool:
    return moment.after.turn == moment.before.turn and not moment.after.outcome


def _skips(moment: Moment) -> bool:
    last = moment.steps[-1]
    return _goes_on(moment) and not (isinstance(last, Sown) and last.pit in _stores(moment))


def _again(moment: Moment) -> bool:
    last = moment.steps[-1]
    ends_in_store = isinstance(last, Sown) and last.pit in _stores(moment)
    return ends_in_store and moment.lifts == 1 and _goes_on(moment)


def _sows(moment: Moment) -> bool:
    few = moment.lifts == 1 and moment.captures == 0 and len(moment.steps) <= 6
    return few and moment.after.turn != moment.before.turn


def _relays(moment: Moment) -> bool:
    return moment.lifts == 2 and moment.after.turn != moment.before.turn


def _captures(moment: Moment) -> bool:
    """Clear ones: from the house opposite, or from two houses where that can be."""
    return moment.captures > 1 and not moment.after.outcome


def _feeds(moment: Moment) -> bool:
    """The other has nothing, and not every house may be played."""
    before = moment.before
    if not isinstance(before, MancalaPosition):
        return False
    mine, theirs = before.variant.owned[before.turn], before.variant.owned[1 - before.turn]
    full = sum(before.pits[house] > 0 for house in mine)
    starved = not any(before.pits[house] for house in theirs)
    return starved and len(before.legal_moves) < full and not moment.after.outcome


_MANCALA = {
    "sow": Wish(_sows),
    "relay": Wish(
        _relays, "A relay:", applies=lambda rules: isinstance(rules, Mancala) and rules.relay
    ),
    "again": Wish(
        _again, "Another move:", applies=lambda rules: isinstance(rules, Mancala) and rules.again
    ),
    "capture": Wish(
        _captures,
        "A capture:",
        applies=lambda rules: isinstance(rules, Mancala) and rules.capture != "none",
    ),
    "feed": Wish(
        _feeds,
        "The other has nothing and must be given some:",
        applies=lambda rules: isinstance(rules, Mancala) and rules.feeds,
    ),
    "swap": Wish(
        lambda moment: str(moment.move) == "swap",
        "The swap:",
        applies=lambda rules: isinstance(rules, Mancala) and rules.pie,
    ),
    "skip": Wish(
        _skips,
        "Skipped:",
        applies=lambda rules: isinstance(rules, Mancala) and rules.finish == "houses empty",
    ),
    "end": Wish(_decides, "The last move:", _says_result),
}
