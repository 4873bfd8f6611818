"""The results of a match as a file that grows deal by deal, so that a match can go on later.

The first line says which match it is; every further line is one deal, in any order. A last line
that was cut off in the middle of writing is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from stellwerk._version import __version__
from stellwerk.arena.errors import ResultsError
from stellwerk.arena.games import BONUSES, NOBODY, Games, Numbers
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.match import Portion
from stellwerk.arena.pace import Paces, join_paces
from stellwerk.bots.strategies.tuned import tuned
from stellwerk.rules.version import RULES_VERSION

FORMAT: Final = "stellwerk-arena-1"
_MARK: Final = f'{{"format":"{FORMAT}"'.encode()
"""How our files begin; any other file is left alone."""
_FREE: Final = "."
_SCORES: Final = ("rank", "total", "routes", "tickets", "completed")


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which match it is. A file only ever holds deals of one and the same match."""

    format: str
    version: str
    rules: str
    board: str
    variant: str
    board_hash: str
    bots: tuple[str, ...]
    """In the order in which they sit at first."""
    seats: int
    seconds: float
    """The budget of a decision."""
    planner: str
    """Version and fingerprint of the planner's parameters, which other bots use too."""
    seed: str

    @classmethod
    def of(cls, lineup: Lineup) -> Head:
        """Return the head of a match."""
        parameters = tuned(lineup.board)
        return cls(
            format=FORMAT,
            version=__version__,
            rules=RULES_VERSION,
            board=lineup.board.id,
            variant=lineup.board.variant.id,
            board_hash=lineup.board.hash,
            bots=lineup.bots,
            seats=lineup.seats,
            seconds=lineup.seconds,
            planner=f"{parameters.version} {parameters.fingerprint}",
            seed=lineup.seed,
        )


class GameLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game: numbers by seat."""

    rank: tuple[int, ...]
    total: tuple[int, ...]
    routes: tuple[int, ...]
    tickets: tuple[int, ...]
    completed: tuple[int, ...]
    turns: int
    decisions: int
    owners: str
    """For each route, in the order of the board: its seat, or a dot."""
    held: tuple[tuple[int, int, int], ...]
    """Number of a ticket, its seat, and what it brought."""
    bonuses: dict[str, tuple[int, ...]] = {}
    """By kind, where anybody had one."""


class DealLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deal, from every seating."""

    deal: int
    games: tuple[GameLine, ...]
    paces: Paces = {}


_head = msgspec.json.Decoder(Head)
_line = msgspec.json.Decoder(DealLine)


class ResultsFile:
    """The results file of a match, open for more deals."""

    def __init__(self, path: Path, lineup: Lineup) -> None:
        """Open a file, or begin one; a file of another match is refused."""
        self._lineup = lineup
        self._path = path
        self._known: dict[int, DealLine] = {}
        head, found = Head.of(lineup), read_head(path)
        if found is not None:
            _refuse_other(path, found, head)
            self._known = _read_deals(path, lineup)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _drop_torn_line(path)
            self._file = path.open("ab")
        except OSError as error:
            raise ResultsError("unwritable", path, problem=error.strerror or error) from None
        if found is None:
            self._write(head)
            self._file.flush()

    def played(self, deals: int) -> Portion | None:
        """Return those deals below a number that the file holds, if any."""
        lines = [line for deal, line in sorted(self._known.items()) if deal < deals]
        if not lines:
            return None
        return Portion(_games(self._lineup, lines), join_paces(line.paces for line in lines))

    def append(self, portion: Portion) -> None:
        """Store the deals of a portion; its times go with the first of them."""
        paces = portion.paces
        for line in _deal_lines(portion.games):
            self._write(msgspec.structs.replace(line, paces=paces))
            paces = {}
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, line: msgspec.Struct) -> None:
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise ResultsError("unwritable", self._path, problem=error.strerror or error) from None


