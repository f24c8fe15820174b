"""The docs name everything there is: games, options, bots, commands and make targets."""

import re
from pathlib import Path

import pytest

from turnstone.cli.app import COMMANDS
from turnstone.players.specs import KINDS
from turnstone.rules.mancala import GAMES
from turnstone.rules.reversi import Reversi
from turnstone.rules.variants import PRESETS

ROOT = Path(__file__).parent.parent
GAMES_PAGE = (ROOT / "docs/games.md").read_text(encoding="utf-8")
BOTS_PAGE = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PRESETS)
def test_every_game_is_documented(name: str) -> None:
    assert f"`{name}`" in GAMES_PAGE


def test_every_option_is_documented() -> None:
    options = {option for game in GAMES.values() for option in game.options}
    options |= {"size", "colours", "goal", "start", "order", "blocked"}
    for option in options:
        assert f"| `{option}`" in GAMES_PAGE
    for option in ("size", "colours", "goal", "start", "order", "blocked"):
        values = {"size": "4", "colours": "2", "goal": "most", "start": "cross", "order": "round"}
        Reversi.read_option(option, values.get(option, "none"), 8)


@pytest.mark.parametrize("name", KINDS)
def test_every_bot_is_documented(name: str) -> None:
    usage = KINDS[name].usage.split("[")[0]
    assert f"`{usage}`" in BOTS_PAGE


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command: str) -> None:
    assert re.search(rf"`{command}`|turnstone {command}\b", README)


@pytest.mark.parametrize("page", ["README.md", "docs/page.md"])
def test_the_pictures_are_there_and_small(page: str) -> None:
    pictures = re.findall(r'src="([^"]+)"', (ROOT / page).read_text(encoding="utf-8"))
    assert pictures
    for picture in pictures:
        assert (ROOT / page).parent.joinpath(picture).stat().st_size < 150_000


def test_every_screen_is_shown() -> None:
    screens = (ROOT / "docs/screens.py").read_text(encoding="utf-8").partition("SCREENS = {")[2]
    shown = (ROOT / "docs/page.md").read_text(encoding="utf-8")
    names = re.findall(r'^    "(\w+)":', screens, re.MULTILINE)
    assert {"rules", "result", "scores", "games", "watch"} <= set(names)
    for name in names:
        assert f'src="page-{name}.jpg"' in shown


def test_every_make_target_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8") + README
    for target in re.findall(r"^([a-z]+):.*##", makefile, re.MULTILINE):
        assert f"make {target}" in guide or target in ("help", "clean")
