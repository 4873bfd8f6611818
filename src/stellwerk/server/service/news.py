"""News: whoever follows a table, a guest or a list gets a hint that it has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stellwerk.server.service.hint import (
    BARRED,
    BOARDS,
    CHAT,
    DELETIONS,
    DEVICES,
    GAME,
    GONE,
    GUESTS,
    LOBBY,
    TABLE,
    TABLES,
    Hint,
)
from stellwerk.server.transactions.boards import forget_board
from stellwerk.server.transactions.forgetting import NOBODY
from stellwerk.server.transactions.outbox import concerns_somebody
from stellwerk.server.transactions.playing import Played
from stellwerk.server.transactions.table import Table

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

Publish = Callable[[str, bytes], None]
"""Sends a message to all who listen to a channel."""


class News:
    """Spreads what this worker has stored, after it is stored."""

    def __init__(self, service: Service, publish: Publish) -> None:
        self._service = service
        self._publish = publish

    def stepped(self, played: Played) -> None:
        """Tell that a game has gone on by a step."""
        table = played.table
        if played.entry is not None:
            self._service.cache.follow(table, played.entry, played.game)
        self._service.runner.expect(table)
        self._table(table, GAME if table.status == "playing" else TABLE)
        for seat in table.waiting:
            guest = table.seats[seat].guest
            if guest is not None:
                self._publish(GUESTS + guest, TABLE)

    def changed(self, table: Table) -> None:
        """Tell that a table itself has changed."""
        self._service.cache.follow(table)
        self._service.runner.expect(table)
        self._table(table, TABLE)
        guests = {table.host, *(seat.guest for seat in table.seats)}
        guests |= {seat.kept.guest for seat in table.seats if seat.kept is not None}
        for guest in guests - {None, NOBODY}:
            self._publish(f"{GUESTS}{guest}", TABLE)
        if table.wish.public:
            self._publish(LOBBY, TABLE)

    def said(self, table: Table) -> None:
        """Tell that there is a new line of chat."""
        self._service.cache.follow(table)
        self._table(table, CHAT)

    def came_or_went(self, table: str) -> None:
        """Tell that somebody has come to a table, or gone."""
        self._publish(TABLES + table, Hint(TABLE).encode())

    def deleted(self, table: str) -> None:
        """Tell that a table is gone."""
        self._service.cache.forget(table)
        self._publish(TABLES + table, Hint(TABLE).encode())

    def guest_deleted(self, guest: str) -> None:
        """Tell that a guest is gone."""
        self._publish(GUESTS + guest, GONE)
        self._publish(DELETIONS + guest, GONE)

    def device_ended(self, device: str) -> None:
        """Tell that a device is signed out."""
        self._publish(DEVICES + device, GONE)

    def guest_barred(self, guest: str) -> None:
        """Tell that a guest is let in no longer."""
        self._publish(GUESTS + guest, GONE)
        self._publish(DELETIONS + guest, BARRED)

    def board_deleted(self, board: str) -> None:
        """Tell that an uploaded board is gone."""
        forget_board(board)
        self._publish(BOARDS + board, GONE)

    def heard(self, channel: str, message: bytes) -> None:
        """Take note of a hint, which another worker may have given."""
        if channel.startswith(BOARDS):
            forget_board(channel.removeprefix(BOARDS))
            return
        if channel.startswith(DEVICES):
            self._service.devices.forget(channel.removeprefix(DEVICES))
            return
        hint = Hint.decode(message)
        if channel.startswith(TABLES) and hint.moment is not None:
            self._service.cache.hear(channel.removeprefix(TABLES), hint.moment)

    def _table(self, table: Table, what: bytes) -> None:
        self._publish(TABLES + table.id, Hint(what, table.moment).encode())
        if concerns_somebody(table):
            self._service.postman.wake()
