"""Who has seen a hand of a game, and what all were told of its seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Change the database."""
    op.create_table(
        "hands",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "guest_id", "seat"),
    )
    op.create_index("ix_hands_guest_id", "hands", ["guest_id"])
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("code", sa.String(32), nullable=True))
