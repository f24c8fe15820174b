"""Whether this server is ready: whether it can store a move."""

import asyncio
import time

from fastapi import APIRouter, Request

from turnstone.store.database import Database
from turnstone.store.errors import Unavailable

from .messages import Health
from .refusals import Refuse

router = APIRouter(tags=["health"])
READY = 2.0  # seconds for which it holds that the server is ready: to try that takes 100 kB
UNREADY = 0.25  # and that it is not
PATIENCE = 2.0  # seconds; a store that takes longer is not ready


class Readiness:
    """Tries the store out now and then, however many ask."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked = 0.0
        self._trial: asyncio.Future[None] | None = None

    def doubt(self) -> None:
        """Something could not be stored: what was found out before says nothing any more."""
        self._asked = float("-inf")

    async def confirm(self) -> None:
        """Return if a move can be stored; Unavailable or TimeoutError if not."""
        trial, now = self._trial, time.monotonic()
        if trial is None or (trial.done() and now - self._asked > _holds(trial)):
            self._asked = now
            self._trial = trial = asyncio.wrap_future(self._database.check())
        async with asyncio.timeout(PATIENCE):
            await asyncio.shield(trial)


def _holds(trial: "asyncio.Future[None]") -> float:
    """For how long what came of it is an answer."""
    return READY if not trial.cancelled() and trial.exception() is None else UNREADY


@router.get("/healthz", response_model=Health)
async def health(request: Request) -> Health:
    """Whether a move can be stored: something larger is, and is on the disk before the answer."""
    readiness: Readiness = request.app.state.readiness
    try:
        await readiness.confirm()
    except (Unavailable, TimeoutError):
        raise Refuse("unavailable", "nothing can be stored now") from None
    return {"status": "ready"}
