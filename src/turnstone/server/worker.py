"""A process that thinks for Python bots: a job a line in, a move a line out.

It ends when its input does: then the server is gone, and nobody wants the move.
"""

import json
import os
import signal
import sys
import threading
from queue import SimpleQueue

from turnstone.players.specs import bot
from turnstone.rules.variants import variant


def main() -> None:
    """Answer jobs until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            jobs.put(line)
        os._exit(0)  # even in the middle of a thought

    threading.Thread(target=read, daemon=True).start()
    while True:
        print(json.dumps(answer(jobs.get())), flush=True)


def answer(line: str) -> dict[str, str]:
    """The move of one job, or why there is none."""
    job = json.loads(line)
    rules = variant(job["variant"])
    position = rules.position(job["position"])
    try:
        player = bot(job["spec"], rules, job["seed"])
        return {"move": str(player.choose(position))}
    except Exception as error:  # a bot's fault is the bot's, and told to those who play it
        return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    main()
