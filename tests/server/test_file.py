"""The file of a SQLite database: whom it is open to, and that one server uses it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from stellwerk.server.errors import Refusal
from stellwerk.server.settings import Settings
from stellwerk.server.store import file, open_database
from stellwerk.server.store.file import DatabaseFile
from tests.server.house import House

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name == "nt", reason="Windows has other rights"),
]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_what_is_made_is_open_to_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.db"
    before = os.umask(0o000)
    try:
        async with House(Settings(database=f"sqlite:///{path}")) as house:
            await house.duel()
            names = {each.name for each in path.parent.iterdir()}
            assert names == {"tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock"}
            assert {mode(each) for each in path.parent.iterdir()} == {0o600}
            assert mode(path.parent) == 0o700
    finally:
        os.umask(before)


async def test_what_was_open_to_all_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    async with House(Settings(database=f"sqlite:///{path}")) as house:
        await house.duel()
    for each in tmp_path.iterdir():
        each.chmod(0o664)
    folder = mode(tmp_path)
    async with House(Settings(database=f"sqlite:///{path}")) as house:
        await house.duel()
        assert mode(path) == mode(tmp_path / "tables.db.lock") == 0o660
        assert mode(tmp_path / "tables.db-wal") & stat.S_IRWXO == 0
    assert mode(tmp_path) == folder


async def test_what_belongs_to_somebody_else_is_named_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.db"
    path.touch(0o644)
    path.chmod(0o644)

    def refuse(*_: object) -> None:
        raise PermissionError  # what chmod does with a file of another user

    monkeypatch.setattr(Path, "chmod", refuse)
    DatabaseFile(path).close()
    assert f"chmod o-rwx '{path}'" in capsys.readouterr().out


@pytest.mark.parametrize("link", ["symbolic", "hard", "folder", "chain"])
async def test_no_link_defeats_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: str
) -> None:
    monkeypatch.setattr(file, "PATIENCE", 0.0)
    (tmp_path / "real").mkdir()
    (tmp_path / "other").mkdir()
    path, other = tmp_path / "real" / "tables.db", tmp_path / "other" / "linked.db"
    database = open_database(f"sqlite:///{path}")
    match link:
        case "symbolic":
            other.symlink_to(path)
        case "hard":
            other.hardlink_to(path)
        case "folder":
            other = tmp_path / "linked" / "tables.db"
            other.parent.symlink_to(path.parent)
        case "chain":
            (tmp_path / "between.db").symlink_to("real/tables.db")
            other.symlink_to("../between.db")
    with pytest.raises(Refusal) as refusal:
        open_database(f"sqlite:///{other}")
    assert refusal.value.code == "database_in_use"
    await database.close()
    await open_database(f"sqlite:///{other}").close()


async def test_a_link_to_a_file_that_is_not_there_yet_makes_that_file(tmp_path: Path) -> None:
    link = tmp_path / "tables.db"
    link.symlink_to(tmp_path / "new" / "real.db")
    async with House(Settings(database=f"sqlite:///{link}")) as house:
        await house.duel()
    assert (tmp_path / "new" / "real.db").stat().st_size > 0


async def test_links_that_lead_in_a_circle_are_refused(tmp_path: Path) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(Refusal) as refusal:
        open_database(f"sqlite:///{one}")
    assert refusal.value.code == "bad_file"
