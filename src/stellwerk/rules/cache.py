"""Where compiled kernels are kept, keyed by everything their machine code depends on.

Numba only notices a change in the file of a function itself, not in what that function calls. So
each module with entries has a folder whose name holds a hash over its source and all that it
imports from this package, besides flags, processor and versions. A change in one bot leaves the
compiled rules alone.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent.parent
_KEPT: Final = 3
_IMPORT: Final = re.compile(r"^from (stellwerk[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
"""An import at the top level of a module; those for type checkers alone are indented."""


def cache_folder() -> Path:
    """Return the folder for what belongs to this version of all kernels together."""
    return _folder("kernel", kernel_sources())


def module_folder(module: str) -> Path:
    """Return the folder for the compiled entries of a module."""
    return _folder(module, sources_of(module))


def kernel_sources() -> list[Path]:
    """Return all files whose change may lead to a new compilation, in a fixed order."""
    rules = sorted((_PACKAGE / "rules").glob("*.py"))
    others = (path for path in sorted(_PACKAGE.rglob("*.py")) if path.parent.name != "rules")
    kernels = [path for path in others if b"stellwerk.rules.kernel" in path.read_bytes()]
    return [_PACKAGE / "board" / "layout.py", *rules, *kernels]


def sources_of(module: str) -> list[Path]:
    """Return the file of a module and all files of this package that it imports, however far."""
    found: set[Path] = set()
    waiting = [_file(module)]
    while waiting:
        path = waiting.pop()
        if path is not None and path not in found:
            found.add(path)
            waiting.extend(_imports(path))
    return sorted(found)


@cache
def _imports(path: Path) -> tuple[Path | None, ...]:
    return tuple(_imported(path.read_text(encoding="utf-8")))


def _imported(source: str) -> Iterator[Path | None]:
    for module, names in _IMPORT.findall(source):
        for name in names.strip("()").split(","):
            plain = name.partition(" as ")[0].strip()
            yield _file(f"{module}.{plain}") or _file(module)


def _file(module: str) -> Path | None:
    """Return the file of a module or package; None if there is none of that name."""
    base = _PACKAGE.joinpath(*module.split(".")[1:])
    return next(filter(Path.is_file, (base.with_suffix(".py"), base / "__init__.py")), None)


def _folder(name: str, sources: Iterable[Path]) -> Path:
    digest = hashlib.sha256(_machine().encode())
    for source in sources:
        digest.update(source.relative_to(_PACKAGE).as_posix().encode() + source.read_bytes())
    root = os.environ.get("STELLWERK_CACHE") or os.environ.get("XDG_CACHE_HOME")
    base = Path(root) if root else Path.home() / ".cache"
    return base / "stellwerk" / f"{name}-{digest.hexdigest()[:16]}"


def _machine() -> str:
    """Return what machine code depends on besides the sources."""
    import llvmlite.binding as llvm
    import numba

    from stellwerk.rules.kernel import OPTIONS, PLAIN

    processor = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    flags = repr((sorted(OPTIONS.items()), PLAIN))
    return f"{flags} {sys.version} {numba.__version__} {platform.machine()} {processor}"


def prepare(folder: Path) -> Path:
    """Create a folder and remove those of its kind that were not used for longest."""
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    kind = folder.name.rpartition("-")[0]
    alike = sorted(folder.parent.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime)
    for old in alike[:-_KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return folder
