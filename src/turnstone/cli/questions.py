"""The questions before a game on a terminal: which game, what size, against whom."""

from collections.abc import Sequence

from turnstone.players.specs import HUMAN, KINDS, PlayerSpec
from turnstone.rules.errors import InvalidVariant
from turnstone.rules.explain import explain
from turnstone.rules.variants import PRESETS, RuleSet
from turnstone.rules.variants import variant as find_variant

from .person import Leave, ask, usual_bot
from .screen import Screen

GAMES = (
    "othello", "anti-othello", "octagon", "three-colour", "four-colour",
    "relay", "kalah", "avalanche", "oware",
)  # fmt: skip


def choose(screen: Screen, question: str, answers: Sequence[str], usual: int = 1) -> int:
    """A numbered question; Enter takes the usual answer. Returns 0 for `rules`."""
    screen.say(f"\n{question}")
    for number, answer in enumerate(answers, 1):
        screen.say(f"  {number}  {answer}")
    while True:
        answer = ask(f"Number (Enter: {usual}, r: rules, q: quit)> ").lower()
        if answer in ("q", "quit"):
            raise Leave
        if answer in ("r", "rules", "rule"):
            return 0
        if not answer:
            return usual
        if (
            answer.isascii()
            and answer.isdigit()
            and len(answer) < 4
            and 1 <= int(answer) <= len(answers)
        ):
            return int(answer)
        screen.complain(f"answer with a number from 1 to {len(answers)}")


def ask_all(screen: Screen) -> tuple[RuleSet, list[PlayerSpec]]:
    """Game, size and players."""
    screen.say("Turnstone: Reversi and Mancala.")
    rules = _game(screen)
    return rules, _players(screen, rules)


def _game(screen: Screen) -> RuleSet:
    titles = [f"{PRESETS[name].rules.title:26}{PRESETS[name].description}" for name in GAMES]
    while not (number := choose(screen, "Which game?", titles)):
        for name in ("othello", "relay"):
            screen.say(f"\n{explain(PRESETS[name].rules)}")
    rules = PRESETS[GAMES[number - 1]].rules
    if rules.family == "mancala" or GAMES[number - 1] == "octagon":
        return rules
    while True:
        answer = ask(
            "\nWhat size? small (4), large (6), or an even number to 16"
            " (Enter: 8, r: rules, q: quit)> "
        )
        if answer.lower() in ("q", "quit"):
            raise Leave
        if answer.lower() in ("r", "rules", "rule"):
            screen.say(f"\n{explain(rules)}")
            continue
        try:
            return resized(rules, answer or "8")
        except InvalidVariant as error:
            screen.complain(str(error))


def resized(rules: RuleSet, answer: str) -> RuleSet:
    """The same game on another board: small, large or a number."""
    size = {"small": "4", "large": "6"}.get(answer.lower(), answer)
    options = rules.spec.partition(":")[2].split(",")
    kept = [option for option in options if option and not option.startswith("size=")]
    return find_variant("reversi:" + ",".join([*kept, f"size={size}"]))


def _players(screen: Screen, rules: RuleSet) -> list[PlayerSpec]:
    person = PlayerSpec.parse(HUMAN)
    seats = len(rules.seats)
    beside = "a person beside you" if seats == 2 else f"{seats - 1} people beside you"
    while not (who := choose(screen, "Against whom?", ["a bot", beside])):
        screen.say(f"\n{explain(rules)}")
    if who == 2:
        return [person] * seats
    kinds = [kind for kind in KINDS.values() if rules.family in kind.families]
    lines = [f"{kind.name:13}{kind.description}" for kind in kinds]
    names = [kind.name for kind in kinds]
    usual = 1 + names.index(PlayerSpec.parse(usual_bot(rules.family)).name)
    while not (number := choose(screen, "Which bot?", lines, usual)):
        screen.say(f"\n{explain(rules)}")
    bot = PlayerSpec.parse(kinds[number - 1].name)
    sides = [f"{name}{' (begins)' if not seat else ''}" for seat, name in enumerate(rules.seats)]
    while not (side := choose(screen, "Which side do you take?", sides)):
        screen.say(f"\n{explain(rules)}")
    return [person if seat == side - 1 else bot for seat in range(seats)]
