"""What lies on a board has one name wherever it is spoken of: pebbles in relay, else seeds."""

from collections.abc import Iterator
from random import Random

import pytest

from turnstone.rules.errors import IllegalMove, InvalidPosition
from turnstone.rules.explain import explain, parts
from turnstone.rules.illustrate import examples
from turnstone.rules.mancala import Mancala, MancalaPosition, MancalaSetup
from turnstone.rules.variants import PRESETS, variant
from turnstone.rules.words import result, told
from turnstone.server import views


def sentences(rules: Mancala) -> Iterator[str]:
    yield from (rules.title, PRESETS[rules.name].description, explain(rules))
    yield from (part.text for part in parts(rules, "page"))
    yield from (example.caption for example in examples(rules))
    described = views.variant(rules)
    yield from (described["title"], described["unit"])
    yield from refusals(rules)
    position, chance = rules.start(), Random(1)
    while not position.outcome:
        yield from objections(position)
        yield from (told(position, move) for move in position.legal_moves)
        position = position.play(chance.choice(position.legal_moves))
    yield from (result(rules, position.outcome), *objections(position))


def refusals(rules: Mancala) -> Iterator[str]:
    pits = rules.start().pits
    north = list(pits)
    for house in rules.owned[0]:
        north[rules.stores[0]] += north[house]
        north[house] = 0
    tried = [(0,) * len(pits), (-1, *pits[1:]), pits[1:]]
    tried += [tuple(north)] if rules.finish == "houses empty" else []
    for each in tried:
        with pytest.raises(InvalidPosition) as caught:
            MancalaSetup(rules, each, 0, False).position()
        yield str(caught.value)
    for text in ("", "x", "x S", rules.start().text().replace(f"{rules.seeds},", "few,")):
        with pytest.raises(InvalidPosition) as caught:
            rules.position(text)
        yield str(caught.value)


def objections(position: MancalaPosition) -> Iterator[str]:
    legal = {str(move) for move in position.legal_moves}
    rules = position.variant
    names = {str(rules.number(house)) for row in rules.owned for house in row}
    for name in sorted(names - legal):
        with pytest.raises(IllegalMove) as caught:
            position.play(name)
        yield str(caught.value)


@pytest.mark.parametrize(
    ("spec", "unit", "other"),
    [
        ("relay", "pebble", "seed"),
        ("relay:leftovers=owner,pie=yes,seeds=3", "pebble", "seed"),
        ("kalah", "seed", "pebble"),
        ("kalah:leftovers=nobody,pie=yes,seeds=3", "seed", "pebble"),
        ("avalanche", "seed", "pebble"),
        ("oware", "seed", "pebble"),
    ],
)
def test_one_name_for_what_is_sown(spec: str, unit: str, other: str) -> None:
    rules = variant(spec)
    assert isinstance(rules, Mancala)
    said = [sentence.lower() for sentence in sentences(rules)]
    assert [sentence for sentence in said if other in sentence] == []
    assert any(f"{rules.material} {unit}s, not 0" in sentence for sentence in said)
    assert any(f"(1 {unit})" in sentence for sentence in said)
    assert any(f"({rules.seeds} {unit}s)" in sentence for sentence in said)


def test_reversi_has_discs() -> None:
    assert variant("othello").unit == "disc"
    assert views.variant(variant("three-colour"))["unit"] == "disc"