def read_head(path: Path) -> Head | None:
    """Return which match a file belongs to; None if it does not exist, or has no whole line yet."""
    try:
        with path.open("rb") as file:
            line = file.readline()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ResultsError("unwritable", path, problem=error.strerror or error) from None
    if not line.endswith(b"\n") and (line.startswith(_MARK) or _MARK.startswith(line)):
        return None
    try:
        head = _head.decode(line)
    except (msgspec.MsgspecError, UnicodeError):
        raise ResultsError("unreadable", path) from None
    if head.format != FORMAT:
        raise ResultsError("unreadable", path)
    return head


def _refuse_other(path: Path, found: Head, wanted: Head) -> None:
    """Refuse a file of another match, and name the first thing that differs."""
    for field in msgspec.structs.fields(Head):
        before, now = getattr(found, field.name), getattr(wanted, field.name)
        if before != now:
            before, now = (
                ",".join(value) if isinstance(value, tuple) else value for value in (before, now)
            )
            raise ResultsError("other", path, field=field.name, found=before, wanted=now)


def _read_deals(path: Path, lineup: Lineup) -> dict[int, DealLine]:
    """Return the deals of a file; only its last line may be cut off."""
    deals: dict[int, DealLine] = {}
    with path.open("rb") as file:
        for number, text in enumerate(file, 1):
            if number == 1 or not text.endswith(b"\n"):
                continue
            try:
                line = _line.decode(text)
            except (msgspec.MsgspecError, UnicodeError):
                raise ResultsError("damaged", path, line=number) from None
            if len(line.games) != lineup.seatings:
                raise ResultsError("damaged", path, line=number)
            deals.setdefault(line.deal, line)
    return deals


def _drop_torn_line(path: Path) -> None:
    """Cut off whatever follows the last line break."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)


def _deal_lines(games: Games) -> Iterator[DealLine]:
    """Return the games as lines, one a deal."""
    owners = _letters(games.owner)
    bonuses = [name for name in BONUSES if getattr(games, name).any()]
    lines: dict[int, list[GameLine]] = {}
    for i in range(len(games)):
        held = np.flatnonzero(games.holder[i] != NOBODY)
        line = GameLine(
            **{name: tuple(getattr(games, name)[i].tolist()) for name in _SCORES},
            turns=int(games.turns[i]),
            decisions=int(games.decisions[i]),
            owners=owners[i],
            held=tuple(
                zip(
                    held.tolist(),
                    games.holder[i, held].tolist(),
                    games.worth[i, held].tolist(),
                    strict=True,
                )
            ),
            bonuses={name: tuple(getattr(games, name)[i].tolist()) for name in bonuses},
        )
        lines.setdefault(int(games.deal[i]), []).append(line)
    for deal, of_deal in lines.items():
        yield DealLine(deal, tuple(of_deal))


def _letters(owner: Numbers) -> list[str]:
    """Return who owns the routes, a text for each game."""
    signs = np.frombuffer(f"01234{_FREE}".encode(), np.uint8)[owner]
    return [row.tobytes().decode() for row in signs]


def _games(lineup: Lineup, lines: list[DealLine]) -> Games:
    """Return lines as games."""
    played = [game for line in lines for game in line.games]
    board = lineup.board
    owner = np.full((len(played), len(board.routes)), NOBODY, np.int8)
    holder = np.full((len(played), len(board.tickets)), NOBODY, np.int8)
    worth = np.zeros((len(played), len(board.tickets)), np.int16)
    none = (0,) * lineup.seats
    for i, game in enumerate(played):
        letters = np.frombuffer(game.owners.encode(), np.uint8)
        owner[i] = np.where(letters == ord(_FREE), NOBODY, letters.astype(np.int8) - ord("0"))
        for ticket, seat, points in game.held:
            holder[i, ticket], worth[i, ticket] = seat, points
    return Games(
        deal=np.repeat([line.deal for line in lines], lineup.seatings),
        bots=np.tile(lineup.sitting, (len(lines), 1)),
        **{name: np.array([getattr(game, name) for game in played], np.int16) for name in _SCORES},
        **{
            name: np.array([game.bonuses.get(name, none) for game in played], np.int16)
            for name in BONUSES
        },
        turns=np.array([game.turns for game in played]),
        decisions=np.array([game.decisions for game in played]),
        owner=owner,
        holder=holder,
        worth=worth,
    )
