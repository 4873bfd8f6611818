"""Boards that were checked in a sandbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change the database."""
    with op.batch_alter_table("boards", schema=None) as batch_op:
        batch_op.add_column(sa.Column("checked", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Change it back."""
    with op.batch_alter_table("boards", schema=None) as batch_op:
        batch_op.drop_column("checked")
