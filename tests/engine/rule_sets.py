"""Rule sets by their spelling."""

from turnstone import variant
from turnstone.rules.mancala import Mancala
from turnstone.rules.variants import RuleSet


def mancala(spec: str) -> Mancala:
    """Rules of Mancala."""
    rules: RuleSet = variant(spec)
    assert isinstance(rules, Mancala)
    return rules
