"""Refusals: one body for everything the server does not do, over HTTP and on sockets."""

from .messages import Code, Refusal

STATUS: dict[Code, int] = {
    "invalid": 400,
    "not-found": 404,
    "deleted": 410,
    "forbidden": 403,
    "not-your-seat": 403,
    "not-your-turn": 409,
    "invalid-move": 400,
    "illegal-move": 409,
    "stale": 409,
    "key-reused": 409,
    "not-allowed": 409,
    "taken": 409,
    "too-large": 413,
    "too-many": 429,
    "unavailable": 503,
    "unreadable": 409,
    "internal": 500,
}


class Refuse(Exception):
    """Raised wherever a request ends without being done; `message` is a sentence for people."""

    def __init__(self, code: Code, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = sentence(message)
        self.status = status or STATUS[code]
        self.label: str | None = None  # of the message that was refused, if it could be read

    @property
    def body(self) -> Refusal:
        """What the client is told."""
        return {"code": self.code, "message": self.message}


def sentence(text: str) -> str:
    """An error's text as a sentence: a capital unless it begins with a name, and a full stop.

    >>> sentence("there is no seat 3")
    'There is no seat 3.'
    >>> sentence("d3 flips nothing")
    'd3 flips nothing.'
    """
    text = text.strip()
    first = text.split(" ", 1)[0]
    if first.isalpha() and first.islower():
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else text + "."
