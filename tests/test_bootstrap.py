"""Installing on bare machines: which Python is used, and what is said when none will do."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import bootstrap


class Machine:
    """A pretended machine on which only some commands work."""

    def __init__(self, works: Sequence[str]) -> None:
        self.works = works
        self.asked: list[str] = []

    def run(self, command: Sequence[str], **_options: object) -> subprocess.CompletedProcess[bytes]:
        line = " ".join(command)
        self.asked.append(line)
        return subprocess.CompletedProcess(command, not any(word in line for word in self.works))


def _pretend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, works: Sequence[str]) -> Machine:
    machine = Machine(works)
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", str(tmp_path / ".venv"))
    monkeypatch.setattr("subprocess.run", machine.run)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    return machine


@pytest.mark.parametrize(
    ("works", "tries"),
    [(["-m venv"], 1), (["-m virtualenv"], 2), (["/usr/bin/virtualenv"], 3)],
)
def test_environment_is_made_by_the_first_way_that_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, works: list[str], tries: int
) -> None:
    machine = _pretend(monkeypatch, tmp_path, works)
    bootstrap.make_environment()
    assert len(machine.asked) == tries
    assert works[0] in machine.asked[-1]


def test_without_any_way_the_person_hears_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _pretend(monkeypatch, tmp_path, [])
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        bootstrap.make_environment()


@pytest.mark.parametrize(
    ("version", "supported"),
    [("3.9.18", False), ("3.10.13", False), ("3.11.0", True), ("3.14.2", True), ("", False)],
)
def test_oldest_python_is_3_11(version: str, supported: bool) -> None:
    assert bootstrap.is_supported(version) is supported


def test_an_old_python_hands_over_to_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {"python3.13": "", "python3.12": "3.12.1"}
    started: list[str] = []
    monkeypatch.setattr(bootstrap, "version", lambda python: versions.get(python, ""))

    def start(python: str, _arguments: Sequence[str]) -> None:
        started.append(python)
        raise SystemExit

    monkeypatch.setattr("os.execvp", start)
    with pytest.raises(SystemExit):
        bootstrap.hand_over_to_a_newer_python()
    assert started == ["python3.12"]


def test_an_old_python_alone_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "version", lambda python: "")
    with pytest.raises(SystemExit, match=r"needs 3\.11 or newer"):
        bootstrap.hand_over_to_a_newer_python()
