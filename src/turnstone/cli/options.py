"""What several subcommands share: options and JSON output."""

import json
from typing import Annotated, Any

import typer

from turnstone.rules.position import Position
from turnstone.rules.variants import RuleSet
from turnstone.rules.variants import variant as find_variant

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
Size = Annotated[int | None, typer.Option("--size", help="Board size, 4 to 16, even (Reversi).")]
Colours = Annotated[int | None, typer.Option("--colours", help="2, 3 or 4 colours (Reversi).")]

Threads = Annotated[int, typer.Option("--threads", min=1, max=64, help="Threads to solve with.")]
Memory = Annotated[int, typer.Option("--memory", min=1, max=65536, help="Megabytes to use.")]
Endgames = Annotated[
    int | None,
    typer.Option(
        "--endgames", min=0, max=1024, help="Megabytes of endgame database (Mancala); 0: none."
    ),
]


def asked_position(rules: RuleSet, text: str | None) -> Position:
    """The position a text describes, or the start."""
    return rules.start() if text is None else rules.position(text)


def rule_set(name: str, size: int | None = None, colours: int | None = None) -> RuleSet:
    """The rule set that a name and its abbreviated options ask for."""
    wanted = {"size": size, "colours": colours}
    return find_variant(name, **{key: value for key, value in wanted.items() if value is not None})


def print_json(data: Any) -> None:
    """One JSON object on standard output, in ASCII: sound in every locale, harmless on a screen."""
    print(json.dumps(data))
