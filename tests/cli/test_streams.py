"""Full disks, closed streams, bytes that are no text: a sentence and a code, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = f"{sys.executable} -m stellwerk"
TYPED = "printf '1 2\\n\\377\\376\\nquit\\n' | "
PLAY = "play --text --board lesson --seats 2 --bots random"

CASES = [
    ("{c} board show usa > /dev/full", 1),
    ("{c} version > /dev/full", 1),
    ("{c} --help > /dev/full", 1),
    ("{c} board show uss > /dev/full", 2),
    ("{c} board show uss 2> /dev/full", 2),
    ("{c} version >&-", 0),
    ("{c} version 2>&-", 0),
    ("{c} board show uss 2>&-", 2),
    ("{c} board list | head -1; true", 0),
    ("{c} {p} <&-", 0),
    ("{c} {p} < /dev/null", 0),
    ("{t} {c} {p}", 0),
    ("{t} {c} {p} > /dev/full", 1),
    ("{t} PYTHONIOENCODING=ascii {c} {p}", 0),
    ("{c} play --text --board \"$(printf '\\377')\"", 2),
    ("{c} simulate --seed \"$(printf '\\377')\" --games 1", 2),
    ("{c} play --text --name \"$(printf '\\377')\" < /dev/null", 2),
    ("{c} replay \"$(printf '\\377')\"", 2),
    ("{c} \"$(printf '\\377')\"", 2),
    ("{c} board check \"$(printf '\\377')\"", 2),
    ("{c} board check /dev/full", 2),
    ("{c} replay /dev/full", 2),
    ("{c} replay {d}", 2),
    ("cat /dev/zero | {c} replay /dev/stdin", 2),
    ("echo '{{}}' | {c} replay /dev/stdin", 2),
]


@pytest.mark.parametrize(("line", "code"), CASES)
def test_no_stream_brings_a_traceback(tmp_path: Path, line: str, code: int) -> None:
    command = line.format(c=COMMAND, p=PLAY, t=TYPED, d=tmp_path)
    done = subprocess.run(
        ["/bin/bash", "-c", command],
        capture_output=True,
        env={
            **os.environ,
            "STELLWERK_INTERPRETED": "1",
            "STELLWERK_DATA": str(tmp_path),
            "LANG": "C.UTF-8",
        },
        timeout=240,
    )
    printed = (done.stdout + done.stderr).decode(errors="replace")
    assert "Traceback" not in printed
    assert "Exception ignored" not in printed
    assert done.returncode == code, printed
    if PLAY in command:
        assert list((tmp_path / "games").iterdir())
