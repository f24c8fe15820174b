"""The socket for thinking about positions: start, stream, cancel. It knows no games.

The kernel thinks in a few threads that give way to everything else, so that nobody's move waits.
"""

import asyncio
import json
import logging
import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter

from turnstone.engine.analysis import Analysis
from turnstone.engine.limit import Limit
from turnstone.engine.search import EngineMissing, stream
from turnstone.rules.game import Game
from turnstone.rules.position import Position

from . import limits
from .buckets import Bucket
from .catalogue import asked_variant, replayed, started
from .doors import enter, leave
from .messages import Analyse, Cancel, Json, Question, Review
from .reading import read_message
from .refusals import Refuse

router = APIRouter()
QUESTION: TypeAdapter[Analyse | Review | Cancel] = TypeAdapter(Question)
REVIEW_TOTAL = 300.0  # seconds for all positions of a game
log = logging.getLogger("turnstone.server")

Stopped = Callable[[], bool]


def give_way() -> None:
    """Let this thread, and those the kernel starts from it, run when others need no time."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Thinkers:
    """The threads that analyse, and who has how many questions before them."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(limits.ANALYSES_AT_ONCE, "analysis", initializer=give_way)
        self._asked: Counter[str] = Counter()

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

    async def run(self, work: Callable[[], None]) -> None:
        """Do it in one of the threads, when there is one."""
        await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Forget what has not begun. What runs was told to stop by its socket."""
        self._pool.shutdown(wait=False, cancel_futures=True)


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

    def __init__(self, socket: WebSocket, thinkers: Thinkers, client: str) -> None:
        self._socket, self._thinkers, self._client = socket, thinkers, client
        self._open: dict[str, tuple[asyncio.Task[None], Feed]] = {}

    async def handle(self, question: Analyse | Review | Cancel) -> None:
        """Begin to answer, or stop."""
        await self._withdraw(question.id)
        if isinstance(question, Cancel):
            await self.send({"type": "cancelled", "id": question.id})
            return
        answers = await asyncio.to_thread(_prepared, question)  # a long game takes a while to read
        self._thinkers.admit(self._client)
        feed = Feed(1 if isinstance(question, Analyse) else None)
        task = asyncio.create_task(self._answer(question.id, feed, answers))
        # Not in the task: one that is cancelled before its first step never gets to its `finally`.
        task.add_done_callback(lambda _: self._thinkers.dismiss(self._client))
        self._open[question.id] = task, feed

    async def _answer(self, id_: str, feed: Feed, answers: "Answers") -> None:
        thinking = asyncio.create_task(self._thinkers.run(lambda: _think(feed, answers)))
        try:
            while (answer := await feed.next()) is not None:
                await self.send({**answer, "id": id_})
        except (WebSocketDisconnect, RuntimeError):
            pass  # the reader is gone; the socket's own loop notices too
        finally:
            feed.stopped.set()
            thinking.cancel()
            if self._open.get(id_, (None,))[0] is asyncio.current_task():
                del self._open[id_]

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


Answers = Callable[[Stopped], Iterator[Json]]


def _think(feed: Feed, answers: Answers) -> None:
    """In a thread: one answer after the other, until told to stop."""
    try:
        if not feed.stopped.is_set():
            for answer in answers(feed.stopped.is_set):
                feed.put(answer)
    except EngineMissing as error:
        feed.put({"type": "refused", **Refuse("unavailable", str(error)).body})
    except Exception:
        log.exception("an analysis failed")
        feed.put({"type": "refused", **Refuse("internal", "the analysis failed").body})
    finally:
        feed.end()


def _prepared(question: Analyse | Review) -> Answers:
    rules = asked_variant(question.variant)
    if isinstance(question, Analyse):
        position = started(rules, question.position).position
        return lambda stopped: _analyse(position, question.seconds, question.lines, stopped)
    game = replayed(started(rules, question.start), question.moves)
    if question.seconds * len(game.positions) > REVIEW_TOTAL:
        raise Refuse("too-large", f"a review takes {REVIEW_TOTAL:g} s at most: give each ply less")
    return lambda stopped: _review(game, question.seconds, stopped)


def _analyse(position: Position, seconds: float, lines: int, stopped: Stopped) -> Iterator[Json]:
    last: Analysis | None = None
    for last in stream(position, Limit(seconds=seconds), multi_pv=lines, stopped=stopped):
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
        if len(before.variant.seats) > 2:  # what one loses is not what another wins
            values = _last(before, seconds, stopped, lines=0)
            if values is None:
                return
            played = values.moves[str(move)].score
        elif found.best == str(move):
            played = found.score
        yield _reviewed(ply, before, found, played)
        found = then
    if found is not None:
        yield {**_reviewed(len(game.moves), game.position, found, None), "done": True}


def _last(position: Position, seconds: float, stopped: Stopped, lines: int = 1) -> Analysis | None:
    """The best of an analysis, or None when it was stopped."""
    found = list(stream(position, Limit(seconds=seconds), multi_pv=lines, stopped=stopped))
    return None if stopped() or not found else found[-1]


def _reviewed(ply: int, position: Position, found: Analysis, played: float | None) -> Json:
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
    desk = Desk(socket, socket.app.state.thinkers, client)
    bucket = Bucket(limits.MESSAGES, limits.MESSAGE_BURST)
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            text, id_ = message.get("text") or "", None  # bytes are not spoken here
            try:
                if not bucket.take():
                    raise Refuse("too-many", f"{limits.MESSAGES:g} messages a second, no more")
                question, id_ = read_message(QUESTION, text, "id")
                await desk.handle(question)
            except Refuse as refusal:
                await desk.send({"type": "refused", "id": id_ or refusal.label, **refusal.body})
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone while we were speaking
    finally:
        await desk.close()
        leave(socket, client)
