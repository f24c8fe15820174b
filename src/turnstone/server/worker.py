"""A process that thinks for Python bots: a job a line in, a move a line out.

Bots that look ahead look one ply ahead first, then two, and so on: when their time is up they play
what they found last. The process ends when its input does: then the server is gone, and nobody
wants the move.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from queue import SimpleQueue
from types import FrameType

from turnstone.players.specs import KINDS, PlayerSpec
from turnstone.rules.variants import variant

GIVE_WAY = "--give-way"
NICE = 10  # as the kernel's threads


class TimeUp(BaseException):
    """There is no more time; no bot takes it for a fault of its own."""


def main() -> None:
    """Answer jobs until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if GIVE_WAY in sys.argv:
        os.nice(NICE)
    jobs: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            jobs.put(line)
        os._exit(0)  # even in the middle of a thought

    threading.Thread(target=read, daemon=True).start()
    while True:
        move = json.dumps(answer(jobs.get())).encode() + b"\n"
        try:
            os.write(sys.stdout.fileno(), move)
        except BrokenPipeError:
            os._exit(0)


def answer(line: str) -> dict[str, str]:
    """The move of one job, or why there is none."""
    job = json.loads(line)
    rules = variant(job["variant"])
    position = rules.position(job["position"])
    found = ""
    try:
        first, *deeper = looks(PlayerSpec.parse(job["spec"]))
        found = str(first.bot(rules, job["seed"]).choose(position))
        with within(job["seconds"]):
            for spec in deeper:
                found = str(spec.bot(rules, job["seed"]).choose(position))
    except TimeUp:
        pass
    except Exception as error:  # a bot's fault is the bot's, and told to those who play it
        return {"error": f"{type(error).__name__}: {error}"}
    return {"move": found}


def looks(spec: PlayerSpec) -> list[PlayerSpec]:
    """The bot that looks one ply ahead, two, and as many as it is to; any other once."""
    option = KINDS[spec.name].options.get("depth")
    if option is None:
        return [spec]
    depth = int(spec.options.get("depth", option.usual))
    return [replace(spec, options={**spec.options, "depth": ply}) for ply in range(1, depth + 1)]


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """TimeUp if the block takes longer. Only in the main thread, as signals are."""
    goes_on = True

    def ring(_number: int, _frame: FrameType | None) -> None:
        if goes_on:
            raise TimeUp

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        goes_on = False
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main()
