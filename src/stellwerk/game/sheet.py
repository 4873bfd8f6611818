"""A board as a page or a program needs it: all that is drawn, named and counted, in words."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.board import COLOURS, GRAY, Board
from stellwerk.board.model import Language, PlaceKind, RouteKind, Rules
from stellwerk.game.cards import names_of_kinds
from stellwerk.rules.prices import EXCHANGE_POINTS, FIRST_STATION
from stellwerk.words import a_card, card_label, card_name, route_name, say, ticket_name


class VariantInfo(Struct, frozen=True):
    """A way to play a board."""

    id: str
    name: str
    about: str


class CitySheet(Struct, frozen=True):
    """A place where routes end."""

    id: str
    name: str
    """Empty for a junction without a name."""
    kind: PlaceKind
    country: str | None
    port: bool
    lat: float
    lon: float


class CountrySheet(Struct, frozen=True):
    """A country that tickets may name."""

    id: str
    name: str
    ends: tuple[str, ...]
    """The places at which it is reached."""


class RouteSheet(Struct, frozen=True):
    """One lane between two places."""

    id: str
    name: str
    a: str
    b: str
    colour: str
    """``gray`` takes any one colour."""
    length: int
    points: int
    kind: RouteKind
    lane: int
    connection: int
    """Lanes with the same number lie side by side."""
    locomotives: int
    tunnel: bool
    rugged: bool
    wraps: bool


class TicketSheet(Struct, frozen=True):
    """A ticket or a tour."""

    id: str
    name: str
    stops: tuple[tuple[str, ...], ...]
    """For each stop the places of which any will do."""
    points: int
    any_order: int
    penalty: int
    pile: str
    """Empty if it is never drawn during the game."""


class Named(Struct, frozen=True):
    """Something with a stable id and a name in words."""

    id: str
    name: str


class CardSheet(Struct, frozen=True):
    """A kind of card, in every form that a sentence needs."""

    id: str
    name: str
    """As it stands in a list: ``green``."""
    one: str
    """``green card``."""
    other: str
    """``green cards``."""
    article: str
    """``a green card``."""


class BoardSheet(Struct, frozen=True):
    """A board in one variant."""

    id: str
    name: str
    about: str
    notes: str
    hash: str
    language: Language
    variant: VariantInfo
    variants: tuple[VariantInfo, ...]
    cities: tuple[CitySheet, ...]
    countries: tuple[CountrySheet, ...]
    routes: tuple[RouteSheet, ...]
    tickets: tuple[TicketSheet, ...]
    cards: tuple[CardSheet, ...]
    """Every kind of card, in the order in which hands are told."""
    player_colours: tuple[Named, ...]
    """By seat."""
    rules: Rules
    station_prices: tuple[int, ...]
    """Cards that the first station costs, the second and so on."""
    exchange_price: int
    """Points that each exchanged piece costs."""


def board_sheet(board: Board, language: Language, board_id: str | None = None) -> BoardSheet:
    """Return a board in words; ``board_id`` is what it is called here, if not by its own id."""
    variants = {
        each.id: VariantInfo(each.id, each.names[language], each.about[language].strip())
        for each in board.variants
    }
    return BoardSheet(
        id=board.id if board_id is None else board_id,
        name=board.names[language],
        about=board.about[language].strip(),
        notes=board.notes.get(language, "").strip(),
        hash=board.hash,
        language=language,
        variant=variants[board.variant.id],
        variants=tuple(variants.values()),
        cities=_cities(board, language),
        countries=tuple(
            CountrySheet(each.id, each.names[language], _ids(board, each.ends))
            for each in board.countries
        ),
        routes=_routes(board, language),
        tickets=_tickets(board, language),
        cards=tuple(
            CardSheet(
                id=card,
                name=card_label(card, language),
                one=card_name(card, language),
                other=card_name(card, language, 2),
                article=a_card(card, language),
            )
            for card in names_of_kinds(board)
            if card is not None
        ),
        player_colours=tuple(
            Named(colour, say(f"player.{colour}", language)) for colour in board.player_colours
        ),
        rules=board.rules,
        station_prices=tuple(FIRST_STATION + built for built in range(board.rules.stations)),
        exchange_price=EXCHANGE_POINTS,
    )


def _cities(board: Board, language: Language) -> tuple[CitySheet, ...]:
    return tuple(
        CitySheet(
            id=city.id,
            name=board.place_name(city.id, language),
            kind=city.kind,
            country=city.country,
            port=city.port,
            lat=city.lat,
            lon=city.lon,
        )
        for city in board.cities
    )


def _routes(board: Board, language: Language) -> tuple[RouteSheet, ...]:
    return tuple(
        RouteSheet(
            id=route.id,
            name=route_name(board, route.id, language),
            a=board.cities[route.a].id,
            b=board.cities[route.b].id,
            colour=GRAY if route.colour is None else COLOURS[route.colour],
            length=route.length,
            points=board.rules.route_points[route.length - 1],
            kind=route.kind,
            lane=route.lane,
            connection=route.connection,
            locomotives=route.locomotives,
            tunnel=route.tunnel,
            rugged=route.rugged,
            wraps=route.wraps,
        )
        for route in board.routes
    )


def _tickets(board: Board, language: Language) -> tuple[TicketSheet, ...]:
    piles = board.rules.tickets.piles
    return tuple(
        TicketSheet(
            id=ticket.id,
            name=ticket_name(board, ticket.id, language),
            stops=tuple(_ids(board, stop) for stop in ticket.stops),
            points=ticket.points,
            any_order=ticket.any_order,
            penalty=ticket.penalty,
            pile=piles[ticket.pile] if ticket.pile < len(piles) else "",
        )
        for ticket in board.tickets
    )


def _ids(board: Board, cities: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(board.cities[city].id for city in cities)
