"""Rules of the repository that no other tool watches."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from stellwerk._version import __version__
from tools import house_picture

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "stellwerk"

# Each package may import those of the lines above its own, and itself.
IMPORT_ORDER = (
    ("board",),
    ("rules",),
    ("words",),
    ("game",),
    ("drawing",),
    ("pages",),
    ("bots",),
    ("arena", "review", "envs"),
    ("champion",),
    ("learn",),
    ("server",),
    ("cli",),
)
RANK = {package: rank for rank, packages in enumerate(IMPORT_ORDER) for package in packages}
# `stellwerk` itself gathers the public names, up to and including the game's.
FLAT_API_RANK = RANK["game"]

# Of little use without a graphics card, and large: whoever has one installs the extras.
NOT_LOCKED = {"cupy-cuda12x", "torch"}

# A folder that exists on one person's machine only.
PERSONAL_PATH = re.compile(r"(?<![\w.~\-/])/(?:home|root|Users|work)/\w|[A-Z]:\\+Users\\")


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads(_text("pyproject.toml"))


def _kept_files() -> list[Path]:
    """List the files that git keeps, or would keep."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"git cannot list the files here: {error}")
    files = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [file for file in files if file.is_file()]


def _imported_modules(source: str, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of everything a file imports, relative imports resolved."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *([node.module] if node.module else [])))
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def _wrong_imports(file: Path, package_folder: Path) -> Iterator[str]:
    """Yield a sentence for each import of a file that goes against the order."""
    inside = file.relative_to(package_folder)
    # Single modules beside the packages (version, errors) are common ground: they import nothing
    # of ours. `__init__` is the flat API; `__main__` starts the command line.
    is_common_ground = len(inside.parts) == 1 and inside.stem not in {"__init__", "__main__"}
    home = "stellwerk" if len(inside.parts) == 1 else inside.parts[0]
    if home not in {*RANK, "stellwerk"}:
        yield f"{inside}: the package {home} has no place in IMPORT_ORDER"
        return
    own_rank = RANK.get(home, len(IMPORT_ORDER) if inside.stem == "__main__" else FLAT_API_RANK + 1)
    source = file.read_text(encoding="utf-8")
    for line, module in _imported_modules(source, ("stellwerk", *inside.parts[:-1])):
        top, *below = module.split(".")
        if top != "stellwerk":
            continue
        target = below[0] if below else "stellwerk"
        if is_common_ground:
            yield f"{inside}:{line}: common ground may not import {module}"
        elif target == home or (package_folder / f"{target}.py").is_file():
            continue
        elif own_rank <= RANK.get(target, FLAT_API_RANK):
            yield f"{inside}:{line}: {home} may not import {module}"


def test_imports_go_one_way_only() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert files
    assert [wrong for file in files for wrong in _wrong_imports(file, PACKAGE)] == []


@pytest.mark.parametrize(
    ("file", "source", "is_wrong"),
    [
        ("rules/claim.py", "from stellwerk.board import Board", False),
        ("rules/claim.py", "from ..board.layout import STATE", False),
        ("rules/claim.py", "from . import tunnel", False),
        ("rules/claim.py", "from stellwerk import board", False),
        ("rules/claim.py", "import numpy, stellwerk.errors", False),
        ("rules/claim.py", "from stellwerk.words import say", True),
        ("rules/claim.py", "import stellwerk.game.record", True),
        ("rules/claim.py", "def late():\n    from ..game import Game", True),
        ("board/model.py", "from stellwerk import rules", True),
        ("game/game.py", "from stellwerk import words, Game", True),
        ("game/game.py", "from stellwerk.words import say", False),
        ("bots/registry.py", "from stellwerk import Game", False),
        ("arena/match.py", "from stellwerk.review import points", True),
        ("cli/play.py", "from stellwerk.server import app", False),
        ("errors.py", "from stellwerk.game import Game", True),
        ("__init__.py", "from stellwerk.game import Game", False),
        ("__init__.py", "from stellwerk.cli import main", True),
        ("__main__.py", "from stellwerk.cli import main", False),
        ("helpers/things.py", "import os", True),
    ],
)
def test_the_import_check_sees_what_it_should(
    tmp_path: Path, file: str, source: str, is_wrong: bool
) -> None:
    (tmp_path / "errors.py").touch()
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    assert bool(list(_wrong_imports(path, tmp_path))) is is_wrong


LOCKS = ("requirements.lock", "requirements-dev.lock")


def _pins(lock: str) -> list[str]:
    """List the packages of a lock: every line of it is a comment, a hash or such a package."""
    lines = [line.strip().removesuffix("\\").strip() for line in _text(lock).splitlines()]
    return [line for line in lines if not line.startswith(("#", "--hash=sha256:"))]


def _names(lock: str) -> list[str]:
    return [pin.partition("==")[0] for pin in _pins(lock)]


def _asked(*entries: object) -> set[str]:
    """Return the names of packages that are asked for."""
    return {
        re.split(r"[<>=!~ \[;]", entry)[0].replace("_", "-")
        for entry in entries
        if isinstance(entry, str)
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_host(lock: str) -> None:
    assert "://" not in _text(lock)
    assert [pin for pin in _pins(lock) if pin.startswith("-")] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_holds_every_package_once_and_hashed(lock: str) -> None:
    names = _names(lock)
    assert len(names) == len(set(names))
    assert _text(lock).count(" \\\n    --hash=") >= len(names)


def test_locks_hold_what_is_asked_for(project: dict[str, Any]) -> None:
    groups, extras = project["dependency-groups"], project["project"]["optional-dependencies"]
    playing = _asked(*project["project"]["dependencies"], *groups["build"], *extras["hosting"])
    assert playing - set(_names("requirements.lock")) == set()
    everything = playing | _asked(*groups["dev"], *chain.from_iterable(extras.values()))
    assert everything - set(_names("requirements-dev.lock")) == NOT_LOCKED


def test_both_locks_hold_the_same_versions() -> None:
    assert set(_pins("requirements.lock")) - set(_pins("requirements-dev.lock")) == set()


def test_build_tools_are_pinned_alike_everywhere(project: dict[str, Any]) -> None:
    pins = project["build-system"]["requires"]
    assert project["dependency-groups"]["build"] == pins
    for pin in pins:
        assert all(f"\n{pin} " in _text(lock) for lock in LOCKS)


def test_no_file_names_a_folder_of_one_machine() -> None:
    found = []
    for file in _kept_files():
        text = file.read_bytes().decode("utf-8", errors="ignore")
        if match := PERSONAL_PATH.search(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{file.relative_to(ROOT)}:{line}: {match.group()}")
    assert found == []


def test_changelog_tells_of_this_version() -> None:
    sections = re.split(r"^## ", _text("CHANGELOG.md"), flags=re.M)[1:]
    titles = [section.splitlines()[0] for section in sections]
    assert any(__version__ in title for title in titles), titles
    assert [title for title, text in zip(titles, sections, strict=True) if "\n- " not in text] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_page_names_only_commands_that_exist(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", _text("Makefile"), re.M))
    named = set(re.findall(r"(?:^\s*|`)make ([a-z]+)\b", _text(page), re.M))
    assert {"play", "test"} <= named
    assert named - targets == set()


def test_links_in_pages_lead_somewhere() -> None:
    dead = []
    for page in (file for file in _kept_files() if file.suffix == ".md"):
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                dead.append(f"{page.relative_to(ROOT)}: {target}")
    assert dead == []


def test_wheel_carries_every_file_of_the_package(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    ours = {
        file.relative_to(ROOT / "src").as_posix()
        for file in _kept_files()
        if file.is_relative_to(PACKAGE)
    }
    assert ours - packed == set()


_SKIPS = """
import pytest

@pytest.mark.parametrize("act", ["skip", "xfail", "param"])
@pytest.mark.{mark}
def test_{mark}(act):
    getattr(pytest, act)("reason")
"""


def test_a_skip_is_a_failure_in_ci_but_for_graphics_cards(tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    for mark in ("slow", "gpu"):
        (tmp_path / f"test_{mark}.py").write_text(_SKIPS.format(mark=mark))
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir"]
    result = subprocess.run(
        [*command, str(tmp_path), "-p", "no:cacheprovider", "-rf", str(tmp_path)],
        env={**os.environ, "CI": "true"},
        capture_output=True,
        text=True,
    )
    assert "1 failed, 2 passed, 1 skipped, 2 xfailed" in result.stdout
    assert re.search(r"FAILED \S*test_slow\[skip\]", result.stdout)
    assert result.returncode == 1


def test_the_picture_of_the_house_shows_the_packages_as_they_are() -> None:
    drawn = house_picture.picture(house_picture.floors(house_picture.imports()))
    assert house_picture.PICTURE.read_text(encoding="utf-8") == drawn, "run `make generate`"


def test_every_file_on_the_way_of_a_claim_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    way = re.findall(r"^\| \d+ \| `([^`]+)`", page, re.MULTILINE)
    assert 15 <= len(way) <= 25
    assert [path for path in way if not (ROOT / path).is_file()] == []
