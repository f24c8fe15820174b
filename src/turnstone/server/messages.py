"""What the server sends; docs/protocol.md says what it means.

Typed dicts: free to build, and described in the OpenAPI document just the same.
"""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from .requests import Subject

PROTOCOL = 1
SUBPROTOCOL = "turnstone.1"

Code = Literal[
    "invalid",
    "not-found",
    "deleted",
    "forbidden",
    "not-your-seat",
    "not-your-turn",
    "invalid-move",
    "illegal-move",
    "stale",
    "key-reused",
    "not-allowed",
    "taken",
    "too-large",
    "too-many",
    "unavailable",
    "unreadable",
    "internal",
]


class Refusal(TypedDict):
    """Why something was not done."""

    code: Code
    message: str


class LegalMove(TypedDict):
    """A move and what it would do: discs have `flips`; seeds have `pit`, `path` and `gain`."""

    move: str
    flips: NotRequired[list[str]]
    pit: NotRequired[int]
    path: NotRequired[list[int]]
    gain: NotRequired[int]


class Outcome(TypedDict):
    """How a game ended."""

    reason: str
    on_board: bool
    scores: list[int]
    official: list[int]
    margins: list[int]
    ranks: list[int]
    winner: int | None
    text: str
    official_text: str | None


class View(TypedDict):
    """All that is needed to draw a position and to act in it."""

    position: str
    board: str | list[int]
    scores: list[int]
    turn: int
    legal: list[LegalMove]
    outcome: Outcome | None


class Step(TypedDict, total=False):
    """One thing that happens during a move."""

    placed: str
    flipped: str
    seat: int
    passed: int
    lifted: int
    sown: int
    captured: int
    seeds: int
    store: int
    swapped: int
    pits: list[int]


class Variant(TypedDict):
    """A rule set and its board."""

    spec: str
    name: str
    game: str | None
    options: dict[str, int | str]
    title: str
    family: Literal["reversi", "mancala"]
    unit: Literal["disc", "seed", "pebble"]
    seats: list[str]
    size: NotRequired[int]
    colours: NotRequired[int]
    goal: NotRequired[str]
    discs: NotRequired[dict[str, str]]
    houses: NotRequired[int]
    seeds: NotRequired[int]
    layout: NotRequired[Literal["upright", "flat"]]
    stores: NotRequired[list[int]]
    owners: NotRequired[list[int]]
    labels: NotRequired[list[str]]


class PlayedMove(TypedDict):
    """A move that was made, and the board after it."""

    move: str
    seat: int
    steps: list[Step]
    text: str
    position: str
    board: str | list[int]
    scores: list[int]
    seconds: float | None


class PositionView(View):
    """The view of any position, and the moves that led to it."""

    variant: Variant
    start: str | None
    start_board: str | list[int]
    moves: list[PlayedMove]


class Objection(TypedDict):
    """Why a square or a pit cannot be played, or null."""

    message: str | None


class OtherStart(TypedDict):
    """Another start its rules know: the value of the option `start`, and words for it."""

    start: str
    title: str
    hint: str


class RuleSwitch(TypedDict):
    """A rule that may be added: the option that is `yes` then, and words for it."""

    option: str
    title: str
    hint: str


class ListedVariant(Variant):
    """A rule set in the list, with its start, others, the numbers its board may have, and the
    rules that may be added."""

    description: str
    start: View
    starts: list[OtherStart]
    choices: dict[str, list[int]]
    switches: list[RuleSwitch]


class Variants(TypedDict):
    """The rule sets that have a name."""

    variants: list[ListedVariant]


class Diagram(TypedDict):
    """A board to draw beside the rules; with a move, also what it does and where it leads."""

    caption: str
    view: View
    move: NotRequired[str]
    steps: NotRequired[list[Step]]
    after: NotRequired[View]


class Paragraph(TypedDict):
    """A piece of the rules: a text, or a diagram."""

    text: NotRequired[str]
    diagram: NotRequired[Diagram]


class VariantRules(ListedVariant):
    """A rule set with its rules in words."""

    rules: list[Paragraph]


class BotOption(TypedDict):
    """A number a bot takes, and what clients may ask for."""

    usual: float
    low: float
    high: float


class Bot(TypedDict):
    """A bot as a character."""

    bot: str
    name: str
    portrait: str
    line: str
    idea: str
    families: list[str]
    options: dict[str, BotOption]


class Bots(TypedDict):
    """The bots clients may name, weakest first."""

    bots: list[Bot]


class SeatState(TypedDict):
    """Who sits on a seat."""

    name: str
    player: str
    kind: Literal["here", "link", "bot"]
    bot: str | None
    taken: bool
    yours: bool
    link: str | None


class ClockState(TypedDict):
    """What each seat has left at the moment of sending, and whose time runs."""

    seconds: float
    increment: float
    left: list[float]
    running: int | None


class OfferState(TypedDict):
    """What a seat has offered."""

    subject: Subject
    seat: int


class State(TypedDict):
    """A game, whole."""

    type: Literal["state"]
    protocol: int
    game: str
    seq: int
    variant: Variant
    title: str
    created: str
    updated: str
    seats: list[SeatState]
    free_undo: bool
    start: View
    moves: list[PlayedMove]
    undo: list[int]
    redo: int
    view: View
    clock: ClockState | None
    offers: list[OfferState]
    rematch: str | None
    rematch_offers: list[int]
    mine: bool
    usual_start: bool
    counts: bool


class Invitation(TypedDict):
    """What a link is for: the seat of a game, who created that, and who is there already."""

    game: str
    variant: Variant
    seat: str
    taken: bool
    host: str
    players: list[str]
    mine: bool


class SummarySeat(TypedDict):
    """Who sits on a seat, in a list of games."""

    name: str
    player: str
    kind: Literal["here", "link", "bot"]
    bot: str | None
    yours: bool


class Summary(TypedDict):
    """A game in a list."""

    game: str
    title: str
    variant: Variant
    seats: list[SummarySeat]
    waiting: int  # seats that are still free
    turn: int
    outcome: Outcome | None
    plies: int
    board: str | list[int]
    updated: str


class DamagedGame(TypedDict):
    """A game in a list that cannot be read any more; it can be deleted."""

    game: str
    title: str


class Games(TypedDict):
    """Own games, newest first; `next` goes into `before` for more."""

    games: list[Summary]
    damaged: list[DamagedGame]
    next: str | None


class Score(TypedDict):
    """A line of the score table."""

    variant: str
    name: str
    margin: int
    own: int
    opponent: str
    date: str
    title: str
    against: str


class Scored(TypedDict):
    """Whose result is in the score table."""

    seats: list[int]


class Scores(TypedDict):
    """The score table, best first."""

    scores: list[Score]


class Done(TypedDict):
    """A command was carried out, and is on the disk."""

    type: Literal["done"]
    key: str
    seq: int


class Refused(Refusal):
    """A command was not carried out; `state` is what the client should know."""

    type: Literal["refused"]
    key: str
    state: State | None


class Health(TypedDict):
    """Whether a move can be stored."""

    status: Literal["ready"]


Json = dict[str, Any]
