"""Logs: one line for each thing worth knowing, as JSON or for people to read.

No line holds a token, a cookie, a body, a move or the code of a table: requests are named by their
route, not by their address, and messages by their type.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from stellwerk.server.transactions.codes import CODE

_QUIET: Final = ("uvicorn.access", "websockets")
"""They say nothing that our own lines do not."""
SECRET_NAMES: Final = frozenset({"authorization", "cookie", "token", "secret", "move", "body"})


def configure(*, json: bool, verbose: bool = False, stream: TextIO | None = None) -> None:
    """Set up logging for this process; ``verbose`` tells of every request."""
    level = logging.DEBUG if verbose else logging.INFO
    out = sys.stderr if stream is None else stream
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _drop_secrets,
            *(_json_renderers() if json else _plain_renderers(out)),
            _hide_codes,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.handlers = [_Forward()]
    root.setLevel(logging.WARNING)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _json_renderers() -> list[Processor]:
    return [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]


def _plain_renderers(out: TextIO) -> list[Processor]:
    # The usual console tracebacks show the values of variables, and so might show secrets.
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=out.isatty(), exception_formatter=plain)]


class _Forward(logging.Handler):
    """Passes what libraries log on to our own log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line of a library."""
        log = structlog.get_logger().bind(library=record.name)
        log.log(record.levelno, record.getMessage(), exc_info=record.exc_info)


def _hide_codes(_: WrappedLogger, __: str, line: Any) -> Any:
    """Take the codes of tables out of a whole line: with one, anybody may sit down there."""
    return CODE.sub("(a table)", line) if isinstance(line, str) else line


def _drop_secrets(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Remove what must never appear in a log, in case somebody ever binds it."""
    for name in SECRET_NAMES & line.keys():
        del line[name]
    return line
