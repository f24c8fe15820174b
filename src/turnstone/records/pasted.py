"""What people paste to begin from: a position as text, or a transcript."""

import re

from turnstone.rules.errors import InvalidPosition, InvalidRecord
from turnstone.rules.game import Game
from turnstone.rules.grammar import shorten
from turnstone.rules.position import Variant

from . import transcript

_DISCS = "XOWBAN*-.#"
_SOWING_SIDE = re.compile(r"(?:^|[\s>])[sn](?:\s+swap)?$")


def read(text: str, rules: Variant, most: int | None = None) -> Game:
    """The game that begins there, after `most` moves; InvalidRecord names what is wrong."""
    text = text.strip()
    if not text:
        raise InvalidRecord("there is nothing in it: paste a transcript or a position")
    try:
        return Game.new(rules, text)
    except InvalidPosition as error:
        if _is_position(text, rules):
            raise InvalidRecord(str(error)) from None
    if not any(letter.isdigit() for letter in text):
        such = f", such as {moves}," if (moves := _some_moves(rules)) else ""
        raise InvalidRecord(
            f"{shorten(text)} is neither a transcript{such} nor a position of {rules.title}"
        )
    return transcript.read(text, rules, most)


def _is_position(text: str, rules: Variant) -> bool:
    """Whether somebody meant a position: no move of a transcript looks like one."""
    if rules.family == "reversi":
        symbols = "".join(text.upper().split())
        known = sum(symbol in _DISCS for symbol in symbols)
        return 2 * known > len(symbols) and not any(symbol.isdigit() for symbol in symbols)
    return text.startswith("<") or bool(_SOWING_SIDE.search(text.lower()))


def _some_moves(rules: Variant) -> str:
    """How a transcript may begin. Some games are soon over, and some boards have no usual start."""
    try:
        game = Game.new(rules)
    except InvalidPosition:
        return ""
    while len(game.moves) < 3 and not game.position.outcome:
        game = game.play(game.position.legal_moves[0])
    return transcript.write(game)
