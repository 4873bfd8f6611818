"""A game: set up, asked for its legal moves, given one, and asked again."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import SEATS
from stellwerk.game.arguments import check_move, check_step, text, texts, whole, wrong
from stellwerk.game.attempt import attempt
from stellwerk.game.cards import LOCOMOTIVE_NAME, CardSet
from stellwerk.game.codec import NUMBERS, codec
from stellwerk.game.errors import BadSetup, GameError, GameOver, IllegalMove, StaleState
from stellwerk.game.events import Event, Fact, deal_facts, move_facts, resign_facts
from stellwerk.game.happening import Happening
from stellwerk.game.history import History
from stellwerk.game.lengths import NAME_LENGTH
from stellwerk.game.moves import ClaimRoute, KeepTickets, Move, Payment, PayTunnel
from stellwerk.game.outcome import Outcome, outcome_of
from stellwerk.game.position import SETUP, Position
from stellwerk.game.refusal import refusal
from stellwerk.game.report import dealt, with_report, without_report
from stellwerk.game.seeds import key_of
from stellwerk.game.standing import SeatStanding, standing_of
from stellwerk.game.steps import AUTHORS, By, Earlier, Resign, Step, Undo
from stellwerk.game.view import Shown, View, make_view
from stellwerk.rules import state as kernel
from stellwerk.rules.scratch import SCRATCH

if TYPE_CHECKING:
    from stellwerk.game.record import Record

LEAST_SEATS = 2
_WORD = (1 << 64) - 1
_PAYMENTS = 4096
"""Most payments listed at once; only a rugged route can have more."""

States = np.ndarray[tuple[int], np.dtype[Any]]


class Game:
    """A game of one board, from the deal to the final score.

    >>> game = Game.new("usa", seats=2, seed=42)
    >>> game.phase, game.pending
    ('keep', (0, 1))
    """

    def __init__(
        self,
        board: Board,
        states: States,
        names: Sequence[str],
        key: bytes | None,
        history: History | None = None,
    ) -> None:
        """Take over a state; use ``Game.new`` to deal a game."""
        from stellwerk.rules import entries

        self.board = board
        self.names = tuple(names)
        self.key = key
        """The 32 bytes that decide every shuffle; None when the game was not dealt from a key."""
        snapshot = states.tobytes()
        self.states: States = _states(snapshot)
        """An array of one STATE record, for what calls the kernel; only the game changes it."""
        self._reporting: States | None = None
        """From the first move on, the same state with room for a report."""
        self._reported = 0
        """The entry whose move the report is about; 0: none."""
        self.commitment = "" if key is None else hashlib.sha256(key).hexdigest()
        """The SHA-256 of the key, published at the start; empty without a key."""
        self.loser: int | None = None
        """The seat that gave up and so ended the game."""
        self.shown = Shown()
        """What views have in common."""
        self._history = History(snapshot) if history is None else history
        self._past: Game | None = None
        self._past_seat: int | None = None
        self._codec = codec(board)
        self._moves = np.zeros(1, kernel.MOVE)
        self._spare = np.zeros(1, kernel.MOVE)
        self._into = self._moves.view(np.uint8)
        self._check, self._play = entries.check, entries.play
        self._record = board.record

    @classmethod
    def new(
        cls,
        board: str | Path | Board,
        seats: int = 2,
        seed: int | str | bytes | None = None,
        variant: str | None = None,
        names: Sequence[str] | None = None,
    ) -> Game:
        """Deal a new game.

        The seed decides every shuffle: a number or text gives the same game again, 32 bytes are
        taken as the key itself, and without a seed the key is random and cannot be guessed.
        """
        if not isinstance(board, str | Path | Board):
            raise wrong("board", "board", board)
        if variant is not None:
            text("variant", variant)
        if not isinstance(board, Board):
            board = Board.load(board, variant)
        elif variant is not None and variant != board.variant.id:
            raise BadSetup("variant_given", variant=variant, board=board.id)
        most = min(SEATS, len(board.player_colours))
        seats = whole("seats", seats)
        if not LEAST_SEATS <= seats <= most:
            raise BadSetup("bad_seats", least=LEAST_SEATS, most=most, seats=seats)
        names = ("",) * seats if names is None else texts("names", names)
        if len(names) != seats:
            raise BadSetup("bad_names", seats=seats, given=len(names))
        if any(len(name) > NAME_LENGTH for name in names):
            raise BadSetup("long_name", most=NAME_LENGTH)
        key = key_of(seed)
        return cls(board, without_report(dealt(board, key, seats)), names, key)

    @classmethod
    def restore(
        cls,
        board: Board,
        snapshot: bytes,
        names: Sequence[str],
        key: bytes | None,
        seq: int,
        earlier: Sequence[Earlier] = (),
        loser: int | None = None,
    ) -> Game:
        """Go on from a stored snapshot; the game does not know the steps that led to it.

        ``earlier`` are moves that led there and may still be taken back, oldest first; ``loser``
        is the seat that gave up, where that ended the game.
        """
        history = History(snapshot, seq, earlier)
        game = cls(board, _states(snapshot), names, key, history)
        game.loser = loser
        return game

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.names)

    @property
    def seq(self) -> int:
        """The number of entries so far."""
        return self._history.seq

    @property
    def steps(self) -> Sequence[Step]:
        """All that was decided, takebacks included."""
        return self._history.steps

    @property
    def line(self) -> tuple[int, ...]:
        """The known entries that led here, without those taken back."""
        history = self._history
        return tuple(history.base + number + 1 for number in history.line)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led here, without those taken back."""
        steps = (self.steps[number].move for number in self._history.line)
        return tuple(move for move in steps if not isinstance(move, Undo | Resign))

    @property
    def position(self) -> Position:
        """The state as it is now, to be read."""
        return Position(self.board, self.states.tobytes())

    @property
    def phase(self) -> str:
        """What is to be decided: mix, keep, pieces, turn, second, ticket_choice, tunnel or over."""
        return self.position.phase

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.position.pending

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.states["turn"][0])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.states["pending"][0]

    def legal_moves(self, seat: int | None = None) -> list[Move]:
        """Return the legal moves of a seat, or of the first that owes a decision.

        Each target stands there once for every colour that can pay for it; ``payments`` has all.
        """
        from stellwerk.rules import entries

        chosen = self._deciding(seat)
        if chosen is None or not int(self.states["pending"][0]) >> chosen & 1:
            return []
        moves = np.zeros(kernel.MOVES, kernel.MOVE)
        count = entries.legal(self.states, 0, self._record, chosen, moves)
        return list(self._codec.read(moves, count, self.position.offer(chosen)))

    def payments(
        self, kind: type[Payment], target: str = "", seat: int | None = None
    ) -> list[CardSet]:
        """Return every set of cards that pays for a route or a city, given its id.

        The thriftiest come first: by the number of locomotives, then in the order of the board's
        colours. For ``PayTunnel`` there is no target.
        """
        from stellwerk.rules import entries

        if kind not in get_args(Payment):
            raise wrong("kind", "payment", kind)
        text("target", target)
        chosen = self._deciding(seat)
        if chosen is None:
            return []
        number = 0
        if kind is ClaimRoute:
            number = self.board.route_index.get(target, -1)
        elif kind is not PayTunnel:
            number = self.board.city_index.get(target, -1)
        moves = np.zeros(_PAYMENTS, kernel.MOVE)
        count = entries.payments(self.states, 0, self._record, chosen, NUMBERS[kind], number, moves)
        found = self._codec.read(moves, count, ())
        paid = [CardSet(move.cards) for move in found if isinstance(move, kind)]
        return sorted(paid, key=lambda cards: cards.get(LOCOMOTIVE_NAME, 0))

    def check(self, move: Move | str, seat: int | None = None) -> None:
        """Raise an error that says why a move is refused, if it is."""
        move = self._understand(move, seat)
        if reason := self._reason(move):
            raise self._refusal(reason, move)

    def is_legal(self, move: Move) -> bool:
        """Tell whether a move is legal."""
        try:
            self.check(move)
        except IllegalMove:
            return False
        return True

    def play(
        self,
        move: Move | str,
        seat: int | None = None,
        by: By = "person",
        *,
        expected: int | None = None,
        at: float | None = None,
    ) -> Happening:
        """Play a move and return what it brought; a refused move raises and changes nothing.

        A text is understood as a move of ``seat``, or of the seat that is to decide. ``expected``
        is the ``seq`` the move was meant for; ``at`` is when it was made, if not now.
        """
        if expected is not None and expected != self.seq:
            raise StaleState("stale_state", expected=expected, seq=self.seq)
        check_step(by, at, AUTHORS)
        move = self._understand(move, seat)
        self._write(move)
        if self._reporting is None:
            self._reporting = with_report(self.states.tobytes())
            self.states = without_report(self._reporting)
        if reason := self._play(self._reporting, 0, self._record, self._moves, 0, self._spare):
            raise self._refusal(int(reason), move)
        when = time.time() if at is None else at
        history = self._history
        history.add(Step(move.seat, by, when, move, self.states.tobytes()))
        self._reported = history.seq
        return Happening(self, history.seq, move.seat)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know, or a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return make_view(self, seat)

    def events(self, viewer: int | None = None, since: int = -1) -> list[Event]:
        """Return what has happened after step ``since``, as a seat or a spectator may know it.

        Step 0 is the deal, step n what the n-th entry brought.
        """
        found: list[Event] = []
        first, base = max(since, -1) + 1, self._history.base
        if self._past is not None:
            known = self._past.events(viewer if viewer == self._past_seat else None, since)
            found += [event for event in known if event.seq <= base]
        if base or self._past is not None:
            first = max(first, base + 1)
        for seq in range(first, self.seq + 1):
            found += [fact.shown_to(viewer, seq) for fact in self.facts(seq)]
        return found

    def facts(self, seq: int) -> Iterator[Fact]:
        """Tell all that happened in one step, secrets included; not for players."""
        after = Position(self.board, self.snapshot(seq))
        if seq == 0:
            return deal_facts(after)
        step = self.steps[seq - self._history.base - 1]
        if isinstance(step.move, Undo):
            far = {} if step.move.step is None else {"far": True}
            return iter((Fact("undone", {"seat": step.seat, "step": step.undone, **far}),))
        if isinstance(step.move, Resign):
            return resign_facts(after, step.seat, self._winners)
        before = Position(self.board, self.snapshot(seq - 1))
        reported = self._reporting if seq == self._reported else None
        return move_facts(before, after, step.move, self._winners, reported)

    def snapshot(self, seq: int) -> bytes:
        """Return the bytes of the state after a step; step 0 is the deal."""
        if not self._history.base <= whole("seq", seq) <= self.seq:
            raise BadSetup("no_such_step", seq=seq, last=self.seq)
        return self._history.snapshot(seq)

    def decided_by(self, seat: int) -> int:
        """Return the last step in which a seat decided, or 0."""
        return self._history.decided.get(seat, 0)

    def outcome(self) -> Outcome:
        """Return every part of every score, and who wins; before the end: as if it ended now."""
        return outcome_of(self.position, self.states, self.loser)

    def standing(self, seat: int | None = None) -> tuple[SeatStanding, ...]:
        """Return how the score stands, as far as a seat or a spectator may know it."""
        return standing_of(self.outcome(), seat)

    def can_undo(self, seat: int | None = None) -> bool:
        """Tell whether the last move may be taken back, by this seat if one is given.

        It may until something hidden was shown or another seat has decided.
        """
        able = self.can_take_back
        return able is not None and seat in (None, able)

    @property
    def can_take_back(self) -> int | None:
        """The seat that may take the last move back, if one may."""
        last = self._history.last
        if last is None:
            return None
        # Whatever was played since has been taken back.
        before, after = Position(self.board, last.before), self.position
        if after.phase == "over" or (before.phase in SETUP and before.phase != after.phase):
            return None
        return last.seat if before.hides_the_same(after) else None

    def undo(
        self,
        seat: int | None = None,
        by: By = "person",
        *,
        at: float | None = None,
        step: int | None = None,
    ) -> None:
        """Take the last move back; the record keeps both the move and the takeback.

        With ``step``, the number of a move of this seat, all from there on is taken back, whatever
        it has shown: for those who play alone, or against bots.
        """
        check_step(by, at, AUTHORS)
        last = self._history.last if step is None else self._made(seat, step)
        if last is None and not self._history.base:
            raise IllegalMove("nothing_to_undo")
        if last is None or (step is None and not self.can_undo(seat)):
            raise IllegalMove("cannot_undo")
        self.states.view(np.uint8)[:] = np.frombuffer(last.before, np.uint8)
        when = time.time() if at is None else at
        undo = Undo(last.seat, step)
        self._history.add(Step(last.seat, by, when, undo, last.before, last.seq))

    def resign(self, seat: int, by: By = "person", *, at: float | None = None) -> None:
        """Let a seat give up: of two seats it loses at once, whatever the points.

        With more seats nothing else changes: the caller goes on in its place, with a bot's moves.
        What was decided before cannot be taken back any more.
        """
        check_step(by, at, AUTHORS)
        self._check_seat(seat)
        if self.over:
            raise GameOver("game_over")
        if self.seats == LEAST_SEATS:
            self.states["phase"][0], self.states["pending"][0] = kernel.OVER, 0
            self.loser = seat
        when = time.time() if at is None else at
        self._history.add(Step(seat, by, when, Resign(seat), self.states.tobytes()))

    def clone(self, at: int | None = None) -> Game:
        """Return an independent game as this one was after step ``at``, or as it is."""
        seq = self.seq if at is None else at
        states = _states(self.snapshot(seq))
        game = Game(self.board, states, self.names, self.key, self._history.until(seq))
        game.commitment = self.commitment
        game._past, game._past_seat = self._past, self._past_seat
        game.loser = self.loser if seq == self.seq else None
        return game

    def forget_past(self, snapshot: bytes) -> None:
        """Keep the state alone, whose snapshot is given: what shows a game needs no more."""
        self._history = History(snapshot, self.seq)
        self.states, self._reporting, self._reported = _states(snapshot), None, 0

    def redealt(self, seat: int | None, rng: int | None = None) -> Game:
        """Return a game in which all that a seat cannot know is a fair sample.

        It knows of the past only what the seat was told, and cannot be recorded or taken back.
        """
        from stellwerk.rules import entries

        if seat is not None:
            self._check_seat(seat)
        states = _states(self.states.tobytes())
        scratch = np.zeros(1, SCRATCH)
        scratch["rng"][0] = secrets.randbits(64) if rng is None else rng & _WORD
        entries.redeal(states, 0, self._record, -1 if seat is None else seat, scratch)
        history = History(states.tobytes(), self.seq, decided=dict(self._history.decided))
        game = Game(self.board, states, self.names, None, history)
        game.commitment = self.commitment
        game._past, game._past_seat = self, seat
        return game

    def record(self) -> Record:
        """Return the whole record, with the key; not for players while the game runs."""
        from stellwerk.game.record import record_of

        return record_of(self)

    def export(self, viewer: int | None = None) -> Record:
        """Return the record as a seat or a spectator may have it; whole once the game is over."""
        from stellwerk.game.record import export

        if viewer is not None:
            self._check_seat(viewer)
        return export(self, viewer)

    def __repr__(self) -> str:
        return f"<Game {self.board.id}/{self.board.variant.id} {self.seats} seats, step {self.seq}>"

    def _winners(self) -> tuple[tuple[int, ...], int]:
        outcome = self.outcome()
        return outcome.winners, outcome.seats[outcome.winners[0]].total

    def _made(self, seat: int | None, step: int) -> Earlier | None:
        """Return a move of a seat by its number, if it still stands in a game that goes on."""
        if self.over:
            return None
        found = self._history.standing(whole("step", step))
        return found if found is not None and found.seat == seat else None

    def _understand(self, move: Move | str, seat: int | None) -> Move:
        if not isinstance(move, str):
            check_move(move)
            return move
        from stellwerk.game.notation import parse_move

        chosen = self._deciding(seat)
        return parse_move(move, self.board, 0 if chosen is None else chosen, self)

    def _refusal(self, reason: int, move: Move) -> GameError:
        """Return why a move is refused; without cards it is judged by what the mover has."""
        if reason == kernel.WRONG_NUMBER and isinstance(move, Payment) and not move.cards:
            target = getattr(move, "route", getattr(move, "city", ""))
            tried = attempt(self, type(move), target, move.seat)
            laid = msgspec.structs.replace(move, cards=tried.cards if tried else CardSet())
            if found := self._reason(laid):
                return refusal(found, self.position, laid, held=True)
        return refusal(reason, self.position, move)

    def _reason(self, move: Move) -> int:
        """Return why a move is refused, or 0."""
        self._write(move)
        return int(self._check(self.states, 0, self._record, self._moves, 0, self._spare))

    def _write(self, move: Move) -> None:
        """Write a move for the kernel."""
        offer: tuple[str, ...] = ()
        if isinstance(move, KeepTickets) and 0 <= move.seat < self.seats:
            offer = self.position.offer(move.seat)
        self._codec.write(move, offer, self._into)

    def _deciding(self, seat: int | None) -> int | None:
        """Return the seat asked for, or the first that owes a decision."""
        if seat is not None:
            self._check_seat(seat)
            return seat
        pending = int(self.states["pending"][0])
        return (pending & -pending).bit_length() - 1 if pending else None

    def _check_seat(self, seat: int) -> None:
        if not 0 <= whole("seat", seat) < self.seats:
            raise BadSetup("no_such_seat", seat=seat, last=self.seats - 1)


def _states(snapshot: bytes) -> States:
    """Return an array of one state, byte for byte, padding between fields included."""
    return np.frombuffer(bytearray(snapshot), kernel.STATE)
