"""What can be taken back is kept with the table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Change the database."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("trail", sa.LargeBinary(), nullable=True))
        batch_op.add_column(sa.Column("trail_start", sa.LargeBinary(), nullable=True))
