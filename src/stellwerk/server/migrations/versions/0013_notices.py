"""Notices: where guests want to be called back, and what is still to be sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Change the database."""
    guest = sa.ForeignKey("guests.id", ondelete="CASCADE")
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("guest_id", sa.String(32), guest, nullable=False, index=True),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("auth", sa.LargeBinary(), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("events", sa.String(64), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("worked", sa.Float()),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("paused", sa.Float(), nullable=False),
        sa.Column("signed_in", sa.String(32), index=True),
    )
    op.create_table(
        "addresses",
        sa.Column(
            "guest_id",
            sa.String(32),
            sa.ForeignKey("guests.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("address", sa.String(254)),
        sa.Column("wanted", sa.String(254)),
        sa.Column("token_hash", sa.String(64), unique=True),
        sa.Column("until", sa.Float()),
        sa.Column("events", sa.String(64), nullable=False),
        sa.Column("mailed", sa.Float(), nullable=False),
    )
    op.create_table(
        "mailboxes",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False, index=True),
        sa.Column("refused", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "quiet_hours",
        sa.Column(
            "guest_id",
            sa.String(32),
            sa.ForeignKey("guests.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("begins", sa.Integer(), nullable=False),
        sa.Column("ends", sa.Integer(), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "guest_id",
            sa.String(32),
            sa.ForeignKey("guests.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("way", sa.String(64), nullable=False, index=True),
        sa.Column("lane", sa.String(8), nullable=False),
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), index=True
        ),
        sa.Column("review", sa.String(32)),
        sa.Column("event", sa.String(8), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("lease_owner", sa.String(32)),
        sa.Column("lease_until", sa.Float(), nullable=False),
    )
    op.create_index("notices_of_guest", "notices", ["guest_id", "table_id"])
    op.create_index("notices_due", "notices", ["lane", "due"])
