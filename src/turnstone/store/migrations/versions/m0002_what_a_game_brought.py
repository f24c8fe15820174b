"""How much of a game was brought along, and where its time stood when it was deleted.

Until now moves that came with a game were known by their time, 0. So was, wrongly, the first move
after a restart; but that was somebody's command, and a command has a receipt.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
BROUGHT = ("moved", "took-back", "conceded", "agreed")


def upgrade() -> None:
    """Add the columns, and fill in the first."""
    op.add_column("games", sa.Column("brought", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("paused", sa.Float(53), nullable=False, server_default="0"))
    games = sa.table("games", sa.column("id"), sa.column("brought", sa.Integer))
    events = sa.table("events", *(sa.column(name) for name in ("game", "seq", "at", "event")))
    receipts = sa.table("receipts", sa.column("scope"), sa.column("answer"))
    commanded = sa.select(receipts.c.answer).where(
        receipts.c.scope == events.c.game, receipts.c.answer == sa.cast(events.c.seq, sa.Text)
    )
    kinds = (events.c.event.like(f'{{"type": "{kind}"%') for kind in BROUGHT)
    last = sa.select(sa.func.max(events.c.seq)).where(
        events.c.game == games.c.id, events.c.at == 0, sa.or_(*kinds), ~commanded.exists()
    )
    op.execute(sa.update(games).values(brought=sa.func.coalesce(last.scalar_subquery(), 0)))
