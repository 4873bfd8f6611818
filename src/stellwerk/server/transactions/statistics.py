"""Statistics of a guest, added up by the database from the rows of its finished games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np
from sqlalchemy import ColumnElement, Connection, Row, func, select

from stellwerk.board import Board, StellwerkError
from stellwerk.server.histories import (
    AccuracyPoint,
    BoardCount,
    Built,
    BuiltRoute,
    LessonCount,
    MeanParts,
    Results,
    SeatsResults,
    Statistics,
    VariantResults,
)
from stellwerk.server.store import schema
from stellwerk.server.transactions.boards import board_of
from stellwerk.server.transactions.games import learned_of

_REVIEWED: Final = 500
"""The last reviewed games, whose lessons are counted."""
_CURVE: Final = 60
"""Points of the curve of accuracy."""
_games = schema.games.c
PARTS: Final = (
    *("points", "routes", "tickets", "tickets_lost", "completed", "longest_path"),
    *("most_tickets", "stations", "harbours", "exchange"),
)
_added_up = select(
    *(_games.board, _games.variant, _games.seats, _games.counted, _games.ending),
    func.count().label("games"),
    func.count(_games.share).label("ranked"),
    func.sum(_games.share).label("won"),
    func.count(_games.routes).label("scored"),
    *(func.sum(_games[name]).label(name) for name in PARTS),
).group_by(_games.board, _games.variant, _games.seats, _games.counted, _games.ending)


class Choice(NamedTuple):
    """Which games are looked at."""

    board: str | None = None
    since: float = 0.0


def statistics_of(connection: Connection, guest: str, choice: Choice) -> Statistics:
    """Return how a guest plays."""
    mine: list[ColumnElement[bool]] = [_games.guest_id == guest, _games.listed]
    if choice.since:
        mine.append(_games.ended >= choice.since)
    sums = connection.execute(_added_up.where(*mine)).all()
    here = [row for row in sums if choice.board in (None, row.board)]
    counted = [row for row in here if row.counted]
    if choice.board is not None:
        mine.append(_games.board == choice.board)
    points, reviewed, lessons = _reviews(connection, mine)
    return Statistics(
        boards=_boards(sums),
        board=choice.board,
        results=_results(counted),
        not_counted=sum(row.games for row in here if not row.counted),
        seats=tuple(
            SeatsResults(seats, _results(rows)) for (seats,), rows in _grouped(counted, "seats")
        ),
        variants=tuple(
            VariantResults(board, variant, _results(rows), _mean_points(rows))
            for (board, variant), rows in _grouped(counted, "board", "variant")
        ),
        parts=_parts(counted),
        built=None if choice.board is None else _built(connection, mine, choice.board),
        accuracy=points,
        reviewed=reviewed,
        lessons=lessons,
    )


def _boards(rows: Iterable[Row[Any]]) -> tuple[BoardCount, ...]:
    counts: dict[str, int] = defaultdict(int)
    for row in rows:
        counts[row.board] += row.games
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return tuple(BoardCount(board, games) for board, games in ordered)


def _grouped(
    rows: Iterable[Row[Any]], *columns: str
) -> list[tuple[tuple[Any, ...], list[Row[Any]]]]:
    groups: dict[tuple[Any, ...], list[Row[Any]]] = defaultdict(list)
    for row in rows:
        groups[tuple(getattr(row, name) for name in columns)].append(row)
    return sorted(groups.items())


def _results(rows: Iterable[Row[Any]]) -> Results:
    ranked = [row for row in rows if row.ranked]
    return Results(
        games=sum(row.ranked for row in ranked),
        won=round(float(sum(row.won for row in ranked)), 6),
        fair=sum(row.ranked / row.seats for row in ranked),
    )


def _played(rows: Iterable[Row[Any]]) -> list[Row[Any]]:
    """Return what was played to its end: points of a game that somebody gave up say little."""
    return [row for row in rows if row.ending == "played" and row.scored]


def _mean_points(rows: Iterable[Row[Any]]) -> float | None:
    played = _played(rows)
    games = sum(row.scored for row in played)
    return sum(row.points for row in played) / games if games else None


def _parts(rows: Iterable[Row[Any]]) -> MeanParts | None:
    played = _played(rows)
    games = sum(row.scored for row in played)
    if not games:
        return None
    mean = {name: float(sum(getattr(row, name) for row in played)) / games for name in PARTS}
    gained = mean.pop("tickets") - mean["tickets_lost"]
    return MeanParts(games=games, tickets_gained=gained, **mean)


def _built(connection: Connection, mine: list[ColumnElement[bool]], board: str) -> Built:
    """Add up the routes of games; those of a board file that has changed since are left out."""
    wanted = select(_games.variant, _games.board_hash, _games.built).where(
        *mine, _games.counted, _games.ending == "played", _games.built.is_not(None)
    )
    bits: dict[tuple[str, str], list[bytes]] = defaultdict(list)
    for variant, version, built in connection.execute(wanted):
        bits[variant, version].append(built)
    games, counts = 0, dict[str, int]()
    for (variant, version), rows in bits.items():
        known = _board_at(connection, board, variant, version)
        if known is None:
            continue
        table = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
        sums = np.unpackbits(table, axis=1, bitorder="little").sum(axis=0)
        games += len(rows)
        for route, times in zip(known.routes, sums.tolist(), strict=False):
            if times:
                counts[route.id] = counts.get(route.id, 0) + times
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return Built(games, tuple(BuiltRoute(route, times) for route, times in ordered))


def _board_at(connection: Connection, board: str, variant: str, version: str) -> Board | None:
    """Return a board if it is still the one that was played on."""
    try:
        known = board_of(connection, board, variant)
    except (StellwerkError, LookupError):
        return None
    return known if known.hash == version else None


def _reviews(
    connection: Connection, mine: list[ColumnElement[bool]]
) -> tuple[tuple[AccuracyPoint, ...], int, tuple[LessonCount, ...]]:
    """Return accuracy over time, and what reviews have found most often."""
    wanted = (
        select(_games.table_id, _games.ended, _games.board, _games.accuracy, _games.lessons)
        .where(*mine, _games.accuracy.is_not(None))
        .order_by(_games.ended.desc())
        .limit(_REVIEWED)
    )
    rows = connection.execute(wanted).all()
    games: dict[str, int] = defaultdict(int)
    points: dict[str, float] = defaultdict(float)
    for row in rows:
        learned = [] if row.lessons is None else learned_of(row.lessons)
        for code in {each.code for each in learned}:
            games[code] += 1
        for each in learned:
            points[each.code] += each.points
    ordered = sorted(games, key=lambda code: (-games[code], -points[code], code))
    curve = tuple(
        AccuracyPoint(row.table_id, row.ended, row.board, row.accuracy)
        for row in reversed(rows[:_CURVE])
    )
    lessons = tuple(LessonCount(code, games[code], round(points[code], 1)) for code in ordered)
    return curve, len(rows), lessons
