"""Reads the rules of a board file, with what a variant changes laid over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stellwerk.board.layout import DISPLAY, DRAW, LENGTH, OFFER, PILE
from stellwerk.board.model import Cards, Rules, TicketRules, TieBreak, Unkept
from stellwerk.board.table import Table

PILES: Final = ("train", "ship")
"""The card piles."""

_MOST: Final = 99
"""Most pieces, points or bonuses of one sort."""
_TIE_BREAKS: Final[tuple[TieBreak, ...]] = (
    "tickets",
    "longest_path",
    "fewest_stations",
    "harbours",
)
_UNKEPT: Final[tuple[Unkept, ...]] = ("under", "out", "shuffle")


def read_rules(table: Table, ticket_piles: Sequence[str]) -> tuple[Rules, bool]:
    """Read the rules, and whether nothing is wrong with them; the piles are the variant's."""
    cards, tickets = table.table("cards"), table.table("tickets")
    rules = Rules(
        cards=_read_cards(cards),
        tickets=_read_ticket_rules(tickets, ticket_piles),
        hand=_pair(table.shares("hand", PILES, PILE, 4)),
        display=_pair(table.shares("display", PILES, DISPLAY, 5)),
        flush=table.integer("flush", 1, DISPLAY + 1, 3),
        wagons=table.integer("wagons", 0, _MOST),
        ships=table.integer("ships", 0, _MOST, 0),
        pieces=table.integer("pieces", 0, 2 * _MOST, 0),
        suggested_wagons=table.integer("suggested_wagons", 0, _MOST, 0),
        stations=table.integer("stations", 0, _MOST, 0),
        station_bonus=table.integer("station_bonus", 0, _MOST, 0),
        harbours=table.integer("harbours", 0, _MOST, 0),
        harbour_values=_read_harbour_values(table),
        harbour_penalty=table.integer("harbour_penalty", 0, _MOST, 0),
        exchange=table.flag("exchange"),
        end_pieces=table.integer("end_pieces", 0, _MOST, 2),
        end_rounds=table.integer("end_rounds", 1, 9, 1),
        route_points=table.integers("route_points", 0, _MOST),
        longest_path=table.integer("longest_path", 0, _MOST, 0),
        most_tickets=table.integer("most_tickets", 0, _MOST, 0),
        tie_breaks=table.choices("tie_breaks", _TIE_BREAKS, ("tickets",)),
    )
    if len(rules.route_points) > LENGTH:
        table.fault(f"has more than {LENGTH} entries; no route is longer than that", "route_points")
    table.finish()
    return rules, table.sound and cards.sound and tickets.sound


def _read_cards(table: Table) -> Cards:
    cards = Cards(
        train=table.integer("train", 0, PILE),
        harbour=table.integer("harbour", 0, PILE, 0),
        ship=table.integer("ship", 0, PILE, 0),
        double_ship=table.integer("double_ship", 0, PILE, 0),
        locomotives=table.integer("locomotives", 0, PILE, 14),
    )
    table.finish()
    return cards


def _read_ticket_rules(table: Table, piles: Sequence[str]) -> TicketRules:
    mix = table.flag("mix")
    limits = table.shares("start_keep_at_most", piles, OFFER, OFFER, OFFER)
    rules = TicketRules(
        piles=tuple(piles),
        start=table.shares("start", piles, OFFER),
        start_keep=table.integer("start_keep", 1, OFFER),
        start_unkept=table.choice("start_unkept", _UNKEPT, "under"),
        start_keep_at_most=limits if table.has("start_keep_at_most") else (),
        draw=table.shares("draw", piles, DRAW),
        draw_keep=table.integer("draw_keep", 1, DRAW, 1),
        mix=mix,
    )
    for key in ("start", "draw"):
        if mix and table.is_table(key):
            table.fault("must be one number, since the player chooses the mix", key)
        if not mix and len(piles) > 1 and table.has(key) and not table.is_table(key):
            example = ", ".join(f"{pile} = 1" for pile in piles)
            table.fault(f"must say how many come from each pile: {{ {example} }}", key)
    if mix and len(piles) == 1:
        table.fault("there is only one pile to mix from", "mix")
    table.finish()
    return rules


def _read_harbour_values(table: Table) -> tuple[int, int, int]:
    values = table.integers("harbour_values", 0, _MOST, (0, 0, 0))
    if len(values) == 3:
        return values[0], values[1], values[2]
    table.fault(
        "must be three numbers: with 1, 2 and 3 or more completed tickets", "harbour_values"
    )
    return 0, 0, 0


def _pair(values: tuple[int, ...]) -> tuple[int, int]:
    return values[0], values[1]
