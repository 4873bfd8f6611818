"""The record of a game: the deal, then every decision with what chance brought.

It only ever grows: a takeback is an entry too, and so is giving up. The whole record holds the
key, so it can be played again and checked; what a viewer gets while the game runs holds no key and
no secret.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from stellwerk.board import Board, StellwerkError, boards
from stellwerk.board.errors import shorten
from stellwerk.game.arguments import wrong
from stellwerk.game.chance import Chance, chance_of, chance_of_deal
from stellwerk.game.errors import RecordError
from stellwerk.game.game import Game
from stellwerk.game.lengths import MOST_BYTES, MOST_ENTRIES, PlayerNames, SeatColours, Word
from stellwerk.game.moves import ChooseMix, ChoosePieces, KeepTickets, Move, SeatMove
from stellwerk.game.position import SETUP, Position
from stellwerk.game.steps import By, Resign, Undo
from stellwerk.rules.version import RULES_VERSION

FORMAT: Final = "stellwerk-record-1"


class BoardName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board that was played on, and the fingerprint of its content."""

    id: Word
    variant: Word
    hash: Word


class Concealed(SeatMove, frozen=True, tag="concealed", omit_defaults=True):
    """A move that the viewer may not know; how many tickets were kept, once all may know it."""

    count: int | None = None


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision."""

    seq: int
    """Counted from 1."""
    seat: int
    by: By
    time: float
    """Seconds since 1970."""
    move: Move | Undo | Resign | Concealed
    outcome: Chance


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that is needed to play a game again, or all of it that a viewer may know."""

    format: Word
    rules: Word
    board: BoardName
    seats: Annotated[int, msgspec.Meta(ge=2, le=5)]
    names: PlayerNames
    colours: SeatColours | msgspec.UnsetType = msgspec.UNSET
    """The colours of the seats, where they are not those of the board in their order."""
    commitment: Word
    """The SHA-256 of the key, known from the start."""
    key: Word | None
    """The key that decides every shuffle; None for a viewer of a running game."""
    viewer: int | None
    """Whose secrets the record holds, when it holds no key; None: nobody's."""
    deal: Chance
    entries: Annotated[tuple[Entry, ...], msgspec.Meta(max_length=MOST_ENTRIES)]

    def to_json(self) -> bytes:
        """Return the record as JSON, one line for each entry."""
        head = msgspec.json.encode(msgspec.structs.replace(self, entries=()))
        lines = b",\n".join(msgspec.json.encode(entry) for entry in self.entries)
        return head[:-2] + b"\n" + lines + b"]}\n"

    @classmethod
    def from_json(cls, text: bytes | str) -> Record:
        """Read a record, or raise RecordError that names the place."""
        if not isinstance(text, bytes | bytearray | memoryview | str):
            raise wrong("text", "record", text)
        if len(text) > MOST_BYTES:
            raise RecordError("too_large", most=MOST_BYTES)
        try:
            start = _start_decoder.decode(text)
            if start.format != FORMAT:
                found = shorten(start.format)
                raise RecordError("format", "format", found=found, known=FORMAT)
            return _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            where, message = _place(problem)
            raise RecordError("malformed", where, problem=message) from None

    def write(self, path: Path | str) -> None:
        """Write the record to a file; the file is never half written."""
        path = _path(path)
        try:
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if path.exists() and not path.is_file():  # a device or a pipe is not replaced
                path.write_bytes(self.to_json())
                return
            part = path.with_name(f"{path.name}.part") if path.name else path
            try:
                part.write_bytes(self.to_json())
                os.replace(part, path)
            finally:
                part.unlink(missing_ok=True)
        except (OSError, ValueError) as problem:
            raise RecordError("unwritable", str(path), problem=_reason(problem)) from None

    @classmethod
    def read(cls, path: Path | str) -> Record:
        """Read a record from a file, or raise RecordError."""
        path = _path(path)
        try:
            with path.open("rb") as file:
                text = file.read(MOST_BYTES + 1)
        except (OSError, ValueError) as problem:
            raise RecordError("unreadable", str(path), problem=_reason(problem)) from None
        return cls.from_json(text)

    def replay(self, board: Board | None = None) -> Game:
        """Play the game again and check every outcome, or raise RecordError.

        It proves the fair deal: the key is the one promised at the start, and all that chance
        brought followed from it. It does not prove who decided what: a record cut short is that of
        an earlier moment. ``board`` is needed for a board that is not shipped.
        """
        return replay(self, board)


