"""What the tests of the command line share."""

from pathlib import Path

import pytest

from tests.cli.running import Runner


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Runner:
    return Runner(monkeypatch, capsys, tmp_path / "data")
