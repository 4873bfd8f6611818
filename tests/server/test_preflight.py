import sys
from pathlib import Path

import pytest

from stellwerk.server.errors import Refusal
from stellwerk.server.preflight import check_environment
from stellwerk.server.settings import Settings
from stellwerk.server.store.database import url_of, with_password
from tests.server.programs import free_port

pytestmark = pytest.mark.anyio


async def refusal(database: str, redis: str | None = None) -> Refusal:
    with pytest.raises(Refusal) as found:
        await check_environment(Settings(database=database, redis=redis))
    return found.value


async def test_what_answers_is_fine(database_url: str, redis_url: str) -> None:
    await check_environment(Settings(database=database_url, redis=redis_url))


async def test_a_postgresql_that_is_not_there_is_named_without_its_password() -> None:
    port = free_port()
    found = await refusal(f"postgresql://ada:secret@127.0.0.1:{port}/tables")
    assert found.code == "no_database"
    assert f"127.0.0.1:{port}/tables" in str(found)
    assert "secret" not in str(found)


async def test_a_database_that_does_not_exist_is_told_so(postgres_url: str) -> None:
    found = await refusal(postgres_url.rpartition("/")[0] + "/atlantis")
    assert found.code == "no_database"
    assert '"atlantis" does not exist' in str(found)


@pytest.mark.parametrize(
    ("end", "code", "reason"),
    [
        (":port/tables", "bad_database", "is not a database"),
        (":99999/tables", "no_database", "port must be 0-65535"),
        (":1/tables?sslmode=require", "no_database", "'sslmode'"),
    ],
)
async def test_an_address_that_no_driver_understands_is_told_so(
    end: str, code: str, reason: str
) -> None:
    found = await refusal(f"postgresql://ada:secret@127.0.0.1{end}")
    assert found.code == code
    assert reason in str(found)
    assert "secret" not in str(found)


async def test_a_file_that_is_no_database_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada, this is no database. " * 100)
    found = await refusal(f"sqlite:///{file}")
    assert found.code == "bad_file"
    assert "not a database" in str(found)
    found = await refusal(f"sqlite:///{file}/tables.db")
    assert (found.code, found.params["path"]) == ("bad_file", f"{file}/tables.db")


async def test_a_redis_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    port, file = free_port(), f"sqlite:///{tmp_path / 'tables.db'}"
    found = await refusal(file, f"redis://:secret@127.0.0.1:{port}")
    assert found.code == "no_redis"
    assert f"127.0.0.1:{port}" in str(found)
    assert "secret" not in str(found)


async def test_an_address_of_no_redis_is_refused(tmp_path: Path) -> None:
    assert (await refusal(f"sqlite:///{tmp_path / 'tables.db'}", "nonsense")).code == "bad_redis"
    found = await refusal(f"sqlite:///{tmp_path / 'tables.db'}", "redis://127.0.0.1:1/0?odd=1")
    assert found.code == "no_redis"
    assert "'odd'" in str(found)


@pytest.mark.parametrize("package", ["asyncpg", "redis"])
async def test_a_missing_package_is_told_with_the_extra_that_brings_it(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [each for each in sys.modules if each.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    address = "postgresql://ada@127.0.0.1/tables"
    if package == "redis":
        found = await refusal(f"sqlite:///{tmp_path / 'tables.db'}", "redis://127.0.0.1")
    else:
        found = await refusal(address)
    assert found.code == "needs_package"
    assert str(found) == f"This needs the package {package}: pip install 'stellwerk[hosting]'."


@pytest.mark.parametrize(
    ("address", "password", "host"),
    [
        ("postgresql://ada:secret@db/tables", "secret", "db"),
        ("postgresql://ada:p@ss@db:5432/tables", "p@ss", "db"),
        ("postgresql://ada:a/b?c#d:e@db/tables", "a/b?c#d:e", "db"),
        ("postgresql://ada:p%40ss@db/tables", "p@ss", "db"),
        ("postgresql://ada:p@ss@[::1]:5432/tables", "p@ss", "::1"),
        ("postgresql://ada@db/tables", None, "db"),
        ("postgresql://db/tables?options=a@b", None, "db"),
    ],
)
async def test_no_sign_of_a_password_means_something_in_the_address(
    address: str, password: str | None, host: str
) -> None:
    url = url_of(address)
    assert (url.password, url.host, url.database) == (password, host, "tables")


async def test_a_password_comes_from_the_environment_or_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("fr@m a file\n", encoding="utf-8")
    bare = "postgresql://ada@db/tables"

    def password(address: str, **environment: str) -> str | None:
        found = url_of(with_password(address, environment)).password
        return None if found is None else str(found)

    assert password(bare) is None
    assert password(bare, STELLWERK_DB_PASSWORD="s@cret") == "s@cret"
    named = {"STELLWERK_DB_PASSWORD_FILE": str(file), "STELLWERK_DB_PASSWORD": "other"}
    assert password(bare, **named) == "fr@m a file"
    assert password("postgresql://ada:own@db/tables", **named) == "own"
    assert with_password("sqlite:///tables.db", named) == "sqlite:///tables.db"
    with pytest.raises(Refusal, match="No such file") as missing:
        with_password(bare, {"STELLWERK_DB_PASSWORD_FILE": str(tmp_path / "nothing")})
    assert missing.value.code == "bad_password_file"
