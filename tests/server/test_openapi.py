"""Every operation of the OpenAPI description, asked for anything it allows: never a 5xx."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.core.result import Ok

from tests.server.players import Guest, open_table
from tests.server.serving import GENEROUS, Server, serving

pytestmark = pytest.mark.slow

EXAMPLES = 10
"""For each operation; the long form takes more."""


@pytest.fixture(scope="module")
def server(kept_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = dataclasses.replace(GENEROUS, database=kept_url, uploads=True)
    with serving(settings, tmp_path_factory.mktemp("server")) as server:
        yield server


def failures(server: Server, examples: int) -> tuple[int, list[str]]:
    """Ask for everything; return how many operations there are, and what has failed."""
    address = f"http://{server.address}"
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    found: list[str] = []
    count = 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        count += 1
        _ask_all(server, result.ok(), examples, found)
    return count, found


def _ask_all(server: Server, operation: Any, examples: int, found: list[str]) -> None:
    host, other = Guest(server.address, "Ada"), Guest(server.address, "Bob")
    playing = open_table([host, other], "lesson")
    waiting = host.ask("POST", "/api/tables", {"board": "lesson"})["id"]
    turn = 0

    @hypothesis.given(case=operation.as_strategy())
    @hypothesis.settings(
        max_examples=examples,
        database=None,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )
    def ask(case: Any) -> None:
        nonlocal turn
        turn += 1
        # Most of what happens lies behind a real table and a known guest.
        if case.path_parameters and "table" in case.path_parameters and turn % 5:
            case.path_parameters["table"] = playing if turn % 2 else waiting
        if case.query and "wait" in case.query:
            case.query["wait"] = 0
        headers = host.headers if turn % 4 else {}
        response = case.call(base_url=f"http://{server.address}", headers=headers, timeout=30)
        if response.status_code >= 500:
            found.append(f"{case.as_curl_command()}: {response.status_code} {response.text}")

    ask()


@pytest.mark.parametrize(
    "kept_url",
    ["postgresql", pytest.param("sqlite", marks=pytest.mark.long)],
    indirect=True,
    scope="module",
)
def test_nothing_that_the_description_allows_makes_the_server_fail(server: Server) -> None:
    count, found = failures(server, EXAMPLES)
    assert found == []
    assert count > 25
    assert "Traceback" not in server.log
