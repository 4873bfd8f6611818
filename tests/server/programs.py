"""Private PostgreSQL and Redis servers for tests and measurements; each ends with its block."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

WHERE = "/usr/lib/postgresql"
"""Where Debian and Ubuntu keep the programs that are not on the path."""
USER = "postgres"
TRIES = 5
PATIENCE = 30


class Missing(Exception):
    """A program is not installed here."""


def free_port() -> int:
    """Return a port that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Run a PostgreSQL cluster of one's own; yield its address, which a name makes whole.

    Unless it is to be ``durable`` it does not wait for the disk, which makes tests quick.
    """
    folder = Path(tempfile.mkdtemp(prefix="stellwerk-postgresql-"))
    try:
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            owner = _user()
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        data = folder / "data"
        _postgres("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = ["max_connections=200", "listen_addresses=127.0.0.1"]
        if not durable:
            settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        port = _started(data, folder, settings)
        with _ended_by(_as_user("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")):
            yield f"postgresql://{USER}@127.0.0.1:{port}/"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _started(data: Path, folder: Path, settings: list[str]) -> int:
    """Start the cluster; try again if somebody was quicker to take the port."""
    for attempt in range(1, TRIES + 1):
        port = free_port()
        chosen = [*settings, f"port={port}", f"unix_socket_directories={folder}"]
        options = " ".join(f"-c {setting}" for setting in chosen)
        log = folder / "log"
        try:
            _postgres("pg_ctl", "-D", data, "-l", log, "-w", "-o", options, "start")
        except subprocess.CalledProcessError:
            if attempt == TRIES:
                raise
            continue
        break
    return port


@contextlib.contextmanager
def _ended_by(command: Sequence[str]) -> Iterator[None]:
    """Run a command when the block ends, and also when this process is killed inside it."""
    # The guard waits until nobody holds the other end of its input any more.
    guard = subprocess.Popen(
        ("sh", "-c", 'cat > /dev/null; exec "$@"', "guard", *command),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
    )
    try:
        yield
    finally:
        guard.communicate()


def create_database(cluster: str, name: str) -> str:
    """Make an empty database in a cluster and return its address."""
    _ask(cluster + USER, f'CREATE DATABASE "{name}"')
    return cluster + name


def drop_database(cluster: str, name: str) -> None:
    """Drop a database of a cluster, whoever still uses it."""
    _ask(cluster + USER, f'DROP DATABASE "{name}" WITH (FORCE)')


def emptied(cluster: str) -> str:
    """Empty the first database of a cluster and return its address."""
    _ask(cluster + USER, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return cluster + USER


def restart(cluster: str) -> None:
    """Stop a cluster, with all that is under way, and start it again."""
    folder = _ask(cluster + USER, "SHOW data_directory")
    _postgres("pg_ctl", "-D", folder, "-m", "fast", "-w", "restart")


def process_id(cluster: str) -> int:
    """Return the number of the process to which all others of a cluster belong."""
    folder = Path(_ask(cluster + USER, "SHOW data_directory"))
    return int((folder / "postmaster.pid").read_text().split()[0])


def lock_role(cluster: str, name: str, password: str) -> None:
    """Make a role that needs its password, which no other does."""
    _ask(cluster + USER, f"DROP ROLE IF EXISTS {name}; CREATE ROLE {name} LOGIN")
    _ask(cluster + USER, f"ALTER ROLE {name} PASSWORD '{password}'")
    file = Path(_ask(cluster + USER, "SHOW hba_file"))
    line = f"host all {name} 127.0.0.1/32 scram-sha-256\n"
    file.write_text(line + file.read_text().replace(line, ""))
    _ask(cluster + USER, "SELECT pg_reload_conf()")


@contextlib.contextmanager
def stopped(cluster: str) -> Iterator[None]:
    """Stop a cluster for the time of a block."""
    folder = _ask(cluster + USER, "SHOW data_directory")
    options = Path(folder, "postmaster.opts").read_text().partition(" ")[2].strip()
    _postgres("pg_ctl", "-D", folder, "-m", "fast", "-w", "stop")
    try:
        yield
    finally:
        _postgres("pg_ctl", "-D", folder, "-w", "-o", options, "start")


def _ask(database: str, words: str) -> str:
    command = (_program("psql"), "-qAt", "-d", database, "-c", words)
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout.strip()


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Run a Redis server of one's own that stores nothing; yield its address."""
    program = shutil.which("redis-server")
    if program is None:
        raise Missing("redis-server is not installed here")
    for _ in range(TRIES):
        port = free_port()
        where = ("--bind", "127.0.0.1", "--port", str(port))
        with subprocess.Popen(
            (program, *where, "--save", "", "--appendonly", "no"),
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            with _ended_by(("kill", str(process.pid))):
                if any("Ready to accept" in line for line in process.stdout):
                    yield f"redis://127.0.0.1:{port}/0"
                    return
    raise RuntimeError("redis-server does not start")


def _postgres(program: str, *words: object) -> None:
    """Run one of PostgreSQL's programs."""
    # A server that stays must not keep our pipes open: nothing of what it says is read.
    subprocess.run(
        _as_user(program, *words),
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        timeout=2 * PATIENCE,
    )


def _as_user(program: str, *words: object) -> list[str]:
    """Return the command for one of PostgreSQL's programs, as its own user where we are root."""
    command = [_program(program), *map(str, words)]
    return ["runuser", "-u", _user().pw_name, "--", *command] if os.geteuid() == 0 else command


def _program(name: str) -> str:
    installed = sorted(Path(WHERE).glob(f"*/bin/{name}"), key=lambda each: each.parts[-3])
    found = str(installed[-1]) if installed else shutil.which(name)
    if found is None:
        raise Missing(f"PostgreSQL is not installed here: there is no {name}")
    return found


def _user() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(USER)
    except KeyError:
        raise Missing(f"PostgreSQL does not run as root, and there is no user {USER}") from None
