import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from stellwerk.server import logs


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged; afterwards everything is as before."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield io.StringIO()
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_a_line_is_json_with_a_time_and_a_level(stream: io.StringIO) -> None:
    logs.configure(json=True, stream=stream)
    structlog.get_logger().warning("request", route="/api/me", status=500)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["level"], line["status"]) == ("request", "warning", 500)
    assert line["timestamp"].endswith("Z")


@pytest.mark.parametrize("name", sorted(logs.SECRET_NAMES))
@pytest.mark.parametrize("json_lines", [True, False])
def test_secrets_never_stand_in_a_line(stream: io.StringIO, name: str, json_lines: bool) -> None:
    logs.configure(json=json_lines, stream=stream)
    structlog.get_logger().info("request", **{name: "hush"})
    assert "request" in stream.getvalue()
    assert "hush" not in stream.getvalue()


@pytest.mark.parametrize("json_lines", [True, False])
def test_a_traceback_shows_no_values(stream: io.StringIO, json_lines: bool) -> None:
    logs.configure(json=json_lines, stream=stream)
    held_in_a_variable = "".join(("hu", "sh"))
    try:
        raise RuntimeError(f"something with {len(held_in_a_variable)} signs")
    except RuntimeError:
        structlog.get_logger().exception("failed")
    assert "something with 4 signs" in stream.getvalue()
    assert "hush" not in stream.getvalue()


def test_requests_are_told_only_when_asked_for(stream: io.StringIO) -> None:
    logs.configure(json=True, stream=stream)
    structlog.get_logger().debug("request")
    assert stream.getvalue() == ""
    logs.configure(json=True, verbose=True, stream=stream)
    structlog.get_logger().debug("request")
    assert "request" in stream.getvalue()


def test_warnings_of_libraries_come_along_but_not_their_chatter(stream: io.StringIO) -> None:
    logs.configure(json=True, stream=stream)
    logging.getLogger("sqlalchemy.pool").warning("pool %s", "empty")
    logging.getLogger("uvicorn.error").info("Started")
    logging.getLogger("uvicorn.access").error("GET /?token=hush")
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line)["event"] == "pool empty"
    assert json.loads(line)["library"] == "sqlalchemy.pool"
