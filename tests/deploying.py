"""A Containerfile read and carried out in a folder: everything but the pictures of systems."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PACKAGES = "web/node_modules"
_PLACES = re.compile(r"(?<![\w.])/(?=(?:app|build|source|srv|wheels)\b)")
"""Where an absolute path of the image begins."""


class Instruction(NamedTuple):
    """One line of a Containerfile."""

    name: str
    words: str


def instructions(text: str) -> list[Instruction]:
    """Read a Containerfile; a line that ends with a backslash goes on."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    whole = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [Instruction(*line.split(maxsplit=1)) for line in whole.splitlines() if line.strip()]


def is_left_out(path: str, patterns: list[str]) -> bool:
    """Whether a .dockerignore keeps a file out: the last pattern that fits it decides."""
    parts = path.split("/")
    heads = ["/".join(parts[: count + 1]) for count in range(len(parts))]
    out = False
    for pattern in patterns:
        wanted = _expression(pattern.removeprefix("!"))
        if any(wanted.fullmatch(head) for head in heads):
            out = not pattern.startswith("!")
    return out


def _expression(pattern: str) -> re.Pattern[str]:
    pieces = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    found = re.split(r"(\*\*/|\*\*|\*|\?)", pattern.strip("/"))
    return re.compile("".join(pieces.get(piece, re.escape(piece)) for piece in found))


def patterns() -> list[str]:
    """Return the lines of our .dockerignore."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


class Image:
    """What a Containerfile makes, in a folder: each stage begins with an empty one."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self._folder = folder
        self._stages: dict[str, Path] = {}
        self._name = ""
        self._here = self.root
        self.environment: dict[str, str] = {}
        self.start: list[str] = []
        self.check: list[str] = []
        self.commands: list[str] = []

    def make(self, text: str) -> None:
        """Carry every instruction out."""
        programs = self._folder / "bin"
        programs.mkdir(parents=True)
        python = getattr(sys, "_base_executable", sys.executable)
        (programs / "python").write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
        (programs / "python").chmod(0o755)
        for name, words in instructions(text):
            getattr(self, f"_{name.lower()}")(words)

    def placed(self, text: str) -> str:
        """Return a text with the image's paths as they are here."""
        return _PLACES.sub(f"{self.root}/", text)

    @property
    def size(self) -> int:
        """The bytes of all files."""
        files = (file for file in self.root.rglob("*") if file.is_file() and not file.is_symlink())
        return sum(file.stat().st_size for file in files)

    def _from(self, words: str) -> None:
        if self._name:
            kept = self._folder / f"stage {self._name}"
            self.root.rename(kept)
            self._stages[self._name] = kept
        self._name = words.split(" AS ")[1] if " AS " in words else "last"
        self.root.mkdir()
        self._here, self.environment = self.root, {}

    def _workdir(self, words: str) -> None:
        self._here = Path(self.placed(words))
        self._here.mkdir(parents=True)

    def _copy(self, words: str) -> None:
        options = [word for word in words.split() if word.startswith("--")]
        source, target = (word for word in words.split() if not word.startswith("--"))
        stage = next((each.partition("=")[2] for each in options if "from=" in each), None)
        if stage is not None:
            origin = self._stages[stage] / source.strip("/")
            shutil.copytree(origin, Path(self.placed(target)), symlinks=True)
        elif source == ".":
            self._copy_tree()
        else:
            assert not is_left_out(source, patterns()), source
            goal = self._here / target / Path(source).name
            goal.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / source, goal)

    def _copy_tree(self) -> None:
        """Copy what the image is made of; npm's packages are taken over where they lie here."""
        listed = subprocess.run(
            ("git", "ls-files", "-co", "--exclude-standard"),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        left_out = patterns()
        for path in listed.stdout.splitlines():
            if not is_left_out(path, left_out) and (ROOT / path).is_file():
                goal = self._here / path
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / path, goal)
        if (ROOT / PACKAGES / ".package-lock.json").exists():
            shutil.copytree(ROOT / PACKAGES, self._here / PACKAGES, symlinks=True)
            (self._here / PACKAGES / ".package-lock.json").touch()  # as fresh as all the rest

    def _run(self, words: str) -> None:
        self.commands.append(words)
        path = os.pathsep.join((str(self._folder / "bin"), os.environ.get("PATH", os.defpath)))
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "VIRTUAL_ENV", "STELLWERK", "COV"))
        }
        done = subprocess.run(
            ("sh", "-ec", self.placed(words)),
            cwd=self._here,
            env={**kept, "PATH": path, **self.environment},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{words}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"

    def _env(self, words: str) -> None:
        for word in shlex.split(words):
            name, _, value = word.partition("=")
            self.environment[name] = self.placed(value)

    def _user(self, words: str) -> None:
        assert words == "1000:1000", "nothing of the image needs any privilege"

    def _volume(self, words: str) -> None:
        for volume in json.loads(words):
            assert Path(self.placed(volume)).is_dir(), volume

    def _expose(self, words: str) -> None:
        assert words == "8000"

    def _healthcheck(self, words: str) -> None:
        self.check = json.loads(words.partition("CMD ")[2])

    def _entrypoint(self, words: str) -> None:
        self.start = [self.placed(word) for word in json.loads(words)]

    def _cmd(self, words: str) -> None:
        self.start += json.loads(words)
