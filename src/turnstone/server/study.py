"""Where games and positions are gone through: what clients send, and what is stored."""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from starlette.responses import Response

from . import limits
from .crews import Crew
from .refusals import Refuse
from .watchers import encoded

T = TypeVar("T")
SHORT = 10  # events, which take no longer than to ask another thread


class Study(Crew):
    """One thread. To replay a long game on a large board takes a tenth of a second of Python, which
    does one thing at a time: a second thread would make nothing quicker, and all moves slower."""

    def __init__(self) -> None:
        super().__init__(1, "study")

    async def read(self, client: str, work: Callable[[], T]) -> T:
        """Have something gone through; Refuse whoever has much there already."""
        if self.turns.waiting(client) >= limits.READINGS:
            raise Refuse("too-many", f"{limits.READINGS} games or positions at a time, no more")
        return await self.run(client, work)


class Asker:
    """Whoever makes a request, and wants something gone through for it."""

    def __init__(self, request: Request) -> None:
        self._study: Study = request.app.state.study
        self._client: str = request.state.identity.id

    async def read(self, work: Callable[[], T]) -> T:
        """Have it gone through."""
        return await self._study.read(self._client, work)

    async def answer(self, work: Callable[[], object]) -> Response:
        """What comes of it as an answer; a long one takes a while to write, too."""
        text = await self.read(lambda: encoded(work()))
        return Response(text, media_type="application/json")


Asked = Annotated[Asker, Depends()]
