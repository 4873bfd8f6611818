"""What the measurements of the server say about the machine they ran on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.machine import Moment, Noise, family, processor_seconds, resident_bytes, sync_seconds

BUSY = "import sys\nwhile True: sys.stdin.readline() or sys.exit()"
"""Reads lines until there are no more: it waits, and keeps little in memory."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")


def test_the_processes_of_a_server_are_found() -> None:
    with subprocess.Popen((sys.executable, "-c", BUSY), stdin=subprocess.PIPE) as child:
        assert {os.getpid(), child.pid} <= family(os.getpid())
        assert family(child.pid) == {child.pid}
        assert resident_bytes((os.getpid(),)) > 1_000_000
    assert resident_bytes((child.pid,)) == 0
    assert processor_seconds((child.pid,)) == 0.0


def test_what_we_use_ourselves_is_no_noise() -> None:
    before = Moment.now((os.getpid(),))
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
    after = Moment.now((os.getpid(),))
    assert after.ours - before.ours >= 0.15
    whole = Noise.between(before, Moment(after.at, after.busy, after.stolen, before.ours))
    assert whole.others >= Noise.between(before, after).others


def test_noise_is_told_in_cores() -> None:
    noise = Noise.between(Moment(10.0, 5.0, 0.0, 1.0), Moment(12.0, 8.0, 0.5, 2.0))
    assert (noise.others, noise.stolen) == (1.0, 0.25)


def test_the_disk_is_asked_to_keep_pages(tmp_path: Path) -> None:
    assert sync_seconds(tmp_path) > 0
    assert not list(tmp_path.iterdir())
