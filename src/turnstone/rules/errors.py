"""What can be wrong with input. Each is a ValueError whose text is one sentence for a person."""


class InvalidVariant(ValueError):
    """A rule set that does not exist, or an option it does not take."""


class InvalidMove(ValueError):
    """A move that cannot be read."""


class IllegalMove(ValueError):
    """A move that can be read but is not allowed here; the text says why."""


class InvalidPosition(ValueError):
    """A position that this rule set cannot hold."""


class InvalidRecord(ValueError):
    """A saved game that is broken, from a newer program, or does not give the result it claims."""
