"""The socket for thinking about positions: start, stream, cancel. It knows no games.

The kernel thinks in a few threads that give way to everything else, so that nobody's move waits.
Clients take them in turn, and who thinks for long while others wait is asked to come to an end.
"""

import asyncio
import json
import logging
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter

from turnstone.engine.analysis import Analysis
from turnstone.engine.limit import Limit
from turnstone.engine.search import EngineMissing, stream
from turnstone.rules.game import Game
from turnstone.rules.position import Position

from . import limits
from .catalogue import asked_variant, replayed, started
from .crews import Crew
from .doors import POLICY, Pace, enter, leave
from .messages import Json
from .reading import read_message
from .refusals import Refuse
from .requests import Analyse, Cancel, Probe, Question, Review
from .study import Study

router = APIRouter()
QUESTION: TypeAdapter[Analyse | Review | Cancel | Probe] = TypeAdapter(Question)
REVIEW_TOTAL = 300.0  # seconds for all positions of a game
WAITING: Json = {"type": "waiting"}  # for a place
log = logging.getLogger("turnstone.server")

Stopped = Callable[[], bool]


def give_way(nice: int = 10) -> None:
    """Let this thread, and those the kernel starts from it, run when others need no time."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)


@dataclass(eq=False, slots=True)
class Place:
    """A thread that a client has, and since when."""

    client: str
    since: float


class Thinkers(Crew):
    """The threads that analyse, and who has how many questions before them."""

    def __init__(self) -> None:
        super().__init__(limits.ANALYSES_AT_ONCE, "analysis", give_way)
        self._asked: Counter[str] = Counter()
        self._taken: list[Place] = []  # the oldest first; changed by the threads

    def admit(self, client: str) -> None:
        """Count a question, or Refuse."""
        if self._asked[client] >= limits.ANALYSES:
            raise Refuse("too-many", f"{limits.ANALYSES} analyses at a time, no more")
        if self._asked.total() >= limits.ANALYSES_WAITING:
            raise Refuse("too-many", "too many analyses are waiting; try again in a minute")
        self._asked[client] += 1

    def dismiss(self, client: str) -> None:
        """A question was answered or withdrawn."""
        self._asked[client] -= 1
        if not self._asked[client]:
            del self._asked[client]

    async def think(
        self, client: str, work: Callable[[Stopped], bool], waits: Callable[[], None]
    ) -> bool:
        """Do it in one of the threads when it is the client's turn. The work is told how to find
        out whether it has had its share, because others wait."""

        def thinking() -> bool:
            place = Place(client, time.monotonic())
            self._taken.append(place)
            try:
                return work(lambda: self._has_had_its_share(place))
            finally:
                self._taken.remove(place)

        return await self.run(client, thinking, waits)

    def _has_had_its_share(self, place: Place) -> bool:
        if not self.turns.others_wait(place.client):
            return False
        own = [each for each in tuple(self._taken) if each.client == place.client]
        is_second = len(own) > 1 and own[0] is place
        share = limits.SECOND_SHARE if is_second else limits.SHARE
        return time.monotonic() - place.since > share


class Feed:
    """Answers on their way from a thread to a socket; an analysis that was overtaken is dropped."""

    def __init__(self, keep: int | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._news: deque[Json] = deque(maxlen=keep)
        self._there = asyncio.Event()
        self.stopped = threading.Event()
        self._over = False

    def put(self, answer: Json) -> None:
        """From the thread: there is an answer."""
        self._news.append(answer)
        self._wake()

    def end(self) -> None:
        """From the thread: there will be no more."""
        self._over = True
        self._wake()

    def _wake(self) -> None:
        with suppress(RuntimeError):  # the loop is gone: so is the reader
            self._loop.call_soon_threadsafe(self._there.set)

    async def next(self) -> Json | None:
        """The next answer, or None after the last."""
        while not self._news:
            if self._over:
                return None
            self._there.clear()
            if not self._news and not self._over:
                await self._there.wait()
        return self._news.popleft()


class Desk:
    """One client's socket: questions by id, each answered by a task of its own."""

    def __init__(self, socket: WebSocket, client: str) -> None:
        self._socket, self._client = socket, client
        self._study: Study = socket.app.state.study
        self._thinkers: Thinkers = socket.app.state.thinkers
        self._open: dict[str, tuple[asyncio.Task[None], Feed]] = {}

    async def handle(self, question: Analyse | Review | Cancel | Probe) -> None:
        """Begin to answer, or stop; or say that one is there."""
        if isinstance(question, Probe):
            await self.send({"type": "pong", "id": question.id})
            return
        await self._withdraw(question.id)
        if isinstance(question, Cancel):
            await self.send({"type": "cancelled", "id": question.id})
            return
        self._thinkers.admit(self._client)
        feed = Feed(1 if isinstance(question, Analyse) else None)
        task = asyncio.create_task(self._answer(question, feed))
        # Not in the task: one that is cancelled before its first step never gets to its `finally`.
        task.add_done_callback(lambda _: self._thinkers.dismiss(self._client))
        self._open[question.id] = task, feed

    async def _answer(self, question: Analyse | Review, feed: Feed) -> None:
        thinking = asyncio.create_task(self._think(question, feed))
        try:
            while (answer := await feed.next()) is not None:
                await self.send({**answer, "id": question.id})
        except (WebSocketDisconnect, RuntimeError):
            pass  # the reader is gone; the socket's own loop notices too
        finally:
            feed.stopped.set()
            thinking.cancel()
            if self._open.get(question.id, (None,))[0] is asyncio.current_task():
                del self._open[question.id]

    async def _think(self, question: Analyse | Review, feed: Feed) -> None:
        """Have the question read, then thought about, as often as it wants a turn."""
        stopped = feed.stopped.is_set
        try:
            thought = await self._study.read(self._client, lambda: _prepared(question, stopped))
            turn, waits = partial(_take_turn, feed, thought), partial(feed.put, WAITING)
            while await self._thinkers.think(self._client, turn, waits):
                pass
        except Refuse as refusal:
            feed.put({"type": "refused", **refusal.body})
        finally:
            feed.end()

    async def _withdraw(self, id_: str) -> None:
        if id_ in self._open:
            task, feed = self._open.pop(id_)
            feed.stopped.set()
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def close(self) -> None:
        """Stop everything."""
        for id_ in list(self._open):
            await self._withdraw(id_)

    async def send(self, message: Json) -> None:
        """One message to the client."""
        await self._socket.send_text(json.dumps(message))


