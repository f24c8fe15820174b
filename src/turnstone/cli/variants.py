"""`turnstone variants`: the games there are."""

from turnstone.rules.variants import PRESETS

from .options import Json, print_json


def variants(json: Json = False) -> None:
    """List the games and their options."""
    if json:
        rows = [
            {
                "name": preset.name,
                "spec": preset.rules.spec,
                "title": preset.rules.title,
                "family": preset.rules.family,
                "seats": preset.rules.seats,
                "description": preset.description,
            }
            for preset in PRESETS.values()
        ]
        print_json({"variants": rows})
        return
    for preset in PRESETS.values():
        print(f"{preset.name:14}{preset.description}")
    print(
        "\nOptions follow a colon: reversi:size=6,goal=fewest or kalah:seeds=3.\n"
        "  Reversi  size=4…16 (even) colours=2|3|4 goal=most|fewest start=cross|parallel|mirrored\n"
        "           order=round|snake blocked=a1+h8|octagon\n"
        "  Mancala  houses=1…10 seeds=1…10 leftovers=owner|nobody pie=yes|no;\n"
        "           kalah: capture=opposite|always; oware: slam=cancelled|illegal"
    )
