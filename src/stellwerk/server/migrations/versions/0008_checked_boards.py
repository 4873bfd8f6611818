"""Boards that were checked in a sandbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Change the database."""
    with op.batch_alter_table("boards", schema=None) as batch_op:
        batch_op.add_column(sa.Column("checked", sa.Integer(), nullable=False, server_default="0"))
