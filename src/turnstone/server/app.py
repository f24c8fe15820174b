"""The server, assembled: the list of routes, what they share, and how errors are answered."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

import turnstone
from turnstone.store import settings
from turnstone.store.database import Database

from . import analysis, catalogue, games, health, pages, positions, reference, scores, socket
from .analysis import Thinkers
from .bots import Bots
from .doors import Sockets, turn_away
from .examples import add_examples
from .health import Readiness
from .housekeeping import clear_memory, keep_house
from .identity import Identities
from .messages import Refusal
from .reading import complaint
from .refusals import Refuse
from .safety import Guard
from .study import Study
from .tables import Tables

DESCRIPTION = (
    "Play, watch and analyse Reversi and Mancala. Games are played over a socket,"
    " GET /api/games/{game}/socket, and positions analysed over another, GET /api/analysis;"
    " docs/protocol.md in the project says how. Every refusal has the same body."
)
REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "model": Refusal,
        "description": "Refused",
        "content": {
            "application/json": {
                "example": {"code": "illegal-move", "message": "d3 flips nothing."}
            }
        },
    }
}
# Of those who ask the database.
UNAVAILABLE: dict[int | str, dict[str, Any]] = {
    503: {
        "model": Refusal,
        "description": "The database does not answer; try again",
        "content": {
            "application/json": {
                "example": {"code": "unavailable", "message": "Nothing can be stored now."}
            }
        },
    }
}
log = logging.getLogger("turnstone.server")


def create_app(database: Database, hosts: Collection[str] = (), addresses: bool = False) -> FastAPI:
    """The whole server. `hosts` are names it goes by besides those of loopback; with `addresses`
    it answers to bare addresses too. The database stays the caller's to close."""
    identities = Identities(database.write(settings.secret).result())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        bots, thinkers, study = Bots(), Thinkers(), Study()
        tables = Tables(database, identities, bots, study)
        app.state.tables, app.state.thinkers, app.state.study = tables, thinkers, study
        sockets = Sockets()
        app.state.sockets, app.state.readiness = sockets, Readiness(database)
        tables.archive.on_failure = app.state.readiness.doubt
        tables.begin()
        chores = [
            asyncio.create_task(keep_house(database)),
            asyncio.create_task(clear_memory(lambda: not sockets.open)),
        ]
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await tables.close()
            bots.close()
            thinkers.close()
            study.close()

    app = FastAPI(
        title="Turnstone",
        version=turnstone.__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=REFUSALS,
    )
    app.include_router(catalogue.router, prefix="/api")
    app.include_router(positions.router, prefix="/api")
    app.include_router(games.router, prefix="/api", responses=UNAVAILABLE)
    app.include_router(scores.router, prefix="/api", responses=UNAVAILABLE)
    app.include_router(socket.router, prefix="/api")
    app.include_router(analysis.router, prefix="/api")
    app.include_router(reference.router, prefix="/api")
    app.include_router(health.router, responses=UNAVAILABLE)
    app.include_router(pages.router)
    app.add_middleware(Guard, identities=identities, hosts=hosts, addresses=addresses)
    app.add_exception_handler(Refuse, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(WebSocketRequestValidationError, _invalid_socket)
    app.add_exception_handler(HTTPException, _unrouted)
    app.add_exception_handler(Exception, _broken)
    app.openapi = _documented(app.openapi)  # type: ignore[method-assign]
    return app


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refuse)
    return JSONResponse(error.body, error.status)


def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return JSONResponse(Refuse("invalid", complaint(error.errors())).body, 400)


async def _invalid_socket(socket: WebSocket, error: Exception) -> None:
    assert isinstance(error, WebSocketRequestValidationError)
    await turn_away(socket, Refuse("invalid", complaint(error.errors())))


def _unrouted(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        refusal = Refuse("not-found", "there is nothing at that address")
    elif error.status_code == 405:
        refusal = Refuse("invalid", f"{request.method} is not for {request.url.path}", 405)
    else:
        refusal = Refuse("invalid", "the request could not be read", error.status_code)
    return JSONResponse(refusal.body, refusal.status, headers=error.headers)


def _broken(_: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    refusal = Refuse("internal", "something is broken here; it has been written to the log")
    return JSONResponse(refusal.body, refusal.status)


def _documented(made: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
    """FastAPI documents its own answer to invalid requests, which is not ours, and no examples."""

    def openapi() -> dict[str, Any]:
        document = made()
        for verbs in document["paths"].values():
            for what in verbs.values():
                what["responses"].pop("422", None)
        for name in ("HTTPValidationError", "ValidationError"):
            document.get("components", {}).get("schemas", {}).pop(name, None)
        add_examples(document)
        return document

    return openapi
