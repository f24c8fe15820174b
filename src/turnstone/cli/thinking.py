"""What `solve` and `analyse` share: the position asked about, the progress shown, the answer."""

import sys
from typing import Any

from turnstone.engine.analysis import Analysis
from turnstone.rules.errors import InvalidVariant
from turnstone.rules.mancala import MancalaPosition
from turnstone.rules.position import Position

from .options import print_json

SMALL = 20  # seeds in the houses: solved sooner than a database is built


def prepare(position: Position, size: int | None, threads: int, progress: "Progress") -> None:
    """Have the endgame database that a position of Mancala is solved with."""
    if not isinstance(position, MancalaPosition):
        if size is not None:
            raise InvalidVariant("--endgames is for Mancala; Reversi has none")
        return
    from turnstone.engine.databases import database

    seeds = sum(position.pits) - sum(position.pits[store] for store in position.variant.stores)
    if seeds > SMALL or size is not None:
        database(position.variant, size, threads=threads, on_progress=progress.building)


def as_data(
    position: Position, found: Analysis, *, all_moves: bool, winner: bool = False
) -> dict[str, Any]:
    """An analysis for programs."""
    data: dict[str, Any] = {
        "variant": position.variant.spec,
        "position": position.text(),
        "score": _number(found.score),
        "exact": found.exact,
        "lower": _number(found.lower),
        "upper": _number(found.upper),
        "best": found.best,
        "line": list(found.line),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }
    if all_moves:
        data["moves"] = {move: _number(value.score) for move, value in found.moves.items()}
    if winner:  # scores are then only good for their sign
        data["result"] = _result(found.score)
        data["proved"] = found.lower > 0 or found.upper < 0 or found.lower == found.upper
        if all_moves:
            data["results"] = {move: _result(value.score) for move, value in found.moves.items()}
    return data


def _result(score: float) -> str:
    """What a score means to the mover when only its sign was asked for."""
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def _number(score: float) -> int | float:
    return int(score) if score == int(score) else round(score, 2)


def signed(score: float) -> str:
    """A score as people write it."""
    return f"{_number(score):+}" if score else "0"


class Progress:
    """One line on a terminal that is written over and over; elsewhere only what takes long. It
    leaves no trace, also when it is interrupted."""

    def __init__(self, *, quiet: bool) -> None:
        self.shown = sys.stderr.isatty() and not quiet
        self.told = quiet

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def __call__(self, found: Analysis) -> None:
        """Show how far the engine is."""
        if not self.shown:
            return
        bound = (
            f"{signed(found.score)} exact"
            if found.exact
            else f"{signed(found.score)} between {found.lower:+g} and {found.upper:+g}"
        )
        line = (
            f"{bound}, depth {found.depth}, {found.nodes / 1e6:,.1f} M nodes,"
            f" table {found.table_use:.0%} used, {found.seconds:.1f} s"
        )
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def building(self, done: int, total: int) -> None:
        """Show how far the endgame database is, which is built once."""
        if self.shown:
            line = f"building the endgame database: {done / max(total, 1):.0%}"
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
        elif not self.told:
            print("building the endgame database, once", file=sys.stderr, flush=True)
            self.told = True


def tell(position: Position, found: Analysis, *, all_moves: bool, winner: bool = False) -> None:
    """An analysis for people."""
    name = position.variant.seats[position.turn]
    if found.best is None:
        print(f"The game is over: {signed(found.score)} for {name}.")
        return
    sure = "exactly" if found.exact else "about"
    worth = f"a {_result(found.score)}" if winner else f"{sure} {signed(found.score)}"
    print(f"{name} to move: {worth}, best {found.best}.")
    if found.line:
        print(f"  line   {' '.join(found.line)}")
    if all_moves:
        for move, value in found.moves.items():
            mark = "" if value.exact else " (not proved)"
            worth = _result(value.score) if winner else f"{signed(value.score)}{mark}"
            print(f"  {move:>4}   {worth}")
    print(f"  {found.nodes:,} nodes, depth {found.depth}, {found.seconds:.2f} s")


def answer(
    position: Position, found: Analysis, *, all_moves: bool, json: bool, winner: bool = False
) -> None:
    """An analysis for whoever asked."""
    if json:
        print_json(as_data(position, found, all_moves=all_moves, winner=winner))
    else:
        tell(position, found, all_moves=all_moves, winner=winner)
