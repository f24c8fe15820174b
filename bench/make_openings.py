"""Makes the solved openings of src/turnstone/engine/solved/, as they are looked up in play.

    python bench/make_openings.py [--minutes 55] [--anew] [--threads 2] [--memory 3000] [GAME …]

Walks through the positions that `perfect` meets when it follows its own moves, as first and as
second player, whatever the other plays. A position that takes a fresh search too many nodes goes
into the file, and so on from there; where it takes few, the walk ends. Everything found is kept in
build/openings/ at once: stopped by Ctrl-C or when its minutes are up, it writes what it has, and
started again it goes on from there. What the file holds already it believes, but for `--anew`.

In relay it walks through all positions. Those that take long need not be solved then: they are
worth what the best of their moves leads to.
"""

import argparse
import math
import sys
import time
from collections.abc import Container, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from turnstone import kernel, variant
from turnstone.engine import databases, openings
from turnstone.engine.analysis import Analysis
from turnstone.engine.search import remember, stream
from turnstone.rules.mancala import Mancala
from turnstone.rules.position import Position
from turnstone.rules.reversi import EMPTY, ReversiPosition

JOURNALS = Path(__file__).parents[1] / "build" / "openings"


@dataclass(frozen=True)
class Game:
    """Where the walks begin, and how far they go.

    What needs more than `quick` nodes is stored, what needs less than `easy` leads to nothing
    hard. A fresh search that has not ended after `most` nodes is given up for one that knows more.
    `every` follows all moves and not only the best.
    """

    starts: tuple[str, ...]
    quick: int
    easy: int
    most: int
    every: bool = False


GAMES = {
    "reversi-6": Game(("reversi:size=6",), 10_000_000, 4_000_000, 20_000_000),
    "relay": Game(("relay",), 1_500_000, 400_000, 1_500_000, every=True),
    "kalah": Game(("kalah",), 3_000_000, 800_000, 3_000_000),
    "kalah-always": Game(("kalah:capture=always",), 3_000_000, 800_000, 3_000_000),
}


@dataclass(frozen=True)
class Found:
    """What a position is worth, and the nodes that it took a fresh search, or the limit. Without a
    move it waits for what follows."""

    score: int
    best: str
    nodes: int


WAITS = "?"


class Unknown(Exception):
    """What a position leads to is not known."""


class TimeIsUp(Exception):
    """The minutes are over."""