def record_of(game: Game) -> Record:
    """Return the whole record of a game, with the key."""
    if game.key is None:
        raise RecordError("no_deal")
    board = game.board
    return Record(
        format=FORMAT,
        rules=RULES_VERSION,
        board=BoardName(board.id, board.variant.id, board.hash),
        seats=game.seats,
        names=game.names,
        colours=_colours(game),
        commitment=game.commitment,
        key=game.key.hex(),
        viewer=None,
        deal=chance_of_deal(Position(board, game.snapshot(0))),
        entries=tuple(_entries(game)),
    )


def _colours(game: Game) -> SeatColours | msgspec.UnsetType:
    chosen = game.board.seat_colours[: game.seats]
    return msgspec.UNSET if chosen == game.board.player_colours[: game.seats] else chosen


def export(game: Game, viewer: int | None) -> Record:
    """Return the record as a viewer may have it: whole at the end, before that without secrets."""
    record = record_of(game)
    if game.over:
        return record
    entries = []
    for number, entry in enumerate(record.entries):
        move = entry.move
        if entry.seat != viewer and not isinstance(move, Undo | Resign | Concealed):
            move = _concealed(game, number, move)
        outcome = entry.outcome.shown_to(viewer, entry.seat)
        entries.append(msgspec.structs.replace(entry, move=move, outcome=outcome))
    return msgspec.structs.replace(
        record,
        key=None,
        viewer=viewer,
        deal=record.deal.shown_to(viewer, None),
        entries=tuple(entries),
    )


def replay(record: Record, board: Board | None = None) -> Game:
    """Play a record again and check every outcome; see ``Record.replay``."""
    board = _check_head(record, board)
    key = _key(record)
    try:
        game = Game.new(board, record.seats, key, names=record.names)
    except StellwerkError as problem:
        raise RecordError("seats", "seats", problem=problem) from None
    _compare("deal", record.deal, chance_of_deal(game.position))
    for number, entry in enumerate(record.entries):
        where = f"entries[{number}]"
        if entry.seq != number + 1:
            raise RecordError("number", where, found=entry.seq, expected=number + 1)
        if entry.seat != entry.move.seat:
            raise RecordError("seat", where, found=entry.seat, expected=entry.move.seat)
        try:
            if isinstance(entry.move, Concealed):
                raise RecordError("concealed", where)
            if isinstance(entry.move, Undo):
                game.undo(entry.seat, entry.by, at=entry.time, step=entry.move.step)
            elif isinstance(entry.move, Resign):
                game.resign(entry.seat, entry.by, at=entry.time)
            else:
                game.play(entry.move, by=entry.by, at=entry.time)
        except RecordError:
            raise
        except StellwerkError as problem:
            raise RecordError("move", where, problem=problem) from None
        _compare(f"{where}.outcome", entry.outcome, _chance(game, number))
    return game


