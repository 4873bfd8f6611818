"""Where the compiled kernel is kept."""

from pathlib import Path

import pytest

from stellwerk.rules import kernel


def test_the_cache_folder_is_named_by_what_the_machine_code_depends_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STELLWERK_CACHE", str(tmp_path))
    folder = kernel.cache_folder()
    assert folder.parent == tmp_path / "stellwerk"
    assert folder == kernel.cache_folder()
    monkeypatch.setattr(kernel, "_OPTIONS", {"nogil": False})
    assert folder != kernel.cache_folder()


def test_without_a_wish_it_lies_in_the_users_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STELLWERK_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert kernel.cache_folder().is_relative_to(Path.home() / ".cache")


def test_every_file_of_the_rules_is_a_source() -> None:
    sources = {path.name for path in kernel.kernel_sources()}
    assert {"layout.py", "cards.py", "move.py", "score.py", "tunnel.py"} <= sources


def test_only_the_latest_caches_are_kept(tmp_path: Path) -> None:
    for number in range(5):
        kernel._prepare(tmp_path / f"kernel-{number}")
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert len(kept) == 3
    assert "kernel-4" in kept
