"""The one spelling of things with options, `name:key=value,key=value`: rule sets and players."""

import re
from collections.abc import Mapping

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_KEY = re.compile(r"[a-z][a-z0-9_]*")


def parse(text: str) -> tuple[str, dict[str, str]]:
    """Split a spec into its name and options; ValueError tells what is wrong with it.

    >>> parse("kalah:houses=6,capture=always")
    ('kalah', {'houses': '6', 'capture': 'always'})
    """
    name, colon, rest = text.strip().partition(":")
    name = name.strip().lower()
    if not _NAME.fullmatch(name):
        raise ValueError(f"{shorten(text)} is not a name; write name or name:option=value,…")
    options: dict[str, str] = {}
    if colon and not rest.strip():
        raise ValueError(f"{shorten(text)} ends in ':' but names no option")
    for part in rest.split(",") if colon else ():
        key, equals, value = part.partition("=")
        key, value = key.strip().lower(), value.strip()
        if not equals or not _KEY.fullmatch(key) or not value:
            raise ValueError(f"{shorten(part)} in {shorten(text)} is not option=value")
        if key in options:
            raise ValueError(f"option {key} is given twice in {shorten(text)}")
        options[key] = value
    return name, options


def spell(name: str, options: Mapping[str, object]) -> str:
    """Write a spec.

    >>> spell("reversi", {"size": 6})
    'reversi:size=6'
    """
    return name + (":" + ",".join(f"{k}={v}" for k, v in options.items()) if options else "")


def shorten(text: object, limit: int = 60) -> str:
    """Quote foreign text for an error message: control characters escaped, length bounded."""
    quoted = repr(str(text))
    return quoted if len(quoted) <= limit else quoted[: limit - 2] + "…'"


def integer(text: object, what: str, low: int, high: int) -> int:
    """Read a whole number within bounds, or say what is allowed."""
    value = str(text).strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", value) or not low <= int(value) <= high:
        raise ValueError(f"{what} must be a whole number from {low} to {high}, not {shorten(text)}")
    return int(value)
