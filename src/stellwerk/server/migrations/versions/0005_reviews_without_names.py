"""Reviews without names of people, so that none is left of somebody who was deleted."""

from __future__ import annotations

import json
import re

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_NAMED = "route_lost"
"""The one lesson that speaks of another player."""
_NAMELESS = {
    "en": (re.compile("; .* took it "), "; another player took it "),
    "de": (re.compile("; .* nahm sie "), "; jemand anders nahm sie "),
}


def upgrade() -> None:
    """Change the database."""
    connection = op.get_bind()
    reviews = sa.table("reviews", sa.column("id", sa.String), sa.column("content", sa.LargeBinary))
    for name in connection.execute(sa.select(reviews.c.id)).scalars().all():
        this = reviews.c.id == name
        stored = connection.execute(sa.select(reviews.c.content).where(this)).scalar_one()
        nameless = _nameless(stored)
        if nameless is not None:
            connection.execute(reviews.update().where(this).values(content=nameless))


def _nameless(stored: bytes) -> bytes | None:
    """Return a review without names; None where there is nothing yet."""
    review = json.loads(stored)
    if review is None:
        return None
    review.pop("names", None)
    for lesson in review["lessons"]:
        if lesson["code"] == _NAMED:
            for language, (named, words) in _NAMELESS.items():
                lesson["text"][language] = named.sub(words, lesson["text"][language])
    return json.dumps(review, ensure_ascii=False).encode()
