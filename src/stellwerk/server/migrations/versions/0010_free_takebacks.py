"""Somebody alone against bots takes back at any time, and plays a deal again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Change the database."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("takebacks", sa.Integer(), nullable=False, server_default="0")
        )
        batch_op.add_column(
            # An expression as a default would make SQLite build the table again, and empty others.
            sa.Column("known_deal", sa.Boolean(), nullable=False, server_default="0")
        )
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.add_column(sa.Column("before", sa.LargeBinary(), nullable=True))
