"""``python -m stellwerk.server.sandbox.process``: the process that works on what strangers send.

Memory and processor time are bounded by the operating system where it can do that: on Linux both,
on macOS processor time only, on Windows neither. The server ends it after too long on all of them.
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from typing import BinaryIO, Final

import msgspec

from stellwerk.board import StellwerkError
from stellwerk.board.files import shipped_text
from stellwerk.bots.compile import entries_for_people, load
from stellwerk.rules.kernel import INTERPRETED
from stellwerk.server.errors import problem_of, status_of
from stellwerk.server.pipe import LENGTH, READY, Failed, Refused, framed
from stellwerk.server.protocol import Problem
from stellwerk.server.sandbox import jobs
from stellwerk.server.sandbox.client import Answer, Done

if sys.platform != "win32":
    import resource

_KINDNESS: Final = 3
"""How much the process yields to those that serve players."""
_OUT_OF_MEMORY: Final = 3
_LEAST: Final = -(1 << 63)
_MOST: Final = (1 << 63) - 1


def main() -> None:
    """Do jobs until the pipe is closed."""
    seconds, megabytes = int(sys.argv[1]), int(sys.argv[2])
    # What a library prints by mistake must not end up among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    get_ready()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_KINDNESS)
    bound_memory(megabytes)
    _write(answers, READY)
    while (size := sys.stdin.buffer.read(LENGTH)) != b"":
        job = sys.stdin.buffer.read(int.from_bytes(size))
        bound_time(seconds)
        try:
            answer = msgspec.msgpack.encode(answer_to(job))
        except MemoryError:
            os._exit(_OUT_OF_MEMORY)
        _write(answers, answer)


def answer_to(job: bytes) -> Answer:
    """Do a job, and say how it went."""
    language = "en"
    try:
        asked = jobs.decode(job)
        language = asked.language
        return Done(jobs.do(asked.job))
    except StellwerkError as error:
        return Refused(_short(problem_of(error, language)), status_of(error))
    except MemoryError:
        raise
    except Exception:
        return Failed(traceback.format_exc(limit=-8))


def _short(problem: Problem) -> Problem:
    """Cut numbers from a stranger's file that are too long for an answer; the sentence has them."""
    short = {
        name: max(_LEAST, min(value, _MOST)) if isinstance(value, int) else value
        for name, value in problem.params.items()
    }
    return msgspec.structs.replace(problem, params=short)


def get_ready() -> None:
    """Load the rules and everything else that jobs need, before memory is bounded."""
    if not INTERPRETED:
        load(entries_for_people())
    jobs.do(jobs.CheckBoard(shipped_text("lesson")))


def bound_memory(megabytes: int) -> None:
    """Let the process take this much memory beyond what it has now."""
    if sys.platform in ("win32", "darwin"):
        return
    with open("/proc/self/statm", "rb") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    most = now + (megabytes << 20)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def bound_time(seconds: int) -> None:
    """Let the process use ``seconds`` of the processor from now on."""
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + seconds + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _write(answers: BinaryIO, answer: bytes) -> None:
    answers.write(framed(answer))
    answers.flush()


if __name__ == "__main__":
    main()
