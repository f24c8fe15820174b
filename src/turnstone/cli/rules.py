"""`turnstone rules VARIANT`: how a game is played."""

import textwrap
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
        print(wrapped(explain(found)))


def wrapped(text: str) -> str:
    """Paragraphs broken into lines; boards, which have their own, are left as they are."""
    return "\n\n".join(
        part if "\n" in part else textwrap.fill(part, 90) for part in text.split("\n\n")
    )
