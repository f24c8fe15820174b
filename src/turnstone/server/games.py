"""Games over HTTP: create, fetch, list, join, command, rename, delete, export, import."""

import json
import logging
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, Path, Query, Request
from fastapi.openapi.models import Example as FieldExample
from sqlalchemy import Connection
from starlette.responses import Response

from turnstone.records import transcript
from turnstone.store import games, lists, records
from turnstone.store.errors import Answered, Receipt
from turnstone.store.games import StoredGame
from turnstone.store.score import clean_name

from . import creation, limits, views
from .catalogue import asked_variant
from .identity import Identity
from .live import Table, stamp
from .messages import Done, Games, Invitation, Json, Refused, State, Summary
from .refusals import Refuse
from .requests import Command, Import, Join, NewGame, Rename
from .study import Asked, Asker
from .tables import NOT_YOURS, Tables, arrival
from .watchers import encoded

router = APIRouter(tags=["games"])
log = logging.getLogger("turnstone.server")
EXAMPLES: dict[str, FieldExample] = {
    "play": {"value": {"type": "play", "key": "b1946a", "seq": 12, "seat": 0, "move": "f5"}},
    "offer": {"value": {"type": "offer", "key": "b1946b", "seq": 13, "seat": 0, "subject": "draw"}},
    "take-back": {"value": {"type": "take-back", "key": "b1946c", "seq": 14, "seat": 0}},
}

NEXT = "1769860800000000.k3v9m2hq7tz8xw4bnd6p"
GameId = Annotated[str, Path(max_length=64, examples=["k3v9m2hq7tz8xw4bnd6p"])]

LinkEnd = Annotated[
    str,
    Path(
        max_length=120,
        description="The end of the link",
        examples=["k3v9m2hq7tz8xw4bnd6p-1-" + "x" * 43],
    ),
]


def tables_of(request: Request) -> Tables:
    """The tables of this server."""
    tables: Tables = request.app.state.tables
    return tables


def identity_of(request: Request) -> str:
    """Who is asking."""
    identity: Identity = request.state.identity
    return identity.id


Hall = Annotated[Tables, Depends(tables_of)]
Who = Annotated[str, Depends(identity_of)]


def answered(message: object, status: int = 200) -> Response:
    """A message as an answer; it was built to its type and need not be checked again."""
    return Response(encoded(message), status, media_type="application/json")


def shown(hall: Tables, table: Table, who: str, status: int = 200) -> Response:
    """The state of a game as one client may see it."""
    return answered(table.whole(who, hall.identities), status)


async def own(hall: Tables, game: str, who: str) -> Table:
    """The table of an own game, or Refuse."""
    table = await hall.table(game)
    if who not in table.owners:
        raise Refuse("forbidden", NOT_YOURS)
    return table


@router.post("/games", status_code=201, response_model=State)
async def create(wanted: NewGame, hall: Hall, who: Who, asked: Asked) -> Response:
    """Create a game. The same key from the same identity gives the same game again."""
    fingerprint = json.dumps(wanted.model_dump(exclude={"key"}), sort_keys=True)
    made = await creation.from_request(wanted, who, asked)
    return await _created(hall, who, made, asked, Receipt(who, wanted.key, fingerprint, ""))


@router.post("/games/import", status_code=201, response_model=State)
async def take_in(wanted: Import, hall: Hall, who: Who, asked: Asked) -> Response:
    """Make a game in our JSON, or a transcript, one of your own games."""
    made = await creation.from_text(wanted, who, asked)
    receipt = None
    if wanted.key is not None:
        fingerprint = json.dumps(wanted.model_dump(exclude={"key"}), sort_keys=True)
        receipt = Receipt(who, wanted.key, fingerprint, "")
    return await _created(hall, who, made, asked, receipt)


async def _created(
    hall: Tables, who: str, made: creation.Creation, asker: Asker, receipt: Receipt | None
) -> Response:
    after = await made.folded(asker)  # everybody waits for the thread that writes

    def work(connection: Connection) -> StoredGame:
        # The key first: a repeat is answered even when there is no room for more.
        created = made.create(connection, after, receipt)
        creation.check_room(connection, who)
        return created

    try:
        table = await hall.create(work)
    except Answered as known:
        if receipt is None or known.receipt.fingerprint != receipt.fingerprint:
            raise Refuse("key-reused", "that key was used for another game") from None
        table = await _found(hall, known.receipt.answer, who)
    return shown(hall, table, who, 201)


@router.get("/games", response_model=Games)
async def listed(
    hall: Hall,
    who: Who,
    asked: Asked,
    q: Annotated[
        str,
        Query(max_length=100, description="In titles, names and rule sets", examples=["Sunday"]),
    ] = "",
    state: Annotated[
        Literal["open", "over"] | None,
        Query(description="Unfinished, or finished", examples=["open"]),
    ] = None,
    variant: Annotated[str | None, Query(max_length=limits.SPEC, examples=["othello"])] = None,
    before: Annotated[
        str | None, Query(max_length=60, description="The next of the page before", examples=[NEXT])
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100, description="So many at most", examples=[20])] = 20,
    deleted: Annotated[
        bool, Query(description="Those that can be restored instead", examples=[False])
    ] = False,
) -> Response:
    """Own games, newest first, and those that cannot be shown because they are damaged."""
    spec = None if variant is None else asked_variant(variant).spec
    try:
        page = await hall.archive.read(
            lambda connection: lists.find(
                connection,
                who,
                q=clean_name(q),
                state=state,
                variant=spec,
                deleted=deleted,
                before=before,
                limit=limit,
            )
        )
    except ValueError as error:
        raise Refuse("invalid", str(error)) from None
    return await asked.answer(lambda: _listed(page, who))


