"""Makes bench/endgames.obf: endgames from random play with every move's exact score.

python bench/make_endgames.py
"""

from pathlib import Path
from random import Random

import turnstone
from turnstone.engine.search import analyse
from turnstone.records.obf import written
from turnstone.rules.reversi import EMPTY, ReversiPosition

EMPTIES = [10, 12, 14, 15, 16]
EACH = 12


def endgame(rng: Random, empties: int) -> ReversiPosition:
    """A position with so many empty squares and a choice of moves."""
    while True:
        position: turnstone.Position = turnstone.variant("othello").start()
        while not position.outcome:
            assert isinstance(position, ReversiPosition)
            if position.cells.count(EMPTY) == empties and len(position.legal_moves) > 1:
                return position
            position = position.play(rng.choice(position.legal_moves))


def main() -> None:
    rng, lines = Random(2026), []
    for empties in EMPTIES:
        for _ in range(EACH):
            position = endgame(rng, empties)
            found = analyse(position, multi_pv=0)
            scores = {move: int(value.score) for move, value in found.moves.items()}
            lines.append(written(position, scores))
    Path(__file__).with_name("endgames.obf").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
