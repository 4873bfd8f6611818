"""What the tests in the browser share: the built page, one browser and one server a process."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser

from hatch_build import is_fresh
from tests.e2e.board_demo import WEB, browser, chromium
from tests.e2e.houses import House, house
from tests.e2e.short_boards import short_board
from tools.npm import install, npm


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A browser; each person gets a context of it.

    It keeps an event loop open, in which no other can run: tests elsewhere must find it closed.
    """
    if chromium() is None:
        pytest.skip("Chromium is not installed")
    with browser() as started:
        yield started


@pytest.fixture(scope="session")
def page_built() -> None:
    """The page as it is now: the first process builds it, the others wait."""
    with (WEB / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_fresh():
            install()
            assert npm("run", "build", "--", "--logLevel", "error") == 0


@pytest.fixture(scope="session")
def server(page_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with short games for all tests of a process."""
    with house(tmp_path_factory.mktemp("server")) as started:
        with urlopen(f"{started.url}/api/boards/lesson") as sheet:
            assert json.load(sheet)["hash"] == short_board("lesson").hash
        yield started
        assert "Traceback" not in started.log
