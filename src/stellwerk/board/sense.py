"""Whether the rules of a board fit together and fit its map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import comb
from typing import Final

from stellwerk.board.layout import BUILDINGS, DISPLAY, DRAW, OFFER, PILE, SEATS, SHIP_COLOURS
from stellwerk.board.model import Rules
from stellwerk.board.sheet import Sheet

_LEAST_CALM: Final = 0.01
"""How likely a new display must be to stay, so that it is not cleared a hundred times in a row."""

MOST_MEASURED: Final = 64
"""Routes of one seat among which the longest path is found in time, however they are entangled."""


def rules_faults(rules: Rules, sheet: Sheet) -> Iterator[str]:
    """Yield every fault as a sentence that names the keys concerned."""
    return chain(
        _route_faults(rules, sheet),
        _card_faults(rules, sheet),
        _piece_faults(rules),
        _path_faults(rules, sheet),
        _harbour_faults(rules, sheet),
        _ticket_faults(rules),
    )


def _route_faults(rules: Rules, sheet: Sheet) -> Iterator[str]:
    longest = max((route.length for route in sheet.routes), default=0)
    if longest > len(rules.route_points):
        covered = len(rules.route_points)
        yield f"route_points ends with length {covered}, but there are routes of length {longest}"
    cards = rules.cards
    train = [route.length for route in sheet.routes if route.kind == "train"]
    ship = [route.length for route in sheet.routes if route.kind == "ship"]
    if train and max(train) > rules.wagons:
        yield f"there are routes of length {max(train)}, but only {rules.wagons} wagons"
    if ship and max(ship) > rules.ships:
        yield f"there are ship routes of length {max(ship)}, but only {rules.ships} ships"
    if train and not cards.train + cards.harbour:
        yield "there are train routes, but no train cards"
    if ship and not cards.ship + cards.double_ship:
        yield "there are ship routes, but no ship cards"


def _card_faults(rules: Rules, sheet: Sheet) -> Iterator[str]:
    cards, colours = rules.cards, len(sheet.colours)
    if colours > SHIP_COLOURS and cards.harbour + cards.ship + cards.double_ship:
        yield (
            f"with harbour or ship cards there may be {SHIP_COLOURS} colours at most, not {colours}"
        )
    piles = {
        "train": colours * (cards.train + cards.harbour) + cards.locomotives,
        "ship": colours * (cards.ship + cards.double_ship),
    }
    for (name, size), hand, shown in zip(piles.items(), rules.hand, rules.display, strict=True):
        if size > PILE:
            yield f"there are {size} {name} cards, but no more than {PILE} are possible"
        elif size < SEATS * hand + shown:
            yield (
                f"there are {size} {name} cards, but {SEATS} hands of {hand} and a display of "
                f"{shown} need {SEATS * hand + shown}"
            )
    if not 1 <= sum(rules.display) <= DISPLAY:
        yield f"display must lay out 1 to {DISPLAY} cards, not {sum(rules.display)}"
    elif piles["train"] <= PILE and _is_restless(piles["train"], rules):
        yield (
            f"a display of {rules.display[0]} cards would be cleared again and again: with "
            f"{cards.locomotives} locomotives among {piles['train']} train cards there are nearly "
            f"always {rules.flush} in it, which is what flush clears"
        )


def _is_restless(size: int, rules: Rules) -> bool:
    """Tell whether the first display would hardly ever come to rest (C-06).

    With too few other cards it is left alone, and so is at rest.
    """
    shown, locomotives = min(rules.display[0], size), rules.cards.locomotives
    others = size - locomotives
    most = min(shown, rules.flush - 1)
    if shown - others > most:
        return False
    calm = sum(comb(locomotives, n) * comb(others, shown - n) for n in range(most + 1))
    return calm < _LEAST_CALM * comb(size, shown)


def _piece_faults(rules: Rules) -> Iterator[str]:
    both = rules.wagons + rules.ships
    fewest, most = rules.pieces - rules.ships, min(rules.wagons, rules.pieces)
    if rules.pieces > both:
        yield f"pieces asks for {rules.pieces}, but there are {both} wagons and ships together"
    if rules.pieces and not rules.ships:
        yield "pieces lets players choose between wagons and ships, but there are no ships"
    if rules.exchange and not rules.pieces:
        yield "exchange needs pieces left over, so pieces must be given"
    if rules.suggested_wagons:
        if not rules.pieces:
            yield "suggested_wagons means nothing without pieces"
        elif not fewest <= rules.suggested_wagons <= most:
            yield f"suggested_wagons is {rules.suggested_wagons}, which no player can choose"
    if rules.end_pieces >= (rules.pieces or both):
        yield f"end_pieces is {rules.end_pieces}, but a seat begins with {rules.pieces or both}"
    if rules.stations > BUILDINGS:
        yield f"stations is {rules.stations}; a seat may have at most {BUILDINGS}"
    if rules.station_bonus and not rules.stations:
        yield "station_bonus means nothing without stations"
    if "fewest_stations" in rules.tie_breaks and not rules.stations:
        yield "tie_breaks counts stations, but there are none"


def _path_faults(rules: Rules, sheet: Sheet) -> Iterator[str]:
    most = _most_routes(rules, sheet)
    if (rules.longest_path or "longest_path" in rules.tie_breaks) and most > MOST_MEASURED:
        yield (
            f"a seat has pieces for {most} routes, but the longest path can be measured among "
            f"{MOST_MEASURED} at most: give fewer pieces or do without longest_path"
        )


def _most_routes(rules: Rules, sheet: Sheet) -> int:
    """Return how many routes a seat could claim, the shortest first (C-13, C-15)."""
    left = {"train": rules.wagons, "ship": rules.ships}
    pieces = rules.pieces or rules.wagons + rules.ships
    count = 0
    for route in sorted(sheet.routes, key=lambda route: route.length):
        if route.lane == 1 and route.length <= min(left[route.kind], pieces):
            left[route.kind] -= route.length
            pieces -= route.length
            count += 1
    return count


def _harbour_faults(rules: Rules, sheet: Sheet) -> Iterator[str]:
    if rules.harbours > BUILDINGS:
        yield f"harbours is {rules.harbours}; a seat may have at most {BUILDINGS}"
    if rules.harbours:
        if not rules.cards.harbour or not rules.cards.ship:
            yield "harbours are paid with harbour and ship cards, but there are none"
        if not rules.ships:
            yield "there are harbours, but no ships"
        if sheet.whole and not any(city.port for city in sheet.cities):
            yield "there are harbours, but no city is a port"
        return
    if any(rules.harbour_values):
        yield "harbour_values means nothing without harbours"
    if rules.harbour_penalty:
        yield "harbour_penalty means nothing without harbours"
    if "harbours" in rules.tie_breaks:
        yield "tie_breaks counts harbours, but there are none"


def _ticket_faults(rules: Rules) -> Iterator[str]:
    tickets = rules.tickets
    dealt, drawn = sum(tickets.start), sum(tickets.draw)
    if not 1 <= dealt <= OFFER:
        yield f"tickets.start must deal 1 to {OFFER} tickets, not {dealt}"
    if not 1 <= drawn <= DRAW:
        yield f"tickets.draw must draw 1 to {DRAW} tickets, not {drawn}"
    if tickets.start_keep > dealt:
        yield f"tickets.start_keep is {tickets.start_keep}, but only {dealt} are dealt"
    if tickets.draw_keep > drawn:
        yield f"tickets.draw_keep is {tickets.draw_keep}, but only {drawn} are drawn"
    if tickets.start_keep_at_most:
        limits = zip(tickets.start_keep_at_most, tickets.start, strict=True)
        most = dealt if tickets.mix else sum(min(pair) for pair in limits)
        if most < tickets.start_keep:
            yield (
                f"tickets.start_keep is {tickets.start_keep}, but start_keep_at_most allows {most}"
            )
