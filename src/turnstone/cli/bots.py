"""`turnstone bots`: the players there are."""

import textwrap

from turnstone.players.specs import KINDS

from .options import Json, print_json


def bots(json: Json = False) -> None:
    """List the bots, how they decide and whose idea they were."""
    if json:
        rows = [
            {
                "name": kind.name,
                "usage": kind.usage,
                "description": kind.description,
                "idea": kind.idea,
                "families": kind.families,
                "options": {
                    name: {"usual": each.usual, "low": each.low, "high": each.high}
                    for name, each in kind.all_options.items()
                },
            }
            for kind in KINDS.values()
        ]
        print_json({"bots": rows})
        return
    for kind in KINDS.values():
        games = "" if "mancala" in kind.families else " (Reversi only)"
        print(f"{kind.usage}{games}")
        print(textwrap.indent(textwrap.fill(kind.idea, 90), "    "))
    print("human\n    A person at the keyboard.")
