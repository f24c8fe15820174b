"""`turnstone rules VARIANT`: how a game is played."""

from typing import Annotated

import typer

from turnstone.rules.explain import explain

from .options import Colours, Json, Size, print_json, rule_set


def rules(
    variant: Annotated[str, typer.Argument(help="The game, such as othello or kalah:seeds=3.")],
    size: Size = None,
    colours: Colours = None,
    json: Json = False,
) -> None:
    """Explain a game to somebody who has never played it."""
    found = rule_set(variant, size, colours)
    if json:
        print_json({"variant": found.spec, "title": found.title, "rules": explain(found)})
    else:
        print(explain(found))
