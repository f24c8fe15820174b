"""JSON from clients, and what is wrong with it in one sentence."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from turnstone.rules import grammar

from .refusals import Refuse

T = TypeVar("T")


def read_message(kind: TypeAdapter[T], text: str, label: str) -> tuple[T, str]:
    """A message of a kind and its label (a command's key, a question's id), or Refuse.

    The refusal of a message whose label could be read carries it as `label`.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Refuse("invalid", "that is not JSON") from None
    found = data.get(label) if isinstance(data, dict) else None
    named = found if isinstance(found, str) and found.isascii() and len(found) <= 64 else None
    try:
        message = kind.validate_python(data)
    except ValidationError as error:
        refusal = Refuse("invalid", complaint(error.errors(include_url=False)))
        refusal.label = named
        raise refusal from None
    except RecursionError:
        raise Refuse("invalid", "that is nested too deeply") from None
    assert named is not None
    return message, named


def complaint(errors: Sequence[Any]) -> str:
    """What pydantic found, in words: the first field that is wrong and why."""
    first = errors[0]
    if first["type"] == "json_invalid":
        return "that is not JSON"
    # The first part says where the value came from; tagged unions add the tag.
    place = [str(part) for part in first["loc"] if part not in ("body", "query", "path")]
    field = ".".join(part[:40] for part in place)
    why = str(first["msg"]).removeprefix("Value error, ")
    why = why[:1].lower() + why[1:]
    more = len(errors) - 1
    others = f" (and {more} more)" if more else ""
    return f"{grammar.shorten(field)[1:-1]}: {why}{others}" if field else f"{why}{others}"
