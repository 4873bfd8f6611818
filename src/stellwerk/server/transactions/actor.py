"""Who asks for something: a guest, a program with a seat's token, or somebody who only looks.

An actor is made once, when a request or a socket begins; which seats it has is looked up in the
table as it is, for every message.
"""

from __future__ import annotations

import msgspec

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Language
from stellwerk.server.transactions.table import Table


class Actor(msgspec.Struct, frozen=True):
    """Who asks for something. Without guest and table it is a stranger, who may only watch."""

    guest: str | None = None
    language: Language = "en"
    table: str | None = None
    program: str | None = None
    """With ``table``: the program that a token belongs to, as its seat knows it."""
    device: str = ""
    """Where the guest is signed in; empty with a cookie of an earlier version."""

    @property
    def known(self) -> str:
        """The guest's id, or a refusal for strangers and programs."""
        if self.guest is None:
            raise Refusal("no_guest")
        return self.guest

    @property
    def who(self) -> str:
        """The id of the guest or the program; empty for strangers."""
        return self.guest or self.program or ""

    def seats(self, table: Table) -> tuple[int, ...]:
        """Return the seats this actor decides for; refuse a program whose seat has changed."""
        if self.table is None:
            return table.seats_of(self.guest)
        if self.table != table.id:
            return ()
        seat = table.seat_of_program(self.program)
        if seat is None:
            raise Refusal("token_ended")
        return (seat,)

    def seat_of(self, table: Table, seat: int | None) -> int:
        """Return the seat asked for, or the only one; refuse what is not the actor's."""
        own = self.seats(table)
        if not own:
            raise Refusal("not_seated")
        if seat is None:
            waiting = [each for each in own if each in table.waiting]
            return waiting[0] if waiting else own[0]
        if seat not in own:
            raise Refusal("not_your_seat", seat=seat + 1)
        return seat

    def must_host(self, table: Table) -> None:
        """Refuse everybody but the host."""
        if self.guest is None or self.guest != table.host:
            raise Refusal("not_host")
