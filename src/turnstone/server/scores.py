"""The score table over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import Connection
from starlette.responses import Response

from turnstone.store import scores
from turnstone.store.score import Score, clean_name, today
from turnstone.store.scores import AlreadyScored

from . import characters, limits, messages, requests
from .catalogue import asked_variant
from .games import GameId, Hall, Who, answered
from .live import Table
from .refusals import Refuse

router = APIRouter(tags=["scores"])


@router.get("/scores", response_model=messages.Scores)
async def best(
    hall: Hall,
    variant: Annotated[str | None, Query(max_length=limits.SPEC, examples=["othello"])] = None,
    limit: Annotated[
        int, Query(ge=1, le=500, description="So many of each rule set", examples=[100])
    ] = 100,
) -> Response:
    """The score table, best first for each rule set."""
    spec = None if variant is None else asked_variant(variant).spec
    found = await hall.archive.read(lambda connection: scores.best(connection, spec, limit))
    return answered({"scores": [line(each) for each in found]})


@router.get("/games/{game}/score", response_model=messages.Scored)
async def entered(game: GameId, hall: Hall) -> Response:
    """The seats of a game that have their line in the score table."""
    await hall.table(game)
    seats = await hall.archive.read(lambda connection: scores.seats_of(connection, game))
    return answered({"seats": seats})


@router.post("/games/{game}/score", status_code=201, response_model=messages.Score)
async def add(game: GameId, wanted: requests.ScoreWanted, hall: Hall, who: Who) -> Response:
    """Put a name in the score table: once a seat, for games played here from the usual start that
    the board decided."""
    table = await hall.table(game)
    if not table.holds(who, wanted.seat):
        raise Refuse("not-your-seat", "only whoever holds that seat acts for it")
    score = _score(table, wanted.seat, clean_name(wanted.name))

    def work(connection: Connection) -> None:
        scores.add(connection, score, game, wanted.seat)

    try:
        await hall.archive.write(work)
    except AlreadyScored:
        raise Refuse("not-allowed", "that seat has its line in the table already") from None
    return answered(line(score), 201)


def line(score: Score) -> messages.Score:
    """A score as people read it: bots have written their spec into it."""
    names = [
        each.name if (each := characters.character(spec)) else spec
        for spec in score.opponent.split(", ")
    ]
    return {
        "variant": score.variant,
        "name": score.name,
        "margin": score.margin,
        "own": score.own,
        "opponent": score.opponent,
        "date": score.date,
        "title": asked_variant(score.variant).title,
        "against": ", ".join(names),
    }


def _score(table: Table, seat: int, name: str) -> Score:
    outcome = table.outcome
    if outcome is None:
        raise Refuse("not-allowed", "the game is not over yet")
    if not outcome.on_board:
        raise Refuse("not-allowed", "only games that the board decided count")
    if not table.was_played_here:
        raise Refuse("not-allowed", "only games that were played here from the usual start count")
    if not name:
        raise Refuse("invalid", "name: there is nothing in it that can be shown")
    others = [each for place, each in enumerate(table.seats) if place != seat]
    return Score(
        variant=table.state.game.variant.spec,
        name=name,
        margin=outcome.margins[seat],
        own=outcome.scores[seat],
        opponent=", ".join(each.bot or _called(each.player) for each in others),
        date=today(),
    )


def _called(person: str) -> str:
    """A person's name, in quotes if it would be taken for a bot's."""
    is_bot = any(characters.character(part) for part in person.split(", "))
    return f"“{person}”" if is_bot else person or "somebody"
