"""How the rules are compiled: ``@kernel`` is Numba, or nothing at all when interpreted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

INTERPRETED = os.environ.get("STELLWERK_INTERPRETED") == "1"
"""Run the same functions as plain Python, for debuggers and coverage."""
CUDA = os.environ.get("STELLWERK_TARGET") == "cuda" and not INTERPRETED
"""Compile the same functions for graphics cards; set for the process that does it (envs/cuda)."""
PLAIN = os.environ.get("STELLWERK_PLAIN") == "1"
"""Compile without hooks into Numba's code generator: slower to compile, the same rules."""

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS = {"nogil": True, "error_model": "numpy", "no_rewrites": True}
"""What Numba is told for every kernel."""


if INTERPRETED:

    def entry(function: Function) -> Function:
        """Leave a function that Python calls as it is."""
        return function

    def kernel(function: Function) -> Function:
        """Leave a function of the rules as it is."""
        return function

    def inlined(function: Function) -> Function:
        """Leave a small function of the rules as it is."""
        return function

    def cold(function: Function) -> Function:
        """Leave a function of the rules that seldom runs as it is."""
        return function

elif CUDA:  # pragma: no cover - compiled only
    from numba import cuda
    from numba.cuda import types
    from numba.cuda.extending import lower_getattr

    from stellwerk.rules.known import teach

    teach(types.Record, lower_getattr)

    def _compile_device(function: Function, apart: bool = False, **options: Any) -> Function:
        """Compile a function once for all constants; ``apart``: not into its callers."""
        compiled = cuda.jit(device=True, **options)(function)
        find = compiled.get_call_template

        def find_plain(arguments: Any, keywords: Any) -> Any:
            found = find([types.unliteral(argument) for argument in arguments], keywords)
            if apart:
                for overload in compiled.overloads.values():
                    name = overload.fndesc.llvm_func_name
                    overload.library.get_function(name).attributes.add("noinline")
            return found

        compiled.get_call_template = find_plain
        return cast(Function, compiled)

    def entry(function: Function) -> Function:
        """Leave a function that Python calls as it is: on a graphics card nobody calls it."""
        return function

    def kernel(function: Function) -> Function:
        """Compile a function that only other kernels call."""
        return _compile_device(function)

    def inlined(function: Function) -> Function:
        """Compile a small function into each of its callers."""
        return _compile_device(function, forceinline=True)

    def cold(function: Function) -> Function:
        """Compile a function that seldom runs, and keep it out of its callers."""
        return _compile_device(function, apart=True)

else:  # pragma: no cover - compiled only
    import numba
    from llvmlite.binding import Linkage
    from numba import config, types
    from numba.core import codegen
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.imputils import lower_getattr

    from stellwerk.rules.cache import module_folder, prepare
    from stellwerk.rules.known import teach

    teach(types.Record, lower_getattr)

    _nesting: list[Callable[..., Any]] = []
    _cold: set[str] = set()

    def _optimise(library: Any, optimise: Any) -> None:
        """Optimise the outermost function only; all others are linked into it anyway.

        Numba would optimise the whole tree below each function, and make machine code of each that
        nobody runs: that is most of the time of a cold compilation. The kernels linked in become
        private to the outermost function, which is what the optimiser likes best.
        """
        if _nesting:
            return
        for function in library._final_module.functions:
            if "stellwerk" in function.name and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
                if any(name in function.name for name in _cold):
                    function.add_function_attribute("noinline")
        optimise(library)

    def _finalise(library: Any, finalise: Any) -> None:
        """Make machine code of the outermost function only."""
        if not _nesting:
            finalise(library)
        library._finalized = True

    def _set_environment(generator: Any, name: Any, environment: Any, set_environment: Any) -> None:
        """Leave out the environment of a function that has no machine code of its own."""
        if not _nesting:
            set_environment(generator, name, environment)

    _HOOKS: dict[tuple[str, str], Callable[..., None]] = {
        ("CPUCodeLibrary", "_optimize_final_module"): _optimise,
        ("CPUCodeLibrary", "_finalize_final_module"): _finalise,
        ("JITCPUCodegen", "set_env"): _set_environment,
    }
    """What is hooked into in Numba's code generator, and by what."""

    def missing_hooks() -> list[str]:
        """Return what this version of Numba lacks to be hooked into."""
        return [
            f"{owner}.{name}"
            for owner, name in _HOOKS
            if not hasattr(getattr(codegen, owner, None), name)
        ]

    def _method(hook: Callable[..., None], original: Callable[..., None]) -> Callable[..., None]:
        def method(self: Any, *arguments: Any) -> None:
            hook(self, *arguments, original)

        return method

    @contextmanager
    def _hooked() -> Iterator[None]:
        """Hook into Numba's code generator while one of our entries is compiled, and no longer."""
        with global_compiler_lock:
            owners = [(getattr(codegen, owner), name) for owner, name in _HOOKS]
            originals = [getattr(owner, name) for owner, name in owners]
            for place, hook, original in zip(owners, _HOOKS.values(), originals, strict=True):
                setattr(*place, _method(hook, original))
            try:
                yield
            finally:
                for place, original in zip(owners, originals, strict=True):
                    setattr(*place, original)

    if lacking := missing_hooks():
        print(
            f"stellwerk: Numba {numba.__version__} has no {', '.join(lacking)};"
            " compiling takes longer",
            file=sys.stderr,
        )
    _HOOKING = not (PLAIN or lacking)

    def _compile(function: Function, **options: Any) -> Function:
        return cast(Function, _without_literals(numba.njit(**OPTIONS, **options)(function)))

    def _without_literals(compiled: Any) -> Any:
        """Keep Numba from compiling a function once more for every constant it is called with."""
        find = compiled.get_call_template

        def find_plain(arguments: Any, keywords: Any) -> Any:
            plain = [types.unliteral(argument) for argument in arguments]
            _nesting.append(compiled)
            try:
                return find(plain, keywords)
            finally:
                _nesting.pop()

        compiled.get_call_template = find_plain
        return compiled

    _INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": False}

    @cache
    def _cache_folder(module: str) -> Path:
        return prepare(module_folder(module))

    def entry(function: Function) -> Function:
        """Compile a function that Python calls."""
        before = config.CACHE_DIR
        config.CACHE_DIR = str(_cache_folder(function.__module__))
        try:
            compiled = cast(Any, _compile(function, cache=True))
        finally:
            config.CACHE_DIR = before
        plainly = compiled.compile

        def compile_hooked(signature: Any) -> Any:
            with _hooked():
                return plainly(signature)

        if _HOOKING:
            compiled.compile = compile_hooked
        return cast(Function, compiled)

    def kernel(function: Function) -> Function:
        """Compile a function that only other kernels call."""
        return _compile(function, **_INNER)

    def inlined(function: Function) -> Function:
        """Compile a small function into each of its callers."""
        return _compile(function, **{**_INNER, "forceinline": True})

    def cold(function: Function) -> Function:
        """Compile a function that seldom runs, and keep it out of its callers."""
        module = function.__module__.rpartition(".")[2]
        _cold.add(f"{len(module)}{module}{len(function.__name__)}{function.__name__}B")
        return kernel(function)
