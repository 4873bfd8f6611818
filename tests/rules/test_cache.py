"""Where compiled kernels are kept."""

from pathlib import Path

import pytest

from stellwerk.rules import cache, kernel

ENTRIES = "stellwerk.rules.entries"
STRATEGIES = "stellwerk.bots.strategies.entries"


def test_the_folder_is_named_by_what_the_machine_code_depends_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STELLWERK_CACHE", str(tmp_path))
    folders = cache.cache_folder(), cache.module_folder(ENTRIES)
    assert all(folder.parent == tmp_path / "stellwerk" for folder in folders)
    assert folders == (cache.cache_folder(), cache.module_folder(ENTRIES))
    monkeypatch.setattr(kernel, "OPTIONS", {"nogil": False})
    changed = cache.cache_folder(), cache.module_folder(ENTRIES)
    assert not set(folders) & set(changed)


def test_without_a_wish_it_lies_in_the_users_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STELLWERK_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache.cache_folder().is_relative_to(Path.home() / ".cache")


def test_every_file_of_the_rules_is_a_source() -> None:
    for sources in (cache.kernel_sources(), cache.sources_of(ENTRIES)):
        names = {path.name for path in sources}
        assert {"layout.py", "state.py", "cards.py", "move.py", "score.py", "tunnel.py"} <= names


def test_entries_depend_on_what_they_import_and_on_nothing_else() -> None:
    planner = next(path for path in cache.kernel_sources() if path.name == "planner.py")
    assert planner in cache.sources_of(STRATEGIES)
    assert planner not in cache.sources_of(ENTRIES)


def test_imports_of_every_form_are_found() -> None:
    source = "from stellwerk.rules import (\n    cards,\n    route as way,\n)\n"
    source += "from stellwerk.rules.state import TURN, OVER\nfrom stellwerk.board import Board\n"
    source += "if TYPE_CHECKING:\n    from stellwerk.rules.tunnel import attempt\n"
    found = {path.name for path in cache._imported(source) if path is not None}
    assert found == {"cards.py", "route.py", "state.py", "__init__.py"}


def test_only_the_latest_of_a_kind_are_kept(tmp_path: Path) -> None:
    for number in range(5):
        cache.prepare(tmp_path / f"kernel-{number}")
    cache.prepare(tmp_path / "other-1")
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert len(kept) == 4
    assert {"kernel-4", "other-1"} <= set(kept)
