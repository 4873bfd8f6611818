"""The table as one player sees it, drawn for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stellwerk.board import Board
from stellwerk.cli.flow import Flow
from stellwerk.cli.palette import chip, colour_of
from stellwerk.cli.talk import Talk
from stellwerk.game import Event, Player, TicketView, TunnelView, View
from stellwerk.words import card_label, cards_phrase, person, route_name, tell, ticket_name

WIDE: Final = 140
"""From this width on, panels stand side by side."""
_FEW_EVENTS: Final = 12
"""This many events are shown unasked; `log` shows all."""


class Scene:
    """Draws what a view holds."""

    def __init__(self, talk: Talk, board: Board, names: Sequence[str]) -> None:
        self.talk: Final = talk
        self.board: Final = board
        self.names: Final = tuple(names)

    def table(self, view: View, width: int) -> RenderableType:
        """Draw the whole table: players, open cards, hand, tickets."""
        players, cards = self.players(view), self.cards(view)
        if width < WIDE:
            return Group(players, cards, *self.tickets(view))
        grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
        grid.add_column(ratio=1)
        grid.add_column(ratio=1)
        grid.add_row(Group(players, *self.tickets(view)), cards)
        return grid

    def players(self, view: View) -> RenderableType:
        """Draw what everybody knows of each player."""
        rules = self.board.rules
        table = Table(box=None, expand=True, pad_edge=False, header_style="dim")
        table.add_column("", width=1)
        table.add_column(self.talk("cli.column.player"), no_wrap=True)
        columns = ["points", "wagons"]
        columns += ["ships"] if rules.ships else []
        columns += ["cards", "tickets"]
        columns += ["stations"] if rules.stations else []
        columns += ["harbours"] if rules.harbours else []
        for column in columns:
            table.add_column(self.talk(f"cli.column.{column}"), justify="right", no_wrap=True)
        known = any(player.known for player in view.players if player.seat != view.seat)
        table.add_column(self.talk("cli.column.known") if known else "", ratio=1)
        for player in view.players:
            own = player.seat == view.seat
            table.add_row(
                "▶" if player.seat in view.pending else "",
                Text.assemble(chip(player.colour), " ", self._name(player.seat, own)),
                *self._counts(player, columns),
                "" if own else self._known(player),
            )
        return self._panel(table, "players", subtitle=self._end(view))

    def cards(self, view: View) -> RenderableType:
        """Draw the open cards, the piles and the viewer's hand."""
        return Group(self.display(view), self.hand(view))

    def display(self, view: View) -> RenderableType:
        """Draw the open cards with their places, and what lies face down."""
        places = [
            Text.assemble((f"{place} ", "bold"), self._card(card))
            if card is not None
            else Text(f"{place} –", style="dim")
            for place, card in enumerate(view.display, start=1)
        ]
        return self._panel(Flow(places), "display", subtitle=self._piles(view))

    def hand(self, view: View) -> RenderableType:
        """Draw the viewer's own cards, by colour."""
        cards = [self._card(card, count) for card, count in view.hand.items()]
        body = Flow(cards) if cards else Text(self.talk("cli.hand.empty"), style="dim")
        return self._panel(body, "hand", count=sum(view.hand.values()))

    def tickets(self, view: View) -> list[RenderableType]:
        """Draw the tickets held, if there are any, and those on offer."""
        drawn: list[RenderableType] = []
        if view.tickets:
            drawn.append(self._panel(self._ticket_table(view.tickets, numbers=False), "tickets"))
        if view.offer is not None:
            body = self._ticket_table(view.offer.tickets, numbers=True)
            hint = self.talk("cli.offer.keep", count=view.offer.keep)
            drawn.append(self._panel(body, "offer", subtitle=hint, style="yellow"))
        return drawn

    def tunnel(self, tunnel: TunnelView) -> RenderableType:
        """Draw a tunnel that is to be paid."""
        language = self.talk.language
        text = self.talk(
            "cli.tunnel",
            route=route_name(self.board, tunnel.route, language),
            laid=cards_phrase(tunnel.laid, language),
            turned=", ".join(card_label(card, language) for card in tunnel.turned),
            count=tunnel.extra,
        )
        return self._panel(Text(text), "tunnel", style="yellow")

    def news(self, events: Sequence[Event], *, all_of_them: bool = False) -> RenderableType | None:
        """Draw what has happened, if anything has."""
        if not all_of_them:
            events = [event for event in events if event.code != "decided"]
        shown = events if all_of_them else events[-_FEW_EVENTS:]
        lines = [self.event(event) for event in shown]
        if not lines:
            return None
        if len(shown) < len(events):
            more = self.talk("cli.log.more", count=len(events) - len(shown))
            lines.insert(0, Text(more, style="dim"))
        return self._panel(Group(*lines), "log" if all_of_them else "news", style="cyan")

    def event(self, event: Event) -> Text:
        """Return one thing that happened as a line, with the colour of the player."""
        sentence = tell(event, self.board, self.names, self.talk.language)
        seat = event.params.get("seat")
        loud = "bold yellow" if event.code in ("last_round", "ended") else ""
        if isinstance(seat, int):
            colour = self.board.seat_colours[seat]
            return Text.assemble(chip(colour), " ", (sentence, loud))
        return Text(sentence, style=loud or "dim")

    def name(self, seat: int) -> str:
        """Return what a player is called."""
        return person(self.board, self.names, seat, self.talk.language)

    def player(self, seat: int) -> Text:
        """Return what a player is called, with the player's colour."""
        return Text.assemble(chip(self.board.seat_colours[seat]), " ", self.name(seat))

    def route(self, route: str) -> str:
        """Return what a route is called."""
        return route_name(self.board, route, self.talk.language)

    def ticket_pile(self, pile: str) -> str:
        """Return what a pile of tickets is called; boards may have piles of their own."""
        return self.talk(f"cli.ticket_pile.{pile}") if pile in ("long", "short") else pile

    def panel(self, body: RenderableType, title: str, style: str = "") -> RenderableType:
        """Draw a frame with a title that is a key."""
        return self._panel(body, title, style=style)

    def _panel(
        self,
        body: RenderableType,
        title: str,
        *,
        subtitle: str | Text = "",
        style: str = "",
        **parameters: object,
    ) -> RenderableType:
        heading = Text(self.talk(f"cli.title.{title}", **parameters), style="bold")
        return Panel(
            body,
            title=heading,
            title_align="left",
            subtitle=Text(subtitle) if isinstance(subtitle, str) and subtitle else subtitle or None,
            subtitle_align="right",
            border_style=style or "dim",
            padding=(0, 1),
        )

    def _name(self, seat: int, own: bool) -> Text:
        return Text(self.name(seat), style="bold" if own else "")

    def _counts(self, player: Player, columns: Iterable[str]) -> list[str]:
        values = {
            "points": str(player.score),
            "wagons": str(player.pieces.get("wagon", 0)),
            "ships": str(player.pieces.get("ship", 0)),
            "cards": " + ".join(str(count) for count in player.cards.values()),
            "tickets": " + ".join(str(count) for count in player.tickets) or "0",
            "stations": str(player.stations_left),
            "harbours": str(player.harbours_left),
        }
        return [values[column] for column in columns]

    def _known(self, player: Player) -> RenderableType:
        """Draw the cards everybody has seen a player take."""
        parts: list[Text] = []
        for card, count in player.known.items():
            sort = card.partition(" ")[2]
            label = f" {count}" + (f" {self.talk(f'cli.sort.{sort}')}" if sort else "")
            parts.append(Text.assemble(chip(colour_of(card)), label))
        return Flow(parts, gap=1)

    def _end(self, view: View) -> Text:
        if view.turns_left is None:
            return Text("")
        return Text(self.talk("cli.last_round", count=view.turns_left), style="bold yellow")

    def _piles(self, view: View) -> str:
        parts = []
        for pile, count in view.piles.items():
            single = len(view.piles) == 1
            parts.append(self.talk("cli.pile.cards" if single else f"cli.pile.{pile}", count=count))
        parts.append(self.talk("cli.pile.discards", count=sum(view.discards.values())))
        parts.append(self.talk("cli.pile.tickets", count=self._tickets_left(view.ticket_piles)))
        return " · ".join(parts)

    def _tickets_left(self, piles: Mapping[str, int]) -> str:
        counts = list(piles.values())
        return " + ".join(str(count) for count in counts if count or len(counts) == 1) or "0"

    def _card(self, card: str, count: int | None = None) -> Text:
        name = card_label(card, self.talk.language, count or 1)
        number = "" if count is None else f"{count} "
        return Text.assemble((number, "bold"), chip(colour_of(card)), f" {name}")

    def _ticket_table(self, tickets: Sequence[TicketView], *, numbers: bool) -> RenderableType:
        table = Table(box=None, expand=True, pad_edge=False, show_header=False)
        table.add_column(width=2)
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(ratio=1)
        for number, ticket in enumerate(tickets, start=1):
            mark, style = _mark(ticket)
            table.add_row(
                Text(str(number), style="bold") if numbers else Text(mark, style=style),
                ticket_name(self.board, ticket.ticket, self.talk.language),
                self._ticket_points(ticket),
                Text(self._progress(ticket), style=style),
            )
        return table

    def _ticket_points(self, ticket: TicketView) -> str:
        if ticket.any_order != ticket.points:
            return f"{ticket.points} / {ticket.any_order} / −{ticket.penalty}"
        return str(ticket.points)

    def _progress(self, ticket: TicketView) -> str:
        if ticket.completed and not ticket.path:
            return self.talk("cli.ticket.done")
        if ticket.distance is None:
            return self.talk("cli.ticket.done" if ticket.completed else "cli.ticket.lost")
        return self.talk("cli.ticket.open", count=ticket.distance, way=self._way(ticket.path))

    def _way(self, path: Sequence[str]) -> str:
        """Return the routes of a way as chains of cities: ``Duluth–Omaha–Kansas City``."""
        chains: list[list[str]] = []
        for route in path:
            ends = _ends(self.board, route)
            if chains and chains[-1][-1] in ends:
                chains[-1].append(ends[1] if ends[0] == chains[-1][-1] else ends[0])
            elif chains and len(chains[-1]) == 2 and chains[-1][0] in ends:
                chains[-1].reverse()
                chains[-1].append(ends[1] if ends[0] == chains[-1][-1] else ends[0])
            else:
                chains.append(list(ends))
        language = self.talk.language
        names = [[self.board.place_name(city, language) for city in chain] for chain in chains]
        return ", ".join(" – ".join(chain) for chain in names)


def _mark(ticket: TicketView) -> tuple[str, str]:
    if ticket.completed:
        return "✓", "green"
    return ("✗", "red") if ticket.distance is None else ("○", "")


def _ends(board: Board, route: str) -> tuple[str, str]:
    found = board.routes[board.route_index[route]]
    return board.cities[found.a].id, board.cities[found.b].id
