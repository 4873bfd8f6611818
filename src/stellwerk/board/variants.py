"""Reads the variants of a board file: which tickets lie in which pile, and what rules change."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stellwerk.board.errors import shorten
from stellwerk.board.layout import TICKET_PILES
from stellwerk.board.model import Rules, Ticket, Variant
from stellwerk.board.rulebook import read_rules
from stellwerk.board.sheet import IDENTIFIER, Sheet
from stellwerk.board.table import Table


@dataclass(slots=True)
class VariantEntry:
    """A variant with the rules and tickets that follow from it."""

    where: str
    variant: Variant
    rules: Rules
    sound: bool
    """Whether the rules could be read, so that they can be judged."""
    tickets: tuple[Ticket, ...]
    ticket_places: tuple[str, ...]


def read_variants(top: Table, sheet: Sheet) -> list[VariantEntry]:
    """Read all variants, the first of which is the usual one."""
    top.table("rules", required=True)
    variants = top.table("variants", required=True)
    if not list(variants) and top.has("variants"):
        top.fault("there must be at least one variant", "variants")
    return [_read_variant(top, variants.table(key), key, sheet) for key in variants]


def _read_variant(top: Table, table: Table, key: str, sheet: Sheet) -> VariantEntry:
    if not IDENTIFIER.fullmatch(key):
        table.fault("the name of a variant may hold only the letters a-z, digits and '_'")
    variant = Variant(key, table.text("name"), table.text("about", ""))
    piles = _read_piles(table, sheet)
    only = table.string("only", "")
    reprint = table.flag("reprint")
    merged = top.table("rules").under(table.table("rules"))
    rules, sound = read_rules(merged, tuple(piles) or ("tickets",))
    table.finish()
    tickets: list[Ticket] = []
    places: list[str] = []
    for number, sets in enumerate(piles.values()):
        for entry in (entry for name in sets for entry in sheet.tickets[name]):
            if not only or only in entry.tags:
                ticket = entry.reprint if reprint else entry.ticket
                tickets.append(replace(ticket, pile=number))
                places.append(entry.where)
    if only and piles and not tickets and sheet.whole:
        tags = {tag for entries in sheet.tickets.values() for each in entries for tag in each.tags}
        meant = table.guess(only, tags)
        table.fault(f"no ticket has the tag '{shorten(only)}'{meant}", "only")
    return VariantEntry(table.where, variant, rules, sound, tuple(tickets), tuple(places))


def _read_piles(table: Table, sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """Read which sets of tickets make up each pile."""
    part = table.table("piles", required=True)
    piles = {name: part.choices(name, tuple(sheet.tickets)) for name in part}
    if not 1 <= len(piles) <= TICKET_PILES and table.has("piles"):
        table.fault(f"there must be 1 to {TICKET_PILES} ticket piles", "piles")
    if len(piles) == TICKET_PILES and set.intersection(*map(set, piles.values())):
        table.fault("a set of tickets cannot lie in two piles", "piles")
    return dict(list(piles.items())[:TICKET_PILES])