class Journal:
    """Everything found so far, in memory and on the disk."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.found: dict[str, Found] = {}
        whole = path.read_text() if path.exists() else ""
        kept = whole[: whole.rfind("\n") + 1]  # a line cut short by a kill is solved again
        for line in kept.splitlines():
            text, score, best, nodes = line.rsplit(" ", 3)
            self.found[text] = Found(int(score), best, int(nodes))
        path.write_text(kept)
        self.file = path.open("a")

    def believe(self, path: Path, nodes: int) -> None:
        """Take over what a file of solved openings holds; each took more than so many nodes."""
        if path.exists():
            for text, (score, best) in openings.read(path.read_text("ascii")).items():
                if text not in self.found:
                    self.add(text, Found(score, best, nodes + 1))

    def add(self, text: str, found: Found) -> None:
        self.found[text] = found
        self.file.write(f"{text} {found.score:+} {found.best} {found.nodes}\n")
        self.file.flush()


class Solver:
    """Solves positions afresh as a player would, and the hard ones with all that is known."""

    def __init__(
        self, position: Position, game: Game, threads: int, megabytes: int, until: float
    ) -> None:
        self.most, self.every = game.most, game.every
        self.until = until
        # One table for all in Reversi; in Mancala it serves one at a time.
        self.memories: SimpleQueue[kernel.Memory] = SimpleQueue()
        shared = isinstance(position, ReversiPosition)
        tables = [remember(megabytes if shared else megabytes // threads) for _ in range(threads)]
        for table in tables:
            self.memories.put(tables[0] if shared else table)
        self.nodes = 0
        self.halted = False

    def __call__(self, position: Position, threads: int, thorough: bool = False) -> Found:
        nodes = self.most + 1
        if not thorough and not self._is_hopeless(position):
            alone = self._within(stream(position, openings=False), self.most)
            if alone.exact:
                return self._found(alone, min(alone.nodes, nodes))
            if self.every:
                return Found(0, WAITS, nodes)
        memory = self.memories.get()
        try:
            with_all = stream(position, threads=threads, memory=memory, openings=False)
            return self._found(self._within(with_all, None), nodes)
        finally:
            self.memories.put(memory)

    @staticmethod
    def _is_hopeless(position: Position) -> bool:
        return isinstance(position, ReversiPosition) and position.cells.count(EMPTY) > 26

    def _within(self, thinking: Iterator[Analysis], nodes: int | None) -> Analysis:
        for found in thinking:
            if self.halted or time.monotonic() > self.until:
                raise TimeIsUp
            if nodes is not None and found.nodes > nodes and not found.exact:
                break
        self.nodes += found.nodes
        return found

    @staticmethod
    def _found(found: Analysis, nodes: int) -> Found:
        assert found.exact
        assert found.best is not None
        return Found(int(found.score), found.best, nodes)


def choices(position: Position, seats: Container[int]) -> Iterator[Position]:
    """Where one of these seats has a choice of moves for the first time."""
    ahead = [position]
    while ahead:
        position = ahead.pop()
        moves = position.legal_moves
        if position.turn in seats and len(moves) > 1:
            yield position
        else:
            ahead += [position.play(move) for move in moves]


def as_seen(position: Position) -> tuple[str, Position]:
    """What a position is known by, and that position."""
    image = openings.seen(position)
    assert image is not None
    return image.text, position.variant.position(image.text)


class Walk:
    """All positions of a game that are worth a look, the early ones first."""

    def __init__(self, game: Game, journal: Journal, solve: Solver, threads: int) -> None:
        self.game, self.journal, self.solve, self.threads = game, journal, solve, threads
        self.began = time.monotonic()
        self.level = 0

    def run(self) -> None:
        ahead: dict[str, Position] = {}
        for spec in self.game.starts:
            start = variant(spec).start()
            for seat in (0, 1):
                ahead |= map(as_seen, choices(start, [seat]))
        done: set[str] = set()
        while ahead:
            self._solve_all({text: at for text, at in ahead.items() if self._is_new(text)})
            done |= ahead.keys()
            after: dict[str, Position] = {}
            for text, position in ahead.items():
                after |= map(as_seen, self._after(text, position))
            ahead = {text: position for text, position in after.items() if text not in done}
            self.level += 1
        for text in list(self.journal.found):
            self._settle(text, set())

    def known(self) -> dict[str, Found]:
        """What goes into the file, as far as it is known."""
        return {
            text: found
            for text, found in sorted(self.journal.found.items())
            if found.nodes > self.game.quick and found.best != WAITS
        }

    def _settle(self, text: str, above: set[str]) -> Found:
        """What a position that waits is worth, by what its moves lead to."""
        found = self.journal.found[text]
        if found.best != WAITS:
            return found
        position = variant(self.game.starts[0]).position(text)
        worth: dict[str, int] = {}
        try:
            if text in above:  # a game that goes round: only the search knows what that is worth
                raise Unknown
            for move in position.legal_moves:
                after = position.play(move)
                worth[str(move)] = self._worth(after, position.turn, above | {text})
            # Among equals the one that banks more, so that no game goes round and round.
            best = max(worth, key=lambda move: (worth[move], self._banked(position, move)))
            found = Found(worth[best], best, found.nodes)
        except Unknown:
            found = self.solve(position, self.threads, thorough=True)
        self.journal.add(text, found)
        self._show(1, 1)
        return found

    @staticmethod
    def _banked(position: Position, move: str) -> int:
        return position.play(move).scores[position.turn]

    def _worth(self, position: Position, seat: int, above: set[str]) -> int:
        if position.outcome:
            return position.outcome.margins[seat]
        if len(position.legal_moves) == 1:
            return self._worth(position.play(position.legal_moves[0]), seat, above)
        image = openings.seen(position)
        assert image is not None
        if image.text not in self.journal.found:
            raise Unknown
        score = self._settle(image.text, above).score + image.ahead
        return score if position.turn == seat else -score

    def _is_new(self, text: str) -> bool:
        return text not in self.journal.found

    def _after(self, text: str, position: Position) -> Iterator[Position]:
        found = self.journal.found[text]
        if found.nodes <= self.game.easy:
            return
        if self.game.every:
            for move in position.legal_moves:
                yield from choices(position.play(move), (0, 1))
        else:
            yield from choices(position.play(found.best), [position.turn])

    def _solve_all(self, positions: dict[str, Position]) -> None:
        # Few positions are shared by all threads, many are shared out among them.
        together = len(positions) < 4 * self.threads
        workers, threads = (1, self.threads) if together else (self.threads, 1)
        with ThreadPoolExecutor(workers) as pool:
            waiting: dict[Future[Found], str] = {}
            rest = iter(positions.items())
            total, done = len(positions), 0
            try:
                while done < total:
                    while len(waiting) < workers and (each := next(rest, None)):
                        waiting[pool.submit(self.solve, each[1], threads)] = each[0]
                    finished, _ = wait(waiting, timeout=1, return_when=FIRST_COMPLETED)
                    for future in finished:
                        self.journal.add(waiting.pop(future), future.result())
                        done += 1
                    self._show(done, total)
            finally:
                self.solve.halted = done < total  # whoever is still at work gives up

    def _show(self, done: int, total: int) -> None:
        stored = sum(found.nodes > self.game.quick for found in self.journal.found.values())
        print(
            f"\r\x1b[Kstep {self.level + 1}: {done}/{total}, {len(self.journal.found)} solved,"
            f" {stored} for the file, {self.solve.nodes / 1e9:.2f} G nodes,"
            f" {time.monotonic() - self.began:.0f} s",
            end="" if sys.stderr.isatty() else "\n",
            file=sys.stderr,
            flush=True,
        )


def make(name: str, game: Game, threads: int, megabytes: int, until: float, anew: bool) -> None:
    start = variant(game.starts[0]).start()
    rules = start.variant
    if isinstance(rules, Mancala):
        databases.database(rules, threads=threads)
    path = openings.FOLDER / openings.name_of(rules)
    kept = JOURNALS / f"{name}.txt"
    if anew:
        kept.unlink(missing_ok=True)
    journal = Journal(kept)
    if not anew:
        journal.believe(path, game.quick)
    walk = Walk(game, journal, Solver(start, game, threads, megabytes, until), threads)
    try:
        walk.run()
    finally:
        lines = {text: (found.score, found.best) for text, found in walk.known().items()}
        path.write_text(openings.written(rules.spec, lines), "ascii")
        print(f"\n{path.name}: {path.stat().st_size / 1000:.0f} kB", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--minutes", type=float, help="stop then, with what is known")
    parser.add_argument("--anew", action="store_true", help="believe nothing that was found before")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", type=int, default=3000, help="megabytes")
    options = parser.parse_args()
    if unknown := set(options.games) - set(GAMES):
        parser.error(f"there is no walk for {', '.join(sorted(unknown))}")
    until = math.inf if options.minutes is None else time.monotonic() + 60 * options.minutes
    try:
        for name in options.games or GAMES:
            make(name, GAMES[name], options.threads, options.memory, until, options.anew)
    except TimeIsUp:
        print("the minutes are up; started again it goes on from here", file=sys.stderr)
    except KeyboardInterrupt:
        print("stopped; started again it goes on from here", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
