"""``stellwerk host``: what whoever runs a server can see and do while it runs.

Orders are left in the database, and the server carries them out within a second.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from rich.table import Table
from rich.text import Text

from stellwerk.bots.seat_names import called
from stellwerk.cli.failure import Refusal
from stellwerk.cli.serve import own_database
from stellwerk.cli.talk import Talk
from stellwerk.cli.terminal import Terminal
from stellwerk.server.store.database import with_password
from stellwerk.server.store.visit import Visit, visiting
from stellwerk.server.transactions import orders, registry
from stellwerk.server.transactions.codes import clean_text
from stellwerk.server.transactions.orders import Kind
from stellwerk.server.transactions.registry import KnownGuest, Place

_PATIENCE: Final = 10.0
"""Seconds in which a server has to carry out an order."""
_PAUSE: Final = 0.1
_SHOWN: Final = 8
"""Characters of a guest's id in a list; any that are enough to tell guests apart will do."""
_MOST: Final = 1000
_REASON: Final = 200
"""Most characters of a reason."""
STATUSES: Final = ("open", "playing", "finished", "closed")
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def list_tables(terminal: Terminal, db: str | None, status: str | None, most: int) -> int:
    """Show the tables that are open or played at, or those of one status."""
    if status is not None and status not in STATUSES:
        raise Refusal("cli.host.bad_status", status=status, choices=", ".join(STATUSES))
    _check_most(most)
    with _visit(db) as visit:
        counts = visit(registry.count)
        found = visit(lambda c: registry.tables(c, status, most))
    talk, now = terminal.talk, time.time()
    table = _table(talk, "table", "state", "board", "players", "steps", "changed")
    for each in found:
        names = ", ".join(_named(talk, place) for place in each.seats)
        listed = talk(f"cli.host.status.{each.status}")
        if each.public:
            listed += f", {talk('cli.host.public')}"
        row = each.id, listed, each.board, names, str(each.steps), _ago(talk, now - each.changed)
        table.add_row(*map(_text, row))
    if found:
        terminal.show(table)
    numbers = {name: counts.get(name, 0) for name in (*STATUSES, "guests")}
    terminal.say("cli.host.counts", style="dim", **numbers)
    return 0


def show_table(terminal: Terminal, db: str | None, code: str) -> int:
    """Show who sits at a table."""
    with _visit(db) as visit:
        found = visit(lambda c: registry.table(c, code))
        hosts = visit(lambda c: registry.names_of(c, {found.host}))
    talk, now = terminal.talk, time.time()
    table = _table(talk, "seat", "name", "guest", "plays")
    for number, place in enumerate(found.seats):
        plays = "bot" if place.stand_in else place.holder
        row = str(number + 1), _named(talk, place), place.guest or "–", talk(f"cli.host.{plays}")
        table.add_row(*map(_text, row))
    terminal.say(
        *("cli.host.about_table", "bold"),
        table=found.id,
        board=found.board,
        status=talk(f"cli.host.status.{found.status}"),
        count=found.steps,
        created=_date(found.created),
        changed=_ago(talk, now - found.changed),
    )
    terminal.show(table)
    if found.host in hosts:
        terminal.say("cli.host.opened_by", name=hosts[found.host], guest=found.host)
    if found.reason:
        terminal.say("cli.host.because", reason=found.reason)
    return 0


def list_guests(terminal: Terminal, db: str | None, name: str, most: int) -> int:
    """Show guests, the last seen first."""
    _check_most(most)
    with _visit(db) as visit:
        found = visit(lambda c: registry.guests(c, name, most))
        count = visit(registry.count)["guests"]
    if found:
        terminal.show(_guests(terminal.talk, found))
    terminal.say("cli.host.guests", style="dim", shown=len(found), count=count)
    return 0


def list_barred(terminal: Terminal, db: str | None) -> int:
    """Show who is barred, and why."""
    with _visit(db) as visit:
        found = visit(registry.all_barred)
    if found:
        terminal.show(_guests(terminal.talk, found))
    else:
        terminal.say("cli.host.nobody_barred")
    return 0


