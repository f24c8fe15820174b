"""Draws the pictures of the README: `make pictures`."""

from pathlib import Path

import turnstone

# From which game a picture is taken, who plays it, and after how many moves.
SCENES = {"othello": ("positional:depth=2", 24), "relay": ("minimax:depth=4", 5)}


def scene(variant: str, spec: str, plies: int) -> turnstone.Position:
    """A position from a game that a bot plays with itself."""
    game = turnstone.Game.new(variant)
    bot = turnstone.bot(spec, game.variant)
    for _ in range(plies):
        game = game.play(bot.choose(game.position))
    return game.position


def main() -> None:
    """Write docs/*.svg."""
    here = Path(__file__).parent
    for name, (spec, plies) in SCENES.items():
        picture = scene(name, spec, plies)._repr_svg_()
        (here / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
