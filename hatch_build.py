"""Builds the page for the browser into the package, so that nobody else needs Node.js."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGE = ROOT / "src" / "stellwerk" / "server" / "page"
SOURCES = ("web/src", "web/public", "web/index.html", "web/package-lock.json", "web/vite.config.ts")


class PageBuildHook(BuildHookInterface[Any]):
    """Runs npm in web/ before a wheel is made, unless the page is there and fresh."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page; a source distribution brings it along built."""
        if os.environ.get("STELLWERK_NO_PAGE") == "1" or not (ROOT / "web").is_dir() or is_fresh():
            return
        sys.path.insert(0, str(ROOT))
        from tools.npm import install, npm

        self.app.display_waiting("building the page for the browser …")
        install()
        if npm("run", "build"):
            raise RuntimeError("the page could not be built; the last words of npm are above")


def is_fresh() -> bool:
    """Tell whether the built page is younger than all it is made from."""
    built = PAGE / "index.html"
    if not built.exists():
        return False
    age = built.stat().st_mtime
    files = (file for name in SOURCES for file in files_of(ROOT / name))
    return all(file.stat().st_mtime <= age for file in files)


def files_of(path: Path) -> list[Path]:
    """Return a file, or all files of a folder."""
    return [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
