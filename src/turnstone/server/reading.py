"""JSON from clients, and what is wrong with it in one sentence."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from turnstone.rules import grammar

from .refusals import Refuse

T = TypeVar("T")

# What people see of a form is called as they would call it; the rest is for programs.
NAMES = {
    "name": "the name",
    "title": "the title",
    "text": "the text",
    "start.text": "the text",
    "q": "what is searched for",
    "moves": "the list of moves",
    "start.moves": "the list of moves",
    "spec": "the name of the rule set",
    "variant": "the name of the rule set",
}
WORDS = {
    "missing": " is missing",
    "extra_forbidden": " is not known here",
    "string_type": " must be a text",
    "string_unicode": " holds characters that are no text",
    "bool_type": " must be true or false",
    "bool_parsing": " must be true or false",
    "string_too_short": " is empty",
    "string_too_long": " is too long: {max_length} characters at most",
    "string_pattern_mismatch": " must be 1 to 64 letters, digits and signs, without spaces",
    "too_short": " is too short: {min_length} at least",
    "too_long": " is too long: {max_length} at most",
    "list_type": " must be a list",
    "int_type": " must be a whole number",
    "int_from_float": " must be a whole number",
    "int_parsing": " must be a whole number",
    "int_parsing_size": " must be a whole number of fewer digits",
    "float_type": " must be a number",
    "finite_number": " must be a number",
    "greater_than": " must be more than {gt}",
    "greater_than_equal": " must be {ge} at least",
    "less_than_equal": " must be {le} at most",
    "literal_error": " must be {expected}",
    "model_attributes_type": " must be a JSON object",
    "model_type": " must be a JSON object",
    "union_tag_not_found": ": it has no type",
    "union_tag_invalid": ": the type must be one of {expected_tags}",
}


def read_message(kind: TypeAdapter[T], text: str, label: str) -> tuple[T, str]:
    """A message of a kind and its label (a command's key, a question's id), or Refuse.

    The refusal of a message whose label could be read carries it as `label`.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError:
        raise Refuse("invalid", "that is not JSON") from None
    except RecursionError:
        raise Refuse("invalid", "that is nested too deeply") from None
    except ValueError:
        raise Refuse("invalid", "a number in it is far too long") from None
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
    kind, why = first["type"], str(first["msg"])
    if kind == "json_invalid":
        return "that is not JSON"
    if kind == "value_error":  # our own words
        why = f": {why.removeprefix('Value error, ')}"
    else:
        known = WORDS.get(kind, f": {why[:1].lower()}{why[1:]}")
        why = known.format_map(first.get("ctx", {}))
    # The first part says where the value came from; tagged unions add the tag, others the type.
    place = [str(part) for part in first["loc"] if part not in ("body", "query", "path")]
    field = ".".join(part[:40] for part in place if not part.startswith(("constrained-", "list[")))
    named = NAMES.get(field) or grammar.shorten(field)[1:-1] or "that"
    if not field and why.startswith(": "):
        named, why = "", why[2:]
    more = len(errors) - 1
    return f"{named}{why}{f' (and {more} more)' if more else ''}"
