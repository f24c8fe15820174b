"""The pictures beside the rules show what they are said to show."""

import re

import pytest

from turnstone.rules.explain import explain, parts
from turnstone.rules.illustrate import Example, examples
from turnstone.rules.mancala import Mancala, MancalaPosition
from turnstone.rules.reversi import Reversi, ReversiPosition
from turnstone.rules.steps import Captured, Lifted, Sown, Swapped
from turnstone.rules.variants import PRESETS, variant

TOPICS = {
    "othello": "board flip flip goal pass",
    "small": "board flip flip goal pass",
    "reversi-10": "board flip flip goal pass",
    "anti-othello": "board flip flip goal pass",
    "octagon": "blocked board flip flip goal pass",
    "three-colour": "board flip flip goal neutral placing",
    "four-colour": "board flip flip goal placing",
    "relay": "board end relay skip sow",
    "kalah": "again board capture end sow",
    "kalah:capture=always": "again board capture end sow",
    "kalah:pie=yes": "again board capture end sow swap",
    "avalanche": "again board end relay sow",
    "oware": "board capture end feed sow",
}


@pytest.mark.parametrize("spec", TOPICS)
def test_every_rule_that_can_be_shown_has_a_picture(spec: str) -> None:
    rules = variant(spec)
    shown = examples(rules)
    assert " ".join(sorted(example.topic for example in shown)) == TOPICS[spec]
    assert {example.topic for example in shown} <= {part.topic for part in parts(rules, "page")}
    assert shown == examples(rules), "the same pictures every time"


ALL = [*PRESETS, "kalah:houses=1,seeds=1", "relay:pie=yes,houses=2", "three-colour:size=4"]


@pytest.mark.parametrize("spec", ALL)
def test_every_picture_shows_what_it_claims(spec: str) -> None:
    for example in examples(variant(spec)):
        if example.move is None:
            assert example.position == example.position.variant.start()
        else:
            assert str(example.move) in {str(each) for each in example.position.legal_moves}
            assert shows(example), (example.topic, example.position.text(), str(example.move))


def shows(example: Example) -> bool:
    """Judged anew, by the boards before and after."""
    before, move = example.position, example.move
    assert move is not None
    after = before.play(move)
    if isinstance(before, ReversiPosition):
        assert isinstance(after, ReversiPosition)
        return reversi_shows(example.topic, before, str(move), after)
    assert isinstance(before, MancalaPosition)
    assert isinstance(after, MancalaPosition)
    return mancala_shows(example.topic, before, str(move), after)


def reversi_shows(topic: str, before: ReversiPosition, move: str, after: ReversiPosition) -> bool:
    rules = before.variant
    at = rules.squares.index(move)
    changed = [n for n, cell in enumerate(before.cells) if cell != after.cells[n]]
    flipped = [n for n in changed if n != at]
    match topic:
        case "flip":
            return bool(flipped) and all(before.cells[n] not in "-#" for n in flipped)
        case "pass":
            return not any(flips_for(after, n) for n in range(len(after.cells)))
        case "placing":
            return changed == [at]
        case "neutral":
            return any(before.cells[n] == "N" for n in flipped)
        case "blocked":
            column, row = at % rules.size, at // rules.size
            near = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
            return any(
                0 <= x < rules.size
                and 0 <= y < rules.size
                and before.cells[y * rules.size + x] == "#"
                for x, y in near
            )
        case "goal":
            assert after.outcome
            count = [after.cells.count(disc) for disc in "XOAB"[: rules.colours]]
            best = max(count) if rules.goal == "most" else min(count)
            return after.outcome.winner == count.index(best) and count.count(best) == 1
    return False


def flips_for(position: ReversiPosition, at: int) -> bool:
    """Whether the seat to move would flip something there, by walking from the square."""
    size, cells = position.variant.size, position.cells
    own = "XO"[position.turn]
    if cells[at] != "-":
        return False
    for across, down in [(a, d) for a in (-1, 0, 1) for d in (-1, 0, 1) if a or d]:
        x, y, run = at % size + across, at // size + down, 0
        while 0 <= x < size and 0 <= y < size and cells[y * size + x] not in ("-", "#", own):
            x, y, run = x + across, y + down, run + 1
        if run and 0 <= x < size and 0 <= y < size and cells[y * size + x] == own:
            return True
    return False


def mancala_shows(topic: str, before: MancalaPosition, move: str, after: MancalaPosition) -> bool:
    rules = before.variant
    steps, store = before.steps(move), rules.stores[before.turn]
    lifts = [step for step in steps if isinstance(step, Lifted)]
    sown = [step.pit for step in steps if isinstance(step, Sown)]
    other = [before.pits[house] for house in rules.owned[1 - before.turn]]
    gained = after.pits[store] - before.pits[store] - sown.count(store)
    match topic:
        case "sow":
            return len(lifts) == 1 and lifts[0].seeds == len(sown) and gained == 0
        case "relay":
            return len(lifts) == 2 and before.pits[lifts[1].pit] > 0
        case "again":
            return sown[-1] == store and after.turn == before.turn and not after.outcome
        case "capture":
            taken = [step for step in steps if isinstance(step, Captured)]
            return gained == sum(step.seeds for step in taken) > 1
        case "feed":
            fed = sum(after.pits[house] for house in rules.owned[1 - before.turn])
            return not any(other) and fed > 0
        case "skip":
            theirs = [after.pits[house] for house in rules.owned[1 - before.turn]]
            return after.turn == before.turn and not any(theirs)
        case "end":
            return after.outcome is not None
        case "swap":
            half = len(before.pits) // 2
            return after.pits == before.pits[half:] + before.pits[:half] and isinstance(
                steps[0], Swapped
            )
    return False


@pytest.mark.parametrize("spec", TOPICS)
def test_the_page_does_not_speak_of_what_only_a_terminal_shows(spec: str) -> None:
    rules = variant(spec)
    for part in parts(rules, "page"):
        assert not re.search(r"\b[XONB]\b", part.text), part.text
    text = explain(rules)
    if isinstance(rules, Reversi):
        assert "Black (X)" in text
        assert ("disc N" in text) == (rules.colours == 3)
    else:
        assert isinstance(rules, Mancala)
        assert ("North's store" in text) == rules.ends
