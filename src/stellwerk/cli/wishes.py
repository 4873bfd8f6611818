"""What a person may ask for on the command line, where it is more than a few options.

Help texts are keys of the word catalogue; the manual says them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

Board = Annotated[str, Parameter(help="cli.help.board")]
Variant = Annotated[str | None, Parameter(help="cli.help.variant")]
Seats = Annotated[int, Parameter(help="cli.help.seats")]
Games = Annotated[int, Parameter(help="cli.help.games")]
Bots = Annotated[str, Parameter(help="cli.help.bots")]
Seed = Annotated[str | None, Parameter(help="cli.help.seed")]

Database = Annotated[str | None, Parameter(help="cli.help.db", env_var="STELLWERK_DB")]
Reason = Annotated[str, Parameter(help="cli.help.host_reason")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class GameWishes:
    """A game in the terminal; None where nothing was said."""

    board: Annotated[str | None, Parameter(help="cli.help.board", show_default="usa")] = None
    variant: Variant = None
    seats: Annotated[int | None, Parameter(help="cli.help.seats", show_default="3")] = None
    bots: Annotated[str | None, Parameter(help="cli.help.bots", show_default="planner")] = None
    seed: Seed = None
    name: Annotated[str | None, Parameter(help="cli.help.name")] = None
    record: Annotated[Path | None, Parameter(help="cli.help.record")] = None


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class ServerWishes:
    """A server."""

    host: Annotated[str, Parameter(help="cli.help.host")] = "127.0.0.1"
    port: Annotated[int, Parameter(help="cli.help.port")] = 8000
    db: Database = None
    redis: Annotated[str | None, Parameter(help="cli.help.redis", env_var="STELLWERK_REDIS")] = None
    workers: Annotated[int, Parameter(help="cli.help.workers")] = 1
    url: Annotated[str | None, Parameter(help="cli.help.url", env_var="STELLWERK_URL")] = None
    uploads: Annotated[bool, Parameter(help="cli.help.uploads", negative=())] = False
    mail: Annotated[str | None, Parameter(help="cli.help.mail", env_var="STELLWERK_MAIL")] = None
    mail_from: Annotated[
        str | None, Parameter(help="cli.help.mail_from", env_var="STELLWERK_MAIL_FROM")
    ] = None


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class GamesWishes:
    """Games among bots."""

    board: Board = "usa"
    variant: Variant = None
    seats: Seats = 4
    games: Games = 1000
    bots: Bots = "random"
    seed: Seed = None


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class DatasetWishes(GamesWishes):
    """Games among bots that are written down."""

    seats: Seats = 2
    bots: Bots = "planner"


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class MatchWishes(GamesWishes):
    """A match among bots."""

    seats: Seats = 2
    games: Games = 2000
    bots: Annotated[str, Parameter(help="cli.help.arena_bots")] = "planner,greedy"
    seconds: Annotated[float, Parameter(help="cli.help.seconds")] = 1.0
    until: Annotated[float | None, Parameter(help="cli.help.until")] = None
    report: Annotated[Path | None, Parameter(help="cli.help.report")] = None
    results: Annotated[Path | None, Parameter(help="cli.help.results")] = None
    records: Annotated[Path | None, Parameter(help="cli.help.records")] = None
    jobs: Annotated[int | None, Parameter(help="cli.help.jobs")] = None
    cluster: Annotated[str | None, Parameter(help="cli.help.cluster")] = None
