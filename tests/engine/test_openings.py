"""Solved openings: found under every symmetry, left out when damaged, and right as shipped."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.games import positions
from turnstone import Position, kernel, variant
from turnstone.engine import openings
from turnstone.engine.limit import Limit
from turnstone.engine.search import analyse, remember
from turnstone.rules.mancala import Mancala, MancalaPosition
from turnstone.rules.reversi import EMPTY, ReversiPosition
from turnstone.rules.variants import PRESETS, RuleSet

pytestmark = pytest.mark.skipif(kernel.native is None, reason="no compiled kernel here")
SHIPPED = sorted(openings.FOLDER.glob("*.txt"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place for openings of the test's own."""
    monkeypatch.setattr(openings, "FOLDER", tmp_path / "solved")
    openings.forget()
    yield openings.FOLDER
    openings.forget()


def keep(folder: Path, *solved: Position) -> Path:
    """Write what the search says of some positions."""
    lines = {}
    for position in solved:
        found, image = analyse(position, openings=False), openings.seen(position)
        assert image is not None
        assert found.best is not None
        lines[image.text] = (int(found.score) - image.ahead, image.moves[found.best])
    folder.mkdir()
    path = folder / openings.name_of(solved[0].variant)
    path.write_text(openings.written("test", lines))
    return path


def reached(spec: str, seed: int, left: int) -> Position:
    """A position of a random game with so much left to play for."""
    rng = Random(seed)
    position: Position = variant(spec).start()
    while True:
        at_stake = (
            position.cells.count(EMPTY)
            if isinstance(position, ReversiPosition)
            else sum(position.pits) - sum(position.scores)
            if isinstance(position, MancalaPosition)
            else 0
        )
        if position.outcome:
            return reached(spec, seed + 1000, left)
        if at_stake <= left and len(position.legal_moves) > 1:
            return position
        position = position.play(rng.choice(position.legal_moves))


