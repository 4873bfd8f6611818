"""The report of a match: who is better and how certain that is, and what the games were like."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from stellwerk._version import __version__
from stellwerk.arena.games import BONUSES, Games
from stellwerk.arena.hold import Held
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.pace import KERNEL, Pace
from stellwerk.arena.report.board import routes_panel, tickets_panel
from stellwerk.arena.report.plots import Bar, Dot, bars, dots, histogram, legend
from stellwerk.arena.report.voice import Voice
from stellwerk.arena.share import Share
from stellwerk.arena.standing import Row, Standing
from stellwerk.arena.worth import route_worths, ticket_worths
from stellwerk.bots.budget import budget_of
from stellwerk.bots.strategies.tuned import tuned
from stellwerk.drawing.markup import tag, text
from stellwerk.drawing.model import Drawing
from stellwerk.pages.axis import Axis
from stellwerk.pages.html import Cell, header, page, pair, panel, sentences, table

_FEW = 30
"""With fewer deals an interval says little."""
_CLASSES = 30
"""Columns of a histogram, about."""


def match_report(
    lineup: Lineup, held: Held, drawing: Drawing | None, voice: Voice, command: str
) -> str:
    """Return the report of a match as one HTML page; ``command`` repeats the match."""
    standing = Standing.of(lineup, held.games)
    title = voice("title", bots=" · ".join(lineup.labels))
    return page(
        title,
        voice.language,
        _header(voice, lineup, standing, title),
        _verdict(voice, lineup, standing, held),
        _ranking(voice, standing),
        pair(_ratings(voice, standing), _cross_table(voice, lineup, standing))
        if len(lineup.names) > 1
        else "",
        _parts(voice, standing),
        pair(seats_panel(voice, standing), lengths_panel(voice, held.games)),
        _times(voice, lineup, held),
        routes_panel(voice, lineup.board, drawing, route_worths(held.games)),
        tickets_panel(voice, lineup.board, ticket_worths(held.games)),
        _method(voice, command),
    )


def _header(voice: Voice, lineup: Lineup, standing: Standing, title: str) -> str:
    board, parameters = lineup.board, tuned(lineup.board)
    facts = voice(
        "facts",
        board=board.names[voice.language],
        variant=board.variant.names[voice.language],
        seats=lineup.seats,
        games=voice.count(standing.games),
        deals=voice.count(standing.deals),
        seatings=lineup.seatings,
        seed=lineup.seed,
    )
    origin = voice(
        "origin",
        version=__version__,
        hash=board.hash[:8],
        planner=f"{parameters.version}/{parameters.fingerprint}",
    )
    return header(title, facts, origin)


def _verdict(voice: Voice, lineup: Lineup, standing: Standing, held: Held) -> str:
    told: list[tuple[str, str]] = []
    ranking = standing.ranking
    for better, worse in pairwise(ranking):
        told.append(_comparison(voice, lineup, standing, better, worse))
    told.append(("so", voice("winners", points=voice.interval(standing.winners_points))))
    told.append(seat_sentence(voice, standing))
    if KERNEL in held.paces:
        mean = voice.duration(held.paces[KERNEL].mean)
        told.append(("so", voice("times_kernel", mean=mean)))
    if standing.deals < _FEW:
        told.append(("open", voice("few_deals", deals=standing.deals)))
    for bot, label in zip(lineup.names, lineup.labels, strict=True):
        pace = held.paces.get(bot, Pace())
        if pace.overruns or pace.forfeits:
            counts = {"overruns": pace.overruns, "forfeits": pace.forfeits}
            told.append(("no", voice("trouble", bot=label, **counts)))
    return tag("section", tag("h2", text(voice("verdict"))), sentences(told), cls="panel verdict")


def _comparison(
    voice: Voice, lineup: Lineup, standing: Standing, better: Row, worse: Row
) -> tuple[str, str]:
    """Say whether one bot is certainly better than the next."""
    share = standing.ahead[lineup.names.index(better.bot)][lineup.names.index(worse.bot)]
    assert share is not None, "two different bots always meet"
    given = {"better": better.label, "worse": worse.label, "share": voice.interval(share, 100)}
    lead = share.mean - 0.5
    if abs(lead) > share.margin:
        return "yes", voice("certain" if lead > 0 else "certain_ahead", **given)
    if not lead:
        return "open", voice("even", **given)
    wanted = math.ceil(standing.deals * (share.margin / abs(lead)) ** 2)
    return "open", voice("uncertain", deals=voice.count(wanted), **given)


def seat_sentence(voice: Voice, standing: Standing) -> tuple[str, str]:
    """Say whether some seat is better than the others."""
    best = max(range(len(standing.seats)), key=lambda seat: standing.seats[seat].points.mean)
    share = standing.seats[best].points
    given = {"seat": best + 1, "points": voice.interval(share, sign="+")}
    if share.mean > share.margin:
        return "so", voice("seat_better", **given)
    return "so", voice("seats_even")


def _ranking(voice: Voice, standing: Standing) -> str:
    names = ("bot", "chairs", "wins", "points", "route_points", "ticket_points", "bonuses", "done")
    rows: list[list[Cell | str]] = [
        [
            Cell(row.label, "name"),
            str(row.seats),
            voice.interval(row.wins, 100),
            voice.interval(row.points),
            voice.number(row.routes),
            voice.number(row.tickets),
            voice.number(row.bonus),
            f"{voice.number(row.completed, 2)} / {voice.number(row.held, 2)}",
        ]
        for row in standing.ranking
    ]
    return panel(
        voice("ranking"), voice("ranking_note"), table([voice(name) for name in names], rows)
    )


def _ratings(voice: Voice, standing: Standing) -> str:
    rows = [
        Dot(
            row.label,
            row.rating.low,
            row.rating.rating,
            row.rating.high,
            f"{row.rating.rating:.0f}",
        )
        for row in sorted(standing.rows, key=lambda row: -(row.rating.rating if row.rating else 0))
        if row.rating
    ]
    plot = dots(rows, lambda value: f"{value:.0f}")
    return panel(voice("ratings"), voice("ratings_note"), plot)


def _cross_table(voice: Voice, lineup: Lineup, standing: Standing) -> str:
    order = [lineup.names.index(row.bot) for row in standing.ranking]
    heads = "".join(tag("th", text(lineup.labels[number]), scope="col") for number in order)
    rows = []
    for number in order:
        cells = [tag("td", text(lineup.labels[number]), cls="name")]
        cells += [_meeting(voice, standing.ahead[number][other]) for other in order]
        rows.append(tag("tr", *cells))
    head = tag("thead", tag("tr", tag("th", "&#8203;"), heads))
    cross = tag("table", head, tag("tbody", *rows), cls="cross")
    return panel(voice("cross"), voice("cross_note"), tag("div", cross, cls="scroll", tabindex=0))


def _meeting(voice: Voice, share: Share | None) -> str:
    if share is None:
        return tag("td", "–", cls="cell muted")
    colour = "accent" if share.mean >= 0.5 else "danger"
    strength = round(55 * abs(share.mean - 0.5) * 2)
    return tag(
        "td",
        text(voice.number(share.mean * 100)),
        tag("small", text(f"± {voice.number(share.margin * 100)}")),
        cls="cell",
        style=f"background:color-mix(in oklab,var(--{colour}) {strength}%,var(--panel))",
    )


def _parts(voice: Voice, standing: Standing) -> str:
    rows = [
        Bar(
            row.label,
            (
                ("routes", row.routes),
                ("gained", row.gained),
                *((name, row.bonuses[name]) for name in BONUSES if name in row.bonuses),
                ("lost", row.lost),
            ),
            voice.number(row.points.mean),
        )
        for row in standing.ranking
    ]
    kinds = ("routes", "gained", *(name for name in BONUSES if name in standing.rows[0].bonuses))
    keys = legend([(kind, voice(f"part.{kind}")) for kind in (*kinds, "lost")])
    plot = bars(rows, lambda value: voice.number(value, 0))
    return panel(voice("parts"), voice("parts_note"), plot, keys)


def seats_panel(voice: Voice, standing: Standing, title: str = "") -> str:
    """Return what each seat is worth."""
    rows = [
        Dot(
            voice("seat", number=number),
            seat.points.mean - seat.points.margin,
            seat.points.mean,
            seat.points.mean + seat.points.margin,
            voice("seat_figure", points=voice.number(seat.points.mean, 1, "+"),
                  wins=voice.per_cent(seat.wins.mean, 1)),
        )
        for number, seat in enumerate(standing.seats, 1)
    ]  # fmt: skip
    plot = dots(rows, lambda value: voice.signed(value, _digits(rows)), zero=0.0)
    return panel(title or voice("seats"), voice("seats_note"), plot)


def _digits(rows: list[Dot]) -> int:
    """Return how many digits the marks of an axis need."""
    spread = max(row.high for row in rows) - min(row.low for row in rows)
    return 0 if spread > 4 else 1


def lengths_panel(voice: Voice, games: Games) -> str:
    """Return how long games are, in turns of one player."""
    turns = games.turns / games.seats
    low, high = float(turns.min()), float(turns.max())
    step = max(1.0, math.ceil((high - low + 1) / _CLASSES))
    first = math.floor(low)
    counts, _ = np.histogram(turns, np.arange(first, high + step + 1e-9, step))
    plot = histogram(counts.tolist(), first, step, lambda value: voice.number(value, 0))
    decisions = games.decisions / games.seats
    note = voice(
        "lengths_note",
        mean=voice.number(float(turns.mean())),
        low=voice.number(float(np.quantile(turns, 0.05)), 0),
        high=voice.number(float(np.quantile(turns, 0.95)), 0),
        decisions=voice.number(float(decisions.mean())),
    )
    return panel(voice("lengths"), note, plot)


def _times(voice: Voice, lineup: Lineup, held: Held) -> str:
    if KERNEL in held.paces:
        return ""
    rows: list[list[Cell | str]] = []
    marks = []
    for bot, label in zip(lineup.names, lineup.labels, strict=True):
        pace_of = held.paces[bot]
        late, budget = pace_of.quantile(0.99), budget_of(bot, lineup.seconds)
        counts = [Cell(str(n), "bad" if n else None) for n in (pace_of.overruns, pace_of.forfeits)]
        times = (pace_of.mean, late, pace_of.slowest, budget)
        rows.append([Cell(label, "name"), *(voice.duration(each) for each in times), *counts])
        slow = max(late or pace_of.mean, 1e-6)
        marks.append(
            Dot(label, math.log10(max(1e-6, pace_of.mean)), math.log10(slow),
                math.log10(slow), voice.duration(late))
        )  # fmt: skip
    ends = [end for mark in marks for end in (mark.low, mark.high)]
    axis = Axis(math.floor(min(ends)), math.ceil(max(ends) + 1e-9))
    plot = dots(marks, lambda value: voice.duration(10.0**value), axis=axis)
    names = ("bot", "mean", "late", "slowest", "budget", "overruns", "forfeits")
    return panel(
        voice("times"), voice("times_note"), plot, table([voice(name) for name in names], rows)
    )


def _method(voice: Voice, command: str) -> str:
    return panel(
        voice("method"),
        "",
        tag("p", text(voice("method_text"))),
        tag("pre", tag("code", text(command))),
    )
