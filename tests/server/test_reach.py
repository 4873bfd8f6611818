from pathlib import Path

import pytest

from stellwerk.server.errors import Refusal
from stellwerk.server.reach import reach
from stellwerk.server.settings import Settings
from tests.server.programs import free_port

pytestmark = pytest.mark.anyio


async def refusal(database: str, redis: str | None = None) -> Refusal:
    with pytest.raises(Refusal) as found:
        await reach(Settings(database=database, redis=redis))
    return found.value


async def test_what_answers_is_fine(database_url: str, redis_url: str) -> None:
    await reach(Settings(database=database_url, redis=redis_url))


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
