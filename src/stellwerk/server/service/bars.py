"""Who is barred, and what else whoever runs the server orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.server.transactions import bars, orders

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service


class Bars:
    """Who is barred, as this worker knows it; and orders of whoever runs the server."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._barred: dict[str, str] = {}

    def must_be_welcome(self, guest: str) -> None:
        """Refuse a guest who is barred."""
        reason = self._barred.get(guest)
        if reason is not None:
            raise bars.refusal_of(reason)

    async def look(self) -> None:
        """Carry out what has been ordered, and learn who is barred; called every second."""
        service = self._service
        while await service.database.read(orders.is_any):
            done = await service.write(orders.carry_out)
            if done is None:  # another worker has been quicker
                break
            for table in done.tables:
                if table.status == "closed":
                    service.cache.forget(table.id)  # it holds a game that nobody is to see now
                service.news.changed(table)
        before, self._barred = self._barred, await service.database.read(bars.barred)
        for guest in self._barred.keys() - before.keys():
            service.news.guest_barred(guest)
