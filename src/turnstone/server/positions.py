"""Any position: as text, pasted, set up by hand or after moves; why a cell cannot be played."""

from fastapi import APIRouter

from turnstone.records import pasted
from turnstone.rules.errors import InvalidPosition, InvalidRecord
from turnstone.rules.game import Game
from turnstone.rules.mancala import Mancala, MancalaPosition, MancalaSetup
from turnstone.rules.position import Position
from turnstone.rules.reversi import ReversiPosition
from turnstone.rules.variants import RuleSet

from . import limits, views
from .catalogue import asked_variant, replayed, started
from .messages import CellAsked, Objection, PositionView, PositionWanted
from .refusals import Refuse, sentence

router = APIRouter(tags=["catalogue"])


@router.post("/positions")
def position(wanted: PositionWanted) -> PositionView:
    """The view of any position, and what the moves that led there did."""
    rules = asked_variant(wanted.variant)
    if wanted.text is not None:
        game = begun(rules, wanted.text)
    elif wanted.board is not None and wanted.turn is not None:
        game = Game.new(rules, _arranged(rules, wanted.position, wanted.board, wanted.turn))
    else:
        game = replayed(started(rules, wanted.position or wanted.start), wanted.moves)
    return {
        **views.view(game.position, game.outcome),
        "variant": views.variant(rules),
        "start": None if game.start == rules.start() else game.start.text(),
        "moves": views.history(game),
    }


def begun(rules: RuleSet, text: str) -> Game:
    """A game from a text somebody pasted, or Refuse."""
    try:
        return pasted.read(text, rules, limits.MOVES)
    except InvalidRecord as error:
        raise Refuse("invalid", str(error)) from None


def _arranged(rules: RuleSet, before: str | None, board: str | list[int], turn: int) -> Position:
    """A position with other things on its board and another side to move, or Refuse."""
    base = started(rules, before).position
    if turn >= len(rules.seats):
        raise Refuse("invalid", f"{rules.title} has {len(rules.seats)} seats")
    try:
        if isinstance(base, ReversiPosition) and isinstance(board, str):
            # Where the order turns round, the same seat to move keeps its direction.
            phase = base.phase if base.turn == turn else base.variant.phases.index(turn)
            return rules.position(f"{board} {base.variant.sides[phase]}")
        if isinstance(base, MancalaPosition) and isinstance(board, list):
            return MancalaSetup(base.variant, tuple(board), turn, base.swap).position()
    except InvalidPosition as error:
        raise Refuse("invalid", str(error)) from None
    raise Refuse("invalid", f"that is not a board of {rules.title}")


@router.post("/positions/objection")
def objection(asked: CellAsked) -> Objection:
    """Why a square or a pit cannot be played in a position; null when it can."""
    position = started(asked_variant(asked.variant), asked.position).position
    found = _objection(position, asked.cell)
    return {"message": found and sentence(found)}


def _objection(position: Position, cell: str | int) -> str | None:
    rules = position.variant
    if isinstance(rules, Mancala) and isinstance(cell, int):
        if cell in rules.stores:
            return "stores are not sown: choose a house"
        if cell in rules.owned[1 - position.turn]:
            return f"that house belongs to {rules.seats[1 - position.turn]}"
        cell = str(rules.number(cell))
    try:
        position.move(str(cell))
    except ValueError as error:
        return str(error)
    return None
