"""The first schema: games as events, seats, receipts, deletions, scores, settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _game(*, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column("game", sa.String(32), nullable=nullable)


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["game"], ["games.id"], name=f"fk_{table}_game", ondelete="CASCADE"
    )


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32)),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("clock", sa.Text),
        sa.Column("free_undo", sa.Boolean, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("creator", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.CheckConstraint("origin IN ('terminal', 'server')", name="ck_games_origin"),
    )
    op.create_index("ix_games_creator", "games", ["creator"])
    op.create_index("ix_games_updated", "games", ["updated"])
    op.create_table(
        "seats",
        _game(),
        sa.Column("seat", sa.Integer, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("bot", sa.Text),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("holder", sa.Text),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        _of_game("seats"),
        sa.CheckConstraint("kind IN ('here', 'link', 'bot')", name="ck_seats_kind"),
    )
    op.create_index("ix_seats_holder", "seats", ["holder"])
    op.create_table(
        "events",
        _game(),
        sa.Column("seq", sa.Integer, autoincrement=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_events"),
        _of_game("events"),
        sa.CheckConstraint("seq > 0", name="ck_events_seq"),
    )
    op.create_table(
        "receipts",
        sa.Column("scope", sa.String(32)),
        sa.Column("holder", sa.Text),
        sa.Column("key", sa.Text),
        _game(),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("scope", "holder", "key", name="pk_receipts"),
        _of_game("receipts"),
    )
    op.create_index("ix_receipts_game", "receipts", ["game"])
    op.create_table(
        "deletions",
        _game(),
        sa.Column("holder", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "holder", name="pk_deletions"),
        _of_game("deletions"),
    )
    op.create_table(
        "scores",
        sa.Column("id", sa.Integer),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("margin", sa.Integer, nullable=False),
        sa.Column("own", sa.Integer, nullable=False),
        sa.Column("opponent", sa.Text, nullable=False),
        sa.Column("date", sa.Text, nullable=False),
        _game(nullable=True),
        sa.Column("seat", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_scores"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_scores_game", ondelete="SET NULL"),
        sa.UniqueConstraint("game", "seat", name="uq_scores_game"),
    )
    op.create_index("ix_scores_variant", "scores", ["variant"])
    op.create_table(
        "settings",
        sa.Column("name", sa.String(64)),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