def close_table(terminal: Terminal, db: str | None, code: str, reason: str) -> int:
    """Close a table."""
    words = _reason(reason)
    with _visit(db) as visit:
        found = visit(lambda c: registry.table(c, code))
        _order(visit, "close", found.id, words)
    terminal.say("cli.host.closed", style="green", table=found.id)
    return 0


def bar_guest(terminal: Terminal, db: str | None, guest: str, reason: str) -> int:
    """Let a guest in no longer."""
    return _about_guest(terminal, db, "bar", guest, _reason(reason))


def lift_bar(terminal: Terminal, db: str | None, guest: str) -> int:
    """Let a guest in again."""
    return _about_guest(terminal, db, "lift", guest, "")


def _about_guest(terminal: Terminal, db: str | None, kind: Kind, guest: str, reason: str) -> int:
    with _visit(db) as visit:
        found = visit(lambda c: registry.guest_called(c, guest))
        if kind == "lift" and found.barred is None:
            raise Refusal("cli.host.not_barred", name=found.name)
        _order(visit, kind, found.id, reason)
    done = "barred" if kind == "bar" else "lifted"
    terminal.say(f"cli.host.{done}", style="green", name=found.name, guest=found.id[:_SHOWN])
    return 0


def _order(visit: Visit, kind: Kind, subject: str, reason: str) -> None:
    """Give an order, and wait until the server has carried it out; else it is withdrawn."""
    order = visit(lambda c: orders.give(c, kind, subject, reason, time.time()))
    end = time.monotonic() + _PATIENCE
    while not visit(lambda c: orders.is_done(c, order)):
        if time.monotonic() > end and visit(lambda c: orders.withdraw(c, order)):
            raise Refusal("cli.host.no_server")
        time.sleep(_PAUSE)


@contextmanager
def _visit(db: str | None) -> Iterator[Visit]:
    address = own_database() if db is None else with_password(db, os.environ)
    with visiting(address) as visit:
        yield visit


def _reason(reason: str) -> str:
    words = clean_text(reason)
    if len(words) > _REASON:
        raise Refusal("cli.host.long_reason", most=_REASON)
    return words


def _check_most(most: int) -> None:
    if not 1 <= most <= _MOST:
        raise Refusal("cli.host.bad_most", most=_MOST, count=most)


def _table(talk: Talk, *columns: str) -> Table:
    table = Table(header_style="bold")
    for name in columns:
        keeps = name in ("table", "guest", "id")
        table.add_column(talk(f"cli.host.{name}"), no_wrap=keeps, overflow="fold")
    return table


def _guests(talk: Talk, found: list[KnownGuest]) -> Table:
    now = time.time()
    with_bars = any(guest.barred is not None for guest in found)
    table = _table(
        *(talk, "id", "name", "came", "seen", "tables"), *(("bar",) if with_bars else ())
    )
    for guest in found:
        why = "" if guest.barred is None else guest.barred or talk("cli.host.no_reason")
        row = (
            *(guest.id[:_SHOWN], guest.name, _date(guest.created), _ago(talk, now - guest.seen)),
            *(str(guest.tables), *((why,) if with_bars else ())),
        )
        table.add_row(*map(_text, row))
    return table


def _named(talk: Talk, place: Place) -> str:
    if place.holder == "open" and not place.stand_in:
        return talk("cli.host.free")
    name = place.name if place.guest is not None else called(place.name, talk.language)
    return f"{name} ({talk('cli.host.bot')})" if place.holder == "bot" else name


def _text(cell: str) -> Text:
    """Return a cell as it is: nothing that a guest has typed is a command to the terminal."""
    return Text(clean_text(cell))


def _date(moment: float) -> str:
    return datetime.fromtimestamp(moment).strftime("%Y-%m-%d %H:%M")


def _ago(talk: Talk, seconds: float) -> str:
    """Return how long ago something was."""
    for unit, name in ((_DAY, "days"), (_HOUR, "hours"), (_MINUTE, "minutes")):
        if seconds >= unit:
            return talk(f"cli.host.{name}", count=int(seconds // unit))
    return talk("cli.host.now")
