"""What `solve` and `analyse` share: the position asked about, the progress shown, the answer."""

import sys
from typing import Any

from turnstone.engine.analysis import Analysis
from turnstone.rules.position import Position

from .options import print_json


def as_data(position: Position, found: Analysis, *, all_moves: bool) -> dict[str, Any]:
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
    return data


def _number(score: float) -> int | float:
    return int(score) if score == int(score) else round(score, 2)


def signed(score: float) -> str:
    """A score as people write it."""
    return f"{_number(score):+}" if score else "0"


class Progress:
    """One line on a terminal that is written over and over; elsewhere only what takes long."""

    def __init__(self, *, quiet: bool) -> None:
        self.shown = sys.stderr.isatty() and not quiet
        self.told = quiet

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

    def wipe(self) -> None:
        """Leave no trace of it."""
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def tell(position: Position, found: Analysis, *, all_moves: bool) -> None:
    """An analysis for people."""
    name = position.variant.seats[position.turn]
    if found.best is None:
        print(f"The game is over: {signed(found.score)} for {name}.")
        return
    sure = "exactly" if found.exact else "about"
    print(f"{name} to move: {sure} {signed(found.score)}, best {found.best}.")
    if found.line:
        print(f"  line   {' '.join(found.line)}")
    if all_moves:
        for move, value in found.moves.items():
            mark = "" if value.exact else " (not proved)"
            print(f"  {move:>4}   {signed(value.score)}{mark}")
    print(f"  {found.nodes:,} nodes, depth {found.depth}, {found.seconds:.2f} s")


def answer(position: Position, found: Analysis, *, all_moves: bool, json: bool) -> None:
    """An analysis for whoever asked."""
    if json:
        print_json(as_data(position, found, all_moves=all_moves))
    else:
        tell(position, found, all_moves=all_moves)