@settings(deadline=None, max_examples=50)
@given(position=positions(st.just(variant("reversi:size=6,blocked=a1")), longest=30))
def test_images_of_a_board_are_one(position: ReversiPosition) -> None:
    image = openings.seen(position)
    assert image is not None
    rules = position.variant
    cells = "".join(position.cells[6 * (i % 6) + i // 6] for i in range(36))  # the other diagonal
    turned = rules.position(f"{cells} {position.text()[-1]}")
    swapped = rules.position(position.text().translate(str.maketrans("XO", "OX")))
    for other in (turned, swapped):
        same = openings.seen(other)
        assert same is not None
        assert same.text == image.text


@pytest.mark.parametrize("spec", ["large", "reversi:size=6,goal=fewest", "relay", "kalah"])
def test_a_move_leads_to_the_same_in_every_image(spec: str) -> None:
    for seed in range(20):
        position = reached(spec, seed, 12 + seed)
        image = openings.seen(position)
        assert image is not None
        same = position.variant.position(image.text)
        assert {image.moves[str(m)] for m in position.legal_moves} == set(
            map(str, same.legal_moves)
        )
        for move in position.legal_moves:
            after, there = position.play(move), same.play(image.moves[str(move)])
            seen, seen_there = openings.seen(after), openings.seen(there)
            assert seen is not None
            assert seen_there is not None
            assert seen.text == seen_there.text


@pytest.mark.parametrize("spec", ["small", "relay:houses=4,seeds=2", "kalah:houses=3,seeds=3"])
def test_openings_answer_at_once_and_as_the_search_does(folder: Path, spec: str) -> None:
    positions = [variant(spec).start(), *(reached(spec, seed, 9) for seed in range(8))]
    keep(folder, *positions)
    for position in positions:
        found, proved = analyse(position), analyse(position, openings=False)
        assert found == openings.look_up(position)
        assert proved.depth > 0
        assert found.exact
        assert (found.score, found.lower, found.upper) == (proved.score,) * 3
        assert found.best is not None
        after = position.play(found.best)
        sign = 1 if after.turn == position.turn else -1
        assert sign * analyse(after, openings=False).score == found.score


@pytest.mark.parametrize("spec", ["small", "relay:houses=4,seeds=2", "kalah:houses=3,seeds=3"])
@pytest.mark.parametrize("limit", [Limit(), Limit(seconds=0.001)], ids=str)
def test_who_asks_for_all_moves_keeps_what_is_known(folder: Path, spec: str, limit: Limit) -> None:
    start = variant(spec).start()
    proved = analyse(start, multi_pv=0, openings=False)
    keep(folder, start)
    known = openings.look_up(start)
    assert known is not None
    assert known.best is not None
    found = analyse(start, limit, multi_pv=0)
    assert (found.score, found.exact, found.lower, found.upper) == (known.score, True) + (
        known.score,
    ) * 2
    assert found.moves[known.best] == known.moves[known.best]
    assert all(value.score <= known.score for value in found.moves.values())
    for move, value in found.moves.items():
        assert not value.exact or value.score == proved.moves[move].score


def test_the_line_of_an_opening_goes_on_as_far_as_it_is_known(folder: Path) -> None:
    first = variant("small").start()
    best = analyse(first, openings=False).best
    assert best is not None
    second = first.play(best)
    keep(folder, first, second)
    line = analyse(first).line
    assert line[:2] == (best, analyse(second).best)
    position: Position = first
    for move in line:
        position = position.play(move)
    assert len(position.legal_moves) > 1


def test_the_swap_is_weighed_on_top(folder: Path) -> None:
    rules = variant("kalah:houses=3,seeds=2,pie=yes")
    assert isinstance(rules, Mancala)
    start = rules.start()
    proved = analyse(start, openings=False)
    ended = [start.play(move) for move in start.legal_moves]
    keep(folder, *(rules.make(rules, each.pits, each.turn, False) for each in ended))
    found = analyse(start)
    assert (found.score, found.exact) == (proved.score, True)
    assert found.nodes < proved.nodes


@pytest.mark.parametrize(
    "limit", [Limit(depth=2), Limit(nodes=500), Limit(depth=2, seconds=5)], ids=str
)
def test_a_shallow_search_stays_shallow(folder: Path, limit: Limit) -> None:
    start = variant("small").start()
    keep(folder, start)
    assert analyse(start, limit).nodes > 0
    assert analyse(start, Limit(seconds=5)).nodes == 0


def test_every_move_is_searched_for_its_score(folder: Path) -> None:
    start = variant("small").start()
    keep(folder, start)
    assert set(analyse(start, multi_pv=0).moves) == {"b1", "a2", "d3", "c4"}


@pytest.mark.parametrize("harm", ["changed", "cut", "emptied", "other", "binary", "removed"])
def test_what_is_damaged_is_left_out_with_one_line(
    folder: Path, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    start = variant("small").start()
    path = keep(folder, start)
    whole = path.read_bytes()
    assert b" -10 " in whole
    if harm == "removed":
        path.unlink()
    else:
        path.write_bytes(
            {
                "changed": whole.replace(b" -10 ", b" +16 "),
                "cut": whole[: len(whole) // 2],
                "emptied": b"",
                "other": b"# what\n# is\nthis\n",
                "binary": b"\xff\x00" * 40,
            }[harm]
        )
    for _ in range(3):
        found = analyse(start)
        assert (found.score, found.exact) == (-10, True)
        assert found.nodes > 0
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == (0 if harm == "removed" else 1)
    assert all("solved openings" in line and "\n" not in line for line in lines)


def test_no_folder_is_no_trouble(folder: Path) -> None:
    assert not folder.exists()
    assert analyse(variant("small").start()).score == -10


def test_names_of_files_tell_games_apart() -> None:
    names = {openings.name_of(preset.rules) for preset in PRESETS.values()}
    assert openings.name_of(variant("large")) == "reversi-size-6.txt"
    assert openings.name_of(variant("kalah:capture=always")) not in names
    same = ("reversi:size=6,start=parallel", "reversi:size=6,start=mirrored")
    assert {openings.name_of(variant(spec)) for spec in same} == {"reversi-size-6.txt"}
    assert openings.name_of(variant("kalah:pie=yes")) == openings.name_of(variant("kalah"))
    blocked = "+".join(f"{column}{row}" for column in "abcdefgh" for row in "128")
    long = variant("reversi", blocked=blocked)
    assert analyse(long.start(), Limit(seconds=0.01)).best  # too long for a file, and no matter


def test_one_memory_serves_many_analyses() -> None:
    position = reached("large", 1, 18)
    memory = remember(64)
    first = analyse(position, memory=memory, openings=False)
    again = analyse(position, memory=memory, openings=False)
    assert again.score == first.score == analyse(position, openings=False).score
    assert again.nodes < first.nodes / 2
    after = position.play(first.best or "")
    assert analyse(after, memory=memory).score == analyse(after).score
    with pytest.raises(ValueError, match="memory must be 1 or more, not 0"):
        remember(0)


def rules_of(path: Path) -> RuleSet:
    """The rule set whose openings lie in a file."""
    specs = ["reversi:size=6", "relay", "kalah", "kalah:capture=always", "avalanche"]
    return next(rules for rules in map(variant, specs) if openings.name_of(rules) == path.name)


def test_a_file_is_shipped() -> None:
    assert "reversi-size-6.txt" in {path.name for path in SHIPPED}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_openings_are_positions_as_their_movers_see_them(path: Path) -> None:
    rules = rules_of(path)
    assert path.stat().st_size < 500_000
    lines = openings.read(path.read_text())
    assert lines
    for text, (score, move) in lines.items():
        position = rules.position(text)
        image = openings.seen(position)
        assert image is not None
        assert (image.text, image.ahead) == (text, 0)
        assert abs(score) <= rules.material
        assert len(position.legal_moves) > 1
        assert move in map(str, position.legal_moves)
    start = openings.look_up(rules.start())
    assert start is not None
    assert start.exact


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_values_of_neighbours_in_a_file_agree(path: Path) -> None:
    """Where a line's best move and a reply lead to another line, that is worth no less."""
    rules, followed = rules_of(path), 0
    for text, (score, move) in openings.read(path.read_text()).items():
        position = rules.position(text)
        after = position.play(move)
        for reply in after.legal_moves:
            later = after.play(reply)
            known = openings.look_up(later)
            if known is None or after.turn == position.turn:
                continue
            followed += 1
            assert (known.score if later.turn == position.turn else -known.score) >= score
    assert followed


def test_one_memory_serves_analyses_of_seeds_one_by_one() -> None:
    position = variant("kalah:houses=5,seeds=3").start()
    memory = remember(16)
    proved = analyse(position, openings=False)
    for _ in range(2):
        found = analyse(position, memory=memory, openings=False)
        assert (found.score, found.exact) == (proved.score, True)
    assert found.nodes < proved.nodes / 2
    other = variant("relay:houses=2,seeds=3").start()  # it serves another game, and this one again
    assert analyse(other, memory=memory).score == analyse(other).score
    assert analyse(position, memory=memory).score == proved.score
    with ThreadPoolExecutor(4) as pool:
        at_once = pool.map(lambda each: analyse(each, memory=memory).score, [position, other] * 4)
        assert list(at_once) == [proved.score, analyse(other).score] * 4


def test_some_boards_of_the_file_are_solved_again() -> None:
    """Those with the fewest empty squares; `bench/perfect.py` takes any."""
    rules = variant("large")
    lines = openings.read((openings.FOLDER / openings.name_of(rules)).read_text())
    memory = remember(64)
    for text in sorted(lines, key=lambda text: text.count(EMPTY))[:2]:
        score, move = lines[text]
        position = rules.position(text)
        assert analyse(position, memory=memory, openings=False).score == score
        assert analyse(position.play(move), memory=memory, openings=False).score == -score
