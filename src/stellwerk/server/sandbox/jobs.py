"""What is done with the files of strangers: each job runs in a sandbox, never in the server itself.

A job is a small message with all it needs; nothing here knows a database or a table.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from stellwerk.board import Board, BoardError
from stellwerk.board.files import parse
from stellwerk.board.layout import SEATS
from stellwerk.bots.seat_names import names_in
from stellwerk.drawing.files import DrawingError
from stellwerk.drawing.picture import board_svg, map_svg
from stellwerk.drawing.raster import png
from stellwerk.game import Game, Record
from stellwerk.game.events import Event
from stellwerk.game.game import LEAST_SEATS
from stellwerk.game.position import Position
from stellwerk.game.sheet import board_sheet
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Language, Replay, ReplayStep, Told
from stellwerk.server.sandbox.card import HEIGHT, WIDTH, card_svg
from stellwerk.words import tell

MOST_STEPS: Final = 2000
"""Entries of a record that is shown or judged; five bots that move at random need about 500."""
_MOST_SHOWN: Final = 1 << 26
"""Most bytes of a replay before it is zipped; 500 steps of five seats on World need a tenth."""
_MOST_TOLD: Final = 20_000
"""Most characters of a report on what is wrong with a board."""
_ZIPPED: Final = 31
"""Asks zlib for the gzip format."""


class Given(msgspec.Struct, frozen=True, array_like=True):
    """The board that a record says it was played on, if that is not one of ours."""

    id: str
    text: str


class CheckBoard(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Check that a text is a board that can be shown and dealt in all its variants."""

    text: str


class ShowReplay(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Play a record again and tell every step as a seat saw it: a zipped ``Replay``."""

    record: bytes
    board: Given | None
    seat: int | None
    language: Language


class PositionAt(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Play a record again up to a step, and deal again what a seat could not know then."""

    record: bytes
    board: Given | None
    step: int
    seat: int


class CheckRecord(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Check that a record is of a game played to its end."""

    record: bytes
    board: Given | None


class DrawCard(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Draw the picture that stands beside a link, as PNG; with a state what was built in it."""

    board: str
    variant: str
    state: bytes
    lines: tuple[str, ...]
    language: Language


Job = CheckBoard | ShowReplay | PositionAt | CheckRecord | DrawCard


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """A job, and the language in which a refusal is told."""

    language: Language
    job: Job


class Found(msgspec.Struct, frozen=True, array_like=True):
    """A position in which a game may go on."""

    board: str
    variant: str
    names: tuple[str, ...]
    state: bytes


_asked: Final = msgspec.msgpack.Decoder(Asked)
encode: Final = msgspec.msgpack.Encoder().encode
decode: Final = _asked.decode
_step: Final = msgspec.json.Encoder(enc_hook=dict).encode


def do(job: Job) -> bytes:
    """Do a job."""
    match job:
        case CheckBoard(text):
            check_board(text)
            return b""
        case ShowReplay(record, board, seat, language):
            played = _replayed(record, board)
            return b"".join(_zipped(_shown(played, seat, language)))
        case PositionAt(record, board, step, seat):
            played = _replayed(record, board)
            game = position_at(played.game, step, seat)
            found = Found(played.name, game.board.variant.id, game.names, game.states.tobytes())
            return msgspec.msgpack.encode(found)
        case DrawCard():
            return draw_card(job)
        case CheckRecord(record, board):
            if not _replayed(record, board).game.over:
                raise Refusal("review_unfinished")
            return b""


def draw_card(job: DrawCard) -> bytes:
    """Draw the picture of a link."""
    board = Board.load(job.board, job.variant)
    game = None
    if job.state:
        names = ("",) * Position(board, job.state).seats
        game = Game.restore(board, job.state, names, None, 0)
    return png(card_svg(board, job.language, game, job.lines), WIDTH, HEIGHT)


def check_board(text: str) -> None:
    """Read, check, draw and deal a board in all its variants, or refuse it."""
    try:
        tables = parse(text, "board")
        first = Board.from_tables(tables)
        for variant in first.variants:
            board = Board.from_tables(tables, variant=variant.id)
            for seats in range(LEAST_SEATS, SEATS + 1):
                game = Game.new(board, seats, 0)
                game.view(0).to_json()
                game.outcome()
            msgspec.json.encode(board_sheet(board, "en", board.id))
    except BoardError as problem:
        raise Refusal("bad_board", problem=str(problem)[:_MOST_TOLD]) from None
    try:
        map_svg(first, language="en")
        board_svg(first, language="en")
    except DrawingError:
        return  # none of our drawings fits, so nobody will draw it


def position_at(game: Game, step: int, seat: int) -> Game:
    """Return a new game that begins after a step, as far as a seat knows it."""
    before = game.clone(at=step)
    if before.over:
        raise Refusal("replay_over")
    dealt = before.redealt(seat)
    return Game.restore(game.board, dealt.states.tobytes(), game.names, None, 0)


class _Played(NamedTuple):
    game: Game
    name: str
    """What its board is called on this server."""


def _replayed(text: bytes, given: Given | None) -> _Played:
    record = Record.from_json(text)
    if len(record.entries) > MOST_STEPS:
        raise Refusal("replay_too_long", most=MOST_STEPS)
    board = None if given is None else Board.parse(given.text, given.id, record.board.variant)
    game = record.replay(board)
    return _Played(game, game.board.id if given is None else given.id)


def _shown(played: _Played, seat: int | None, language: Language) -> Iterator[bytes]:
    """Yield a ``Replay`` as JSON, piece by piece."""
    game = played.game
    game.view(seat)  # refuses a seat that the game does not have
    assert game.key is not None, "a record is replayed from its key"
    names = names_in(game, language)
    whole = Replay(
        board=played.name,
        variant=game.board.variant.id,
        seat=seat,
        names=names,
        commitment=game.commitment,
        key=game.key.hex(),
        steps=(),
        outcome=game.outcome(),
    )
    head, _, tail = _step(whole).partition(b'"steps":[')
    yield head + b'"steps":['
    for seq in range(game.seq + 1):
        if seq:
            yield b","
        yield _step(_shown_step(game, seq, seat, names, language))
    yield tail


def _shown_step(
    game: Game, seq: int, seat: int | None, names: tuple[str, ...], language: Language
) -> ReplayStep:
    step = game.steps[seq - 1] if seq else None
    loser = game.loser if seq == game.seq else None
    state = Game.restore(game.board, game.snapshot(seq), names, game.key, seq, loser=loser)
    told = [fact.shown_to(seat, seq) for fact in game.facts(seq)]
    return ReplayStep(
        seq=seq,
        seat=None if step is None else step.seat,
        by=None if step is None else step.by,
        time=None if step is None else step.time,
        events=tuple(_told(event, game.board, names, language) for event in told),
        view=msgspec.structs.replace(state.view(seat), moves=(), events=tuple(told)),
    )


def _told(event: Event, board: Board, names: tuple[str, ...], language: Language) -> Told:
    return Told(event.seq, event.code, event.params, tell(event, board, names, language))


def _zipped(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Zip pieces one after the other; refuse what would be too large to be sent."""
    press, size = zlib.compressobj(wbits=_ZIPPED), 0
    for piece in pieces:
        size += len(piece)
        if size > _MOST_SHOWN:
            raise Refusal("replay_too_large", most=_MOST_SHOWN >> 20)
        yield press.compress(piece)
    yield press.flush()