# What is found in one turn; it is told how to find out whether it has had its share.
Thought = Callable[[Stopped], Iterable[Json]]


def _take_turn(feed: Feed, thought: Thought, has_had_its_share: Stopped) -> bool:
    """In a thread: one answer after the other. Whether there is to be another turn."""
    answer: Json = {"done": True}
    try:
        if not feed.stopped.is_set():
            for answer in thought(has_had_its_share):
                feed.put(answer)
    except EngineMissing as error:
        feed.put({"type": "refused", **Refuse("unavailable", str(error)).body})
        return False
    except Exception:
        log.exception("an analysis failed")
        feed.put({"type": "refused", **Refuse("internal", "the analysis failed").body})
        return False
    return not answer["done"] and not feed.stopped.is_set()


def _prepared(question: Analyse | Review, stopped: Stopped) -> Thought:
    """How a question is thought about. An analysis is one turn; of a review each position is one,
    so that it never has a place for long."""
    rules = asked_variant(question.variant)
    if isinstance(question, Analyse):
        position = started(rules, question.position).position
        return lambda enough: _analyse(position, question.seconds, question.lines, stopped, enough)
    game = replayed(started(rules, question.start), question.moves)
    if question.seconds * len(game.positions) > REVIEW_TOTAL:
        raise Refuse("too-large", f"a review takes {REVIEW_TOTAL:g} s at most: give each ply less")
    answers = _review(game, question.seconds, stopped)
    return lambda _: islice(answers, 1)


