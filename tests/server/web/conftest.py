"""What the tests of everything that speaks HTTP share."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.web.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a file; each uses guests and tables of its own."""
    with serving(tmp_path_factory.mktemp("server"), uploads=True) as running:
        yield running


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """A way to start a server with settings of one's own."""
    with ExitStack() as stack:

        def start(**options: Any) -> Server:
            return stack.enter_context(serving(tmp_path, **options))

        yield start
