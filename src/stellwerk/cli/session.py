"""One game in the terminal: shows, asks and plays, until the end or until the person stops."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from stellwerk.board import StellwerkError, UnknownName
from stellwerk.bots import Bot
from stellwerk.bots.table import ask as ask_bot
from stellwerk.bots.table import forfeits
from stellwerk.cli.asking import Asker
from stellwerk.cli.failure import sentence
from stellwerk.cli.guide import guide
from stellwerk.cli.lines import city_routes, claimable
from stellwerk.cli.result import result
from stellwerk.cli.scene import Scene
from stellwerk.cli.spoken import cards_typed, command, spoken
from stellwerk.cli.storage import spare_record_path
from stellwerk.cli.terminal import Terminal
from stellwerk.cli.typed import WISHES, understand
from stellwerk.game import (
    ClaimRoute,
    Game,
    GameError,
    Move,
    NotationError,
    RecordError,
    View,
    parse_move,
)
from stellwerk.words import cards_phrase

_MOST_PAYMENTS: Final = 9
"""This many ways to pay are offered by number; others can be typed."""


NOT_KEPT: Final = 1
"""How a command ends whose record could not be written where it belongs."""


class Stopped(Exception):
    """The person wants to stop."""


class Session:
    """A game between one person and bots, in a terminal."""

    def __init__(
        self,
        terminal: Terminal,
        asker: Asker,
        game: Game,
        seat: int,
        bots: Mapping[int, Bot],
        record: Path,
    ) -> None:
        self._terminal = terminal
        self._talk = terminal.talk
        self._asker = asker
        self._game = game
        self._seat = seat
        self._bots = bots
        self._record = record
        self._scene = Scene(terminal.talk, game.board, game.names)
        self._told = 0
        """The last step whose events the person has been told."""
        self._saved_lines: list[str] = []
        """Lines typed ahead, through a pipe."""
        self._wishes: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "table": lambda _: self._show_table(),
            "mine": self._show_tickets,
            "routes": self._show_routes,
            "log": self._show_log,
            "undo": self._undo,
            "save": self._save_as,
            "quit": self._quit,
        }

    def run(self) -> int:
        """Play to the end; stopping early keeps the record. Tell how the command ends."""
        try:
            self._welcome()
            while not self._game.over:
                # In set-up, where all decide at once, the bots do so first.
                if not self._let_bot_play():
                    self._decide()
            self._end()
        except (EOFError, KeyboardInterrupt, Stopped):
            self._terminal.show("")
            self._terminal.say("cli.stopped")
        except BaseException:
            # Whatever went wrong, the record of the game is kept.
            with contextlib.suppress(GameError):
                self._game.record().write(self._record)
            raise
        return self._keep()

    def _welcome(self) -> None:
        board, language = self._game.board, self._talk.language
        names = ", ".join(self._scene.name(seat) for seat in self._bots)
        self._terminal.say(
            "cli.welcome",
            style="bold",
            board=board.names[language],
            variant=board.variant.names[language],
            names=names,
        )
        self._terminal.say("cli.welcome_hint", style="dim")
        self._terminal.say("cli.sealed", style="dim", commitment=self._game.commitment)

    def _let_bot_play(self) -> bool:
        """Let one bot make its decision, if one owes any; tell whether it did."""
        for seat in self._game.pending:
            if seat in self._bots:
                bot = self._bots[seat]
                before = len(forfeits(bot))
                self._game.play(ask_bot(self._game, seat, bot), by="bot")
                for forfeit in forfeits(bot)[before:]:
                    self._terminal.show(Text(f"✗ {self._scene.name(seat)}: {forfeit}", "yellow"))
                return True
        return False

    def _decide(self) -> None:
        """Ask the person until a move is made."""
        view = self._game.view(self._seat)
        self._show_situation(view)
        step = self._game.seq
        while self._game.seq == step:
            line = self._ask(self._prompt(view), self._lines(view))
            self._obey(line, view)
        if not self._game.over and self._seat not in self._game.pending:
            self._offer_undo()

    def _obey(self, line: str, view: View) -> None:
        """Do what a line says, or say why not."""
        typed = understand(line, view.phase)
        if typed.wish is not None:
            self._wishes[typed.wish](typed.rest)
        elif typed.rest:
            try:
                self._play(self._understand(typed.rest, view))
            except StellwerkError as error:
                self._refuse(error)

    def _understand(self, text: str, view: View) -> Move:
        """Return the move that a text means; ask which lane and which cards where it is open."""
        while True:
            try:
                return parse_move(text, self._game.board, self._seat, self._game, sparing=True)
            except NotationError as error:
                if self._asks_for_a_route(error):
                    text = self._choose_lane(error)
                elif error.code in ("choose_cards", "spends_locomotives"):
                    if error.code == "spends_locomotives":
                        self._terminal.say("cli.choose.locomotives")
                    text = self._choose_cards(text)
                else:
                    raise

    def _asks_for_a_route(self, error: NotationError) -> bool:
        """Tell whether an error names routes of which one is meant."""
        routes = self._game.board.route_index
        asks = error.code in ("choose_lane", "ambiguous")
        return asks and all(name in routes for name in error.params["choices"])

    def _choose_lane(self, error: NotationError) -> str:
        """Ask for one of several routes; return the command for it."""
        lanes = [self._lane(name) for name in error.params["choices"]]
        return self._choose("cli.choose.lane", lanes, list(error.params["texts"]))

    def _lane(self, name: str) -> Text:
        from stellwerk.cli.boards import route_colour, route_features
        from stellwerk.cli.palette import chip

        route = self._game.board.routes[self._game.board.route_index[name]]
        colour = route_colour(route)
        parts = [self._talk(f"colour.{colour}"), route_features(self._talk, route)]
        label = ", ".join(filter(None, parts))
        return Text.assemble(chip(colour), f" {self._scene.route(name)}: {label}")

    def _choose_cards(self, text: str) -> str:
        """Ask for one of several ways to pay; return the whole command."""
        move = parse_move(text, self._game.board, self._seat, self._game, canonical=True)
        target = getattr(move, "route", getattr(move, "city", ""))
        payments = self._game.payments(type(move), target, self._seat)  # type: ignore[arg-type]
        payments.sort(key=lambda cards: (cards.get("locomotive", 0), len(cards)))
        shown = payments[:_MOST_PAYMENTS]
        labels = [Text(cards_phrase(cards, self._talk.language)) for cards in shown]
        key = "cli.choose.cards" if len(shown) == len(payments) else "cli.choose.cards_of_many"
        texts = [cards_typed(cards, self._talk) for cards in shown]
        chosen = self._choose(key, labels, texts)
        verb = spoken(move, self._game.board, self._talk).partition(" ")[0]
        return " ".join(filter(None, (verb, target, chosen)))

    def _choose(self, key: str, labels: list[Text], values: list[str]) -> str:
        """Ask for one of some things by its number; anything else typed is returned as it is."""
        for number, label in enumerate(labels, start=1):
            self._terminal.show(Text.assemble((f"  {number}  ", "bold"), label))
        line = self._ask(self._talk(key), values).strip()
        if not line:
            raise Cancelled
        numbers = [str(number) for number in range(1, len(values) + 1)]
        return values[numbers.index(line)] if line in numbers else line

    def _play(self, move: Move) -> None:
        self._game.play(move, self._seat)
        self._tell_own()

    def _ask(self, prompt: str, lines: list[str]) -> str:
        if self._saved_lines:
            line = self._saved_lines.pop()
            self._terminal.out.print(prompt, line.rstrip("\n"), style="bold")
            return line
        return self._asker.ask(prompt, lines)

    def _prompt(self, view: View) -> str:
        rules = self._game.board.rules
        return self._talk(
            f"cli.prompt.{view.phase}",
            total=rules.tickets.start[0],
            pile=self._scene.ticket_pile(rules.tickets.piles[-1]),
            pieces=rules.pieces,
            wagons=rules.suggested_wagons,
        )

    def _lines(self, view: View) -> list[str]:
        """Return all lines that make sense now, for completion."""
        board = self._game.board
        lines = [spoken(move, board, self._talk) for move in view.moves]
        verb = command("command.claim", self._talk)
        routes = [move.route for move in view.moves if isinstance(move, ClaimRoute)]
        lines += [f"{verb} {route}" for route in dict.fromkeys(routes)]
        lines += [command(f"cli.command.{wish}", self._talk) for wish in WISHES]
        plan = command("cli.command.routes", self._talk)
        lines += [f"{plan} {city.id}" for city in board.cities]
        return sorted(dict.fromkeys(lines))

    def _refuse(self, error: StellwerkError) -> None:
        if isinstance(error, Cancelled):
            self._terminal.say("cli.choose.cancelled", style="dim")
        else:
            reason = sentence(error, self._talk)
            if isinstance(error, RecordError):
                # It begins with the name of a file, which is shown as it is.
                self._terminal.show(Text(f"✗ {reason}", style="red"))
                return
            if error.code == "unknown_command":
                word = command("cli.command.help", self._talk)
                reason = self._talk("cli.unknown_command", command=word)
            self._terminal.show(Text(f"✗ {reason[:1].upper()}{reason[1:]}", style="red"))

    def _show_situation(self, view: View) -> None:
        """Show what the person needs for the decision at hand."""
        if view.phase == "second":
            self._terminal.show(self._scene.cards(view))
            return
        if view.phase == "tunnel" and view.tunnel is not None:
            self._terminal.show(self._scene.tunnel(view.tunnel), self._scene.hand(view))
            return
        self._tell_news()
        self._show_table()

    def _tell_own(self) -> None:
        """Tell in plain lines what the person's own move brought."""
        for event in self._game.events(self._seat, since=self._told):
            if event.code not in ("decided", "ended"):
                self._terminal.show(self._scene.event(event))
        self._told = self._game.seq

    def _tell_news(self) -> None:
        """Tell what has happened since the person was last told."""
        events = self._game.events(self._seat, since=self._told)
        self._told = self._game.seq
        news = self._scene.news(events)
        if news is not None:
            self._terminal.show(news)

    def _show_table(self) -> None:
        view = self._game.view(self._seat)
        self._terminal.show(self._scene.table(view, self._terminal.out.width))
        self._show_if(claimable(self._scene, view, self._terminal.out.height))

    def _show_tickets(self, _: str) -> None:
        view = self._game.view(self._seat)
        self._terminal.show(*self._scene.tickets(view))
        draw = command("command.draw", self._talk)
        tickets = command("command.tickets", self._talk)
        self._terminal.say("cli.mine_hint", style="dim", command=f"{draw} {tickets}")

    def _show_routes(self, rest: str) -> None:
        view = self._game.view(self._seat)
        if not rest:
            if not self._show_if(claimable(self._scene, view)):
                self._terminal.say("cli.routes.none")
            return
        try:
            city = self._game.board.city(rest)
        except UnknownName as error:
            self._refuse(error)
            return
        number = self._game.board.city_index[city.id]
        self._terminal.show(city_routes(self._scene, view, number))

    def _show_log(self, _: str) -> None:
        self._show_if(self._scene.news(self._game.events(self._seat), all_of_them=True))

    def _show_if(self, thing: RenderableType | None) -> bool:
        if thing is not None:
            self._terminal.show(thing)
        return thing is not None

    def _help(self, _: str) -> None:
        self._terminal.show(guide(self._scene, self._game.view(self._seat)))

    def _undo(self, _: str) -> None:
        try:
            self._game.undo(self._seat)
        except StellwerkError as error:
            self._refuse(error)
            return
        self._tell_own()

    def _offer_undo(self) -> None:
        """Before the others go on, give the person a chance to take a slip back."""
        if not self._game.can_undo(self._seat):
            return
        undo = command("cli.command.undo", self._talk)
        while True:
            try:
                line = self._ask(self._talk("cli.prompt.go_on", command=undo), [undo])
            except EOFError:
                # Nothing more to take back; the next question will notice the end of the input.
                return
            wish = understand(line, "").wish
            if wish is None and not line.strip():
                return
            if wish == "undo":
                self._undo("")
                return
            if wish is not None:
                self._wishes[wish]("")
            elif not self._terminal.interactive:
                # A script goes on with its next turn.
                self._saved_lines.append(line)
                return

    def _save_as(self, rest: str) -> None:
        self._write_record(_place(rest) if rest else self._record)

    def _quit(self, _: str) -> None:
        raise Stopped

    def _write_record(self, path: Path) -> bool:
        """Write the record and tell where; or say why not."""
        try:
            self._game.record().write(path)
        except RecordError as error:
            self._refuse(error)
            return False
        self._terminal.say("cli.saved", style="dim", file=path)
        if self._game.over:
            self._terminal.say("cli.fair", style="dim", file=path)
        return True

    def _keep(self) -> int:
        """Write the record where it belongs, or else to a place that can be written."""
        if self._write_record(self._record):
            return 0
        while self._terminal.interactive:
            try:
                line = self._asker.ask(self._talk("cli.prompt.elsewhere")).strip()
            except (EOFError, KeyboardInterrupt):
                break
            if not line:
                break
            if self._write_record(_place(line)):
                return 0
        self._write_record(spare_record_path(self._record))
        return NOT_KEPT

    def _end(self) -> None:
        """Show the final score."""
        self._tell_news()
        self._terminal.show(result(self._scene, self._game.outcome()))


def _place(typed: str) -> Path:
    """Return the path that a person means; a home that nobody has is taken as a plain name."""
    try:
        return Path(typed).expanduser()
    except RuntimeError:
        return Path(typed)


class Cancelled(StellwerkError):
    """The person chose none of the things offered."""

    code = "cancelled"
