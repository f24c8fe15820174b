"""`turnstone bots`: the players there are."""

import inspect

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
                "idea": inspect.getdoc(kind.function),
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
    width = max(len(kind.usage) for kind in KINDS.values()) + 2
    for kind in KINDS.values():
        games = "" if "mancala" in kind.families else " Reversi only."
        print(f"{kind.usage:{width}}{kind.description}{games}")
    print(f"{'human':{width}}A person at the keyboard.")