def _listed(page: lists.Page, who: str) -> Games:
    for each in page.damaged:
        log.error("%s", each.fault)
    return {
        "games": [_summary(each, who) for each in page.games],
        "damaged": [{"game": each.id, "title": each.title} for each in page.damaged],
        "next": page.next,
    }


def _summary(game: lists.Summary, who: str) -> Summary:
    rules = game.rules
    return {
        "game": game.id,
        "title": game.title,
        "variant": views.variant(rules),
        "seats": [
            {
                "name": rules.seats[place],
                "player": seat.player,
                "kind": seat.kind,
                "bot": seat.bot,
                "yours": seat.holder == who,
            }
            for place, seat in enumerate(game.seats)
        ],
        "waiting": sum(seat.is_free for seat in game.seats),
        "turn": game.turn,
        "outcome": views.outcome(rules, game.outcome),
        "plies": game.plies,
        "board": views.board(game.position),
        "updated": stamp(game.updated),
    }


@router.get("/games/{game}", response_model=State)
async def fetch(game: GameId, hall: Hall, who: Who) -> Response:
    """The state of a game."""
    return shown(hall, await _found(hall, game, who), who)


async def _found(hall: Tables, game: str, who: str) -> Table:
    """The table of a game; whoever deleted it is told so."""
    try:
        return await hall.table(game)
    except Refuse as refusal:
        if refusal.code == "not-found" and await hall.is_restorable(game, who):
            raise Refuse("deleted", "this game was deleted; you can bring it back") from None
        raise


@router.patch("/games/{game}", response_model=State)
async def rename(game: GameId, wanted: Rename, hall: Hall, who: Who) -> Response:
    """Give an own game another title."""
    table = await own(hall, game, who)
    title = clean_name(wanted.title)
    await hall.archive.write(lambda connection: games.rename(connection, game, title))
    table.title = title
    return shown(hall, table, who)


@router.delete("/games/{game}", status_code=204)
async def delete(game: GameId, hall: Hall, who: Who) -> Response:
    """Delete an own game from your list; restore undoes that for 30 days."""
    await hall.delete(game, who)
    return Response(status_code=204)


@router.post("/games/{game}/restore", response_model=State)
async def restore(game: GameId, hall: Hall, who: Who) -> Response:
    """Undo a deletion."""
    return shown(hall, await hall.restore(game, who), who)


@router.get("/games/{game}/export")
async def export(
    game: GameId,
    hall: Hall,
    format: Annotated[  # noqa: A002
        Literal["json", "transcript"],
        Query(description="Our JSON, or the moves in a line", examples=["transcript"]),
    ] = "json",
) -> Response:
    """The game as a file: our JSON, or its moves in a line. Moves from another start than the usual
    are no game by themselves: a line before them says so, and nobody can import them as another."""
    table = await hall.table(game)
    if format == "transcript":
        text, kind, ending = transcript.write(table.state.game) + "\n", "text/plain", "txt"
        text = text if table.began_as_usual else f"{transcript.ELSEWHERE}\n{text}"
    else:
        text, kind, ending = (
            records.saved_game(table.state, table.seats).text(),
            "application/json",
            "json",
        )
    name = f'attachment; filename="turnstone-{game}.{ending}"'
    return Response(text, media_type=kind, headers={"Content-Disposition": name})


@router.get("/join/{token}", response_model=Invitation)
async def invitation(token: LinkEnd, hall: Hall, who: Who) -> Response:
    """What a link is for; following it takes nothing yet."""
    game, seat = _invited(hall, token)
    table = await hall.table(game)
    rules = table.state.game.variant
    found: Invitation = {
        "game": game,
        "variant": views.variant(rules),
        "seat": rules.seats[seat],
        "taken": not table.seats[seat].is_free,
        "host": _host(table),
        "players": [each.player for each in table.seats if each.player],
        "mine": who in table.owners,
    }
    return answered(found)


def _host(table: Table) -> str:
    """What whoever created the game is called at the table, if anything."""
    creator = table.stored.creator
    names = (each.player for each in table.seats if each.holder and each.holder == creator)
    return next(filter(None, names), "")


def _invited(hall: Tables, token: str) -> tuple[str, int]:
    place = hall.identities.seat(token)
    if place is None:
        raise Refuse("not-found", "there is no such link")
    return place


@router.post("/join/{token}", response_model=State)
async def join(token: LinkEnd, wanted: Join, hall: Hall, who: Who) -> Response:
    """Take the seat a link is for. Again by the same identity: the same answer."""
    game, seat = _invited(hall, token)
    return shown(hall, await hall.join(game, seat, who, clean_name(wanted.name)), who)


@router.post("/games/{game}/commands", response_model=Done)
async def command(
    game: GameId,
    order: Annotated[Command, Body(openapi_examples=EXAMPLES)],
    hall: Hall,
    who: Who,
) -> Response:
    """A command, as on the socket: play, resign, offer, decline, take-back, redo, rematch."""
    arrived = arrival()
    table = await hall.table(game)
    try:
        return answered(await hall.order(table, who, order, arrived))
    except Refuse as refusal:
        return answered(refused(hall, table, who, order.key, refusal), refusal.status)


def refused(
    hall: Tables, table: Table, who: str, key: str | None, refusal: Refuse
) -> Refused | Json:
    """A refusal with what the client should know now."""
    state = None if table.is_deleted else table.whole(who, hall.identities)
    return {"type": "refused", "key": key, **refusal.body, "state": state}
