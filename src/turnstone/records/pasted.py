"""What people paste to begin from: a position as text, or a transcript."""

import re

from turnstone.rules.errors import InvalidPosition, InvalidRecord
from turnstone.rules.game import Game
from turnstone.rules.position import Variant

from . import transcript

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
    return transcript.read(text, rules, most)


def _is_position(text: str, rules: Variant) -> bool:
    """Whether somebody meant a position: no move of a transcript looks like one."""
    if rules.family == "reversi":
        return not any(letter.isdigit() for letter in text)
    return text.startswith("<") or bool(_SOWING_SIDE.search(text.lower()))
