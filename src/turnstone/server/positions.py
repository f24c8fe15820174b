"""Any position: as text, pasted, set up by hand or after moves; why a cell cannot be played."""

from fastapi import APIRouter
from starlette.responses import Response

from turnstone.rules.errors import InvalidPosition
from turnstone.rules.game import Game, start_text
from turnstone.rules.mancala import Mancala, MancalaPosition, MancalaSetup
from turnstone.rules.position import Position
from turnstone.rules.reversi import ReversiPosition
from turnstone.rules.variants import RuleSet

from . import views
from .catalogue import asked_variant, begun, replayed, started
from .messages import Objection, PositionView
from .refusals import Refuse, sentence
from .requests import CellAsked, PositionWanted
from .study import Asked

router = APIRouter(tags=["catalogue"])


@router.post("/positions", response_model=PositionView)
async def position(wanted: PositionWanted, asked: Asked) -> Response:
    """The view of any position, and what the moves that led there did."""
    return await asked.answer(lambda: viewed(wanted))


def viewed(wanted: PositionWanted) -> PositionView:
    """The view that somebody wants, or Refuse."""
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
        "start": start_text(game.start),
        "start_board": views.board(game.start),
        "moves": views.history(game),
    }


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


@router.post("/positions/objection", response_model=Objection)
async def objection(cell: CellAsked, asked: Asked) -> Response:
    """Why a square or a pit cannot be played in a position; null when it can."""
    return await asked.answer(lambda: objected(cell))


def objected(asked: CellAsked) -> Objection:
    """What is said against a cell, or Refuse."""
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
