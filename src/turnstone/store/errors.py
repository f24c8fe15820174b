"""What can go wrong with a store. This module loads no database, so everybody may import it."""

from dataclasses import dataclass


class StoreError(Exception):
    """Something about the store; the text is one sentence for a person."""


class Unavailable(StoreError):
    """The database cannot be read or written now. What was asked for counts as not done.

    Whether it is stored is certain in all cases but one: a connection to PostgreSQL that broke, or
    fell silent, during the commit itself. Ask again with the same key, and the answer tells.
    """


class UnusableStore(StoreError):
    """The database is not ours, or was written by a newer program."""


class NoSuchGame(StoreError):
    """There is no game of that id."""


class Taken(StoreError):
    """Somebody else sits there, or nobody may sit down there."""


class Conflict(StoreError):
    """The game has moved on since the events that the caller knew; `seq` is the last one now."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"the game has moved on to event {seq}")
        self.seq = seq


@dataclass(frozen=True)
class Receipt:
    """What a command with a key was answered.

    `fingerprint` tells whether a command with the same key is the same command; `answer` is a text
    that the store does not read.
    """

    holder: str
    key: str
    fingerprint: str
    answer: str


class Answered(StoreError):
    """That holder has used that key in this game before; `receipt` says what came of it."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__("that key has been used before")
        self.receipt = receipt
