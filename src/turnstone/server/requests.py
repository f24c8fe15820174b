"""What clients send; docs/protocol.md says what it means.

Checked by pydantic models that refuse everything they do not know.
"""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from . import limits

Key = Annotated[
    str,
    StringConstraints(pattern=r"^[!-~]{1,64}$"),
    Field(description="Chosen by the client; the same key gives the same answer."),
]
Name = Annotated[str, StringConstraints(max_length=limits.NAME)]
Spec = Annotated[str, StringConstraints(min_length=1, max_length=limits.SPEC)]
PositionText = Annotated[str, StringConstraints(min_length=1, max_length=limits.POSITION)]
PastedText = Annotated[str, StringConstraints(max_length=limits.PASTED)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=16)]
MoveList = Annotated[list[MoveText], Field(max_length=limits.MOVES)]
Seat = Annotated[int, Field(ge=0, le=3, examples=[0])]
Seq = Annotated[int, Field(ge=0, le=2**31 - 1, examples=[12])]
Subject = Literal["draw", "take-back"]
Pits = Annotated[list[Annotated[int, Field(ge=0, le=9999)]], Field(max_length=22)]
Board = Annotated[str, StringConstraints(max_length=limits.POSITION)] | Pits


class Incoming(BaseModel):
    """Something a client sends: no unknown fields, no types that are only nearly right."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Opening(Incoming):
    """A random opening: the same seed, the same moves."""

    plies: Annotated[int, Field(ge=1, le=20)]
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0


class Start(Incoming):
    """Where a game begins, if not at its usual start: one of the four."""

    position: PositionText | None = None
    moves: MoveList | None = None
    opening: Opening | None = None
    text: PastedText | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        named = (self.position, self.moves, self.opening, self.text)
        if sum(each is not None for each in named) > 1:
            raise ValueError("name a position, moves, an opening or a text, and only one of them")
        return self


class SeatWanted(Incoming):
    """Who is to sit on one seat."""

    kind: Literal["here", "link", "bot"]
    name: Name = ""
    bot: Spec | None = None

    @model_validator(mode="after")
    def _bot_named(self) -> Self:
        if (self.kind == "bot") != (self.bot is not None):
            raise ValueError("a seat of kind bot, and no other, names its bot")
        return self


class NewGame(Incoming):
    """A game to be created."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "key": "b1946ac92492",
                    "variant": "othello",
                    "seats": [
                        {"kind": "here", "name": "Ann"},
                        {"kind": "bot", "bot": "positional:depth=2"},
                    ],
                    "clock": "300+2",
                },
                {
                    "key": "591785b794601e",
                    "variant": "kalah:seeds=3",
                    "seats": [{"kind": "here"}, {"kind": "link"}],
                },
            ]
        }
    )

    key: Key
    variant: Spec
    seats: Annotated[list[SeatWanted], Field(min_length=2, max_length=4)]
    clock: Annotated[str, StringConstraints(max_length=20)] | None = None
    start: Start | None = None
    title: Name = ""


class Join(Incoming):
    """Whoever follows a link, and what he is called."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Bob"}]})

    name: Name = ""


class Rename(Incoming):
    """A game's new title."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"title": "Sunday"}]})

    title: Annotated[str, StringConstraints(max_length=limits.TITLE)]


class Import(Incoming):
    """A game as text: our JSON, or a transcript with the rule set it belongs to."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"format": "transcript", "text": "f5d6c3", "variant": "othello"}]
        }
    )

    format: Literal["json", "transcript"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=limits.BODY)]
    variant: Spec | None = None
    key: Key | None = None


class ScoreWanted(Incoming):
    """A line for the score table."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"seat": 0, "name": "Ann"}]})

    seat: Seat
    name: Annotated[str, StringConstraints(min_length=1, max_length=limits.NAME)]


class PositionWanted(Incoming):
    """Any position: as text, as moves from a start, pasted, or a board that was set up."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"variant": "othello", "moves": ["f5", "d6"]},
                {"variant": "relay", "position": "4,4,4,4,4,4,0,4,4,4,4,4,4,0 S"},
            ]
        }
    )

    variant: Spec
    position: PositionText | None = None
    start: PositionText | None = None
    moves: MoveList = []
    text: PastedText | None = None
    board: Board | None = None
    turn: Seat | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if self.position is not None and self.start is not None:
            raise ValueError("position and start are the same thing: name one of them")
        if (self.board is None) != (self.turn is None):
            raise ValueError(
                "a board that was set up needs the seat to move, and the other way round"
            )
        return self


class CellAsked(Incoming):
    """A square or a pit of a position, to know why it cannot be played."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"variant": "relay", "position": "4,4,4,4,4,4,0,4,4,4,4,4,4,0 S", "cell": 6}
            ]
        }
    )

    variant: Spec
    position: PositionText
    cell: MoveText | Annotated[int, Field(ge=0, le=21)]


class Ordered(Incoming):
    """What every command has."""

    key: Key
    seq: Seq
    seat: Seat


class Play(Ordered):
    """Make a move."""

    type: Literal["play"]
    move: MoveText


class Resign(Ordered):
    """Give the game up."""

    type: Literal["resign"]


class Offer(Ordered):
    """Offer a draw or ask to take back; or accept by offering too."""

    type: Literal["offer"]
    subject: Subject


class Decline(Ordered):
    """Say no to an offer."""

    type: Literal["decline"]
    subject: Subject


class TakeBack(Ordered):
    """Back to the seat's previous turn, where that is free."""

    type: Literal["take-back"]


class Redo(Ordered):
    """Play again what was taken back."""

    type: Literal["redo"]


class Rematch(Ordered):
    """Another game with the seats turned round."""

    type: Literal["rematch"]


Command = Annotated[
    Play | Resign | Offer | Decline | TakeBack | Redo | Rematch, Field(discriminator="type")
]


class Ping(Incoming):
    """Asks for a sign of life."""

    type: Literal["ping"]
    key: Key


Heard = Annotated[Command | Ping, Field(discriminator="type")]

Id = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,64}$")]


class Analyse(Incoming):
    """Think about a position, and say what is found as it is found."""

    type: Literal["analyse"]
    id: Id
    variant: Spec
    position: PositionText | None = None
    seconds: Annotated[float, Field(gt=0, le=limits.ANALYSIS_SECONDS)] = 10.0
    lines: Annotated[int, Field(ge=0, le=256)] = 1


class Review(Incoming):
    """Think about every position of a game for a little while."""

    type: Literal["review"]
    id: Id
    variant: Spec
    start: PositionText | None = None
    moves: MoveList
    seconds: Annotated[float, Field(gt=0, le=limits.REVIEW_SECONDS)] = 0.2


class Cancel(Incoming):
    """Stop thinking."""

    type: Literal["cancel"]
    id: Id


class Probe(Incoming):
    """Asks for a sign of life, as Ping does in a game."""

    type: Literal["ping"]
    id: Id


Question = Annotated[Analyse | Review | Cancel | Probe, Field(discriminator="type")]
