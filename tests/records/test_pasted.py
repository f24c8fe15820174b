"""What people paste: a position or a transcript, and a sentence for everything else."""

import pytest

from turnstone.records import pasted
from turnstone.rules.errors import InvalidRecord
from turnstone.rules.variants import variant

KALAH = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> N"


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        ("othello", "f5 D6, c3", ["f5", "d6", "c3"]),
        ("othello", "1. f5d6 2. c3", ["f5", "d6", "c3"]),
        ("relay", "12 4", ["12", "4"]),
        ("kalah", " 3 6 ", ["3", "6"]),
    ],
)
def test_a_transcript(game: str, text: str, moves: list[str]) -> None:
    assert [str(move) for move in pasted.read(text, variant(game)).moves] == moves


@pytest.mark.parametrize("game", ["othello", "three-colour", "octagon", "relay", "kalah", "oware"])
def test_a_position(game: str) -> None:
    position = variant(game).start()
    position = position.play(position.legal_moves[0])
    read = pasted.read(f"\n {position.text()} ", variant(game))
    assert (read.start, read.moves) == (position, ())


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("othello", " ", "nothing in it"),
        ("othello", "hello world garbage", "is neither a transcript, such as d3c3"),
        ("small", "<b>", "'<b>' is neither a transcript, such as b1a1a2, nor"),
        ("kalah", "abc", "'abc' is neither a transcript, such as 1 1 2, nor"),
        ("kalah:houses=1,seeds=1", "abc", "'abc' is neither a transcript, such as 1, nor"),
        ("reversi:size=4,blocked=b2+b3+c2+c3", "help", "'help' is neither a transcript nor a pos"),
        ("reversi:size=4,blocked=b2+b3+c2+c3", "a1", "no usual start: its centre is blocked"),
        ("othello", "X" * 63 + "Z X", "'Z' at h8 is none of the symbols"),
        ("othello", "XXOO X", "64 squares and the side to move, not 5"),
        ("othello", "f5 q9 d6 zzz c3", "move 2: 'q9' is not a move"),
        ("othello", "f5 d66 f4", "move 2: 'd66' is not a square"),
        ("othello", "f5 f5", "move 2: f5 is occupied"),
        ("othello", "f5 d6 zzz", "move 3: 'zzz' is not a move"),
        ("kalah", "3 abc", "move 2: 'abc' is not a move"),
        ("kalah", "3 9", "move 2: 9 is no house"),
        ("kalah", KALAH.replace("4>", "5>"), "48 seeds, not 49"),
        ("relay", "1,2,3 S", "12 houses and 2 stores, not 3"),
    ],
)
def test_what_is_wrong_and_where(game: str, text: str, said: str) -> None:
    with pytest.raises(InvalidRecord, match=said):
        pasted.read(text, variant(game))