def _analyse(
    position: Position, seconds: float, lines: int, stopped: Stopped, enough: Stopped
) -> Iterator[Json]:
    """Better and better answers; the last when the time is up, or is `enough`."""
    last: Analysis | None = None

    def ends() -> bool:
        return stopped() or (last is not None and enough())

    for last in stream(position, Limit(seconds=seconds), multi_pv=lines, stopped=ends):
        yield _analysis(last, done=False)
    if last is not None and not stopped():
        yield _analysis(last, done=True)


def _analysis(found: Analysis, *, done: bool) -> Json:
    return {
        "type": "analysis",
        "score": found.score,
        "exact": found.exact,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "moves": [
            {"move": move, "score": each.score, "exact": each.exact, "line": list(each.line)}
            for move, each in found.moves.items()
        ],
        "done": done,
    }


def _review(game: Game, seconds: float, stopped: Stopped) -> Iterator[Json]:
    """Every position's worth; what a move cost shows in the position after it."""
    found = _last(game.start, seconds, stopped)
    for ply, move in enumerate(game.moves):
        before, after = game.positions[ply : ply + 2]
        then = _last(after, seconds, stopped) if found else None
        if found is None or then is None:
            return
        played = then.score if after.turn == before.turn else -then.score
        sure = found.exact and then.exact
        if len(before.variant.seats) > 2:  # what one loses is not what another wins
            values = _last(before, seconds, stopped, lines=0)
            if values is None:
                return
            valued = values.moves[str(move)]
            played, sure = valued.score, found.exact and valued.exact
        elif found.best == str(move):
            played = found.score
        yield _reviewed(ply, before, found, played, sure)
        found = then
    if found is not None:
        yield {**_reviewed(len(game.moves), game.position, found, None, False), "done": True}


def _last(position: Position, seconds: float, stopped: Stopped, lines: int = 1) -> Analysis | None:
    """The best of an analysis, or None when it was stopped."""
    found = list(stream(position, Limit(seconds=seconds), multi_pv=lines, stopped=stopped))
    return None if stopped() or not found else found[-1]


def _reviewed(
    ply: int, position: Position, found: Analysis, played: float | None, sure: bool
) -> Json:
    return {
        "type": "reviewed",
        "ply": ply,
        "turn": position.turn,
        "score": found.score,
        "values": _values(position, found.score),
        "exact": found.exact,
        "best": found.best,
        "played": played,
        "cost": None if played is None else max(0.0, found.score - played),
        "cost_exact": sure,
        "line": list(found.line),
        "done": False,
    }


def _values(position: Position, score: float) -> list[float | None]:
    """The mover's score as a value for every seat; None where it says nothing about the seat."""
    turn, seats = position.turn, len(position.variant.seats)
    other = -score if seats == 2 else None  # among more, what one wins is not what another loses
    return [score if seat == turn else other for seat in range(seats)]


@router.websocket("/analysis")
async def analysis(socket: WebSocket) -> None:
    """Questions about positions, answered as they are thought about."""
    client = socket.state.identity.id
    if not await enter(socket, client):
        return
    desk = Desk(socket, client)
    pace = Pace(socket, client)
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            text, id_ = message.get("text") or "", None  # bytes are not spoken here
            try:
                pace.check()
                question, id_ = read_message(QUESTION, text, "id")
                await desk.handle(question)
            except Refuse as refusal:
                if pace.is_hammering:
                    await socket.close(POLICY)
                    break
                await desk.send({"type": "refused", "id": id_ or refusal.label, **refusal.body})
            await asyncio.sleep(0)  # many small messages come at once: let others have their turn
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone while we were speaking
    finally:
        await desk.close()
        leave(socket, client)
