"""Games as lines of moves, `f5d6c3…` or `3 6 1 …`, in the spellings people use.

Case and spaces are free, move numbers are skipped, and a forced pass may be left out.
"""

import re

from turnstone.rules.errors import InvalidPosition, InvalidRecord
from turnstone.rules.game import Game, check_length
from turnstone.rules.grammar import shorten
from turnstone.rules.position import Variant

_NUMBERS = re.compile(r"(?<![a-z0-9])[0-9]{1,3}\.(?![0-9])")
_DISCS = re.compile(r"[a-p][0-9]{1,2}|pass|pa|ps")
_SEEDS = re.compile(r"[0-9]{1,2}|swap")
_BETWEEN = re.compile(r"[\s,;-]*")
_PASSES = ("pass", "pa", "ps")
# Stands before moves from another start than the usual: by themselves they are no game.
ELSEWHERE = "These moves begin from another position, which only the record (JSON) keeps."


def read(text: str, rules: Variant, most: int | None = None) -> Game:
    """The game a transcript of `most` moves tells; InvalidRecord names the move that is wrong."""
    if text.lstrip().startswith(ELSEWHERE):
        raise InvalidRecord(ELSEWHERE[0].lower() + ELSEWHERE[1:])
    written = moves(text, rules)
    check_length(written, most)
    try:
        game = Game.new(rules)
    except InvalidPosition as error:
        raise InvalidRecord(str(error)) from None
    for number, move in enumerate(written, 1):
        try:
            if move not in _PASSES and _must_pass(game):
                game = game.play("pass")
            game = game.play(move)
        except ValueError as error:
            raise InvalidRecord(f"move {number}: {error}") from None
    return game.play("pass") if _must_pass(game) else game


def moves(text: str, rules: Variant) -> list[str]:
    """The moves of a transcript as they are written, one by one."""
    text = _NUMBERS.sub(" ", text.lower())
    pattern = _DISCS if rules.family == "reversi" else _SEEDS
    found: list[str] = []
    place = 0
    while (place := _after_gap(text, place)) < len(text):
        move = pattern.match(text, place)
        if not move:
            word = text[place : place + 12].split()[0]
            raise InvalidRecord(f"move {len(found) + 1}: {shorten(word)} is not a move")
        found.append(move[0])
        place = move.end()
    return found


def _after_gap(text: str, place: int) -> int:
    gap = _BETWEEN.match(text, place)
    return gap.end() if gap else place


def write(game: Game) -> str:
    """The moves in a line, passes left out; from another start than the usual they need that too.

    >>> write(Game.new("othello").play("f5").play("d6"))
    'f5d6'
    """
    between = "" if game.variant.family == "reversi" else " "
    return between.join(str(move) for move in game.moves if str(move) != "pass")


def _must_pass(game: Game) -> bool:
    return not game.outcome and [str(move) for move in game.position.legal_moves] == ["pass"]