def _check_head(record: Record, board: Board | None) -> Board:
    """Refuse a record of another format, other rules or another board."""
    if record.format != FORMAT:
        raise RecordError("format", "format", found=shorten(record.format), known=FORMAT)
    if record.rules != RULES_VERSION:
        raise RecordError("rules", "rules", found=shorten(record.rules), known=RULES_VERSION)
    name = record.board
    if board is None:
        try:
            if name.id not in boards():
                known = ", ".join(boards())
                raise RecordError("board", "board.id", board=shorten(name.id), problem=known)
            board = Board.load(name.id, name.variant)
        except LookupError as problem:
            raise RecordError("board", "board", board=name.id, problem=str(problem)) from None
    if (name.id, name.variant) != (board.id, board.variant.id):
        found, known = shorten(f"{name.id}/{name.variant}"), f"{board.id}/{board.variant.id}"
        raise RecordError("variant", "board", found=found, known=known)
    if name.hash != board.hash:
        raise RecordError(
            "hash", "board.hash", found=shorten(name.hash[:12]), known=board.hash[:12]
        )
    try:
        return board.coloured(record.colours or ())
    except LookupError as problem:
        raise RecordError("malformed", "colours", problem=str(problem)) from None


def _key(record: Record) -> bytes:
    """Return the key, if it is the one that was promised."""
    if record.key is None:
        raise RecordError("no_key", "key")
    if not re.fullmatch(r"[0-9a-f]{64}", record.key):
        raise RecordError("key", "key")
    key = bytes.fromhex(record.key)
    if hashlib.sha256(key).hexdigest() != record.commitment:
        raise RecordError("commitment", "commitment")
    return key


def _compare(where: str, found: Chance, expected: Chance) -> None:
    for field in Chance.__struct_fields__:
        was, now = getattr(found, field), getattr(expected, field)
        if was != now and not _untold(field, found, expected):
            shown = {"found": shorten(_plain(was)), "expected": shorten(_plain(now))}
            raise RecordError("outcome", where, field=field, **shown)


def _untold(field: str, found: Chance, expected: Chance) -> bool:
    """Tell whether earlier versions wrote this outcome differently, or left it out."""
    # They could tell of displays that were cleared while a tunnel was still to be paid for.
    imagined = expected.turned is not None and bool(found.cleared) and not expected.cleared
    if field == "cleared":
        return imagined or not found.cleared
    if field == "shuffled":
        return imagined or set(found.shuffled) < set(expected.shuffled)
    return field == "turned" and bool(expected.cleared) and not found.cleared


def _path(path: object) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise wrong("path", "path", path)
    return Path(path)


def _reason(problem: Exception) -> str:
    """Return what the system says, without the path, which is named anyway."""
    return getattr(problem, "strerror", None) or str(problem)


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _entries(game: Game) -> Iterator[Entry]:
    for number, step in enumerate(game.steps):
        outcome = _chance(game, number)
        yield Entry(number + 1, step.seat, step.by, step.time, step.move, outcome)


def _chance(game: Game, number: int) -> Chance:
    move = game.steps[number].move
    if isinstance(move, Undo | Resign):
        return Chance()
    before = Position(game.board, game.snapshot(number))
    return chance_of(before, Position(game.board, game.snapshot(number + 1)), move)


def _concealed(game: Game, number: int, move: Move) -> Move | Concealed:
    """Return what others may know of a move (C-24, C-25)."""
    if not isinstance(move, KeepTickets | ChooseMix | ChoosePieces):
        return move
    phase = Position(game.board, game.snapshot(number)).phase
    sealed = phase in SETUP and (game.phase == phase or number + 1 not in game.line)
    if sealed:
        return Concealed(move.seat)
    return Concealed(move.seat, len(move.tickets)) if isinstance(move, KeepTickets) else move


class _Start(msgspec.Struct):
    """The fields that records of every format begin with."""

    format: str


_start_decoder = msgspec.json.Decoder(_Start)
_decoder = msgspec.json.Decoder(Record)


def _place(problem: Exception) -> tuple[str, str]:
    """Take apart where a text is damaged and how."""
    message = str(problem) or type(problem).__name__
    found = re.fullmatch(r"(?s)(.*) - at `\$\.?(.*)`", message)
    return (found[2], found[1]) if found else ("", message)
