"""The tables. Changing one means a new migration and a new VERSION; a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = "0002"

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _game(*, primary_key: bool = False) -> Column[str]:
    of_game = ForeignKey("games.id", ondelete="CASCADE")
    return Column("game", String(32), of_game, primary_key=primary_key, nullable=False)


# What a game is stands left; seq, plies, turn, position and outcome are derived from its events,
# kept for lists, and checked by `turnstone verify`. Moments are microseconds since 1970. `brought`
# is how many of its first events were not played here, but came with it; `paused` the time on its
# own timeline at which the last of its owners deleted it, should he restore it.
games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("origin", String(16), nullable=False),
    Column("variant", Text, nullable=False),
    Column("start", Text),
    Column("clock", Text),
    Column("free_undo", Boolean, nullable=False),
    Column("title", Text, nullable=False),
    Column("creator", Text),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("position", Text, nullable=False),
    Column("outcome", Text),
    Column("brought", Integer, nullable=False, server_default="0"),
    Column("paused", Float(53), nullable=False, server_default="0"),
    CheckConstraint("origin IN ('terminal', 'server')", name="origin"),
)
Index("ix_games_creator", games.c.creator)
Index("ix_games_updated", games.c.updated)

seats = Table(
    "seats",
    metadata,
    _game(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("bot", Text),
    Column("player", Text, nullable=False),
    Column("holder", Text),
    CheckConstraint("kind IN ('here', 'link', 'bot')", name="kind"),
)
Index("ix_seats_holder", seats.c.holder)

events = Table(
    "events",
    metadata,
    _game(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
    Column("event", Text, nullable=False),
    CheckConstraint("seq > 0", name="seq"),
)

# The scope is the game whose command it was, or "new" for the command that created a game.
receipts = Table(
    "receipts",
    metadata,
    Column("scope", String(32), primary_key=True),
    Column("holder", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    _game(),
    Column("fingerprint", Text, nullable=False),
    Column("answer", Text, nullable=False),
)
Index("ix_receipts_game", receipts.c.game)

# A game is deleted by each of its people for themselves, and is gone when all have done so.
deletions = Table(
    "deletions",
    metadata,
    _game(primary_key=True),
    Column("holder", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

scores = Table(
    "scores",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("variant", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("margin", Integer, nullable=False),
    Column("own", Integer, nullable=False),
    Column("opponent", Text, nullable=False),
    Column("date", Text, nullable=False),
    Column("game", String(32), ForeignKey("games.id", ondelete="SET NULL")),
    Column("seat", Integer),
    UniqueConstraint("game", "seat"),
)
Index("ix_scores_variant", scores.c.variant)

settings = Table(
    "settings",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
